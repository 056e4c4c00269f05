// Telling a person that it is their turn: only them, once, and in the ways that they chose.

import { t } from "../i18n/i18n.js";
import { isMyTurn } from "../state/session.js";
import { browser } from "../state/memory.js";
import { dismiss, notifyTurn } from "./notify.js";
import { chime } from "./sound.js";
import { turnCame, turnName } from "./turn.js";
import { canVibrate, wants } from "./wishes.js";

/** @import { Session } from "../state/session.js" */

/** @param {Session} was @param {Session} now */
export function signalTurn(was, now) {
  const code = now.room?.code;
  if (!code) return;
  // Whoever has just come was called perhaps, and needs no call any more.
  const came = !was.room && document.visibilityState === "visible";
  if (came || (isMyTurn(was) && !isMyTurn(now))) dismiss(code);
  if (!turnCame(was, now)) return;
  // Of several tabs of one browser only the first makes a noise.
  const first = browser.get("signalled") !== turnName(now);
  browser.set("signalled", turnName(now));
  if (first && wants("sound")) chime();
  if (first && wants("vibrate") && canVibrate()) navigator.vibrate([70, 50, 70]);
  if (wants("notify") && document.visibilityState === "hidden") notifyTurn(code, t("signal.turn"));
}

/** The tab is looked at: what called for it has done its work. @param {string | undefined} code */
export const answered = (code) => void (code && dismiss(code));
