// What happened on the board since a person last looked, so that it can be marked. Pure.

/** @import { Catalog, Entry } from "../net/wire" */
import { isDeed, takenBack } from "./manners.js";

/** @typedef {{ slots: Set<string>, decks: Set<number>, seats: Set<number> }} Missed `slots`: "level-slot" of the market */

/** @param {Entry[]} log @param {number} since the last number that was seen @param {number | null} seat the one who looks @param {Catalog} catalog @returns {Missed | null} */
export function missed(log, since, seat, catalog) {
  const gone = takenBack(log);
  const entries = log.filter((entry) => entry.seq > since && entry.seat !== seat && isDeed(entry) && !gone.has(entry.seq));
  if (entries.length === 0) return null;
  /** @type {Missed} */
  const found = { slots: new Set(), decks: new Set(), seats: new Set() };
  for (const { level, slot, seat: who, type, blind, card } of entries) {
    found.seats.add(who);
    if (slot !== null && slot !== undefined) found.slots.add(`${level}-${slot}`);
    const deck = level ?? catalog.cards[card ?? ""]?.level;
    if (type === "reserve" && blind && deck) found.decks.add(deck);
  }
  return found;
}
