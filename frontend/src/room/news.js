// What is said aloud of a room: whose turn it is, who came and went. Each change once.

import { t } from "../i18n/i18n.js";
import { isMyTurn } from "../state/session.js";
import { announce } from "../ui/announce.js";

/** @import { Entry } from "../net/wire" */
/** @import { Session } from "../state/session.js" */

/** After a long absence not everything is read out: the log has it. */
const MOST_MOVES = 4;

/** @param {Session} was @param {Session} now @param {(entry: Entry) => string} tell a move as one sentence */
export function announceRoom(was, now, tell) {
  for (const text of changes(was, now, tell)) announce(text);
}

/** @param {Session} was @param {Session} now @param {(entry: Entry) => string} tell @returns {string[]} */
export function changes(was, now, tell) {
  /** @type {string[]} */
  const said = [];
  if (was === now || !now.room) return said;
  if (was.room && now.room.seats !== was.room.seats) {
    now.room.seats.forEach((seat, i) => {
      const before = was.room?.seats[i];
      if (seat && seat.player !== before?.player && seat.player !== now.you?.player) said.push(t("lobby.news.sat", { name: seat.name }));
      if (seat && before?.player === seat.player && before.online !== seat.online) {
        said.push(t(seat.online ? "lobby.news.back" : "lobby.news.away", { name: seat.name }));
      }
      if (!seat && before && now.room?.status === "lobby") said.push(t("lobby.news.stood", { name: before.name }));
    });
  }
  const { game } = now;
  if (game && was.game?.id === game.id) {
    const before = was.game.seq;
    said.push(...now.log.filter((entry) => entry.seq > before).slice(-MOST_MOVES).map(tell));
  }
  if (!game || (was.game?.id === game.id && was.game.turn === game.turn && was.game.phase === game.phase)) return said;
  if (game.phase === "over") said.push(t("bar.over"));
  else if (was.game?.turn !== game.turn || was.game.id !== game.id) {
    said.push(isMyTurn(now) ? t("bar.turn.yours") : t("bar.turn", { name: game.players[game.turn]?.name ?? "" }));
  }
  return said;
}
