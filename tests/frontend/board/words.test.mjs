import assert from "node:assert/strict";
import { test } from "node:test";
import { rounds, tell } from "../../../frontend/src/board/log.js";
import { verdict } from "../../../frontend/src/board/end.js";
import { cardName, rich } from "../../../frontend/src/board/words.js";
import { game, model, player } from "./table.mjs";

const entry = (more) => ({ seq: 1, at: "", seat: 1, ...more });
const said = (more, view = model()) => tell(entry(more), view);

test("every kind of entry is a sentence", () => {
  assert.equal(said({ type: "take", tokens: { ruby: 2 } }), "Lin took 2 ruby");
  assert.equal(said({ type: "take", seat: 0, tokens: { ruby: 1, onyx: 1 } }), "You took 1 ruby, 1 onyx");
  assert.equal(said({ type: "buy", card: "B", paid: { gold: 1, ruby: 2 } }), "Lin bought a level 2 diamond card with 2 points for 2 ruby, 1 gold");
  assert.equal(said({ type: "buy", card: "A", paid: {}, reserved: true }), "Lin bought a level 1 emerald card from hand for nothing");
  assert.equal(said({ type: "return", tokens: { gold: 1 } }), "Lin gave back 1 gold");
  assert.match(said({ type: "take", tokens: { ruby: 2 }, noble: "N", final_round: true, over: true }), /noble.*final round.*over/i);
  for (const type of ["pass", "resign"]) assert.match(said({ type }), /^Lin /);
  assert.match(said({ type: "noble", noble: "N" }), /noble: \+3/);
});

test("a blind reserve names the level and nothing else, unless one may know the card", () => {
  const blind = said({ type: "reserve", level: 3, blind: true, gold: true });
  assert.equal(blind, "Lin reserved a level 3 card unseen, with a gold");
  assert.match(said({ type: "reserve", seat: 0, card: "C", blind: true }), /^You drew and reserved a level 3 onyx card/);
  assert.equal(said({ type: "reserve", level: 2 }), "Lin reserved a level 2 card");
});

test("a name that looks like a pattern stays a name", () => {
  assert.deepEqual(rich("log.take", { name: "{tokens}", tokens: "T" }).filter(Boolean), ["{tokens}", " took ", "T"]);
  const odd = model({ game: game({ players: [player("Ada"), player("{tokens}<img src=x>")] }) });
  assert.match(tell(entry({ type: "pass" }), odd), /^\{tokens\}<img src=x> /);
});

test("rounds are parted where the order of seats starts anew", () => {
  const log = [["take", 1], ["return", 1], ["take", 0], ["buy", 1], ["noble", 1], ["resign", 0], ["take", 1]].map(([type, seat], seq) => entry({ type, seat, seq }));
  assert.deepEqual(rounds(log, 1, 2).map(({ round }) => round), [1, 1, 1, 2, 2, 2, 3]);
});

test("a card's name says what it costs and what that means to me", () => {
  const rich_ = model({ game: game({ players: [player("Ada", { tokens: { onyx: 1 }, bonuses: { ruby: 2 } }), player("Lin")] }) });
  assert.equal(cardName(rich_, "A"), "Level 1, emerald bonus, 0 points, costs 2 ruby, 1 onyx; you can buy it: you pay 1 onyx");
  assert.match(cardName(model(), "A"), /you are 3 tokens short: 2 ruby, 1 onyx$/);
  assert.match(cardName(model({ you: null }), "A"), /1 onyx$/);
});

test("the verdict says who won and by what", () => {
  const over = (result, more = {}) => verdict(model({ ...more, game: game({ moves: null, phase: "over", result, players: [player("Ada", { points: 16, cards: ["A"] }), player("Lin", { points: 16, cards: ["A", "B"] })] }) }));
  assert.deepEqual(over({ winners: [0], ranking: [0, 1], by: "cards" }), { title: "You win with 16 points", reason: "Level on points; fewest cards decided: 1." });
  assert.match(over({ winners: [0, 1], ranking: [0, 1], by: "shared" }, { you: null }).title, /^Ada and Lin share the victory with 16/);
  for (const by of ["points", "cards", "reserved", "shared", "last_player"]) assert.ok(over({ winners: [1], ranking: [1, 0], by }).reason);
});
