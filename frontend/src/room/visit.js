// One visit to one room: the line, what the server told over it, and what is under way. Everything that can go wrong on a
// network ends here in one of two ways: the state is whole again, or `link` says that it is not.

import { Refusal, beSomeone, room as askRoom, socketOf } from "../net/api.js";
import { placeOf, requests } from "../net/requests.js";
import { browserWorld, keepLine } from "../net/socket.js";
import { offsetOf } from "../state/clock.js";
import { isDeed } from "../state/manners.js";
import { tab } from "../state/memory.js";
import { look } from "../state/news.js";
import { nothing, receive } from "../state/session.js";

/** @import { Act, ClientMessage, Reacted, ServerMessage, Welcome } from "../net/wire" */
/** @import { Link } from "../model" */
/** @import { Session } from "../state/session.js" */

/** Had the last message before a silence been lost, no number would tell: after so long the state is asked for, once. */
const STILL = 30_000;
/** How long the state may lag behind an answer before it is asked for. */
const LAG = 1_500;
/** An action that is not answered for so long is said to be being saved: its player is told that it is not lost. */
const SLOW = 1_000;
/** An action that is not answered for so long makes the line suspect. */
const DOUBT = 3_000;
/** How long what was missed stays marked on the board, while it is looked at. */
const MARKED = 10_000;

/**
 * @typedef {object} Owner
 * @property {(was: Session, now: Session) => void} changed draws; both sessions, so that what is new can be told
 * @property {(welcome: Welcome) => void} welcomed looks at the versions
 * @property {() => void} missing there is no such room
 * @property {() => void} strange this browser keeps no cookies, so nobody can be recognised
 * @property {() => string} name who to be, if nobody yet
 * @property {(message: Reacted, session: Session) => void} [reacted]
 * @property {() => void} [slow] an action takes its time
 */

