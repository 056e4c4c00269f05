import assert from "node:assert/strict";
import test from "node:test";
import { requests, settle } from "../../frontend/src/net/requests.js";

const act = { type: "act", game: "g1", seq: 4, action: { type: "take", tokens: { ruby: 1, onyx: 1 } } };
const you = { player: "a", name: "Ada", seat: 0, host: true };
const entry = { seq: 4, at: "", seat: 0, type: "take", tokens: { onyx: 1, ruby: 1 } };
const session = (seq, log = []) => ({ you, game: { id: "g1", seq }, log });

function begin() {
  const sent = [];
  let up = true;
  const asking = requests((message) => up && sent.push(message) > 0);
  return { sent, asking, down: () => ((up = false), asking.broke()), up: () => (up = true) };
}
const fate = (promise) => promise.then(() => "ok", (refusal) => refusal.code);

test("an answer finds its message", async () => {
  const { asking, sent } = begin();
  const one = fate(asking.ask({ type: "stand" }));
  const two = fate(asking.ask({ type: "start" }));
  asking.answered({ type: "error", re: sent[1].id, code: "forbidden", detail: "" });
  asking.answered({ type: "ok", re: sent[0].id });
  assert.deepEqual([await one, await two], ["ok", "forbidden"]);
  assert.equal(asking.answered({ type: "ok", re: 99 }), false);
});

test("what can't be sent is refused at once", async () => {
  const { asking, down } = begin();
  down();
  assert.equal(await fate(asking.ask({ type: "start" })), "lost");
});

test("a message whose answer was lost is refused; an action is sent again, once, and finds its answer", async () => {
  const { asking, sent, down, up } = begin();
  const chat = fate(asking.ask({ type: "chat", text: "hello" }));
  const deed = fate(asking.ask(act));
  down();
  assert.equal(await chat, "lost");
  up();
  asking.resume(session(3));
  assert.equal(sent.length, 3);
  assert.deepEqual(sent[2], sent[1]);
  asking.resume(session(3)); // a resync on the same line is no reason to send it once more
  assert.equal(sent.length, 3);
  asking.answered({ type: "ok", re: sent[2].id });
  assert.equal(await deed, "ok");
});

test("an action that had come to be is not sent again", async () => {
  const { asking, sent, down, up } = begin();
  const deed = fate(asking.ask(act));
  down();
  up();
  asking.resume(session(5, [entry]));
  assert.equal(await deed, "ok");
  assert.equal(sent.length, 1);
});

test("an action whose place was taken is refused", async () => {
  const { asking, down, up } = begin();
  const deed = fate(asking.ask(act));
  down();
  up();
  asking.resume(session(5, [{ ...entry, seat: 1 }]));
  assert.equal(await deed, "stale");
});

for (const [what, action, line, expected] of [
  ["the same take", act.action, entry, "ok"],
  ["another take", act.action, { ...entry, tokens: { ruby: 2 } }, "stale"],
  ["another deed", act.action, { ...entry, type: "pass" }, "stale"],
  ["a card reserved", { type: "reserve", card: "L1-01" }, { ...entry, type: "reserve", card: "L1-01" }, "ok"],
  ["another card reserved", { type: "reserve", card: "L1-01" }, { ...entry, type: "reserve", card: "L1-02" }, "stale"],
  ["a blind reserve", { type: "reserve", deck: 2 }, { ...entry, type: "reserve", card: "L2-01", level: 2, blind: true }, "ok"],
  ["a blind reserve of another deck", { type: "reserve", deck: 2 }, { ...entry, type: "reserve", level: 1, blind: true }, "stale"],
  ["a card bought", { type: "buy", card: "L1-01" }, { ...entry, type: "buy", card: "L1-01", paid: { ruby: 1 } }, "ok"],
  ["a card bought otherwise", { type: "buy", card: "L1-01", pay: { gold: 1 } }, { ...entry, type: "buy", card: "L1-01", paid: { ruby: 1 } }, "stale"],
  ["a noble", { type: "noble", noble: "N-01" }, { ...entry, type: "noble", noble: "N-01" }, "ok"],
]) {
  test(`what became of an action: ${what}`, () => assert.equal(settle({ ...act, action }, session(4, [line])), expected));
}

test("what became of an action: a new game began, or none is there", () => {
  assert.equal(settle(act, { you, game: { id: "g2", seq: 3 }, log: [] }), "stale");
  assert.equal(settle(act, { you, game: null, log: [] }), "stale");
});

test("what became of an action whose number went to an entry about time", () => {
  const times = [{ seq: 4, at: "", seat: 0, type: "clock", held: "away" }, { seq: 5, at: "", seat: 0, type: "clock" }];
  assert.equal(settle(act, session(5, times)), "again");
  assert.equal(settle(act, session(6, [...times, { ...entry, seq: 6 }])), "ok");
  assert.equal(settle(act, session(6, [...times, { ...entry, seq: 6, tokens: { ruby: 2 } }])), "stale");
});
