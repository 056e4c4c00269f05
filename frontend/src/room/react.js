// The six quick reactions: the buttons, and the bubble at a person's place.

import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { drawing } from "../art/reactions.js";
import { REACTIONS } from "../reactions.js";

/** @import { Deeds, Model } from "../model" */

/** @param {Pick<Model, "link" | "resting">} model @param {Pick<Deeds, "react">} deeds */
export const reactBar = ({ link, resting }, deeds) =>
  h("div.react-bar", { role: "group", "aria-label": t("react.title") }, REACTIONS.map((reaction) =>
    h("button", {
      key: reaction, type: "button", "aria-label": t(`react.${reaction}`), title: t(`react.${reaction}`), "aria-disabled": resting ? "true" : null,
      disabled: link.status !== "live", onclick: () => deeds.react(reaction),
    }, art(drawing[reaction]))));

/** What somebody has just given, shown at their place. @param {Pick<Model, "reactions">} model @param {string | undefined} player */
export function bubble({ reactions }, player) {
  const shown = player ? reactions?.[player] : undefined;
  return shown ? h("span.bubble", { key: `bubble${shown.id}`, "aria-hidden": true }, art(drawing[shown.reaction]), h("b", null, t(`react.${shown.reaction}`))) : null;
}
