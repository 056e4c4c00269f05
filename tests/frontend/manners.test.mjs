import assert from "node:assert/strict";
import test from "node:test";
import { evening } from "../../frontend/src/state/evening.js";
import { askOf, inAgain, isKicked, maySit, playedFor, takenBack, undoable, voteOf } from "../../frontend/src/state/manners.js";
import { missed } from "../../frontend/src/state/missed.js";

const game = (more = {}) => ({ id: "g", players: [{ left: false }, { left: false }, { left: true }], ...more });
const you = (seat) => ({ player: `p${seat}`, name: "x", seat, host: false });
const entry = (seq, seat, type = "take", more = {}) => ({ seq, seat, type, at: "", ...more });

test("about an absent seat the others may choose, and each sees their own choice", () => {
  const room = { vote: { seat: 1, choices: { wait: [0], skip: [] } } };
  const vote = voteOf(room, game(), you(0));
  assert.deepEqual([vote.seat, vote.mine, vote.may], [1, "wait", true]);
  assert.deepEqual(vote.by, { wait: [0], skip: [], bot: [], end: [] });
});

for (const [who, seat] of [["the absent one themselves", 1], ["one who has left the game", 2], ["a watcher", null]]) {
  test(`${who} may not choose`, () => assert.equal(voteOf({ vote: { seat: 1, choices: {} } }, game(), you(seat)).may, false));
}

test("nothing is asked where nothing is open, or the game is over", () => {
  assert.equal(voteOf({}, game(), you(0)), null);
  assert.equal(voteOf({ vote: { seat: 1, choices: {} } }, game({ result: {} }), you(0)), null);
  assert.equal(askOf({ ask: null }, game(), you(0)), null);
});

for (const [part, seat, yes] of [["asks", 0, []], ["answers", 1, []], ["agreed", 1, [1]], ["watches", 2, []], ["watches", null, []]]) {
  test(`a wish to take back, for seat ${seat} with ${yes.length} agreed: ${part}`, () => {
    assert.equal(askOf({ ask: { seat: 0, seq: 3, until: "", yes } }, game(), you(seat)).part, part);
  });
}

test("what was taken back stays in the log, and is not taken back twice", () => {
  const log = [entry(1, 0), entry(2, 1), entry(3, 1, "return"), entry(4, 1, "clock"), entry(5, 1, "undo", { of: 2 })];
  assert.deepEqual([...takenBack(log)], [2, 3]);
  assert.equal(undoable(log, 1), null);
  assert.equal(undoable(log, 0), 1);
  assert.equal(undoable([...log, entry(6, 1)], 1), 6);
});

test("a turn that the game played counts once, however many steps it had", () => {
  const log = [entry(1, 0, "take", { by: "deputy" }), entry(2, 0, "return", { by: "deputy" }), entry(3, 1, "buy", { by: "deputy" }), entry(4, 0, "buy", { by: "deputy" }), entry(5, 0)];
  assert.equal(playedFor(log, 0, 0), 2);
  assert.equal(playedFor(log, 0, 1), 1);
});

test("who is in for another game, of those who sit", () => {
  const seats = [{ player: "a" }, null, { player: "b" }];
  assert.deepEqual(inAgain({ seats, rematch: ["b", "gone"] }), [{ player: "b" }]);
});

test("a chair is for whoever watches, but not for one who was taken from it", () => {
  const room = { kicked: [{ player: "p1", name: "x" }] };
  const watcher = (player) => ({ ...you(null), player });
  assert.deepEqual([null, you(0), watcher("p0"), watcher("p1")].map((one) => maySit(room, one)), [false, false, true, false]);
  assert.deepEqual([null, watcher("p0"), watcher("p1")].map((one) => isKicked(room, one)), [false, false, true]);
});

test("the evening is counted by person, wherever they sat", () => {
  const scores = [
    { game: "1", winners: [0], points: [15, 9], players: ["a", "b"], names: ["Ada", "Lin"] },
    { game: "2", winners: [0, 1], points: [16, 16], players: ["b", "c"], names: ["Lin L", "Mo"] },
  ];
  assert.deepEqual(evening({ scores }), [
    { name: "Lin L", games: 2, wins: 1, points: 25 },
    { name: "Mo", games: 1, wins: 1, points: 16 },
    { name: "Ada", games: 1, wins: 1, points: 15 },
  ]);
  assert.deepEqual(evening({ scores: [] }), []);
});

test("what was missed is marked, except one's own and what was taken back", () => {
  const catalog = { cards: { X: { level: 2 } } };
  const log = [
    entry(1, 1), entry(2, 1, "buy", { level: 1, slot: 2 }), entry(3, 0, "buy", { level: 3, slot: 0 }),
    entry(4, 2, "reserve", { card: "X", blind: true }), entry(5, 1, "buy", { level: 1, slot: 3 }), entry(6, 1, "undo", { of: 5 }),
  ];
  const found = missed(log, 1, 0, catalog);
  assert.deepEqual([[...found.slots], [...found.decks], [...found.seats]], [["1-2"], [2], [1, 2]]);
  assert.equal(missed(log, 6, 0, catalog), null);
});
