// Whom this person would rather not hear: a matter of this browser alone, nobody is told.

import { browser } from "./memory.js";

/** @returns {string[]} */
function read() {
  try {
    const list = JSON.parse(browser.get("muted") ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** @param {string} player */
export const isMuted = (player) => read().includes(player);

/** @param {string} player */
export function turnMute(player) {
  const list = read();
  const next = list.includes(player) ? list.filter((one) => one !== player) : [...list, player].slice(-200);
  browser.set("muted", JSON.stringify(next));
}
