import assert from "node:assert/strict";
import test from "node:test";
import { bytes } from "../../frontend/src/signals/push.js";
import { turnCame } from "../../frontend/src/signals/turn.js";

const session = (turn, seq, log = [], more = {}) => ({ you: { seat: 0 }, room: {}, game: { id: "g", seq, turn, phase: "play", ...more }, log });
const by = (seat, seq, type = "take") => ({ seat, seq, type });

for (const [what, was, now, expected] of [
  ["when it passes to me", session(1, 3), session(0, 4, [by(1, 4)]), true],
  ["not while it stays with me", session(0, 3), session(0, 4, [by(0, 4)], { phase: "return" }), false],
  ["when all others acted at once", session(0, 3), session(0, 5, [by(0, 4), by(1, 5)]), true],
  ["not for a clock that was stopped", session(0, 3), session(0, 4, [by(1, 4, "clock")]), false],
  ["when the next game begins with me", session(0, 60), session(0, 0, [], { id: "h" }), true],
  ["not for the first thing that a page hears", { you: null, room: null, game: null, log: [] }, session(0, 4), false],
  ["not once the game is over", session(1, 3), session(0, 4, [], { phase: "over" }), false],
  ["not for those who watch", session(1, 3), { ...session(0, 4), you: { seat: null } }, false],
]) {
  test(`a turn comes ${what}`, () => assert.equal(turnCame(was, now), expected));
}

test("the key of the push service is read as base64url", () => assert.deepEqual([...bytes("-_8A")], [251, 255, 0]));