/** @param {string} code @param {Owner} owner @param {import("../net/socket.js").World} [world] */
export function visit(code, owner, world = browserWorld(socketOf(code))) {
  let session = nothing;
  /** @type {Link} */
  let link = { status: "connecting", until: null };
  /** The place in the game that an action under way is to have. @type {{ game: string, seq: number } | null} */
  let acting = null;
  let slow = false;
  let news = 0;
  /** From which number on the board shows what was missed. @type {number | null} */
  let mark = null;
  /** @type {any} */
  let unmark = null;
  /** @type {number | null} */
  let offset = null;
  let made = 0;
  /** @type {any} */
  let still = null;

  const line = keepLine(world, { heard, changed, refused });
  const asking = requests(line.transmit);

  /** @param {Link} next */
  function changed(next) {
    const was = link.status;
    link = next;
    // Before the line itself is there, nothing can have been asked.
    if (was === "live") asking.broke();
    if (next.why) asking.abandon();
    owner.changed(session, session);
  }

  /** @param {ServerMessage} message */
  function heard(message) {
    if (message.type === "ok" || message.type === "error") {
      if (!asking.answered(message)) return;
    }
    if (message.type === "react") return owner.reacted?.(message, session);
    if (message.type === "welcome") offset = offsetOf(offset, message.now, world.now());
    const was = session;
    session = receive(session, message);
    if (session.torn && !was.torn) resync();
    seen(was, message.type);
    if (message.type === "move" || message.type === "game" || message.type === "room") {
      world.cancel(still);
      still = world.later(resync, STILL);
    }
    if (message.type === "welcome") {
      made = 0;
      owner.welcomed(message);
      asking.resume(session);
    }
    if (acting && (session.game?.id !== acting.game || session.game.seq >= placeOf(acting.seq, session.log))) acting = null;
    if (session !== was || message.type === "ok" || message.type === "error") owner.changed(was, session);
  }

  function resync() {
    line.transmit({ type: "ping", resync: true });
    world.later(() => session.torn && link.status === "live" && line.redial(), DOUBT);
  }

  /** Moves the mark of what this person has seen. @param {Session} was @param {ServerMessage["type"]} by */
  function seen(was, by) {
    const { game, you, log } = session;
    if (!game) return;
    const key = `seen:${game.id}`;
    if (was.game?.id !== game.id) news = Number(tab.get(key) ?? game.seq);
    const before = was.game?.id === game.id ? was.game.seq : news;
    const visible = document.visibilityState === "visible";
    const last = log.at(-1);
    // An entry about time is about a seat too, and nobody's deed.
    const acted = game.seq > before && you?.seat !== null && last !== undefined && last.seat === you?.seat && !last.by && (isDeed(last) || last.type === "undo");
    // What a welcome brings happened while the line was gone: nobody saw it come.
    news = look({ news, before, after: game.seq, visible: visible && by !== "welcome", acted });
    if (acted || was.game?.id !== game.id) setMark(null);
    // A gap that was mended at once is no absence.
    if (visible && by === "welcome" && !was.torn && news < game.seq && game.seq > before) setMark(news);
    if (visible) tab.set(key, String(game.seq));
  }

  /** Marks on the board what came after number `from`, for a while. @param {number | null} from */
  function setMark(from) {
    world.cancel(unmark);
    mark = from;
    if (from === null || document.visibilityState !== "visible") return;
    unmark = world.later(() => {
      mark = null;
      owner.changed(session, session);
    }, MARKED);
  }

  /** The server would not open the line: why, and what now? @returns {Promise<"now" | "later" | "never">} */
  async function refused() {
    try {
      await askRoom(code);
      const { fresh } = await someone();
      if (!fresh) return "later";
      if (++made <= 2) return "now";
      owner.strange();
      return "never";
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.code !== "not_found") return "later";
      owner.missing();
      return "never";
    }
  }

  async function someone() {
    const me = await beSomeone(owner.name());
    return { me, fresh: !("rooms" in me) };
  }

  return {
    get session() {
      return session;
    },
    /** @returns {Link} */
    get link() {
      // A session with a gap is no ground to act on, however well the line is.
      return link.status === "live" && session.torn ? { status: "connecting", until: null } : link;
    },
    get sending() {
      return acting !== null;
    },
    get saving() {
      return acting !== null && slow;
    },
    get news() {
      return news;
    },

    /** The server's time is this much ahead of the device's, in ms. */
    get offset() {
      return offset ?? 0;
    },
    /** From which number on the board is to show what was missed, or null. */
    get mark() {
      return mark;
    },

    /** Sends an action as the next of the game. @param {Act["action"]} action @returns {Promise<void>} */
    async act(action) {
      const { game } = session;
      if (!game || acting) throw new Refusal("busy");
      const mine = { game: game.id, seq: game.seq + 1 };
      acting = mine;
      slow = false;
      const wait = world.later(() => {
        slow = true;
        if (link.status === "live") owner.slow?.();
        owner.changed(session, session);
      }, SLOW);
      const doubt = world.later(() => line.probe(LAG), DOUBT);
      try {
        await asking.ask({ type: "act", ...mine, action });
        // The answer may overtake the move; until that is here too, the board shows the past. And if it never comes?
        world.later(() => acting === mine && link.status === "live" && resync(), LAG);
      } catch (refusal) {
        if (acting === mine) acting = null;
        throw refusal;
      } finally {
        world.cancel(wait);
        world.cancel(doubt);
        owner.changed(session, session);
      }
    },
    /** @param {ClientMessage} message */
    send: (message) => asking.ask(message),
    /** The page is seen again, or the network is back. */
    wake() {
      if (session.game && news < session.game.seq) setMark(news);
      line.wake();
    },
    /** The page is hidden: all until now has been seen. */
    lookAway() {
      const { game } = session;
      if (!game) return;
      news = game.seq;
      setMark(null);
      tab.set(`seen:${game.id}`, String(news));
    },
    probe: () => line.probe(LAG),
    leave() {
      world.cancel(still);
      world.cancel(unmark);
      line.close();
      asking.abandon();
    },
  };
}
