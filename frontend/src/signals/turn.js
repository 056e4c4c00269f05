// When a person's turn comes: once a turn, however it was learnt. Pure.

import { isMyTurn } from "../state/session.js";

/** @import { Session } from "../state/session.js" */

/** Whether by what was just heard this person's turn has begun. @param {Session} was @param {Session} now */
export function turnCame(was, now) {
  if (!isMyTurn(now) || !was.room || !now.game) return false;
  if (!isMyTurn(was) || was.game?.id !== now.game.id) return true;
  // It was mine and is mine: a new turn only where somebody else did something in between.
  const before = was.game.seq;
  const seat = now.you?.seat;
  return now.log.some((entry) => entry.seq > before && entry.seat !== seat && entry.type !== "clock" && entry.type !== "deputy");
}

/** A name for this turn, the same in every tab. @param {Session} now */
export const turnName = ({ game }) => `${game?.id}:${game?.seq}`;
