// The table by keyboard. Buttons keep their own keys (Tab, Space, Enter); these are the short ways on top of them.
/** @import { Table, Deeds } from "./model.js" */
import { COLOURS, TOKENS } from "../art/gems.js";
import { plan } from "../state/selection.js";
import { closeAll, looks } from "./looks.js";
import * as press from "./press.js";

/** @type {{ model: Table, deeds: Deeds } | null} */
let now = null;
let listening = false;

/** The table that keys act upon from now on. @param {Table} model @param {Deeds} deeds */
export function listen(model, deeds) {
  now = { model, deeds };
  if (!listening) document.addEventListener("keydown", (event) => {
    if (now && document.querySelector("main.table") && heard(event, now.model, now.deeds)) event.preventDefault();
  });
  listening = true;
}

/** What one composes a deed with: there Enter confirms as soon as it is complete. */
const COMPOSING = ".pile, .give, [data-deck]";
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The control that had the focus when a number was last pressed: an Enter that is quicker than the next drawing finds
 * the focus there still. @type {Element | null} */
let numbered = null;

/** Moves the focus to the neighbour in the grid of cards or in the bank. @param {HTMLElement} from @param {number} down @param {number} right */
function step(from, down, right) {
  const { row, col, pile } = from.dataset;
  const to = pile === undefined ? `[data-row="${Number(row) + down}"][data-col="${Number(col) + right}"]` : `[data-pile="${Number(pile) + down + right}"]`;
  const next = /** @type {HTMLElement | null} */ (document.querySelector(to));
  next?.focus();
  return Boolean(next);
}

/** @param {KeyboardEvent} event @param {Table} model @param {Deeds} deeds @returns {boolean} whether the key had a meaning */
function heard(event, model, deeds) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  // What was pressed in a dialog may be gone, and the focus with it: the keys are the dialog's all the same.
  if (target.closest("input, textarea, select, [contenteditable], dialog") || document.querySelector("dialog:modal")) return false;
  const { key } = event;
  if (key === "Escape") {
    press.clear(deeds);
    return true;
  }
  if (key === "?") {
    const open = looks.help;
    closeAll();
    looks.help = !open;
    deeds.refresh();
    return true;
  }
  const spot = /** @type {HTMLElement | null} */ (target.closest("[data-row], [data-pile]"));
  if (key in ARROWS && spot) {
    const [down, right] = /** @type {[number, number]} */ (ARROWS[/** @type {keyof typeof ARROWS} */ (key)]);
    return step(spot, down, right);
  }
  if (/^[1-6]$/.test(key)) return number(Number(key) - 1, target, model, deeds);
  if (key === "Enter") return enter(target, model, deeds);
  return letter(key.toLowerCase(), target, model, deeds);
}

/** 1 to 5 are the colours in the order of the table, 6 is gold; nobles are numbered from the left.
 * @param {number} i @param {HTMLElement} target @param {Table} model @param {Deeds} deeds */
function number(i, target, model, deeds) {
  const { phase, moves } = model.game;
  const token = TOKENS[i];
  const noble = moves?.noble[i];
  if (phase === "return" && moves && token) press.giveBack(model, deeds, token);
  else if (phase === "noble" && noble) press.noble(model, deeds, noble);
  else if (token && i < COLOURS.length) press.pile(model, deeds, token);
  numbered = target.closest("button, a, summary");
  // The next Enter is to do what was composed, not to press a card that happens to have the focus still.
  if (target.closest("button, a, summary") && !target.closest(COMPOSING)) {
    target.blur();
    requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector("[data-spot=go]"))?.focus({ preventScroll: true }));
  }
  return true;
}

/** Enter confirms what is complete. On any other control it means that control, except on a pile that has nothing to add.
 * @param {HTMLElement} target @param {Table} model @param {Deeds} deeds */
function enter(target, model, deeds) {
  const { selection, game } = model;
  const control = target.closest("button, a, summary");
  const after = control !== null && control === numbered && selection.kind !== "none";
  if (control && !after && !control.matches(COMPOSING)) return false;
  if (control && !after && (selection.kind === "none" || !plan(selection, game)?.action)) return false;
  if (selection.kind === "none" && game.phase === "play") return false;
  press.go(model, deeds);
  return true;
}

/** B buys and R reserves the card that has the focus or is open; U takes back. @param {string} key @param {HTMLElement} target @param {Table} model @param {Deeds} deeds */
function letter(key, target, model, deeds) {
  if (key === "u" && press.mayUndo(model)) {
    press.undo(model, deeds);
    return true;
  }
  if (key !== "b" && key !== "r") return false;
  const spot = /** @type {HTMLElement | null} */ (target.closest("[data-card], [data-deck]"));
  const card = model.selection.kind === "card" ? model.selection.card : spot?.dataset.card;
  const deck = model.selection.kind === "deck" ? model.selection.deck : spot?.dataset.deck;
  if (key === "b" && card) press.buy(model, deeds, card);
  else if (key === "r" && (card ?? deck)) press.reserve(model, deeds, card ?? /** @type {1 | 2 | 3} */ (Number(deck)));
  else return false;
  return true;
}
