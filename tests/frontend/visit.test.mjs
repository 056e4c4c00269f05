import assert from "node:assert/strict";
import test from "node:test";
import { use } from "../../frontend/src/i18n/i18n.js";
import { changes } from "../../frontend/src/room/news.js";
import { visit } from "../../frontend/src/room/visit.js";
import { receive } from "../../frontend/src/state/session.js";
import { playThrough, welcome } from "./table.mjs";
import { makeWorld } from "./world.mjs";

globalThis.document = { visibilityState: "visible" };
const steps = playThrough(6);
const take = { type: "take", tokens: { ruby: 1 } };

function begin(at = 0) {
  const world = makeWorld();
  const owner = { changed: () => {}, welcomed: () => {}, missing: () => {}, strange: () => {}, name: () => "Ada" };
  const room = visit("amber-otter-1", owner, world);
  const greet = (n = at) => (world.line.onopen?.(), world.line.say(welcome(steps, n)));
  greet();
  return { world, room, greet, sent: () => world.line.sent.filter((message) => message.type !== "ping") };
}
const fate = (promise) => promise.then(() => "ok", (refusal) => refusal.code);
const soon = () => new Promise((done) => setTimeout(done));

test("an action holds the controls until the board shows it, not only until it is accepted", async () => {
  const { world, room, sent } = begin();
  const deed = fate(room.act(take));
  assert.equal(room.sending, true);
  assert.deepEqual(sent(), [{ type: "act", game: "g1", seq: 1, action: take, id: 1 }]);
  world.line.say({ type: "ok", re: 1 });
  assert.equal(await deed, "ok");
  assert.equal(room.sending, true);
  assert.equal(await fate(room.act(take)), "busy");
  world.line.say(steps[1].move);
  assert.equal(room.sending, false);
});

test("an action that is not answered for a while is being saved, which is said once, on a line that lives", async () => {
  const world = makeWorld();
  let said = 0;
  const owner = { changed: () => {}, welcomed: () => {}, missing: () => {}, strange: () => {}, name: () => "Ada", slow: () => said++ };
  const room = visit("amber-otter-1", owner, world);
  const greet = (n) => (world.line.onopen?.(), world.line.say(welcome(steps, n)));
  greet(0);
  const deed = fate(room.act(take));
  await world.pass(900);
  assert.deepEqual([room.sending, room.saving, said], [true, false, 0]);
  await world.pass(200);
  assert.deepEqual([room.sending, room.saving, said], [true, true, 1]);
  // The server waits for its store, and answers signs of life: the line stays, and nothing is sent twice.
  const first = world.line;
  for (let second = 0; second < 28; second++) {
    await world.pass(1_000);
    for (const ping of world.line.sent.filter((message) => message.type === "ping" && !message.answered)) {
      ping.answered = true;
      if (ping.resync) world.line.say(welcome(steps, 0));
      else world.line.say({ type: "ok", re: null });
    }
  }
  assert.equal(world.line, first);
  assert.deepEqual([room.link.status, room.saving, said], ["live", true, 1]);
  world.line.say(steps[1].move);
  world.line.say({ type: "ok", re: 1 });
  assert.equal(await deed, "ok");
  assert.deepEqual([room.sending, room.saving], [false, false]);
  assert.equal(world.lines.flatMap((line) => line.sent).filter((message) => message.type === "act").length, 1);
});

test("of an action whose line broke nothing is said but that; the next one begins anew", async () => {
  const { world, room, greet } = begin();
  const deed = fate(room.act(take));
  world.line.drop();
  await world.pass(1_500);
  assert.equal(room.link.status === "live", false);
  greet(1);
  assert.equal(await deed, "ok");
  assert.equal(room.saving, false);
  const next = fate(room.act(take));
  assert.deepEqual([room.sending, room.saving], [true, false]);
  world.line.say({ type: "error", re: world.line.sent.at(-1).id, code: "illegal_action", detail: "E02: three" });
  assert.equal(await next, "illegal_action");
  await world.pass(2_000);
  assert.equal(room.saving, false);
});

test("an entry about time that takes the number of an action does not free the controls", async () => {
  const { world, room } = begin();
  const deed = fate(room.act(take));
  const clock = (seq) => ({ type: "move", game: "g1", seq, patch: { seq }, entry: { seq, at: "", seat: 0, type: "clock", held: "pause" } });
  world.line.say(clock(1));
  assert.equal(room.sending, true);
  world.line.say({ ...steps[1].move, seq: 2, patch: { ...steps[1].move.patch, seq: 2 }, entry: { ...steps[1].move.entry, seq: 2 } });
  world.line.say({ type: "ok", re: 1 });
  assert.equal(await deed, "ok");
  assert.equal(room.sending, false);
});

