import assert from "node:assert/strict";
import test from "node:test";
import { isMyTurn, nothing, receive } from "../../frontend/src/state/session.js";
import { look } from "../../frontend/src/state/news.js";
import { dice, diff, playThrough, welcome } from "./table.mjs";

const start = (steps, n = 0) => receive(nothing, welcome(steps, n));

test("every move in order gives what a fresh welcome gives", () => {
  const steps = playThrough(40);
  let session = start(steps);
  for (let n = 1; n < steps.length; n++) {
    session = receive(session, steps[n].move);
    assert.deepEqual(session, receive(nothing, welcome(steps, n)));
  }
});

for (let seed = 1; seed <= 60; seed++) {
  test(`moves dropped, doubled and out of order end as a fresh welcome does (${seed})`, () => {
    const roll = dice(seed);
    const steps = playThrough(50);
    let session = start(steps);
    let resyncs = 0;
    const hear = (message, at) => {
      session = receive(session, message);
      if (!session.torn) return;
      resyncs++;
      // Until the welcome comes, what is shown is old but whole.
      assert.ok(steps.some((step) => JSON.stringify(step.game) === JSON.stringify(session.game)));
      session = receive(session, welcome(steps, at));
    };
    let late = null;
    for (let n = 1; n < steps.length; n++) {
      const fate = roll();
      if (fate < 0.1) continue;
      if (fate < 0.2) hear(steps[n].move, n);
      if (fate >= 0.2 && fate < 0.3) {
        late = steps[n].move;
        continue;
      }
      hear(steps[n].move, n);
      if (late) hear(late, n);
      late = null;
    }
    const last = steps.length - 1;
    hear({ ...steps[last].move, seq: last + 5 }, last); // whatever was lost at the end, the next number betrays
    assert.deepEqual(session, receive(nothing, welcome(steps, last)));
    assert.ok(resyncs > 0);
  });
}

test("a gap tears the session, which then waits for a welcome", () => {
  const steps = playThrough(5);
  const torn = receive(start(steps), steps[2].move);
  assert.equal(torn.torn, true);
  assert.deepEqual(torn.game, steps[0].game);
  assert.equal(receive(torn, steps[1].move), torn);
  assert.equal(receive(torn, welcome(steps, 2)).torn, false);
});

test("a room's patch has its number too, and says what you are", () => {
  const before = start(playThrough(1));
  const you = { ...before.you, host: false };
  const next = receive(before, { type: "room", patch: { rev: 8, public: true }, you });
  assert.equal(next.room.public, true);
  assert.equal(next.you, you);
  assert.equal(next.room.seats, before.room.seats);
  assert.equal(receive(next, { type: "room", patch: { rev: 8, public: false }, you: null }), next);
  assert.equal(receive(next, { type: "room", patch: { rev: 10, public: false }, you: null }).torn, true);
  assert.equal(receive(next, { type: "room", patch: { rev: 9, public: false }, you: null }).you, you);
});

test("a rematch begins anew, and echoes of the old game change nothing", () => {
  const steps = playThrough(3);
  const session = start(steps, 3);
  const scored = { ...session, room: { ...session.room, scores: [{ game: "g1", winners: [0], points: [1, 0] }] } };
  const fresh = { ...steps[0].game, id: "g2" };
  const next = receive(scored, { type: "game", game: fresh });
  assert.deepEqual(next.log, []);
  assert.equal(next.game, fresh);
  assert.equal(receive(next, steps[3].move), next);
  assert.equal(receive(next, { type: "game", game: steps[0].game }), next);
  assert.equal(receive(next, { ...steps[1].move, game: "g3" }).torn, true);
});

test("the same game through other eyes keeps its log", () => {
  const steps = playThrough(3);
  const session = start(steps, 3);
  const seen = { ...steps[3].game, moves: null };
  const next = receive(session, { type: "game", game: seen });
  assert.equal(next.game, seen);
  assert.equal(next.log, session.log);
});

test("chat is heard once", () => {
  const line = { player: "a", name: "Ada", text: "hello", at: "2026-01-01T00:00:00Z" };
  let session = receive(start(playThrough(1)), { type: "chat", ...line });
  assert.deepEqual(session.chat, [line]);
  assert.equal(receive(session, { type: "chat", ...line }), session);
  for (let i = 0; i < 300; i++) session = receive(session, { type: "chat", ...line, at: String(i) });
  assert.equal(session.chat.length, 200);
});

test("whose turn it is", () => {
  const session = start(playThrough(1));
  assert.equal(isMyTurn(session), true);
  assert.equal(isMyTurn({ ...session, you: { ...session.you, seat: 1 } }), false);
  assert.equal(isMyTurn({ ...session, you: { ...session.you, seat: null } }), false);
  assert.equal(isMyTurn({ ...session, game: { ...session.game, phase: "over" } }), false);
  assert.equal(isMyTurn(nothing), false);
});

test("the test's own diff is a merge patch", () => {
  assert.deepEqual(diff({ a: 1, b: { c: [1], d: 2 }, e: 3 }, { a: 1, b: { c: [2], d: 2 } }), { b: { c: [2] }, e: null });
});

test("what came while one looked away stays news until one looks away again, or acts", () => {
  const at = (news, before, after, visible, acted = false) => look({ news, before, after, visible, acted });
  assert.equal(at(5, 5, 6, true), 6);
  assert.equal(at(5, 5, 6, false), 5);
  assert.equal(at(5, 8, 9, true), 5);
  assert.equal(at(5, 8, 9, true, true), 9);
  assert.equal(at(30, 0, 0, true), 0);
});
