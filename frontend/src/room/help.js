// How to play, for someone who has one minute.

import { art, h } from "../dom.js";
import { gem } from "../art/gems.js";
import { t } from "../i18n/i18n.js";
import { dialog } from "../ui/dialog.js";

/** @import { Deeds } from "../model" */

/** @param {Deeds} deeds @param {number} target */
export const helpDialog = (deeds, target) =>
  dialog(
    { name: "help", title: t("menu.help"), deeds },
    h("p", null, t("help.goal", { target })),
    h("h3", null, t("help.turn")),
    h(
      "ol.rules",
      null,
      rule(["ruby", "emerald", "sapphire"], t("help.three")),
      rule(["ruby", "ruby"], t("help.two")),
      rule(["gold"], t("help.reserve")),
      rule(["diamond"], t("help.buy")),
    ),
    h("h3", null, t("help.more")),
    h("ul.notes", null, h("li", null, t("help.bonus")), h("li", null, t("help.ten")), h("li", null, t("help.noble")), h("li", null, t("help.end"))),
  );

/** @param {("diamond" | "sapphire" | "emerald" | "ruby" | "gold")[]} gems @param {string} text */
const rule = (gems, text) => h("li", null, h("span.gems", null, gems.map((colour) => art(gem(colour)))), h("span", null, text));
