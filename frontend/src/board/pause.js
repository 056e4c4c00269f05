// The host may stop all clocks, and let them run on.
/** @import { Table, Deeds } from "./model.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { signs } from "../art/marks.js";
import { clock } from "./clock.js";
import { held } from "./model.js";

/** What the host would do now: true to stop the clocks, false to let them run on; null where neither is to be had.
 * @param {Pick<Table, "game" | "you"> | { game: null, you: any }} model @returns {boolean | null} */
export function mayPause({ game, you }) {
  if (!you?.host || !game?.clock || game.result) return null;
  return game.clock.held !== "pause";
}

/** @param {{ game: { id: string } | null }} model @param {Pick<Deeds, "send">} deeds @param {boolean} paused */
export const pause = ({ game }, deeds, paused) => deeds.send({ type: "pause", game: game?.id ?? "", paused }).catch(() => {});

/** My own clock; the host's is a button where there is room for one. @param {Table} model @param {Deeds} deeds @param {number} seat */
export function ownClock(model, deeds, seat) {
  const shown = clock(model, seat);
  const next = mayPause(model);
  if (!shown || next === null) return shown;
  return [
    h("button.pause", { key: "pause", type: "button", title: t(next ? "clock.pause" : "clock.go_on"), "aria-label": t(next ? "clock.pause" : "clock.go_on"), "aria-disabled": held(model) ? "true" : null, onclick: () => held(model) ?? pause(model, deeds, next) },
      art(next ? signs.pause : signs.run)),
    shown,
  ];
}

/** "Go on" where the deed is, for the host of a table that stands still. @param {Table} model @param {Deeds} deeds */
export const goOn = (model, deeds) =>
  mayPause(model) === false
    ? h("button.quiet", { key: "go-on", type: "button", disabled: held(model) !== null, "aria-label": t("clock.go_on"), onclick: () => pause(model, deeds, false) }, t("clock.go"))
    : null;
