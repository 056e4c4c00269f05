// The one thing that is the client's own: the deed that is being composed and is not yet sent. The server's `moves` tell
// everything that is legal, so nothing here knows the rules; it knows how to choose among what is offered, and to say
// why something can't be chosen. Pure: a selection and a view go in, a selection, an action or words come out.
/** @import { Game, Take, Reserve, Buy, Return, ChooseNoble, CardOut } from "../net/wire.d.ts" */
/** @import { Colour, Token } from "../art/gems.js" */
/** @import { Some, SomeGems } from "../board/facts.js" */
import { COLOURS } from "../art/gems.js";
import { coloursOf, price, total } from "../board/facts.js";

/** @typedef {Take | Reserve | Buy | Return | ChooseNoble} Action */
/** @typedef {{ key: string, facts?: Record<string, string | number> }} Words what to say, as a key of the dictionary; the fact `gem` is a token */
/**
 * `at` is the moment that a choice was made in: as soon as the game has moved on, it is void. A card may be looked at
 * through any number of moves, as long as it lies where it was (`held`: in a hand); its `golds` say where gold is paid
 * instead of a colour (null: as the server proposes).
 * @typedef {{ kind: "none" }
 *   | { kind: "tokens", at: string, tokens: Colour[] }
 *   | { kind: "card", at: string, card: string, held: boolean, golds: SomeGems | null }
 *   | { kind: "deck", at: string, deck: 1 | 2 | 3 }
 *   | { kind: "return", at: string, tokens: Token[] }
 *   | { kind: "noble", at: string, noble: string }} Selection
 */
/** @typedef {{ action: Action | null, label: Words, missing: Words | null }} Plan the deed, what its button says, and what is missing for it */

/** @type {Selection} */
export const NOTHING = Object.freeze({ kind: "none" });

/** The moment of a view. @param {Game} game */
export const moment = (game) => `${game.id}:${game.seq}`;

/** @template T @param {T[]} list @param {T} one */
const count = (list, one) => list.filter((other) => other === one).length;

/** @param {Token[]} list @returns {Some} */
function amounts(list) {
  /** @type {Some} */
  const of = {};
  for (const token of list) of[token] = (of[token] ?? 0) + 1;
  return of;
}

/** Whether a card lies in the market, or else (`held`) in this seat's hand. @param {Game} game @param {number | null} seat @param {string} card @param {boolean} held */
const lies = (game, seat, card, held) => {
  if (!held) return Object.values(game.market).some((row) => row.includes(card));
  return seat !== null && Boolean(game.players[seat]?.reserved.some((one) => one.card === card));
};

/** The selection as far as it still holds in this view. @param {Selection | null | undefined} selection @param {Game | null} game @param {number | null} seat @returns {Selection} */
export function settle(selection, game, seat) {
  if (!selection || selection.kind === "none" || !game) return NOTHING;
  const now = moment(game);
  if (selection.kind === "card") {
    if (!selection.at.startsWith(`${game.id}:`) || !lies(game, seat, selection.card, selection.held)) return NOTHING;
    return selection.at === now ? selection : { ...selection, at: now, golds: null };
  }
  const { moves, phase } = game;
  const right = selection.kind === "return" || selection.kind === "noble" ? selection.kind : "play";
  return moves && phase === right && selection.at === now ? selection : NOTHING;
}

/** Why nothing can be done just now, or null. @param {Game} game @param {number | null} seat @returns {Words | null} */
export function waiting(game, seat) {
  if (game.result) return { key: "why.over" };
  if (seat === null) return { key: "why.watching" };
  if (!game.moves) return { key: game.turn === seat ? "why.moment" : "why.turn" };
  return null;
}

/** @param {Game} game @param {"play" | "return" | "noble"} wanted @returns {Words | null} */
const wrongPhase = (game, wanted) => (game.phase === wanted ? null : { key: `why.${game.phase}` });

/** Why one more token of a pile can't be added to the pick, or null if it can.
 * @param {Selection} selection @param {Game} game @param {number | null} seat @param {Token} token @returns {Words | null} */
