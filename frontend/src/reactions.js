// Quick reactions: each is shown for a moment at the person's place, and kept nowhere.

import { t } from "./i18n/i18n.js";
import { isMuted } from "./state/mutes.js";
import { announce } from "./ui/announce.js";

/** @import { React, Reacted } from "./net/wire" */
/** @import { Session } from "./state/session.js" */

export const REACTIONS = /** @type {const} */ (["nice", "wow", "laugh", "think", "hurry", "thanks"]);
/** @typedef {typeof REACTIONS[number]} Reaction */
/** @typedef {{ reaction: Reaction, id: number }} Shown */

const STAY = 4_000;
/** How long the buttons rest after each: nobody wants a drum roll. And after the server found it too much. */
const REST = 900;
const LONG_REST = 4_000;

/** @param {() => void} refresh */
export function reactions(refresh) {
  /** @type {Record<string, Shown>} */
  let shown = {};
  let count = 0;
  let resting = 0;

  /** @param {number} ms */
  function rest(ms) {
    resting = Date.now() + ms;
    setTimeout(refresh, ms + 20);
    refresh();
  }

  return {
    /** By player. */
    get shown() {
      return shown;
    },
    get resting() {
      return Date.now() < resting;
    },
    /** @param {Reacted} message @param {Session} session */
    heard({ player, reaction }, { room, you }) {
      if (isMuted(player)) return;
      const id = ++count;
      shown = { ...shown, [player]: { reaction, id } };
      const who = [...(room?.seats ?? []), ...(room?.watchers ?? [])].find((one) => one?.player === player);
      if (who && player !== you?.player) announce(t("react.said", { name: who.name, what: t(`react.${reaction}`) }));
      setTimeout(() => {
        if (shown[player]?.id !== id) return;
        const { [player]: _, ...others } = shown;
        shown = others;
        refresh();
      }, STAY);
      refresh();
    },
    /** @param {Reaction} reaction @param {(message: React) => Promise<void>} send */
    async react(reaction, send) {
      if (Date.now() < resting) return;
      rest(REST);
      // A reaction that did not get through is no matter.
      await send({ type: "react", reaction }).catch((refusal) => refusal.code === "rate_limited" && rest(LONG_REST));
    },
  };
}
