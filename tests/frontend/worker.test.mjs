// The service worker as it stands, with a browser of our own around it: what a push shows, and where a press leads.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const text = await readFile(new URL("../../frontend/sw.js", import.meta.url), "utf8");
const SITE = "https://gems.example";

/** A worker among these pages. @param {{ url: string, place?: string, visible?: boolean }[]} pages */
function worker(pages) {
  const heard = {};
  const done = { shown: [], opened: [], focused: [] };
  const clients = pages.map(({ url, place = url, visible = false }) => ({
    url,
    visibilityState: visible ? "visible" : "hidden",
    postMessage: (_, [port]) => port.postMessage(place),
    focus: () => done.focused.push(place),
  }));
  const self = {
    addEventListener: (name, listener) => (heard[name] = listener),
    clients: { matchAll: async () => clients, openWindow: async (link) => done.opened.push(link) },
    registration: { showNotification: async (title, about) => done.shown.push({ title, ...about }) },
  };
  /** The lines that the worker opened: in Node an open one keeps the process alive. @type {MessageChannel[]} */
  const lines = [];
  class Line extends MessageChannel {
    constructor() {
      super();
      lines.push(this);
    }
  }
  new Function("self", "location", "MessageChannel", text)(self, { href: `${SITE}/sw.js?turn=Your+turn&at=In+{room}`, origin: SITE }, Line);
  const tell = async (name, event) => {
    let until = Promise.resolve();
    heard[name]({ ...event, waitUntil: (promise) => (until = promise) });
    await until;
    for (const line of lines) line.port1.close();
  };
  return { done, tell };
}

/** A notification that was pressed. @param {string | undefined} room */
function notification(room) {
  const pressed = { closed: false, data: { room }, close: () => (pressed.closed = true) };
  return pressed;
}

const push = (room) => ({ data: { json: () => ({ room, url: `/r/${room}`, kind: "turn" }) } });

test("with every tab closed a push is shown, and names its room", async () => {
  const { done, tell } = worker([]);
  await tell("push", push("amber-otter"));
  assert.deepEqual(done.shown, [{ title: "Your turn", body: "In amber-otter", tag: "turn-amber-otter", data: { room: "amber-otter" } }]);
});

test("who looks at the room is not told", async () => {
  const { done, tell } = worker([{ url: `${SITE}/`, place: `${SITE}/r/amber-otter`, visible: true }]);
  await tell("push", push("amber-otter"));
  assert.deepEqual(done.shown, []);
});

for (const [why, page] of [["looks elsewhere", { url: `${SITE}/r/other`, visible: true }], ["has the room in a hidden tab", { url: `${SITE}/r/amber-otter` }]]) {
  test(`who ${why} is told`, async () => {
    const { done, tell } = worker([page]);
    await tell("push", push("amber-otter"));
    assert.equal(done.shown.length, 1);
  });
}

test("a push that can't be read still says that it is a turn", async () => {
  const { done, tell } = worker([]);
  await tell("push", { data: { json: () => JSON.parse("{") } });
  assert.equal(done.shown[0].title, "Your turn");
});

test("a press with every tab closed opens the room", async () => {
  const { done, tell } = worker([]);
  const shown = notification("amber-otter");
  await tell("notificationclick", { notification: shown });
  assert.deepEqual([shown.closed, done.opened, done.focused], [true, [`${SITE}/r/amber-otter`], []]);
});

test("a press goes to the tab that shows the room, wherever that was opened", async () => {
  const { done, tell } = worker([{ url: `${SITE}/r/other` }, { url: `${SITE}/`, place: `${SITE}/r/amber-otter` }]);
  await tell("notificationclick", { notification: notification("amber-otter") });
  assert.deepEqual([done.opened, done.focused], [[], [`${SITE}/r/amber-otter`]]);
});

test("a press about another room than those that are open opens it", async () => {
  const { done, tell } = worker([{ url: `${SITE}/r/other` }]);
  await tell("notificationclick", { notification: notification("amber-otter") });
  assert.deepEqual([done.opened, done.focused], [[`${SITE}/r/amber-otter`], []]);
});
