// The service worker. It shows what is pushed and opens the room that it is about; it keeps no page and no file, so that
// what a person sees always comes from the server. Its words stand in its own address (see src/signals/worker.js).

const scope = /** @type {any} */ (self);
const words = new URL(location.href).searchParams;

/** @param {string} room */
const linkOf = (room) => new URL(`/r/${encodeURIComponent(room)}`, location.origin).href;

/** The pages of this site that are open. @returns {Promise<any[]>} */
const pages = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

/** @param {any} event what was pushed: `{"room", "title"?, "body"?}` */
async function pushed(event) {
  /** @type {{ room?: string, title?: string, body?: string }} */
  let about = {};
  try {
    about = event.data?.json() ?? {};
  } catch {
    // A push that says nothing still says that it is somebody's turn.
  }
  const room = about.room ?? "";
  // Whoever is looking at that very room needs no telling.
  const seen = (await pages()).some((page) => page.visibilityState === "visible" && room && page.url.startsWith(linkOf(room)));
  if (seen) return;
  await scope.registration.showNotification(about.title ?? words.get("turn") ?? "", {
    body: about.body ?? (words.get("at") ?? "").replace("{room}", room),
    tag: `turn-${room}`,
    data: { room },
  });
}

/** @param {any} event */
async function pressed(event) {
  event.notification.close();
  const room = event.notification.data?.room;
  const link = room ? linkOf(room) : new URL("/", location.origin).href;
  const open = await pages();
  const there = open.find((page) => page.url.startsWith(link));
  if (there) return there.focus();
  await scope.clients.openWindow(link);
}

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(pushed(event)));
scope.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(pressed(event)));
