import assert from "node:assert/strict";
import { test } from "node:test";
import { after, away, closing, lacking, places, price } from "../../../frontend/src/board/facts.js";
import { scene } from "../../../frontend/src/art/scenes.js";
import { gem, TOKENS } from "../../../frontend/src/art/gems.js";
import { catalog, game, player } from "./table.mjs";

const { A, B } = catalog.cards;

test("bonuses lower the price, and what they cover needs no token", () => {
  assert.deepEqual(price(A, player("Ada", { bonuses: { ruby: 1, onyx: 3 } })), { ruby: 1 });
  assert.deepEqual(lacking(A, player("Ada", { bonuses: { ruby: 2, onyx: 1 } })), { of: {}, short: 0 });
  assert.deepEqual(lacking(B, player("Ada", { bonuses: { ruby: 1 }, tokens: { sapphire: 1, gold: 1 } })), { of: { sapphire: 1, ruby: 2 }, short: 2 });
});

test("a noble is as far away as the bonuses that are missing", () => {
  assert.equal(away(catalog.nobles.N, player("Ada", { bonuses: { ruby: 5, onyx: 1 }, tokens: { onyx: 3 } })), 3);
});

test("seats in the order of turns; the last of a round is the one before the start who still plays", () => {
  const four = game({ start: 2, players: ["a", "b", "c", "d"].map((name) => player(name)) });
  assert.deepEqual(after(four, 1), [2, 3, 0, 1]);
  assert.equal(closing(four), 1);
  four.players[1].left = true;
  assert.equal(closing(four), 0);
});

test("those who share the victory share the first place", () => {
  assert.deepEqual(places({ winners: [2, 0], ranking: [0, 2, 1], by: "shared" }).map(({ place }) => place), [1, 1, 3]);
});

test("drawings are the same on every visit and differ from card to card", () => {
  assert.equal(scene("L1-01", 1, "ruby"), scene("L1-01", 1, "ruby"));
  assert.notEqual(scene("L2-01", 2, "ruby"), scene("L2-02", 2, "ruby"));
  assert.equal(new Set(TOKENS.map((token) => gem(token))).size, 6);
  for (const token of TOKENS) assert.doesNotMatch(gem(token, { letter: true, fine: true }), /style=|<script|id=/);
});
