// What a person is told of the room in a notice of its own, because it is about them: their wish was granted or not, the
// game played for them, they are the host now. Each once.

import { t } from "../i18n/i18n.js";
import { browser } from "../state/memory.js";
import { playedFor } from "../state/manners.js";

/** @import { Session } from "../state/session.js" */

/** The answer to a wish and the deed that it led to may come in either order. */
const TOGETHER = 600;

/** @param {() => Session} session the newest @param {(text: string) => void} notice */
export function words(session, notice) {
  /** @param {Session} was @param {Session} now */
  return function tell(was, now) {
    if (was === now || !now.room || !now.you) return;
    if (was.you && was.room?.code === now.room.code && !was.you.host && now.you.host) notice(t("people.host.you"));
    const lost = seatLost(was, now);
    if (lost) notice(t(lost));
    const asked = was.room?.ask;
    if (asked && !now.room.ask && now.game?.id === was.game?.id && now.you.seat === asked.seat) {
      setTimeout(() => notice(t(session().log.some((entry) => entry.type === "undo" && entry.of === asked.seq) ? "undo.granted" : "undo.refused")), TOGETHER);
    }
    playedForMe(now, notice);
  };
}

/** Why this person's seat is theirs no longer, if not by their own will (in this tab or another): the key of a sentence.
 * @param {Session} was @param {Session} now */
export function seatLost(was, now) {
  if (!was.you || was.you.seat === null || !now.you || now.you.seat !== null || was.room?.code !== now.room?.code) return null;
  if (now.room?.kicked.some(({ player }) => player === now.you?.player)) return "lobby.kicked";
  return now.room?.status === "playing" ? "again.without" : null;
}

/** @param {Session} session @param {(text: string) => void} notice */
function playedForMe({ room, you, game, log }, notice) {
  const seat = you?.seat ?? null;
  if (!game || seat === null || room?.status !== "playing" || room.seats[seat]?.bot === "deputy") return;
  const [id, told] = (browser.get("deputy") ?? "").split(":");
  const n = playedFor(log, seat, id === game.id ? Number(told) : 0);
  if (n === 0) return;
  browser.set("deputy", `${game.id}:${game.seq}`);
  notice(t("away.played", { n }));
}
