import assert from "node:assert/strict";
import { test } from "node:test";
import * as s from "../../../frontend/src/state/selection.js";
import { price } from "../../../frontend/src/board/facts.js";
import { catalog, game, moves, player } from "./table.mjs";

const pick = (view, ...colours) => colours.reduce((at, colour) => s.takeOne(at, view, 0, colour), s.NOTHING);
const why = (at, view, token, seat = 0) => s.whyNotTake(at, view, seat, token)?.key ?? null;

test("three different tokens make a take, fewer don't", () => {
  const view = game();
  assert.equal(s.plan(pick(view, "ruby", "onyx"), view).action, null);
  assert.deepEqual(s.plan(pick(view, "ruby", "onyx"), view).missing, { key: "tray.more", facts: { n: 1, gem: "ruby" } });
  assert.deepEqual(s.plan(pick(view, "ruby", "onyx", "emerald"), view).action, { type: "take", tokens: { ruby: 1, onyx: 1, emerald: 1 } });
});

test("a pile pressed twice gives two of the same, if that is allowed", () => {
  const view = game();
  assert.deepEqual(s.plan(pick(view, "ruby", "ruby"), view).action, { type: "take", tokens: { ruby: 2 } });
  assert.equal(why(pick(view, "sapphire"), view, "sapphire"), "why.four");
  assert.deepEqual(pick(view, "sapphire", "sapphire").tokens, ["sapphire"]);
  assert.equal(why(pick(view, "ruby", "ruby"), view, "onyx"), "why.pair");
  assert.equal(why(pick(view, "ruby", "onyx"), view, "ruby"), "why.twice");
});

test("every refusal has its reason", () => {
  const view = game({ bank: { onyx: 0 }, moves: moves({ take: { different: ["diamond", "ruby", "emerald", "sapphire"], sizes: [3], same: [] } }) });
  assert.equal(why(s.NOTHING, view, "gold"), "why.gold");
  assert.equal(why(s.NOTHING, view, "onyx"), "why.none");
  assert.equal(why(pick(view, "diamond", "ruby", "emerald"), view, "sapphire"), "why.full");
  assert.equal(why(s.NOTHING, game({ moves: null, turn: 1 }), "ruby"), "why.turn");
  assert.equal(why(s.NOTHING, game({ moves: null }), "ruby", null), "why.watching");
  assert.equal(why(s.NOTHING, game({ moves: moves({ return: 1 }), phase: "return" }), "ruby"), "why.return");
  assert.equal(why(s.NOTHING, game({ moves: null, result: { winners: [0], ranking: [0, 1], by: "points" } }), "ruby"), "why.over");
});

test("with two colours left one or two may be taken (E01)", () => {
  const view = game({ moves: moves({ take: { different: ["ruby", "onyx"], sizes: [1, 2], same: [] } }) });
  assert.deepEqual(s.plan(pick(view, "ruby"), view).action, { type: "take", tokens: { ruby: 1 } });
  assert.deepEqual(s.plan(pick(view, "ruby", "onyx"), view).action, { type: "take", tokens: { ruby: 1, onyx: 1 } });
});

test("a picked token is put back by its place; the last one clears the pick", () => {
  const view = game();
  assert.deepEqual(s.putBack(pick(view, "ruby", "onyx"), 0).tokens, ["onyx"]);
  assert.equal(s.putBack(pick(view, "ruby"), 0), s.NOTHING);
});

test("a pick does not survive the moment that it was made in", () => {
  const picked = pick(game(), "ruby");
  assert.equal(s.settle(picked, game(), 0), picked);
  assert.equal(s.settle(picked, game({ seq: 8 }), 0), s.NOTHING, "also where the next view is this seat's turn again");
  assert.equal(s.settle(picked, game({ id: "other" }), 0), s.NOTHING);
  assert.equal(s.settle(picked, game({ moves: null }), 0), s.NOTHING);
  assert.equal(s.settle(picked, null, 0), s.NOTHING);
  assert.equal(s.settle(undefined, game(), 0), s.NOTHING);
});

test("a card stays open while it lies there, with the payment as proposed anew", () => {
  const open = { ...s.chooseCard(game(), "A"), golds: { ruby: 1 } };
  assert.deepEqual(s.settle(open, game({ seq: 8, moves: null, turn: 1 }), 0), { kind: "card", at: "g:8", card: "A", held: false, golds: null });
  assert.equal(s.settle(open, game({ market: { 1: [null], 2: ["B"], 3: [] } }), 0), s.NOTHING);
  const held = game({ market: { 1: [], 2: [], 3: [] }, players: [player("Ada", { reserved: [{ card: "A" }] }), player("Lin")] });
  assert.equal(s.settle(s.chooseCard(held, "A"), held, 0).kind, "card");
  assert.equal(s.settle(open, held, 0), s.NOTHING, "reserved: what was to be done with it is done");
});

