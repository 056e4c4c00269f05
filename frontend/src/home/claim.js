// Two small pages: a link from another device asks to go on here; and an address that leads nowhere.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";

/** @import { Child } from "../dom.js" */
/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds @param {{ code: string, who: string | null }} link */
export const claimPage = ({ page }, deeds, { code, who }) =>
  plain(
    "claim",
    who ? t("claim.title.as", { name: who }) : t("claim.title"),
    h("p", null, t("claim.about")),
    page.me && page.me.name !== who && h("p.soft", null, t("claim.now", { name: page.me.name })),
    h(
      "div.answers",
      null,
      h("a.quiet", { href: "/" }, t("claim.no")),
      h("button.go", { type: "button", disabled: !code, onclick: () => deeds.claim(code).catch(() => {}) }, t("claim.yes")),
    ),
  );

/** @param {Deeds} deeds @param {boolean} room whether it is a room that is missing */
export const nowhere = (deeds, room) =>
  plain(
    "nowhere",
    room ? t("app.missing.room") : t("app.missing"),
    h("p", null, room ? t("app.missing.room.about") : t("app.missing.about")),
    h(
      "div.answers",
      null,
      h("a.quiet", { href: "/" }, t("app.home")),
      h("button.go", { type: "button", onclick: () => deeds.newGame() }, t("home.new")),
    ),
  );

/** @param {string} key @param {string} title @param {...Child} children */
const plain = (key, title, ...children) =>
  h("main.plain", { key }, h("a.home-mark", { href: "/", "aria-label": t("bar.home") }, h("span.mark", { "aria-hidden": true })), h("h1", null, title), children);
