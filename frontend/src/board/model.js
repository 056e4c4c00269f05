// The types of what a component is given, and the reading of it that every part of the table needs.
/** @import { You, Room, Game, Entry, ChatLine, Catalog, CardOut } from "../net/wire.d.ts" */
/** @import { Selection, Action, Words } from "../state/selection.js" */

/**
 * @typedef {{ link: { status: "connecting" | "live" | "waiting" | "offline", until: number | null }, you: You | null,
 *   room: Room | null, game: Game | null, log: Entry[], chat: ChatLine[], catalog: Catalog, selection: Selection,
 *   sending: boolean, news: number }} Model
 * @typedef {{ act(action: Action): unknown, send(message: any): Promise<void>, select(selection: Selection): void,
 *   say(text: string): unknown, notice(text: string): void, refresh(): void, again?: () => unknown }} Deeds
 * @typedef {Model & { game: Game }} Table a model with a game on the table
 */

/** The seat that this person plays in, or null for those who watch. @param {Table} model */
export function seatOf({ you, game }) {
  const seat = you?.seat;
  return seat === null || seat === undefined || !game.players[seat] ? null : seat;
}

/** Why the controls wait for the network, or null. @param {Model} model @returns {Words | null} */
export function held({ link, sending }) {
  if (link.status !== "live") return { key: "why.offline" };
  return sending ? { key: "why.sending" } : null;
}

/** @param {Model} model @param {string} id @returns {CardOut} */
export function cardOf({ catalog }, id) {
  const card = catalog.cards[id];
  if (!card) throw new Error(`no card ${id} in the catalog`);
  return card;
}
