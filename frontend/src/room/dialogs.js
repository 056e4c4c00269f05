// The one dialog that is open, if any.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { close, dialog } from "../ui/dialog.js";
import { deviceDialog } from "./device.js";
import { helpDialog } from "./help.js";
import { menuDialog } from "./menu.js";
import { peopleDialog } from "./people.js";
import { shareDialog } from "./share.js";

/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds */
export function dialogs(model, deeds) {
  const { room, you, page } = model;
  switch (page.dialog?.name) {
    case "menu":
      return menuDialog(model, deeds);
    case "help":
      return helpDialog(deeds, room?.options.target ?? 15);
    case "share":
      return room && shareDialog(room.code, deeds);
    case "device":
      return deviceDialog(deeds);
    case "people":
      return room && peopleDialog(room, you, deeds);
    case "kick":
      return kickDialog(page.dialog, model, deeds);
    default:
      return null;
  }
}

/** @param {{ seat: number, player: string, who: string }} whom @param {Model} model @param {Deeds} deeds */
function kickDialog({ seat, player, who }, { room, link }, deeds) {
  // Meanwhile the seat may have changed hands: it must not hit another.
  const gone = room?.seats[seat]?.player !== player;
  return dialog(
    { name: "kick", title: t("lobby.kick.title", { name: who }), deeds },
    h("p", null, t(gone ? "lobby.kick.gone" : "lobby.kick.about")),
    h(
      "div.answers",
      null,
      h("button.quiet", { type: "button", onclick: close }, t("app.cancel")),
      h(
        "button.go",
        {
          type: "button",
          disabled: gone || link.status !== "live",
          onclick: (/** @type {Event} */ event) => {
            close(event);
            deeds.send({ type: "kick", seat }).catch(() => {});
          },
        },
        t("lobby.kick"),
      ),
    ),
  );
}
