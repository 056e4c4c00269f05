// A tiny made-up game for the tests of the session: no rules, but views, patches and entries as the wire has them.

/** A reproducible source of numbers from 0 to 1. */
export function dice(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The merge patch that leads from one value to another. */
export function diff(from, to) {
  if (!isObject(from) || !isObject(to)) return to;
  const patch = {};
  for (const key of Object.keys(from)) if (!(key in to)) patch[key] = null;
  for (const [key, value] of Object.entries(to)) {
    if (JSON.stringify(from[key]) !== JSON.stringify(value)) patch[key] = diff(from[key], value);
  }
  return patch;
}

/** `count` moves of a game between two: what the view is after each, and the message that told of it. */
export function playThrough(count) {
  const roll = dice(7);
  const steps = [{ game: view(0, 0, { ruby: 7, onyx: 7 }), move: null, entry: null }];
  for (let seq = 1; seq <= count; seq++) {
    const was = steps[seq - 1].game;
    const bank = { ruby: Math.floor(roll() * 7), onyx: Math.floor(roll() * 7) };
    const game = view(seq, seq % 2, bank);
    const entry = { seq, at: "2026-01-01T00:00:00Z", seat: was.turn, type: "take", tokens: { ruby: 1 } };
    steps.push({ game, entry, move: { type: "move", game: "g1", seq, patch: diff(was, game), entry } });
  }
  return steps;
}

function view(seq, turn, bank) {
  const game = { id: "g1", seq, phase: "play", turn, round: 1 + seq, bank, players: [{ points: seq }, { points: 0 }] };
  return turn === 0 ? { ...game, moves: { return: 0, buy: {}, noble: [] } } : game;
}

/** What the server says to one who comes after move `n`. */
export const welcome = (steps, n) => ({
  type: "welcome",
  protocol: 1,
  client: "",
  you: { player: "a", name: "Ada", seat: 0, host: true },
  room: { code: "amber-otter-1", status: "playing", rev: 7, public: false, seats: [{ player: "a" }, { player: "b" }], scores: [], game: "g1" },
  game: steps[n].game,
  log: steps.slice(1, n + 1).map((step) => step.entry),
  chat: [],
});
