// Web Push: being told even while no page of this site is open. By choice, and for this browser alone.

import { Refusal, forgetPush, keepPush, pushKey } from "../net/api.js";
import { askToNotify, canNotify } from "./notify.js";
import { hasWorker, worker, workerNow } from "./worker.js";

export const canPush = () => hasWorker() && "PushManager" in globalThis && canNotify();

/** Whether this browser is subscribed; null until that is known. @type {boolean | null} */
let subscribed = null;
/** @type {Promise<void> | null} */
let looking = null;

/** @param {() => void} refresh */
export function isSubscribed(refresh) {
  looking ??= (async () => {
    subscribed = Boolean(await (await workerNow())?.pushManager.getSubscription().catch(() => null));
    refresh();
  })();
  return subscribed;
}

/** @returns {Promise<"on" | "forbidden" | "fault">} */
export async function subscribe() {
  if (!(await askToNotify())) return "forbidden";
  try {
    const { key } = await pushKey();
    const here = await worker();
    const made = await here.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint = "", keys = {} } = made.toJSON();
    try {
      await keepPush({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
    } catch (refusal) {
      await made.unsubscribe();
      throw refusal;
    }
    subscribed = true;
    return "on";
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) console.warn(refusal);
    return "fault";
  }
}

export async function unsubscribe() {
  const made = await (await workerNow())?.pushManager.getSubscription();
  subscribed = false;
  if (!made) return;
  const { endpoint = "", keys = {} } = made.toJSON();
  await made.unsubscribe();
  // The push service has forgotten it already; the server finds out by itself if this is lost.
  await forgetPush({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" }).catch(() => {});
}

/** This browser has become somebody else: what it asked for is theirs from now on. */
export async function renew() {
  const made = canPush() ? await (await workerNow())?.pushManager.getSubscription() : null;
  if (!made) return;
  const { endpoint = "", keys = {} } = made.toJSON();
  await keepPush({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
}

/** The key as the browser wants it. @param {string} key base64url */
export function bytes(key) {
  const text = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
