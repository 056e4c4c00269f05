// The clocks on the table. One timer for them all: it draws their faces anew when the time of the seat to act shows
// another figure, and only while the page is looked at. Everything else on the table stays untouched by it.
/** @import { Child } from "../dom.js" */
/** @import { Table } from "./model.js" */
import { art, h, render } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { signs } from "../art/marks.js";
import { announce } from "../ui/announce.js";
import { face, left, passed, runs, steady, tone } from "../state/clock.js";
import { nameOf, whom } from "./words.js";
import { seatOf } from "./model.js";

/** The server's time. @param {Table} model */
const now = ({ offset }) => Date.now() + offset;

/** A player's clock. @param {Table} model @param {number} seat */
export const clock = (model, seat) =>
  model.game.clock && !model.game.players[seat]?.left ? h("span.clock", { key: "clock", "data-clock": seat, role: "timer" }, hand(model, seat)) : null;

/** @param {Table} model @param {number} seat @returns {Child} */
function hand(model, seat) {
  const { clock: clocks, turn, result } = model.game;
  if (!clocks) return null;
  const ms = left(clocks, seat, turn, now(model));
  const acts = seat === turn && !result;
  const held = acts && clocks.held;
  return h("span", { class: `${result ? "calm" : tone(ms)} ${acts && !held ? "runs" : ""} ${held ? "held" : ""}` },
    held === "pause" ? art(signs.pause) : null, h("span.unseen", null, seat === seatOf(model) ? t("clock.own") : t("clock.of", { name: nameOf(model, seat) })), face(ms));
}

/** A countdown to an instant of the server's. @param {Table} model @param {string} until */
export const countdown = (model, until) => h("span.clock", { key: "until", "data-until": until, role: "timer" }, rest(model, until));

/** @param {Table} model @param {string} until */
const rest = (model, until) => h("span", null, face(Math.ceil(restOf(model, until) / 1_000) * 1_000));

/** @param {Table} model @param {string} until */
const restOf = (model, until) => Math.max(0, Date.parse(until) - now(model));

/** Why the clocks stand still, in words, or null. @param {Table} model @returns {string | null} */
export function heldWords(model) {
  const { clock: clocks, turn, result } = model.game;
  if (!clocks?.held || result) return null;
  return clocks.held === "pause" ? t("clock.paused") : t("clock.waiting", { name: whom(model, turn) });
}

/** @type {Table | null} */
let table = null;
/** @type {any} */
let timer = null;
/** The last reading of my own time, with the turn that it belongs to. */
let reading = { turn: "", ms: Infinity };

/** What the timer goes by from now on. @param {Table} model */
export function tick(model) {
  table = model;
  clearTimeout(timer);
  if (document.visibilityState !== "visible") return;
  const { clock: clocks, turn, result, id } = model.game;
  const waits = [];
  if (clocks && runs(clocks) && !result) {
    const ms = left(clocks, turn, turn, now(model));
    waits.push(steady(ms));
    if (turn === seatOf(model)) warn(`${id}:${clocks.since}`, ms);
  }
  if (model.room?.ask) waits.push(steady(restOf(model, model.room.ask.until) + 10_000));
  const wait = Math.min(...waits);
  if (Number.isFinite(wait)) timer = setTimeout(strike, wait);
}

function strike() {
  const model = table;
  if (!model || !document.querySelector("main.table")) return;
  for (const place of document.querySelectorAll("[data-clock]")) render(hand(model, Number(place.getAttribute("data-clock"))), place);
  for (const place of document.querySelectorAll("[data-until]")) render(rest(model, place.getAttribute("data-until") ?? ""), place);
  tick(model);
}

/** Said aloud, too, when my time grows short. @param {string} turn @param {number} ms */
function warn(turn, ms) {
  const before = reading.turn === turn ? reading.ms : Infinity;
  reading = { turn, ms };
  if (before === Infinity) return;
  for (const limit of passed(before, ms, [30_000, 10_000])) announce(t("clock.left", { n: limit / 1_000 }));
}
