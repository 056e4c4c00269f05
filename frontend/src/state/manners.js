// What the room is asking its people, read for one of them: about somebody absent, about taking something back,
// about another game. Pure.

/** @import { Ask, Entry, Game, Room, SeatView, You } from "../net/wire" */

/** @typedef {"wait" | "skip" | "bot" | "end"} Choice */

export const CHOICES = /** @type {const} */ (["wait", "skip", "bot", "end"]);

/** Whether somebody was taken from the table, and may only watch until the host lets them sit again.
 * @param {Room | null} room @param {You | null} you */
export const isKicked = (room, you) => Boolean(room?.kicked.some((one) => one.player === you?.player));

/** Whether somebody who watches may take a free chair. @param {Room | null} room @param {You | null} you */
export const maySit = (room, you) => you !== null && you.seat === null && !isKicked(room, you);

/** Who may answer: a player of the running game who is not the one in question.
 * @param {You | null} you @param {Game} game @param {number} about */
const answers = (you, game, about) =>
  you !== null && you.seat !== null && you.seat !== about && game.players[you.seat]?.left === false;

/** The vote about an absent seat: who chose what, what this person chose, and whether they may choose.
 * @param {Room | null} room @param {Game} game @param {You | null} you
 * @returns {{ seat: number, by: Record<Choice, number[]>, mine: Choice | null, may: boolean } | null} */
export function voteOf(room, game, you) {
  const vote = room?.vote;
  if (!vote || game.result) return null;
  const by = /** @type {Record<Choice, number[]>} */ (Object.fromEntries(CHOICES.map((choice) => [choice, vote.choices[choice] ?? []])));
  const seat = you?.seat ?? -1;
  return { seat: vote.seat, by, mine: CHOICES.find((choice) => by[choice].includes(seat)) ?? null, may: answers(you, game, vote.seat) };
}

/** The wish to take something back: whose, until when, and what this person has to do with it.
 * @param {Room | null} room @param {Game} game @param {You | null} you
 * @returns {(Ask & { part: "asks" | "answers" | "agreed" | "watches" }) | null} */
export function askOf(room, game, you) {
  const ask = room?.ask;
  if (!ask || game.result) return null;
  if (you?.seat === ask.seat) return { ...ask, part: "asks" };
  if (!answers(you, game, ask.seat)) return { ...ask, part: "watches" };
  return { ...ask, part: ask.yes.includes(you?.seat ?? -1) ? "agreed" : "answers" };
}

/** What an `undo` entry took back: that action and what followed from it until then.
 * @param {Entry[]} log @returns {Set<number>} numbers of entries */
export function takenBack(log) {
  /** @type {Set<number>} */
  const gone = new Set();
  for (const { type, of, seq } of log) {
    if (type !== "undo" || !of) continue;
    for (const entry of log) if (entry.seq >= of && entry.seq < seq && isDeed(entry)) gone.add(entry.seq);
  }
  return gone;
}

/** Whether an entry is something that was done on the table, not about it. @param {Entry} entry */
export const isDeed = ({ type }) => type !== "undo" && type !== "clock" && type !== "deputy" && type !== "end";

/** The number of the action that this seat would take back, or null. @param {Entry[]} log @param {number | null} seat */
export function undoable(log, seat) {
  const gone = takenBack(log);
  return log.findLast((entry) => entry.seat === seat && isDeed(entry) && !gone.has(entry.seq))?.seq ?? null;
}

/** How many turns the game played for this seat after entry number `after`. @param {Entry[]} log @param {number} seat @param {number} after */
export const playedFor = (log, seat, after) =>
  log.filter((entry) => entry.seat === seat && entry.seq > after && entry.by === "deputy" && entry.type !== "return" && entry.type !== "noble" && isDeed(entry)).length;

/** Who is in for another game, of those who sit. @param {Room} room @returns {SeatView[]} */
export const inAgain = (room) => room.seats.filter((seat) => seat !== null).filter((seat) => room.rematch.includes(seat.player));
