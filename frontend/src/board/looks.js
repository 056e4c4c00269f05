// What is open on the table, and what was just explained: matters of this page alone, never of the game.
/** @import { Game } from "../net/wire.d.ts" */
/** @import { Words } from "../state/selection.js" */
import { moment } from "../state/selection.js";

/** `player`, `card`: the seat or the card shown in full; `side`: log and chat as a drawer, on narrow screens;
 * `back`: the spot that takes the focus when all is closed. */
export const looks = {
  /** @type {number | null} */ player: null,
  /** @type {string | null} */ card: null,
  side: false,
  help: false,
  /** @type {string | null} */ back: null,
  /** @type {{ words: Words, at: string } | null} */ why: null,
};

/** Explains why something can't be done; void as soon as the game moves on. @param {Game} game @param {Words} words */
export function explain(game, words) {
  looks.why = { words, at: moment(game) };
}

/** The explanation that still stands. @param {Game} game @returns {Words | null} */
export const explained = (game) => (looks.why?.at === moment(game) ? looks.why.words : null);

export function closeAll() {
  Object.assign(looks, { player: null, card: null, side: false, help: false, why: null });
}

/** The focus enters what was just opened; what was focused before gets it back at the end. @param {HTMLElement} element */
export function enter(element) {
  const spot = document.activeElement?.closest("[data-spot]")?.getAttribute("data-spot");
  if (spot) looks.back = spot;
  queueMicrotask(() => element.focus({ preventScroll: true }));
}

/** Once everything is closed and the focus is nowhere, it goes back to where it came from. */
export function leave() {
  const spot = looks.back;
  looks.back = null;
  if (spot) queueMicrotask(() => {
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(`[data-spot="${spot}"]`))?.focus({ preventScroll: true });
  });
}

/** Puts a card's sheet beside the card; on a narrow screen the style sheet puts it at the bottom instead.
 * @param {HTMLElement} element @param {string} spot */
export function beside(element, spot) {
  queueMicrotask(() => {
    const near = document.querySelector(`[data-spot="${spot}"]`)?.getBoundingClientRect();
    if (!near) return;
    const own = element.getBoundingClientRect();
    const [gap, edge] = [12, 8];
    let x = near.right + gap;
    if (x + own.width > innerWidth - edge) x = near.left - gap - own.width;
    if (x < edge) x = Math.max(edge, Math.min(innerWidth - own.width - edge, near.left));
    const y = Math.max(edge, Math.min(innerHeight - own.height - edge, near.top + near.height / 2 - own.height / 2));
    element.style.setProperty("--x", `${Math.round(x)}px`);
    element.style.setProperty("--y", `${Math.round(y)}px`);
    element.style.setProperty("--seen", "visible");
  });
}
