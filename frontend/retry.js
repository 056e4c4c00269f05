// A page of which a file did not come, though the browser has asked for it twice, would stay blank: it is opened again,
// each time a little later. Loaded before all else, hence no module; app.js says when everything is there.
{
  const KEY = "tries";
  const LONGEST = 15_000;
  let tries = 0;
  let waits = false;
  try {
    tries = Number(sessionStorage.getItem(KEY) ?? 0);
  } catch {
    // Without a storage it is opened again just as often, and never waits long.
  }
  const again = () => {
    if (waits) return;
    waits = true;
    const late = document.getElementById("late");
    if (late) late.hidden = false;
    try {
      sessionStorage.setItem(KEY, String(tries + 1));
    } catch {
      // See above.
    }
    setTimeout(() => location.reload(), Math.min(LONGEST, 500 * 2 ** tries));
  };
  // The error of an element does not bubble.
  addEventListener("error", (event) => isNeeded(event.target) && again(), true);
  addEventListener("whole", () => {
    if (waits) return;
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // See above.
    }
  });

  /** @param {EventTarget | null} element */
  function isNeeded(element) {
    return element instanceof HTMLScriptElement || (element instanceof HTMLLinkElement && element.rel === "stylesheet");
  }
}
