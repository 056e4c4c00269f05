// How much time each player has, counted by the server's clock. Pure: instants go in, milliseconds and faces come out.

/** @import { Clock, ClockOption } from "../net/wire" */

/** A sample so far below what is known means that this device's own clock was set anew. */
const JUMP = 3_000;

/**
 * The difference between the server's clock and this device's, in ms. Every message was on its way for a while, so of
 * several samples the greatest is the nearest to the truth.
 * @param {number | null} known @param {string} now the server's time in a welcome @param {number} at when that was heard, here
 * @returns {number | null}
 */
export function offsetOf(known, now, at) {
  const sample = Date.parse(now) - at;
  if (Number.isNaN(sample)) return known;
  return known === null || known - sample > JUMP ? sample : Math.max(known, sample);
}

/** Whether the time of the seat to act runs down. @param {Clock} clock */
export const runs = (clock) => Boolean(clock.since);

/** The milliseconds that a seat has left at the server's time `now`.
 * @param {Clock} clock @param {number} seat @param {number} turn @param {number} now */
export function left(clock, seat, turn, now) {
  const banked = clock.left[seat] ?? 0;
  const gone = seat === turn && clock.since ? Math.max(0, now - Date.parse(clock.since)) : 0;
  return Math.max(0, banked - gone);
}

/** Under this there are tenths of a second, and a warning. */
const HOT = 10_000;
const WARM = 30_000;

/** @param {number} ms @returns {"calm" | "warm" | "hot"} */
export const tone = (ms) => (ms < HOT ? "hot" : ms < WARM ? "warm" : "calm");

/** The time as a clock shows it: 1:02:03, 4:59, 9.4. @param {number} ms */
export function face(ms) {
  if (ms > 0 && ms < HOT) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1_000);
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

/** @param {number} n */
const pad = (n) => String(n).padStart(2, "0");

/** How long the face stays as it is, in ms. @param {number} ms */
export const steady = (ms) => (ms <= 0 ? Infinity : ms < HOT ? (ms % 100) + 1 : ms === HOT ? 1 : ms % 1_000 || 1_000);

/** Which of these limits lie between two readings. @param {number} before @param {number} after @param {number[]} limits in ms */
export const passed = (before, after, limits) => limits.filter((limit) => before > limit && after <= limit);

/** Seconds for the whole game and seconds added by each turn. */
export const PRESETS = Object.freeze({
  quick: { bank: 300, increment: 5 },
  normal: { bank: 600, increment: 15 },
  slow: { bank: 1_200, increment: 30 },
});

/** @typedef {"off" | keyof typeof PRESETS | "other"} Pace */

/** Which of the offers a clock is. @param {Pick<ClockOption, "bank" | "increment"> | null} clock @returns {Pace} */
export function paceOf(clock) {
  if (!clock) return "off";
  const found = Object.entries(PRESETS).find(([, one]) => one.bank === clock.bank && one.increment === clock.increment);
  return /** @type {Pace} */ (found?.[0] ?? "other");
}
