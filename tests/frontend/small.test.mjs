import assert from "node:assert/strict";
import test from "node:test";
import { readCode, route } from "../../frontend/src/routes.js";
import { initial, someName, tidy } from "../../frontend/src/state/names.js";
import { seatLost } from "../../frontend/src/room/word.js";
import { nothing } from "../../frontend/src/state/session.js";
import { isOld } from "../../frontend/src/version.js";
import { t, use } from "../../frontend/src/i18n/i18n.js";

for (const [text, code] of [
  ["amber-otter-7q4k2m9x", "amber-otter-7q4k2m9x"],
  ["  Amber Otter 7Q4K2M9X ", "amber-otter-7q4k2m9x"],
  ["https://play.example/r/amber-otter-7q4k2m9x", "amber-otter-7q4k2m9x"],
  ["Come! http://192.168.1.5:8000/r/amber-otter-7q4k2m9x?x=1#y", "amber-otter-7q4k2m9x"],
  ["amber–otter", null],
  ["../../etc", null],
  ["", null],
]) {
  test(`a code read from "${text}"`, () => assert.equal(readCode(text), code));
}

for (const [pathname, hash, expected] of [
  ["/", "", { name: "home" }],
  ["/r/amber-otter", "", { name: "room", code: "amber-otter" }],
  ["/r/Amber-Otter", "", { name: "room", code: "amber-otter" }],
  ["/r/amber-otter/", "", { name: "room", code: "amber-otter" }],
  ["/claim", "#abc", { name: "claim", code: "abc", who: null }],
  ["/claim", "#abc/Ada%20L", { name: "claim", code: "abc", who: "Ada L" }],
  ["/claim", "#abc/%", { name: "claim", code: "abc", who: "%" }],
  ["/else", "", { name: "nowhere" }],
]) {
  test(`the page at ${pathname}${hash}`, () => assert.deepEqual(route({ pathname, hash }), expected));
}

test("a name is one line of visible text, no longer than the server takes", () => {
  assert.equal(tidy("  Ada \n\t Lovelace\u202e "), "Ada Lovelace");
  assert.equal(tidy("x".repeat(40)).length, 24);
  assert.equal(tidy(" \u0000 "), "");
  assert.equal(tidy("\u200b \u3164"), "");
  assert.equal(tidy(`a${"😀".repeat(30)}`), `a${"😀".repeat(23)}`);
  for (let i = 0; i < 100; i++) {
    const name = someName();
    assert.equal(tidy(name), name);
  }
});

test("the letter that stands for a person may be any", () => {
  assert.equal(initial("ada"), "A");
  assert.equal(initial("🦊 fox"), "🦊");
  assert.equal(initial(""), "?");
});

test("a page knows when it is old", () => {
  const here = "https://x.example/static/ab12cd34ef56/src/version.js";
  assert.equal(isOld({ protocol: 1, client: "ab12cd34ef56" }, here), false);
  assert.equal(isOld({ protocol: 1, client: "/static/ab12cd34ef56" }, here), false);
  assert.equal(isOld({ protocol: 1, client: "ffffffffffff" }, here), true);
  assert.equal(isOld({ protocol: 2, client: "ab12cd34ef56" }, here), true);
});

test("a text is filled in, counts, and is never silently missing", () => {
  use("en", { hello: "Hello {name}", "seat.one": "{n} seat", "seat.other": "{n} seats" });
  assert.equal(t("hello", { name: "<b>{n}</b>" }), "Hello <b>{n}</b>");
  assert.equal(t("seat", { n: 1 }), "1 seat");
  assert.equal(t("seat", { n: 3 }), "3 seats");
  assert.throws(() => t("nothing"), /no text for nothing/);
});

test("who loses their seat is told why, unless they stood up", () => {
  const you = { player: "a", name: "Ada", seat: 1, host: false };
  const at = (seat, status, kicked = []) => ({ ...nothing, you: { ...you, seat }, room: { code: "c", status, kicked } });
  assert.equal(seatLost(at(1, "over"), at(null, "over", [{ player: "a", name: "Ada" }])), "lobby.kicked");
  assert.equal(seatLost(at(1, "over"), at(null, "playing")), "again.without");
  assert.equal(seatLost(at(1, "lobby"), at(null, "lobby")), null); // by themselves, perhaps in another tab
  assert.equal(seatLost(at(1, "lobby"), at(0, "lobby")), null);
  assert.equal(seatLost(at(null, "lobby"), at(null, "playing")), null);
  assert.equal(seatLost(nothing, at(null, "playing")), null);
});
