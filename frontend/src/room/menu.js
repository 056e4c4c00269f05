// The menu: everything that is not the game itself.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { browser } from "../state/memory.js";
import { close, dialog } from "../ui/dialog.js";
import { nameField } from "../ui/name.js";
import { openDevice } from "./device.js";
import { optionList } from "./options.js";

/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds */
export const menuDialog = ({ room, you, game, page }, deeds) =>
  dialog(
    { name: "menu", title: t("menu.title"), deeds },
    nameField({ name: page.name, id: "menu-name", rename: deeds.rename }),
    h(
      "div.choices",
      null,
      room && item(t("menu.share"), () => deeds.open({ name: "share" })),
      room && item(t("bar.people"), () => deeds.open({ name: "people" })),
      item(t("menu.device"), () => openDevice(deeds)),
      item(t("menu.help"), () => deeds.open({ name: "help" })),
      mayResign({ room, you, game }) && item(t("menu.resign"), () => deeds.open({ name: "resign" })),
      page.route.name !== "home" && item(t("menu.leave"), () => deeds.go("/")),
    ),
    theme(deeds),
    room && h("details", null, h("summary", null, t("menu.options")), optionList(room)),
  );

/** @param {Pick<Model, "room" | "you" | "game">} model */
const mayResign = ({ room, you, game }) =>
  room?.status === "playing" && you !== null && you.seat !== null && game !== null && game.players[you.seat]?.left === false;

/** @param {string} label @param {() => void} go */
function item(label, go) {
  // Closed first, so that the next dialog gives the focus back to where this one had it from.
  const press = (/** @type {Event} */ event) => (close(event), go());
  return h("button.choice", { key: label, type: "button", onclick: press }, label);
}

/** @param {Deeds} deeds */
function theme(deeds) {
  const wish = browser.get("theme") ?? "system";
  return h(
    "fieldset.segments",
    null,
    h("legend", null, t("menu.theme")),
    ["system", "light", "dark"].map((value) =>
      h(
        "label",
        { key: value },
        h("input", {
          type: "radio",
          name: "theme",
          value,
          checked: wish === value,
          onchange: () => {
            browser.set("theme", value);
            dispatchEvent(new CustomEvent("theme", { detail: value }));
            deeds.refresh();
          },
        }),
        h("span", null, value === "system" ? t("menu.theme.system") : value === "light" ? t("menu.theme.light") : t("menu.theme.dark")),
      ),
    ),
  );
}
