// A card reads points (top left), bonus (top right), cost (bottom left); the back of a deck has its level as dots.
/** @import { Child } from "../dom.js" */
/** @import { Table } from "./model.js" */
/** @import { Some } from "./facts.js" */
/** @import { Token } from "../art/gems.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { TOKENS, gem } from "../art/gems.js";
import { scene } from "../art/scenes.js";
import { coloursOf, lacking } from "./facts.js";
import { cardOf, seatOf } from "./model.js";
import { amounts } from "./words.js";

/** How near a card is for the one who looks at it. @param {Table} model @param {string} id @returns {"can" | "near" | ""} */
function reach(model, id) {
  const seat = seatOf(model);
  const player = seat === null || model.game.result ? undefined : model.game.players[seat];
  if (!player || player.left) return "";
  const { short } = lacking(cardOf(model, id), player);
  return short === 0 ? "can" : short === 1 ? "near" : "";
}

/** The classes of a card's element: its level, its bonus, and whether who looks at it can pay for it.
 * @param {Table} model @param {string} id */
export function cardClass(model, id) {
  const { level, bonus } = cardOf(model, id);
  return `card l${level} ${bonus} ${reach(model, id)}`;
}

/** What is on a card. A cost wears the silhouette of its gem; what the bonuses of `seat` cover is pale.
 * @param {Table} model @param {string} id @returns {Child[]} */
export function cardFace(model, id) {
  const face = cardOf(model, id);
  const seat = seatOf(model);
  const bonuses = seat === null ? undefined : model.game.players[seat]?.bonuses;
  const asked = coloursOf(face.cost);
  return [
    art(scene(id, face.level, face.bonus)),
    h("span.top", null, h("b.points", null, face.points || ""), art(gem(face.bonus, { fine: true }))),
    h(`span.cost.n${asked.length}`, null, asked.map((colour) => h(`i.due.${colour}`, { class: (bonuses?.[colour] ?? 0) >= (face.cost[colour] ?? 0) ? "met" : "" }, face.cost[colour]))),
    reach(model, id) === "near" ? h("span.short", null, t("card.near")) : null,
  ];
}

/** @param {1 | 2 | 3} level */
export const dots = (level) => h("span.dots", null, Array.from({ length: level }, () => h("i", null)));

/** Tokens as drawings, with their amounts as the name. @param {Some} tokens */
export const gems = (tokens) =>
  h("span.gems", { role: "img", "aria-label": amounts(tokens, ", ") || t("board.nothing") },
    TOKENS.map((token) => Array.from({ length: tokens[token] ?? 0 }, () => art(gem(token)))));

/** One gem with an amount. @param {Token} token @param {number | string} n */
export const counted = (token, n) => h("span.counted", null, art(gem(token)), h("b", null, n));

/** A card that is held, seen by the others: its bonus and points, or its level alone.
 * @param {Table} model @param {{ card?: string | null, level?: 1 | 2 | 3 | null }} held */
export function mini(model, held) {
  if (!held.card) return h(`span.mini.back.l${held.level}`, { title: t("card.unseen", { level: held.level ?? 0 }) }, dots(held.level ?? 1));
  const face = cardOf(model, held.card);
  return h(`span.mini.l${face.level}.${face.bonus}`, null, art(gem(face.bonus)), h("b", null, face.points || ""));
}
