import assert from "node:assert/strict";
import test from "node:test";
import { merge } from "../../frontend/src/net/patch.js";

// The examples of RFC 7396, appendix A, where the target is an object.
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
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
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
});

test("a key is only a key", () => {
  const next = merge({}, JSON.parse('{"__proto__": {"evil": 1}, "constructor": 2}'));
  assert.equal({}.evil, undefined);
  assert.equal(next.constructor, 2);
  assert.ok(Object.hasOwn(next, "__proto__"));
});
