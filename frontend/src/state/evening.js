// The score of the evening: what the games of this room add up to, by person. Pure.

/** @import { Room, Score } from "../net/wire" */

/** @typedef {{ name: string, games: number, wins: number, points: number }} Line */

/** Who sat where in a game. @param {Score} score @param {number} seat */
function whoSat(score, seat) {
  const { players, names } = /** @type {Score & { players: string[], names: string[] }} */ (score);
  const player = players?.[seat];
  return player === undefined ? null : { player, name: names?.[seat] ?? "" };
}

/** One line a person, the best first: more wins, then more points, then the order in which they first sat.
 * @param {Room} room @returns {Line[]} */
export function evening(room) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const score of room.scores) {
    score.points.forEach((points, seat) => {
      const who = whoSat(score, seat);
      if (!who) return;
      const line = lines.get(who.player) ?? { name: who.name, games: 0, wins: 0, points: 0 };
      lines.set(who.player, {
        name: who.name,
        games: line.games + 1,
        wins: line.wins + (score.winners.includes(seat) ? 1 : 0),
        points: line.points + points,
      });
    });
  }
  return [...lines.values()].sort((a, b) => b.wins - a.wins || b.points - a.points);
}
