// The line to the room's socket: opened, listened to, and opened again for as long as the page stands.
// It knows nothing of the game; what it owes is that "live" is true, and that a lost line is noticed and mended by itself.

/** @import { ClientMessage, ServerMessage } from "./wire" */
/** @import { Link } from "../model" */

/**
 * The world, so that tests can be it.
 * @typedef {{ onopen: any, onmessage: any, onclose: any, send(text: string): void, close(): void }} Line
 * @typedef {{ open(): Line, now(): number, later(run: () => void, ms: number): any, cancel(timer: any): void,
 *   random(): number, online(): boolean, watched(): boolean }} World
 */

/** @param {string} url @returns {World} */
export const browserWorld = (url) => ({
  open: () => new WebSocket(url),
  now: () => Date.now(),
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer),
  random: () => Math.random(),
  online: () => navigator.onLine,
  watched: () => document.visibilityState === "visible",
});

const TICK = 2_500;
/** A line that was silent for so long is asked; with no answer for ANSWER it is dead: 25 s in all. */
const SILENCE = 10_000;
const ANSWER = 14_000;
const DIAL = 8_000;
/** The longest pause: while somebody looks on, and while nobody does. */
const WATCHED = 3_000;
const UNWATCHED = 30_000;
/** Answers that a person waits for: after sleep the board must be true again within two seconds. */
const GLANCE = 1_200;
const GLANCE_AFTER_SLEEP = 800;

/** The pause before try number `n`, in ms. @param {number} n @param {Pick<World, "random" | "watched">} world */
export const backOff = (n, world) => Math.min(world.watched() ? WATCHED : UNWATCHED, 500 * 2 ** n) * (0.5 + world.random() / 2);

/**
 * `refused`: called when the server would not open the line; says when to try again ("now", "later") or "never".
 * @param {World} world
 * @param {{ heard(message: ServerMessage): void, changed(link: Link): void, refused(): Promise<"now" | "later" | "never"> }} owner
 */
export function keepLine(world, { heard, changed, refused }) {
  /** @type {Link} */
  let link = { status: "connecting", until: null };
  /** @type {Line | null} */
  let line = null;
  let tries = 0;
  let dialled = 0;
  let last = 0; // when anything was heard
  /** @type {number | null} */
  let asked = null; // since when an answer is due
  let stopped = false;
  /** @type {string | null} */
  let bye = null;
  /** @type {any} */
  let timer = null;

  /** @param {Link} next */
  function become(next) {
    if (next.status === link.status && next.until === link.until && next.why === link.why) return;
    link = next;
    changed(link);
  }

  /** @param {() => void} run @param {number} ms */
  function after(run, ms) {
    world.cancel(timer);
    timer = world.later(run, ms);
  }

  function dial() {
    hangUp();
    dialled = world.now();
    asked = null;
    bye = null;
    become({ status: "connecting", until: null });
    let opened = false;
    const mine = world.open();
    line = mine;
    mine.onopen = () => (opened = true);
    mine.onmessage = (/** @type {{ data: string }} */ event) => mine === line && take(event.data);
    mine.onclose = (/** @type {{ code: number }} */ event) => mine === line && lost(event.code, opened);
    after(() => lost(0, true), DIAL);
  }

  /** Lets the line go without hearing of it again. */
  function hangUp() {
    world.cancel(timer);
    const old = line;
    line = null;
    if (!old) return;
    old.onmessage = old.onclose = old.onopen = null;
    old.close();
  }

  /** @param {string} text */
  function take(text) {
    last = world.now();
    asked = null;
    /** @type {ServerMessage} */
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return; // a frame spoilt on its way: the gap that it leaves is noticed
    }
    if (message.type === "bye") bye = message.reason;
    if (message.type === "welcome") {
      tries = 0;
      after(tick, TICK);
      become({ status: "live", until: null });
    }
    heard(message);
  }

  function tick() {
    after(tick, TICK);
    const now = world.now();
    if (asked !== null && now - asked >= ANSWER) dial();
    else if (asked === null && now - last >= SILENCE) ask(false);
  }

  /** @param {boolean} resync whether to be told everything anew, too */
  function ask(resync) {
    asked = world.now();
    transmit(resync ? { type: "ping", resync } : { type: "ping" });
  }

  /** Finds out within `ms` whether the line lives, and whether what is shown is still so; opens another if not.
   * @param {number} ms */
  function probe(ms) {
    if (link.status !== "live") return;
    const mine = line;
    const since = world.now();
    ask(true);
    world.later(() => {
      if (mine === line && link.status === "live" && last < since) dial();
    }, ms);
  }

  /** @param {number} code @param {boolean} opened */
  async function lost(code, opened) {
    hangUp();
    if (stopped) return;
    if (code === 4001 || bye === "replaced") return stop("replaced");
    if (code === 1002 || bye === "protocol") return stop("old");
    if (bye === "restart" || code === 1012) return wait(200 + 1_000 * world.random());
    // Thrown out for what this page did: it had better be calm for a while.
    if (code === 1008) return wait(UNWATCHED * (0.5 + world.random() / 2));
    const pause = backOff(tries++, world);
    if (opened) return wait(pause);
    const before = dialled;
    wait(pause);
    const advice = await refused();
    if (stopped || dialled !== before) return; // it went on meanwhile
    if (advice === "never") stop("network");
    else if (advice === "now") dial();
  }

  /** @param {number} ms */
  function wait(ms) {
    become({ status: world.online() ? "waiting" : "offline", until: world.now() + ms });
    after(dial, ms);
  }

  /** @param {"replaced" | "old" | "network"} why */
  function stop(why) {
    stopped = true;
    hangUp();
    become({ status: "offline", until: null, why });
  }

  /** @param {ClientMessage} message @returns {boolean} whether it went out */
  function transmit(message) {
    if (!line || link.status !== "live") return false;
    line.send(JSON.stringify(message));
    return true;
  }

  dial();
  return {
    transmit,
    probe,
    /** Something happened that makes a look worth it: the page is seen again, the network is back. */
    wake() {
      if (stopped) return;
      const now = world.now();
      if (link.status === "live") probe(now - last > 25_000 ? GLANCE_AFTER_SLEEP : GLANCE);
      else if (link.status !== "connecting" || now - dialled > 2_000) dial();
    },
    /** Opens another line at once. */
    redial: () => stopped || dial(),
    close: () => stop("network"),
    get stopped() {
      return stopped;
    },
  };
}