test("a refused action frees the controls at once", async () => {
  const { world, room } = begin();
  const deed = fate(room.act(take));
  world.line.say({ type: "error", re: 1, code: "illegal_action", detail: "E02: three" });
  assert.equal(await deed, "illegal_action");
  assert.equal(room.sending, false);
});

test("an action whose answer was lost with the line came to be, and is not sent twice", async () => {
  const { world, room, greet, sent } = begin();
  const deed = fate(room.act(take));
  world.line.drop();
  assert.equal(room.link.status, "waiting");
  assert.equal(room.sending, true);
  await world.pass(1_000);
  greet(1);
  assert.equal(await deed, "ok");
  assert.equal(room.sending, false);
  assert.deepEqual(sent(), []);
});

test("an action that the server never saw is sent again over the next line", async () => {
  const { world, room, greet, sent } = begin();
  const deed = fate(room.act(take));
  world.line.drop();
  await world.pass(1_000);
  greet(0);
  assert.equal(sent().length, 1);
  assert.equal(sent()[0].seq, 1);
  world.line.say(steps[1].move);
  world.line.say({ type: "ok", re: sent()[0].id });
  assert.equal(await deed, "ok");
});

test("what was missed is marked, also where the clock stood still for the one who missed it", async () => {
  const { world, room } = begin();
  world.line.drop();
  await world.pass(1_000);
  world.line.onopen?.();
  const there = welcome(steps, 2);
  const held = { seq: 3, at: "", seat: 0, type: "clock", held: "away" };
  world.line.say({ ...there, game: { ...there.game, seq: 3 }, log: [...there.log, held] });
  assert.deepEqual([room.news, room.mark], [0, 0]);
});

test("with a gap nothing can be done until the state is whole", async () => {
  const { world, room, greet } = begin();
  world.line.say(steps[2].move);
  assert.equal(room.link.status, "connecting");
  assert.deepEqual(world.line.sent.at(-1), { type: "ping", resync: true });
  greet(2);
  assert.equal(room.link.status, "live");
  assert.deepEqual(room.session.game, steps[2].game);
});

test("a resync that nobody answers opens another line", async () => {
  const { world } = begin();
  const first = world.line;
  world.line.say(steps[2].move);
  await world.pass(3_500);
  assert.notEqual(world.line, first);
});

test("a move that was lost before a long silence is asked for, once", async () => {
  const { world, greet } = begin();
  world.line.say(steps[1].move);
  for (let i = 0; i < 30; i++) {
    await world.pass(5_000);
    world.line.say({ type: "ok", re: null });
    if (world.line.sent.at(-1)?.resync && !world.line.greeted) greet(2), (world.line.greeted = true);
  }
  assert.equal(world.line.sent.filter((message) => message.resync).length, 1);
});

test("what was not sent is refused when the seat moves away", async () => {
  const { world, room } = begin();
  const deed = fate(room.act(take));
  world.line.say({ type: "bye", reason: "replaced" });
  world.line.drop(4001);
  await soon();
  assert.equal(await deed, "lost");
  assert.deepEqual(room.link, { status: "offline", until: null, why: "replaced" });
});

test("each move is told once, and whose turn it is then", () => {
  use("en", { "bar.turn": "{name}'s turn", "bar.turn.yours": "Your turn", "bar.over": "Game over", "lobby.news.away": "{name} away" });
  const named = (n) => ({ ...welcome(steps, n), game: { ...steps[n].game, players: [{ name: "Ada" }, { name: "Lin" }] } });
  const was = receive({ chat: [] }, named(0));
  const tell = (entry) => `move ${entry.seq}`;
  assert.deepEqual(changes(was, receive(was, named(1)), tell), ["move 1", "Lin's turn"]);
  assert.deepEqual(changes(was, receive(was, named(2)), tell), ["move 1", "move 2"]);
  assert.deepEqual(changes(was, was, tell), []);
  const seats = [{ player: "a", name: "Ada", online: true }, { player: "b", name: "Lin", online: true }];
  const here = { ...was, room: { ...was.room, seats } };
  const away = { ...was, room: { ...was.room, seats: [seats[0], { ...seats[1], online: false }] } };
  assert.deepEqual(changes(here, away, tell), ["Lin away"]);
});
