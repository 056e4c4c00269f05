// Numbered messages and their answers. What the answer was is never left open: a message whose answer was lost with the
// line is refused, except an action of the game: that is sent again until it is known whether it came to be.

import { Refusal } from "./api.js";

/** @import { Act, ClientMessage, Entry, Ok, Refused } from "./wire" */
/** @import { Session } from "../state/session.js" */

/** @typedef {{ message: ClientMessage, resolve: () => void, reject: (refusal: Refusal) => void, broken: boolean }} Pending */

/** @param {(message: ClientMessage) => boolean} transmit */
export function requests(transmit) {
  /** @type {Map<number, Pending>} */
  const pending = new Map();
  let count = 0;

  return {
    /** @param {ClientMessage} message @returns {Promise<void>} */
    ask(message) {
      return new Promise((resolve, reject) => {
        const id = ++count;
        if (transmit({ ...message, id })) pending.set(id, { message, resolve, reject, broken: false });
        else reject(new Refusal("lost"));
      });
    },

    /** @param {Ok | Refused} answer */
    answered(answer) {
      const id = Number(answer.re);
      const asked = pending.get(id);
      pending.delete(id);
      if (answer.type === "ok") asked?.resolve();
      else asked?.reject(new Refusal(answer.code, answer.detail));
      return asked !== undefined;
    },

    /** The line is gone, and with it every answer under way. */
    broke() {
      for (const [id, asked] of pending) {
        asked.broken = true;
        if (asked.message.type === "act") continue;
        pending.delete(id);
        asked.reject(new Refusal("lost"));
      }
    },

    /** A new line stands, and this is how things are now. @param {Session} session */
    resume(session) {
      for (const [id, asked] of [...pending]) {
        if (!asked.broken || asked.message.type !== "act") continue;
        const fate = settle(asked.message, session);
        if (fate === "again" && transmit({ ...asked.message, id })) {
          asked.broken = false;
          continue;
        }
        if (fate === "again") continue; // gone again already: the next line tells
        pending.delete(id);
        if (fate === "ok") asked.resolve();
        else asked.reject(new Refusal("stale"));
      }
    },

    /** Nothing will be sent again. */
    abandon() {
      for (const asked of pending.values()) asked.reject(new Refusal("lost"));
      pending.clear();
    },
  };
}

/**
 * What became of an action whose answer was lost: it is to be sent again, it came to be, or another took its place.
 * @param {Act} act
 * @param {Pick<Session, "game" | "log" | "you">} session
 * @returns {"again" | "ok" | "stale"}
 */
export function settle(act, { game, log, you }) {
  if (!game || game.id !== act.game) return "stale";
  const seq = placeOf(act.seq, log);
  if (game.seq === seq - 1) return "again";
  const entry = log.find((line) => line.seq === seq);
  return entry && entry.seat === you?.seat && isEntryOf(entry, act.action) ? "ok" : "stale";
}

/** The number that an action for number `seq` has or is to have. What only tells of time (a line that was gone for a while
 * leaves such entries by itself) may have taken it: the server then gives the action the next.
 * @param {number} seq @param {Entry[]} log @returns {number} */
export function placeOf(seq, log) {
  const taken = log.find((line) => line.seq === seq);
  return taken?.type === "clock" || taken?.type === "deputy" ? placeOf(seq + 1, log) : seq;
}

/** Whether the log's `entry` tells of `action`. @param {Entry} entry @param {Act["action"]} action */
function isEntryOf(entry, action) {
  if (entry.type !== action.type) return false;
  switch (action.type) {
    case "take":
    case "return":
      return isSame(entry.tokens, action.tokens);
    case "reserve":
      if (action.card) return entry.card === action.card;
      return entry.blind === true && (!entry.level || entry.level === action.deck);
    case "buy":
      return entry.card === action.card && (!action.pay || isSame(entry.paid, action.pay));
    case "noble":
      return entry.noble === action.noble;
  }
}

/** @param {Record<string, number> | null | undefined} some @param {Record<string, number>} others */
function isSame(some, others) {
  const keys = new Set([...Object.keys(some ?? {}), ...Object.keys(others)]);
  return [...keys].every((key) => (some?.[key] ?? 0) === (others[key] ?? 0));
}
