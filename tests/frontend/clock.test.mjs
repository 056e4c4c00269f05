import assert from "node:assert/strict";
import test from "node:test";
import { face, left, offsetOf, paceOf, passed, steady, tone } from "../../frontend/src/state/clock.js";

const at = (text) => Date.parse(text);
const NOON = at("2026-01-01T12:00:00Z");

test("the server's time is known by the message that was least late", () => {
  const first = offsetOf(null, "2026-01-01T12:00:00Z", NOON + 400);
  assert.equal(first, -400);
  assert.equal(offsetOf(first, "2026-01-01T12:00:10Z", NOON + 10_050), -50);
  assert.equal(offsetOf(-50, "2026-01-01T12:00:20Z", NOON + 21_000), -50);
});

test("a device whose clock was set anew is believed at once", () => {
  assert.equal(offsetOf(-50, "2026-01-01T12:00:30Z", NOON + 30_000 + 3_600_000), -3_600_000);
  assert.equal(offsetOf(-50, "2026-01-01T12:00:30Z", NOON + 30_000 - 3_600_000), 3_600_000);
  assert.equal(offsetOf(-50, "nonsense", NOON), -50);
});

test("only the time of the seat to act runs down, and never below nothing", () => {
  const clock = { left: [60_000, 30_000], since: "2026-01-01T12:00:00Z" };
  assert.equal(left(clock, 0, 0, NOON + 1_500), 58_500);
  assert.equal(left(clock, 1, 0, NOON + 1_500), 30_000);
  assert.equal(left(clock, 1, 1, NOON + 45_000), 0);
  // Where this device is a little ahead of the server nobody gains time by it.
  assert.equal(left(clock, 0, 0, NOON - 2_000), 60_000);
});

test("a clock without a since stands still", () => {
  const clock = { left: [60_000], held: "pause" };
  assert.equal(left(clock, 0, 0, NOON + 3_600_000), 60_000);
});

for (const [ms, shown, how] of [
  [3_723_000, "1:02:03", "calm"], [299_000, "4:59", "calm"], [298_001, "4:59", "calm"], [30_000, "0:30", "calm"], [29_999, "0:30", "warm"],
  [10_000, "0:10", "warm"], [9_999, "9.9", "hot"], [9_400, "9.4", "hot"], [60, "0.0", "hot"], [0, "0:00", "hot"],
]) {
  test(`${ms} ms are shown as ${shown}, ${how}`, () => {
    assert.equal(face(ms), shown);
    assert.equal(tone(ms), how);
  });
}

test("a face is drawn anew exactly when it changes", () => {
  for (let ms = 12_345; ms > 0; ms -= 7) {
    const wait = steady(ms);
    assert.ok(wait > 0);
    assert.equal(face(Math.max(1, ms - wait + 1)), face(ms), `${ms} kept for ${wait}`);
    if (ms > wait) assert.notEqual(face(ms - wait), face(ms), `${ms} after ${wait}`);
  }
  assert.equal(steady(0), Infinity);
});

test("a limit is passed once", () => {
  assert.deepEqual(passed(30_400, 29_900, [30_000, 10_000]), [30_000]);
  assert.deepEqual(passed(29_900, 29_000, [30_000, 10_000]), []);
  assert.deepEqual(passed(31_000, 9_000, [30_000, 10_000]), [30_000, 10_000]);
});

test("an offer is recognised, whatever follows when time is out", () => {
  assert.equal(paceOf(null), "off");
  assert.equal(paceOf({ bank: 600, increment: 15, advisory: true }), "normal");
  assert.equal(paceOf({ bank: 601, increment: 15, advisory: false }), "other");
});
