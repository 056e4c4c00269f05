// How this person wants to be told that it is their turn, remembered by this browser.

import { browser } from "../state/memory.js";

/** @typedef {"sound" | "vibrate" | "notify"} Wish `notify`: a desktop notification while the tab is hidden */

/** What is so until one says otherwise. Nothing that the browser has to be asked for. */
const FIRST = { sound: true, vibrate: true, notify: false };

/** @param {Wish} wish */
export function wants(wish) {
  const said = browser.get(`signal.${wish}`);
  return said === null ? FIRST[wish] : said === "on";
}

/** @param {Wish} wish @param {boolean} on */
export const want = (wish, on) => browser.set(`signal.${wish}`, on ? "on" : "off");

/** Whether there is something here that can vibrate. */
export const canVibrate = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