test("gold may stand for any colour, and be changed back (E24)", () => {
  const ada = player("Ada", { tokens: { ruby: 2, onyx: 1, gold: 2 } });
  const view = game({ players: [ada, player("Lin")], moves: moves({ buy: { A: { ruby: 2, onyx: 1 } } }) });
  const due = price(catalog.cards.A, ada);
  const open = s.chooseCard(view, "A");
  const first = s.golds(open, view, 0, catalog.cards.A, "A");
  assert.deepEqual(first, {});
  const once = s.exchange(view, 0, due, first, "ruby", false);
  assert.deepEqual(s.payment(due, once), { ruby: 1, onyx: 1, gold: 1 });
  const twice = s.exchange(view, 0, due, once, "onyx", false);
  assert.deepEqual(s.payment(due, twice), { ruby: 1, gold: 2 });
  assert.equal(s.exchange(view, 0, due, twice, "ruby", false), null, "no third gold is held");
  assert.deepEqual(s.payment(due, s.exchange(view, 0, due, twice, "ruby", true)), { ruby: 2, gold: 1 });
  assert.deepEqual(s.buy("A", s.payment(due, twice), view.moves.buy.A), { type: "buy", card: "A", pay: { ruby: 1, gold: 2 } });
  assert.deepEqual(s.buy("A", { ruby: 2, onyx: 1 }, view.moves.buy.A), { type: "buy", card: "A" });
});

test("gold that is needed can't be changed back for tokens not held", () => {
  const ada = player("Ada", { tokens: { ruby: 1, onyx: 1, gold: 1 } });
  const view = game({ players: [ada, player("Lin")], moves: moves({ buy: { A: { ruby: 1, onyx: 1, gold: 1 } } }) });
  const due = price(catalog.cards.A, ada);
  const gold = s.golds(s.NOTHING, view, 0, catalog.cards.A, "A");
  assert.deepEqual(gold, { ruby: 1 });
  assert.equal(s.exchange(view, 0, due, gold, "ruby", true), null);
});

test("exactly the excess is returned, of what is held (E10, E09)", () => {
  const ada = player("Ada", { tokens: { ruby: 1, gold: 3 } });
  const view = game({ phase: "return", players: [ada, player("Lin")], moves: moves({ return: 2 }) });
  let given = s.returnOne(s.NOTHING, view, 0, "ruby");
  assert.equal(s.whyNotReturn(given, view, 0, "ruby").key, "why.held");
  assert.equal(s.plan(given, view).action, null);
  given = s.returnOne(given, view, 0, "gold");
  assert.deepEqual(s.plan(given, view).action, { type: "return", tokens: { ruby: 1, gold: 1 } });
  assert.equal(s.whyNotReturn(given, view, 0, "gold").key, "why.enough");
  assert.equal(s.plan(s.NOTHING, view).missing.facts.n, 2, "the prompt stands without any selection, as after a reload");
});

test("one of the nobles offered is chosen", () => {
  const view = game({ phase: "noble", moves: moves({ noble: ["N", "M"] }) });
  assert.equal(s.plan(s.NOTHING, view).action, null);
  assert.deepEqual(s.plan(s.chooseNoble(view, "M"), view).action, { type: "noble", noble: "M" });
});

test("reserving says what it brings, and why it can't be done", () => {
  assert.deepEqual(s.plan(s.chooseDeck(game(), 2), game()), { action: { type: "reserve", deck: 2 }, label: { key: "tray.reserve_gold" }, missing: null });
  assert.equal(s.reserving(game({ bank: { gold: 0 } }), "A").missing.key, "tray.no_gold");
  assert.equal(s.whyNotReserve(game(), 0, "A"), null);
  const full = game({ players: [player("Ada", { reserved: [{ card: "X" }, { card: "Y" }, { card: "C" }] }), player("Lin")], moves: moves({ reserve: { cards: [], decks: [], gold: false } }) });
  assert.equal(s.whyNotReserve(full, 0, "A").key, "why.three");
  assert.equal(s.whyNotReserve(full, 0, "C").key, "why.mine");
  assert.equal(s.whyNotReserve(full, 0, 3).key, "why.deck");
});
