// What follows from a view by counting: prices, what is missing, who sits where. Nothing here draws.
/** @import { CardOut, Game, NobleOut, PlayerView, Room, Result } from "../net/wire.d.ts" */
/** @import { Colour, Token } from "../art/gems.js" */
import { COLOURS } from "../art/gems.js";

/** @typedef {Partial<Record<Token, number>>} Some */
/** @typedef {Partial<Record<Colour, number>>} SomeGems */

/** @param {Some} tokens */
export const total = (tokens) => Object.values(tokens).reduce((sum, n) => sum + n, 0);

/** @param {SomeGems} amounts @returns {Colour[]} in the order of the table */
export const coloursOf = (amounts) => COLOURS.filter((colour) => amounts[colour]);

/** What is left to pay once the bonuses are counted. @param {CardOut} card @param {PlayerView} player @returns {SomeGems} */
export function price(card, player) {
  /** @type {SomeGems} */
  const due = {};
  for (const colour of coloursOf(card.cost)) {
    const n = (card.cost[colour] ?? 0) - player.bonuses[colour];
    if (n > 0) due[colour] = n;
  }
  return due;
}

/** What a player lacks for a card: by colour, before gold is counted, and how many tokens in all, after it.
 * @param {CardOut} card @param {PlayerView} player @returns {{ of: SomeGems, short: number }} */
export function lacking(card, player) {
  /** @type {SomeGems} */
  const of = {};
  const due = price(card, player);
  for (const colour of coloursOf(due)) {
    const n = (due[colour] ?? 0) - player.tokens[colour];
    if (n > 0) of[colour] = n;
  }
  return { of, short: Math.max(0, total(of) - player.tokens.gold) };
}

/** How many bonuses a player is away from a noble. @param {NobleOut} noble @param {PlayerView} player */
export const away = (noble, player) =>
  coloursOf(noble.requires).reduce((sum, colour) => sum + Math.max(0, (noble.requires[colour] ?? 0) - player.bonuses[colour]), 0);

/** The seats of a game in the order of turns, from the one after `seat`, `seat` itself last. @param {Game} game @param {number} seat */
export const after = (game, seat) => game.players.map((_, i) => (seat + 1 + i) % game.players.length);

/** The seat that has the last turn of a round: the one before the start that still plays. @param {Game} game */
export function closing(game) {
  const order = after(game, game.start - 1 + game.players.length);
  return order.filter((seat) => !game.players[seat]?.left).at(-1) ?? game.start;
}

/** The places, 1 first; those who share the victory share the place. @param {Result} result */
export const places = (result) =>
  result.ranking.map((seat, i) => ({ seat, place: result.winners.includes(seat) ? 1 : i + 1 }));

/** @param {Room | null} room @param {number} seat @returns {"here" | "bot" | "offline"} */
export function presence(room, seat) {
  const taken = room?.seats[seat];
  if (!taken || room?.status === "lobby") return "here";
  return taken.bot ? "bot" : taken.online ? "here" : "offline";
}
