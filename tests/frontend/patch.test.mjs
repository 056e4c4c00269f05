import assert from "node:assert/strict";
import test from "node:test";
import { merge } from "../../frontend/src/net/patch.js";

// The examples of RFC 7396, appendix A, where the target is an object and no array becomes one.
for (const [target, patch, result] of [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [["a", "b"], ["c", "d"], ["c", "d"]],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  // By index.
  [["a", "b", "c", "d"], { 2: "x" }, ["a", "b", "x", "d"]],
  [["a", "b"], { 2: "c", 3: null }, ["a", "b", "c", null]],
  [["a", "b"], { 1: null }, ["a", null]],
  [["a", null], { 1: "b" }, ["a", "b"]],
  [["a", null], { 1: { n: null }, 2: { n: null } }, ["a", { n: null }, { n: null }]],
  [[{ n: 1, of: 2 }, null], { 0: { n: 3 }, 1: { n: 4 } }, [{ n: 3, of: 2 }, { n: 4 }]],
  [[[1, 2, 3], 4], { 0: { 2: 5 } }, [[1, 2, 5], 4]],
  [{ a: ["b", "c"] }, { a: { 10: "m", 2: "d", 3: "e", 4: "f", 5: "g", 6: "h", 7: "i", 8: "j", 9: "k" } }, { a: [..."bcdefghijkm"] }],
]) {
  test(`${JSON.stringify(target)} + ${JSON.stringify(patch)}`, () => {
    const before = structuredClone(target);
    assert.deepEqual(merge(target, patch), result);
    assert.deepEqual(target, before, "the target stays as it was");
  });
}

test("what a patch leaves alone stays the same object", () => {
  const view = { bank: { ruby: 4 }, players: [{ name: "Ada" }], market: { 1: ["a"], 2: ["b"] } };
  const next = merge(view, { bank: { ruby: 3 } });
  assert.notEqual(next, view);
  assert.equal(next.players, view.players);
  assert.equal(next.market, view.market);
  assert.equal(merge(view, { bank: { ruby: 4 }, gone: null }), view);
  const two = { players: [{ tokens: { ruby: 1 } }, { tokens: { ruby: 2 } }] };
  const later = merge(two, { players: { 1: { tokens: { ruby: 3 } } } });
  assert.equal(later.players[0], two.players[0]);
  assert.deepEqual(later.players[1], { tokens: { ruby: 3 } });
  assert.equal(two.players[1].tokens.ruby, 2);
  assert.equal(merge(two, { players: { 1: { tokens: { ruby: 2 } } } }), two);
});

test("a key is only a key", () => {
  const next = merge({}, JSON.parse('{"__proto__": {"evil": 1}, "constructor": 2}'));
  assert.equal({}.evil, undefined);
  assert.equal(next.constructor, 2);
  assert.ok(Object.hasOwn(next, "__proto__"));
});
