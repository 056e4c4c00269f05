import assert from "node:assert/strict";
import test from "node:test";
import { backOff, keepLine } from "../../frontend/src/net/socket.js";
import { makeWorld } from "./world.mjs";

function begin(refused = async () => "later") {
  const world = makeWorld();
  const seen = [];
  const heard = [];
  const kept = keepLine(world, { heard: (message) => heard.push(message), changed: (link) => seen.push(link), refused });
  return { world, seen, heard, kept, status: () => seen.at(-1)?.status };
}

test("live is said with the welcome, not before", () => {
  const { world, status, heard } = begin();
  world.line.onopen();
  assert.equal(status(), undefined);
  world.line.say({ type: "welcome" });
  assert.equal(status(), "live");
  assert.equal(heard.length, 1);
});

test("a broken line is said at once and mended for ever, with pauses that grow to a limit", async () => {
  const { world, status, seen } = begin();
  world.line.greet();
  world.line.drop();
  assert.equal(status(), "waiting");
  assert.ok(seen.at(-1).until > world.time);
  for (let i = 0; i < 40; i++) {
    await world.pass(3_000);
    world.line.onopen?.();
    world.line.drop();
    assert.equal(status(), "waiting");
    assert.ok(seen.at(-1).until - world.time <= 3_000);
  }
  assert.ok(world.lines.length >= 40);
});

test("pauses have jitter, and are short while somebody looks on", () => {
  const world = (random, watched) => ({ random: () => random, watched: () => watched });
  assert.equal(backOff(0, world(0, true)), 250);
  assert.equal(backOff(0, world(1, true)), 500);
  assert.equal(backOff(99, world(1, true)), 3_000);
  assert.equal(backOff(99, world(1, false)), 30_000);
});

test("silence is asked after, and no answer means that the line is dead", async () => {
  const { world } = begin();
  world.line.greet();
  const first = world.line;
  await world.pass(13_000);
  assert.deepEqual(first.sent.map((message) => message.type), ["ping"]);
  first.say({ type: "ok", re: null });
  await world.pass(9_000);
  assert.equal(world.line, first);
  await world.pass(27_000);
  assert.equal(first.closed, true);
  assert.notEqual(world.line, first);
});

test("a half-open line is found out and replaced within two seconds of waking", async () => {
  const { world, status, kept } = begin();
  world.line.greet();
  const first = world.line;
  world.time += 600_000; // no timer ran
  kept.wake();
  await world.pass(900);
  assert.notEqual(world.line, first);
  world.line.greet();
  assert.equal(status(), "live");
});

test("a line that answers is kept on waking", async () => {
  const { world, kept } = begin();
  world.line.greet();
  kept.wake();
  assert.equal(world.line.sent.length, 1);
  world.time += 100;
  world.line.say({ type: "ok", re: null });
  await world.pass(5_000);
  assert.equal(world.lines.length, 1);
});

test("waking cuts a pause short", async () => {
  const { world, kept, status } = begin();
  for (let i = 0; i < 6; i++) {
    world.line.onopen?.();
    world.line.drop();
    await world.pass(15_000);
  }
  world.line.onopen();
  world.line.drop();
  const lines = world.lines.length;
  kept.wake();
  assert.equal(world.lines.length, lines + 1);
  assert.equal(status(), "connecting");
});

test("without a network it says so, and comes back with it", async () => {
  const { world, kept, status } = begin();
  world.line.greet();
  world.up = false;
  world.line.drop();
  assert.equal(status(), "offline");
  world.up = true;
  kept.wake();
  world.line.greet();
  assert.equal(status(), "live");
});

test("a seat that moved away is not fetched back", async () => {
  const { world, seen } = begin();
  world.line.greet();
  world.line.say({ type: "bye", reason: "replaced" });
  world.line.drop(4001);
  assert.deepEqual(seen.at(-1), { status: "offline", until: null, why: "replaced" });
  await world.pass(600_000);
  assert.equal(world.lines.length, 1);
});

test("a restart is followed quickly, a refusal of the protocol not at all", async () => {
  const { world, seen } = begin();
  world.line.greet();
  world.line.say({ type: "bye", reason: "restart" });
  world.line.drop(1012);
  await world.pass(1_300);
  assert.equal(world.lines.length, 2);
  world.line.greet();
  world.line.drop(1002);
  assert.equal(seen.at(-1).why, "old");
  await world.pass(60_000);
  assert.equal(world.lines.length, 2);
});

test("who is refused asks why: a stranger becomes somebody, a room that is not there is left", async () => {
  const now = begin(async () => "now");
  now.world.line.drop();
  await new Promise((done) => setTimeout(done));
  assert.equal(now.world.lines.length, 2);
  const never = begin(async () => "never");
  never.world.line.drop();
  await new Promise((done) => setTimeout(done));
  await never.world.pass(60_000);
  assert.equal(never.world.lines.length, 1);
});

test("a frame that is no JSON harms nothing", () => {
  const { world, heard } = begin();
  world.line.greet();
  world.line.onmessage({ data: "{" });
  assert.equal(heard.length, 1);
});

test("nothing is sent while the line is not live", () => {
  const { world, kept } = begin();
  assert.equal(kept.transmit({ type: "start" }), false);
  world.line.greet();
  assert.equal(kept.transmit({ type: "start" }), true);
});
