// The service worker of this site: it shows notifications and keeps nothing. It has no dictionary, so that its words are
// handed to it in its address.

import { t } from "../i18n/i18n.js";

/** Where pages can have one: https, or this machine itself. */
export const hasWorker = () => "serviceWorker" in navigator && isSecureContext;

/** The one worker, set going if it is not. @returns {Promise<ServiceWorkerRegistration>} */
export async function worker() {
  const words = new URLSearchParams({ turn: t("signal.turn"), at: t("signal.turn.at") });
  await navigator.serviceWorker.register(`/sw.js?${words}`, { scope: "/" });
  return navigator.serviceWorker.ready;
}

/** Tells the worker where this page is, whenever it asks. */
export function answerWorker() {
  if (!hasWorker()) return;
  navigator.serviceWorker.addEventListener("message", (event) => event.data === "where" && event.ports[0]?.postMessage(location.href));
  navigator.serviceWorker.startMessages();
}

/** The worker that is there already, if any. @returns {Promise<ServiceWorkerRegistration | null>} */
export const workerNow = async () => (hasWorker() ? ((await navigator.serviceWorker.getRegistration("/")) ?? null) : null);