export function whyNotTake(selection, game, seat, token) {
  const no = waiting(game, seat) ?? wrongPhase(game, "play");
  if (no || !game.moves) return no;
  if (token === "gold") return { key: "why.gold" };
  const { different, same, sizes } = game.moves.take;
  const picked = selection.kind === "tokens" ? selection.tokens : [];
  const facts = { gem: token };
  if (game.bank[token] === 0) return { key: "why.none", facts };
  if (picked.length === 2 && picked[0] === picked[1]) return { key: "why.pair" };
  if (picked.includes(token)) {
    if (picked.length > 1) return { key: "why.twice" };
    return same.includes(token) ? null : { key: "why.four", facts: { ...facts, count: game.bank[token] } };
  }
  const most = Math.max(0, ...sizes);
  if (picked.length > 0 && picked.length >= most) return { key: "why.full", facts: { count: most } };
  return different.includes(token) || (picked.length === 0 && same.includes(token)) ? null : { key: "why.none", facts };
}

/** One more token of a pile. @param {Selection} selection @param {Game} game @param {number | null} seat @param {Colour} colour @returns {Selection} */
export function takeOne(selection, game, seat, colour) {
  if (whyNotTake(selection, game, seat, colour)) return selection;
  const tokens = selection.kind === "tokens" ? selection.tokens : [];
  return { kind: "tokens", at: moment(game), tokens: [...tokens, colour] };
}

/** Why a token of one's own can't be given back now, or null. @param {Selection} selection @param {Game} game @param {number | null} seat @param {Token} token @returns {Words | null} */
export function whyNotReturn(selection, game, seat, token) {
  const no = waiting(game, seat) ?? wrongPhase(game, "return");
  if (no || !game.moves || seat === null) return no;
  const chosen = selection.kind === "return" ? selection.tokens : [];
  if (chosen.length >= game.moves.return) return { key: "why.enough", facts: { n: game.moves.return } };
  return (game.players[seat]?.tokens[token] ?? 0) > count(chosen, token) ? null : { key: "why.held", facts: { gem: token } };
}

/** @param {Selection} selection @param {Game} game @param {number | null} seat @param {Token} token @returns {Selection} */
export function returnOne(selection, game, seat, token) {
  if (whyNotReturn(selection, game, seat, token)) return selection;
  const tokens = selection.kind === "return" ? selection.tokens : [];
  return { kind: "return", at: moment(game), tokens: [...tokens, token] };
}

/** Puts a chosen token back, by its place in the pick. @param {Selection} selection @param {number} place @returns {Selection} */
export function putBack(selection, place) {
  if (selection.kind !== "tokens" && selection.kind !== "return") return selection;
  const tokens = /** @type {any} */ (selection.tokens.filter((_, i) => i !== place));
  return tokens.length ? { ...selection, tokens } : NOTHING;
}

/** @param {Game} game @param {string} card @returns {Selection} */
export const chooseCard = (game, card) => ({ kind: "card", at: moment(game), card, held: !lies(game, null, card, false), golds: null });
/** @param {Game} game @param {1 | 2 | 3} deck @returns {Selection} */
export const chooseDeck = (game, deck) => ({ kind: "deck", at: moment(game), deck });
/** @param {Game} game @param {string} noble @returns {Selection} */
export const chooseNoble = (game, noble) => ({ kind: "noble", at: moment(game), noble });

/** Why a card (or the top of a deck) can't be reserved now, or null. @param {Game} game @param {number | null} seat @param {string | 1 | 2 | 3} what @returns {Words | null} */
export function whyNotReserve(game, seat, what) {
  const no = waiting(game, seat) ?? wrongPhase(game, "play");
  if (no || !game.moves || seat === null) return no;
  const { cards, decks } = game.moves.reserve;
  if (typeof what === "string" ? cards.includes(what) : decks.includes(what)) return null;
  const held = game.players[seat]?.reserved ?? [];
  if (held.some((one) => one.card === what)) return { key: "why.mine" };
  if (typeof what === "number" && game.decks[what] === 0) return { key: "why.deck" };
  return held.length >= 3 ? { key: "why.three" } : { key: "why.reserve" };
}

/** Why a card can't be bought now, or null. What is missing in tokens is the card sheet's to list.
 * @param {Game} game @param {number | null} seat @param {string} card @returns {Words | null} */
export function whyNotBuy(game, seat, card) {
  const no = waiting(game, seat) ?? wrongPhase(game, "play");
  if (no || !game.moves) return no;
  return card in game.moves.buy ? null : { key: "why.short" };
}

/** Where gold is paid instead of a colour: the choice, or what the server proposes.
 * @param {Selection} selection @param {Game} game @param {number} seat @param {CardOut} card @param {string} id @returns {SomeGems} */
