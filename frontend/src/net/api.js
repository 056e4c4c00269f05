// The HTTP calls. Each answers with what the server said, or throws a Refusal.

/** @import { Catalog, LinkOut, MeOut, PushKey, Room, RoomOut, RoomPage, WhoAmI } from "./wire" */

/** A refusal in the protocol's words. Codes of our own: `unreachable` (no answer), `lost` (the connection broke), `broken` (no sense in it). */
export class Refusal extends Error {
  /** @param {string} code @param {string} [detail] */
  constructor(code, detail = "") {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

const PATIENCE = 15_000;

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Refusal("unreachable");
  }
  if (answer.status === 204) return null;
  const said = await answer.json().catch(() => null);
  if (answer.ok && said) return said;
  throw new Refusal(said?.code ?? (answer.status === 404 ? "not_found" : "broken"), said?.detail ?? `status ${answer.status}`);
}

/** Who this browser is; null for nobody yet. @returns {Promise<WhoAmI | null>} */
export async function whoAmI() {
  try {
    return await call("GET", "/api/me");
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.code === "unauthorized") return null;
    throw refusal;
  }
}

/** Makes a player, or renames the one that this browser is. @param {string} name @returns {Promise<MeOut>} */
export const callMe = (name) => call("POST", "/api/me", { name });

/** Who this browser is, made now if it was nobody. @param {string} name @returns {Promise<{ player: string, name: string }>} */
export const beSomeone = async (name) => (await whoAmI()) ?? (await callMe(name));

/** A link that carries this player to another device. @returns {Promise<LinkOut>} */
export const linkDevice = () => call("POST", "/api/me/link");

/** @param {string} code @returns {Promise<MeOut>} */
export const claim = (code) => call("POST", "/api/me/claim", { code });

/** @returns {Promise<PushKey>} */
export const pushKey = () => call("GET", "/api/push/key");

/** @typedef {{ endpoint: string, p256dh: string, auth: string }} Subscription of this browser, as the server keeps it */

/** @param {Subscription} subscription @returns {Promise<unknown>} */
export const keepPush = (subscription) => call("POST", "/api/me/push", subscription);

/** @param {Subscription} subscription @returns {Promise<unknown>} */
export const forgetPush = (subscription) => call("DELETE", "/api/me/push", subscription);

/** @returns {Promise<RoomOut>} */
export const newRoom = () => call("POST", "/api/rooms", {});

/** @param {string} code @returns {Promise<Room>} */
export const room = (code) => call("GET", `/api/rooms/${encodeURIComponent(code)}`);

/** @param {"lobby" | "playing"} status @returns {Promise<RoomPage>} */
export const rooms = (status) => call("GET", `/api/rooms?status=${status}`);

/** @param {string} address @returns {Promise<Catalog>} */
export const catalog = (address) => call("GET", address);

/** Where the picture of a room's link stands. @param {string} code */
export const qrOf = (code) => `/api/rooms/${encodeURIComponent(code)}/qr.svg`;

/** @param {string} code */
export const socketOf = (code) =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/rooms/${encodeURIComponent(code)}/ws?patch=indexed`;
