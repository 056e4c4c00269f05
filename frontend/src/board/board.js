// The table: what people look at and play on. One function of the state; what is open and explained is in `looks`.
/** @import { Model, Deeds, Table } from "./model.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { signs } from "../art/marks.js";
import { settle } from "../state/selection.js";
import { chat, unread } from "../room/chat.js";
import { seatOf } from "./model.js";
import { bank, market, nobles } from "./market.js";
import { rivals } from "./players.js";
import { tray } from "./tray.js";
import { log } from "./log.js";
import { pops } from "./pops.js";
import { ribbon } from "./end.js";
import { lastChange } from "./change.js";
import { listen } from "./keys.js";
import { closeAll, leave, looks } from "./looks.js";
import * as press from "./press.js";

/** @param {Model} model @param {Deeds} deeds */
export function board(model, deeds) {
  const { game } = model;
  if (!game) return h("main.table", { "aria-busy": "true" });
  const whole = /** @type {Table} */ ({ ...model, game });
  // Whoever keeps the selection may have missed a view: what no longer holds is never drawn and never sent.
  whole.selection = settle(model.selection, game, seatOf(whole));
  listen(whole, deeds);
  const open = pops(whole, deeds);
  if (!open) leave();
  const change = lastChange(whole);
  return h("main.table", {
    class: `p${game.players.length} ${seatOf(whole) === null ? "watched" : ""} ${model.link.status === "live" ? "" : "stale"} ${game.result ? "over" : ""}`,
    onclick: (/** @type {MouseEvent} */ event) => { if (!(/** @type {Element} */ (event.target)).closest("button, a, input, summary, .pop, .side, .mine")) press.clear(deeds); },
  },
    h("h1.unseen", null, t("board.title")),
    ribbon(whole, deeds),
    rivals(whole, deeds, change),
    nobles(whole, deeds, change),
    market(whole, deeds, change),
    bank(whole, deeds, change),
    tray(whole, deeds, change, talk(whole, deeds)),
    side(whole, deeds),
    open);
}

/** Log and chat: a column on wide screens, a drawer on others. @param {Table} model @param {Deeds} deeds */
function side(model, deeds) {
  return [
    looks.side ? h("div.veil.of-side", { key: "veil-side" }) : null,
    h("aside.side", { key: "side", class: looks.side ? "open" : "", "aria-label": t("board.side") },
      log(model, deeds), chat(model, deeds),
      h("button.put-away", { type: "button", "aria-label": t("board.close"), onclick: () => { looks.side = false; deeds.refresh(); } }, art(signs.close))),
  ];
}

/** The button that opens log and chat, with a dot for what was said since. @param {Table} model @param {Deeds} deeds */
function talk(model, deeds) {
  const news = looks.side ? 0 : unread(model);
  return h("button.talk", {
    type: "button", "aria-label": news ? t("board.side_unread", { n: news }) : t("board.side"), "aria-expanded": String(looks.side), "data-spot": "talk",
    onclick: () => { const was = looks.side; closeAll(); looks.side = !was; deeds.refresh(); },
  }, art(signs.talk), news ? h("i.unread", null, news) : null);
}
