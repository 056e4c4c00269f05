// The first page: one press makes a table.

import { art, h } from "../dom.js";
import { COLOURS, gem } from "../art/gems.js";
import { scene } from "../art/scenes.js";
import { t } from "../i18n/i18n.js";
import { nameField } from "../ui/name.js";
import { joinForm } from "./join.js";
import { tables } from "./tables.js";

/** @import { Colour } from "../art/gems.js" */
/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds */
export const home = ({ page }, deeds) => [
  h(
    "header.bar",
    { key: "bar" },
    h("span.mark", { "aria-hidden": true }),
    h("div.where", null, h("b", null, t("app.title"))),
    h(
      "div.tools",
      null,
      h("button.text", { type: "button", "aria-haspopup": "dialog", onclick: () => deeds.open({ name: "help" }) }, t("menu.help")),
      h(
        "button.menu",
        { type: "button", "aria-label": t("bar.menu"), "aria-haspopup": "dialog", onclick: () => deeds.open({ name: "menu" }) },
        h("span", { "aria-hidden": true }, "☰"),
      ),
    ),
  ),
  h(
    "main.home",
    { key: "home" },
    h(
      "section.welcome",
      { "aria-labelledby": "home-title" },
      fan(),
      h("h1", { id: "home-title" }, t("home.title")),
      h("p.about", null, t("home.about")),
      h(
        "div.begin",
        null,
        nameField({ name: page.name, id: "home-name", rename: deeds.rename }),
        h("button.go.big", { type: "button", disabled: page.busy, onclick: () => deeds.newGame() }, t("home.new")),
      ),
      h("p.soft", null, t("home.new.about")),
      joinForm(deeds),
    ),
    tables(page),
  ),
];

/** A hand of cards with the gems in front of it: this is what lies on the table. */
const fan = () =>
  h(
    "div.fan",
    { "aria-hidden": true },
    pictured("L1-11", 1, "emerald"),
    pictured("L3-05", 3, "sapphire"),
    pictured("L2-19", 2, "ruby"),
    h("div.gems", null, [...COLOURS, /** @type {const} */ ("gold")].map((colour) => art(gem(colour, { fine: true })))),
  );

/** @param {string} id @param {1 | 2 | 3} level @param {Colour} colour */
const pictured = (id, level, colour) => h("div.picture", null, art(scene(id, level, colour)), h("span.corner", null, art(gem(colour, { fine: true }))));
