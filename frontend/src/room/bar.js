// The bar above the table: where one is, whose turn it is, how the line stands, who watches, and the menu.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { isMyTurn } from "../state/session.js";

/** @import { Deeds, Link, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds */
export const bar = (model, deeds) =>
  h(
    "header.bar",
    { key: "bar" },
    h("a.home-mark", { href: "/", "aria-label": t("bar.home") }, h("span.mark", { "aria-hidden": true })),
    where(model),
    pill(model),
    h(
      "div.tools",
      null,
      line(model.link),
      model.room && model.room.watchers.length > 0 && watching(model.room.watchers.length, deeds),
      h(
        "button.menu",
        { type: "button", "aria-label": t("bar.menu"), "aria-haspopup": "dialog", onclick: () => deeds.open({ name: "menu" }) },
        h("span", { "aria-hidden": true }, "☰"),
      ),
    ),
  );

/** @param {Model} model */
function where({ room, game, page }) {
  const code = room?.code ?? (page.route.name === "room" ? page.route.code : "");
  const at = room?.status !== "lobby" && game;
  return h(
    "div.where",
    null,
    // Who is at the table already knows it by its words; the whole code is for passing on.
    h(at ? "h1" : "b", { title: code }, at ? code.split("-").slice(0, 2).join("-") : code),
    at && h("span", null, t("bar.round", { round: game.round, target: game.options.target })),
    at && game.final_round && game.phase !== "over" && h("em", null, t("bar.final")),
  );
}

/** Whose turn it is; while the line is broken, that comes first. @param {Model} model */
function pill(model) {
  const { link, room, game } = model;
  if (link.status !== "live") return h("p.turn.broken", { key: "turn" }, told(link));
  if (!room || room.status === "lobby" || !game) return h("p.turn.none", { key: "turn" });
  if (game.phase === "over") return h("p.turn.over", { key: "turn" }, t("bar.over"));
  if (isMyTurn(model)) return h("p.turn.yours", { key: "turn" }, t("bar.turn.yours"));
  return h("p.turn", { key: "turn" }, t("bar.turn", { name: game.players[game.turn]?.name ?? "" }));
}

/** The line in words. @param {Link} link */
export function told(link) {
  if (link.why === "replaced") return t("bar.link.moved");
  if (link.why) return t("bar.link.off");
  const seconds = link.until === null ? 0 : Math.ceil((link.until - Date.now()) / 1000);
  if (link.status === "offline") return t("bar.link.offline");
  return link.status === "waiting" && seconds > 0 ? t("bar.link.in", { n: seconds }) : t("bar.link.connecting");
}

/** @param {Link} link */
const line = (link) =>
  link.status === "live"
    ? h("span.line.live", { key: "line" }, h("i", { "aria-hidden": true }), h("span", null, t("bar.link.live")))
    : h("span.line", { key: "line" }, h("i", { "aria-hidden": true }), h("span", null, t("bar.link.not")));

/** @param {number} n @param {Deeds} deeds */
const watching = (n, deeds) =>
  h(
    "button.eyes",
    { key: "eyes", type: "button", "aria-haspopup": "dialog", onclick: () => deeds.open({ name: "people" }) },
    h("b", null, n),
    h("span", null, t("bar.watching", { n })),
  );
