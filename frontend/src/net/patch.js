// Indexed patches: a JSON merge patch (RFC 7396), in which an array may be patched, too, by an object with the items that
// changed, by index; those at its end are new. Values are never changed in place: what a patch leaves alone stays the
// same object.

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @template T
 * @param {T} target
 * @param {unknown} patch
 * @returns {T}
 */
export function merge(target, patch) {
  if (!isObject(patch)) return /** @type {T} */ (patch);
  if (Array.isArray(target)) return /** @type {T} */ (mergeItems(target, patch));
  const was = isObject(target) ? target : {};
  /** @type {Record<string, unknown> | undefined} */
  let now = was === target ? undefined : {};
  for (const [key, change] of Object.entries(patch)) {
    // Only what the object holds itself: a key such as "constructor" is one like any other.
    const before = Object.hasOwn(was, key) ? /** @type {Record<string, unknown>} */ (was)[key] : undefined;
    if (change === null) {
      if (!Object.hasOwn(was, key)) continue;
      now ??= { ...was };
      delete now[key];
      continue;
    }
    const after = merge(before, change);
    if (after === before) continue;
    now ??= { ...was };
    if (key === "__proto__") Object.defineProperty(now, key, { value: after, enumerable: true, configurable: true, writable: true });
    else now[key] = after;
  }
  return /** @type {T} */ (now ?? target);
}

/** @param {unknown[]} was @param {Record<string, unknown>} patch by index, which objects keep in ascending order */
function mergeItems(was, patch) {
  let now = was;
  for (const [key, change] of Object.entries(patch)) {
    const index = Number(key);
    const before = was[index];
    // Into an item that is no object nothing can be merged: its place is taken, nulls and all.
    const after = typeof before === "object" && before ? merge(before, change) : change;
    if (index < was.length && after === before) continue;
    if (now === was) now = [...was];
    now[index] = after;
  }
  return now;
}
