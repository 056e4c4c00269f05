// What a person has to decide before anything goes on here: the seat went to another device, or this page is old.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";

/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds */
export function banner({ link, page }, deeds) {
  if (link.why === "replaced") {
    return strip("moved", t("app.moved"), t("app.moved.go"), () => deeds.startOver().catch(() => {}));
  }
  if (page.old || link.why === "old") return strip("old", t("app.old"), t("app.old.go"), () => location.reload());
  return null;
}

/** @param {string} key @param {string} text @param {string} label @param {() => void} go */
const strip = (key, text, label, go) =>
  h("div.banner", { key: `banner-${key}`, role: "alert" }, h("p", null, text), h("button.go", { type: "button", onclick: go }, label));
