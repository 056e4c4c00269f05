// The ways into and about the page: links, the browser's own buttons, going to sleep and waking up.

import { readySound } from "./signals/sound.js";
import { answerWorker } from "./signals/worker.js";

/** @import { page } from "./page.js" */

/** How often the home page's lists are asked for anew, while they are looked at. */
const LOOK = 20_000;

/** Sets the page going, once its words are there. @param {ReturnType<typeof page>} here */
export function setOut(here) {
  readySound();
  answerWorker();
  addEventListener("popstate", here.enter);
  addEventListener("hashchange", here.enter);
  // Links within the site keep the page; with a modifier pressed they are the browser's.
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    here.deeds.go(/** @type {string} */ (link.getAttribute("href")));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") return here.visiting?.lookAway();
    here.wake();
    here.deeds.refresh();
  });
  setInterval(() => document.visibilityState === "visible" && here.look(), LOOK);
  addEventListener("online", here.wake);
  addEventListener("pageshow", (event) => event.persisted && here.wake());
  addEventListener("offline", () => here.visiting?.probe());
  here.enter();
}
