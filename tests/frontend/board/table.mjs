// Views and models for the tests of the table, as the server would send them, with only what a test says made different.
import { readFileSync } from "node:fs";
import { use } from "../../../frontend/src/i18n/i18n.js";

use("en", JSON.parse(readFileSync(new URL("../../../frontend/src/i18n/en.json", import.meta.url), "utf8")));

export const none = { diamond: 0, sapphire: 0, emerald: 0, ruby: 0, onyx: 0, gold: 0 };
const { gold: _, ...noBonus } = none;

export const player = (name, more = {}) => ({
  name, points: 0, cards: [], reserved: [], nobles: [], left: false, ...more,
  tokens: { ...none, ...more.tokens }, bonuses: { ...noBonus, ...more.bonuses },
});

export const catalog = {
  cards: {
    A: { level: 1, bonus: "emerald", points: 0, cost: { ruby: 2, onyx: 1 } },
    B: { level: 2, bonus: "diamond", points: 2, cost: { ruby: 3, sapphire: 2 } },
    C: { level: 3, bonus: "onyx", points: 5, cost: { emerald: 7, diamond: 3 } },
  },
  nobles: { N: { points: 3, requires: { ruby: 4, onyx: 4 } } },
};

export const moves = (more = {}) => ({
  take: { different: ["diamond", "sapphire", "emerald", "ruby", "onyx"], sizes: [3], same: ["diamond", "ruby"] },
  reserve: { cards: ["A", "B"], decks: [1, 2, 3], gold: true }, buy: {}, return: 0, noble: [], ...more,
});

export const game = (more = {}) => ({
  id: "g", seq: 7, phase: "play", turn: 0, start: 0, round: 3, final_round: false,
  options: { seats: 2, target: 15, relaxed_take: false, hide_reserved: false, clock: null },
  market: { 1: ["A", null, null, null], 2: ["B", null, null, null], 3: [null, null, null, null] }, decks: { 1: 5, 2: 5, 3: 0 }, nobles: ["N"],
  players: [player("Ada"), player("Lin")], moves: moves(), clock: null, ...more, bank: { ...none, diamond: 4, sapphire: 3, emerald: 4, ruby: 4, onyx: 2, gold: 5, ...more.bank },
});

export const model = (more = {}) => ({
  link: { status: "live", until: null }, you: { player: "p0", name: "Ada", seat: 0, host: true }, room: null, game: game(), log: [], chat: [],
  catalog, selection: { kind: "none" }, sending: false, saving: false, news: 0, ...more,
});
