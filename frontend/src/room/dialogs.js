// The one dialog that is open, if any.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { close, dialog } from "../ui/dialog.js";
import { againDialog } from "./again.js";
import { deviceDialog } from "./device.js";
import { helpDialog } from "./help.js";
import { menuDialog } from "./menu.js";
import { peopleDialog } from "./people.js";
import { shareDialog } from "./share.js";

/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds */
export function dialogs(model, deeds) {
  const { room, page } = model;
  switch (page.dialog?.name) {
    case "menu":
      return menuDialog(model, deeds);
    case "help":
      return helpDialog(deeds, room?.options.target ?? 15);
    case "share":
      return room && shareDialog(room.code, deeds);
    case "again":
      return room && againDialog(model, room, deeds);
    case "device":
      return deviceDialog(deeds);
    case "people":
      return peopleDialog(model, deeds);
    case "resign":
      return resignDialog(model, deeds);
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
  const about = gone ? "lobby.kick.gone" : room.status === "playing" ? "lobby.kick.playing" : "lobby.kick.about";
  const words = { name: "kick", title: t("lobby.kick.title", { name: who }), about: t(about), go: t("lobby.kick") };
  return sure(words, gone || link.status !== "live", () => deeds.send({ type: "kick", seat }), deeds);
}

/** @param {Model} model @param {Deeds} deeds */
function resignDialog({ game, you, link }, deeds) {
  const others = game?.players.filter((player, seat) => !player.left && seat !== you?.seat) ?? [];
  const about = others.length === 1 ? t("menu.resign.last", { name: others[0]?.name ?? "" }) : t("menu.resign.about");
  const words = { name: "resign", title: t("menu.resign.title"), about, go: t("menu.resign.go") };
  return sure(words, !game || link.status !== "live", () => deeds.send({ type: "resign", game: game?.id ?? "" }), deeds);
}

/** Asks before what can't be taken back.
 * @param {{ name: string, title: string, about: string, go: string }} words @param {boolean} disabled
 * @param {() => Promise<void>} go @param {Deeds} deeds */
function sure({ name, title, about, go: label }, disabled, go, deeds) {
  const press = (/** @type {Event} */ event) => {
    close(event);
    go().catch(() => {});
  };
  return dialog(
    { name, title, deeds },
    h("p", null, about),
    h(
      "div.answers",
      null,
      h("button.quiet", { type: "button", onclick: close }, t("app.cancel")),
      h("button.go", { type: "button", disabled, onclick: press }, label),
    ),
  );
}
