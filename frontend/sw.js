// The service worker. It shows what is pushed and opens the room that it is about; it keeps no page and no file, so that
// what a person sees always comes from the server. Its words stand in its own address (see src/signals/worker.js).

const scope = /** @type {any} */ (self);
const words = new URL(location.href).searchParams;

/** @param {string} room */
const linkOf = (room) => new URL(`/r/${encodeURIComponent(room)}`, location.origin).href;

/** The pages of this site that are open. @returns {Promise<any[]>} */
const pages = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Where a page is by now: what the worker knows by itself is where it was opened. A page that is busy is taken at that.
 * @param {any} page @returns {Promise<string>} */
const placeOf = (page) =>
  new Promise((tell) => {
    const line = new MessageChannel();
    line.port1.onmessage = (event) => tell(event.data);
    setTimeout(() => tell(page.url), 300);
    page.postMessage("where", [line.port2]);
  });

/** The open pages that show this link. @param {string} link */
async function showing(link) {
  const open = await pages();
  const places = await Promise.all(open.map(placeOf));
  return open.filter((_, i) => places[i]?.startsWith(link));
}

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
  if (room && (await showing(linkOf(room))).some((page) => page.visibilityState === "visible")) return;
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
  const [there] = await showing(link);
  if (there) return there.focus();
  await scope.clients.openWindow(link);
}

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(pushed(event)));
scope.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(pressed(event)));
