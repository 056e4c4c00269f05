// What the last move changed, so that the table can point at it for a moment.
/** @import { Table } from "./model.js" */
/** @import { Token, Colour } from "../art/gems.js" */

/** @typedef {{ seq: number, seat: number, tokens: Set<Token>, slot: string | null, deck: number | null, noble: string | null, card: string | null, bonus: Colour | null }} Change */

/** @param {Table} model @returns {Change | null} */
export function lastChange({ log, game, catalog }) {
  const entry = log.at(-1);
  if (!entry || entry.seq !== game.seq) return null;
  const moved = { ...entry.tokens, ...entry.paid, ...(entry.gold ? { gold: 1 } : {}) };
  const tokens = new Set(/** @type {Token[]} */ (Object.keys(moved)));
  const slot = entry.slot === null || entry.slot === undefined ? null : `${entry.level}-${entry.slot}`;
  return {
    seq: entry.seq, seat: entry.seat, tokens, slot,
    deck: entry.type === "reserve" && entry.blind ? (entry.level ?? catalog.cards[entry.card ?? ""]?.level ?? null) : null,
    noble: entry.noble ?? null, card: entry.card ?? null, bonus: entry.type === "buy" ? (catalog.cards[entry.card ?? ""]?.bonus ?? null) : null,
  };
}

/** The class that outlines something for a moment. It alternates, for an animation starts anew only under another name.
 * @param {Change | null} change @param {boolean | undefined} really @param {string} [kind] */
export const touched = (change, really, kind = "moved") => (change && really ? `${kind}-${change.seq % 2}` : "");
