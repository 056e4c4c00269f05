// A notification of the desktop's own while the tab is hidden: one for each room, gone as soon as the tab is looked at.

import { t } from "../i18n/i18n.js";
import { hasWorker, worker, workerNow } from "./worker.js";

/** @type {Notification | null} */
let shown = null;

export const canNotify = () => "Notification" in globalThis && isSecureContext;
export const mayNotify = () => canNotify() && Notification.permission === "granted";
export const isForbidden = () => canNotify() && Notification.permission === "denied";

/** Asks the person, once; the browser remembers their answer. */
export const askToNotify = async () => canNotify() && (await Notification.requestPermission()) === "granted";

/** The same name as a push about that room has, so that one takes the place of the other. @param {string} code */
const tagOf = (code) => `turn-${code}`;

/** @param {string} code of the room @param {string} title */
export async function notifyTurn(code, title) {
  if (!mayNotify()) return;
  const about = { body: t("signal.turn.at", { room: code }), tag: tagOf(code), data: { room: code } };
  try {
    // Phones only know notifications of a worker.
    if (hasWorker()) return void (await (await worker()).showNotification(title, about));
    shown = new Notification(title, about);
    shown.onclick = () => (window.focus(), dismiss(code));
  } catch {
    // Then the title of the tab tells.
  }
}

/** The tab is looked at, or the turn is over. @param {string} code */
export async function dismiss(code) {
  shown?.close();
  shown = null;
  if (!canNotify()) return;
  const list = await (await workerNow())?.getNotifications({ tag: tagOf(code) }).catch(() => []);
  for (const one of list ?? []) one.close();
}
