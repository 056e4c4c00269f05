// The types of what a component is given, and the reading of it that every part of the table needs.
/** @import { Game, CardOut } from "../net/wire.d.ts" */
/** @import { Words } from "../state/selection.js" */

/**
 * @typedef {import("../model").Model} Model
 * @typedef {import("../model").Deeds} Deeds
 * @typedef {Model & { game: Game }} Table a model with a game on the table
 */

/** The seat that this person plays in, or null for those who watch. Once a game is over the chairs may have changed hands
 * for the next one: then it is theirs only by the name that they played under. @param {Table} model */
export function seatOf({ you, game, room }) {
  const seat = you?.seat;
  if (seat === null || seat === undefined) return null;
  const player = game.players[seat];
  return !player || (room?.status === "over" && player.name !== you?.name) ? null : seat;
}

/** The person in a seat, as long as it is the one who plays this game there. @param {Table} model @param {number} seat */
export const sitter = ({ room, game }, seat) => {
  const one = room?.seats[seat];
  return one && room?.status === "over" && one.name !== game.players[seat]?.name ? null : (one ?? null);
};

/** Why the controls wait for the network, or null. @param {Model} model @returns {Words | null} */
export function held({ link, sending, saving }) {
  if (link.status !== "live") return { key: "why.offline" };
  if (saving) return { key: "why.saving" };
  return sending ? { key: "why.sending" } : null;
}

/** That an action takes its time is announced once; where `held` says it in a status, that is not to be read out again.
 * @param {Model} model */
export const saidAloud = ({ link, saving }) => (saving && link.status === "live" ? "true" : null);

/** @param {Model} model @param {string} id @returns {CardOut} */
export function cardOf({ catalog }, id) {
  const card = catalog.cards[id];
  if (!card) throw new Error(`no card ${id} in the catalog`);
  return card;
}