export function golds(selection, game, seat, card, id) {
  if (selection.kind === "card" && selection.golds) return selection.golds;
  const player = game.players[seat];
  const proposed = game.moves?.buy[id];
  /** @type {SomeGems} */
  const found = {};
  if (!player || !proposed) return found;
  const due = price(card, player);
  for (const colour of coloursOf(due)) {
    const n = (due[colour] ?? 0) - (proposed[colour] ?? 0);
    if (n > 0) found[colour] = n;
  }
  return found;
}

/** The payment that a price and the choice of gold make. @param {SomeGems} due @param {SomeGems} gold @returns {Some} */
export function payment(due, gold) {
  /** @type {Some} */
  const pay = {};
  for (const colour of COLOURS) {
    const n = (due[colour] ?? 0) - (gold[colour] ?? 0);
    if (n > 0) pay[colour] = n;
  }
  const all = total(gold);
  return all ? { ...pay, gold: all } : pay;
}

/** Pays one token of `colour` with gold, or (`back`) one gold with the colour again; null where the hand doesn't allow it.
 * @param {Game} game @param {number} seat @param {SomeGems} due @param {SomeGems} gold @param {Colour} colour @param {boolean} back @returns {SomeGems | null} */
export function exchange(game, seat, due, gold, colour, back) {
  const held = game.players[seat]?.tokens;
  if (!held) return null;
  const now = gold[colour] ?? 0;
  if (back) return now > 0 && (due[colour] ?? 0) - now < held[colour] ? { ...gold, [colour]: now - 1 } : null;
  return now < (due[colour] ?? 0) && total(gold) < held.gold ? { ...gold, [colour]: now + 1 } : null;
}

/** @param {string} id @param {Some} pay @param {Some | undefined} proposed @returns {Action} */
export function buy(id, pay, proposed) {
  const same = proposed && [...COLOURS, /** @type {Token} */ ("gold")].every((token) => (pay[token] ?? 0) === (proposed[token] ?? 0));
  return same ? { type: "buy", card: id } : { type: "buy", card: id, pay };
}

/** @param {Game} game @param {string | 1 | 2 | 3} what @returns {Plan} */
export const reserving = (game, what) => ({
  action: typeof what === "string" ? { type: "reserve", card: what } : { type: "reserve", deck: what },
  label: { key: game.bank.gold > 0 ? "tray.reserve_gold" : "tray.reserve" },
  missing: game.bank.gold > 0 ? null : { key: "tray.no_gold" },
});

/** The deed that is composed in the tray: null where there is none. Cards have their own sheet.
 * @param {Selection} selection @param {Game} game @returns {Plan | null} */
export function plan(selection, game) {
  const { moves } = game;
  if (!moves) return null;
  if (game.phase === "return") {
    const tokens = selection.kind === "return" ? selection.tokens : [];
    const missing = moves.return - tokens.length;
    const label = { key: "tray.return", facts: { count: moves.return } };
    if (missing > 0) return { action: null, label, missing: { key: "tray.more", facts: { n: missing } } };
    return { action: { type: "return", tokens: amounts(tokens) }, label, missing: null };
  }
  if (game.phase === "noble") {
    const label = { key: "tray.welcome" };
    if (selection.kind !== "noble" || !moves.noble.includes(selection.noble)) return { action: null, label, missing: { key: "tray.choose_noble" } };
    return { action: { type: "noble", noble: selection.noble }, label, missing: null };
  }
  if (selection.kind === "deck") return reserving(game, selection.deck);
  return selection.kind === "tokens" ? taking(selection.tokens, moves.take) : null;
}

/** @param {Colour[]} tokens @param {{ sizes: number[], same: Colour[] }} moves @returns {Plan} */
function taking(tokens, { sizes, same }) {
  const first = /** @type {Colour} */ (tokens[0]);
  /** @type {Action} */
  const action = { type: "take", tokens: amounts(tokens) };
  if (tokens.length === 2 && tokens[1] === first) return { action, label: { key: "tray.take_pair", facts: { gem: first } }, missing: null };
  const n = tokens.length;
  if (sizes.includes(n)) return { action, label: n === 1 ? { key: "tray.take_one", facts: { gem: first } } : { key: "tray.take", facts: { count: n } }, missing: null };
  const goal = Math.min(...sizes.filter((size) => size > n));
  const label = { key: "tray.take", facts: { count: goal } };
  const key = n === 1 && same.includes(first) ? "tray.more_or_pair" : "tray.more";
  return { action: null, label, missing: { key, facts: { n: goal - n, gem: first } } };
}
