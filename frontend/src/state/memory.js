// What this browser remembers. Where storage is forbidden the page works all the same and remembers for as long as it is open.

/** @param {() => Storage} storage */
function memory(storage) {
  /** @type {Map<string, string>} */
  const spare = new Map();
  return {
    /** @param {string} key @returns {string | null} */
    get(key) {
      try {
        return storage().getItem(key) ?? spare.get(key) ?? null;
      } catch {
        return spare.get(key) ?? null;
      }
    },
    /** @param {string} key @param {string} value */
    set(key, value) {
      spare.set(key, value);
      try {
        storage().setItem(key, value);
      } catch {
        // The spare has it.
      }
    },
  };
}

/** For this browser, for good: the name, the theme. */
export const browser = memory(() => localStorage);
/** For this tab: what its person has seen. */
export const tab = memory(() => sessionStorage);
