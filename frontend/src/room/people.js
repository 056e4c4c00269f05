// Who is here: at the table and around it.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { initial } from "../state/names.js";
import { close, dialog } from "../ui/dialog.js";

/** @import { Room, SeatView, You } from "../net/wire" */
/** @import { Deeds } from "../model" */

/** A face is a letter on a coin of its own shade. @param {string} name */
export const face = (name) => h("span.portrait", { "aria-hidden": true }, initial(name));

/** @param {Room} room @param {You | null} you */
export const watcherList = (room, you) =>
  h(
    "ul.people",
    null,
    room.watchers.map((watcher) =>
      h(
        "li",
        { key: watcher.player },
        face(watcher.name),
        h("span", null, watcher.name),
        watcher.player === you?.player && h("small", null, t("lobby.you")),
      ),
    ),
  );

/** @param {Room} room @param {You | null} you @param {Deeds} deeds */
export const peopleDialog = (room, you, deeds) =>
  dialog(
    { name: "people", title: t("bar.people"), deeds },
    h("h3", null, t("bar.people.seated")),
    h("ul.people", null, room.seats.map((seat, i) => seat && seated(room, seat, i, you, deeds))),
    h("h3", null, t("lobby.around")),
    room.watchers.length > 0 ? watcherList(room, you) : h("p.soft", null, t("lobby.nobody")),
  );

/** @param {Room} room @param {SeatView} seat @param {number} i @param {You | null} you @param {Deeds} deeds */
function seated(room, seat, i, you, deeds) {
  const kick = (/** @type {Event} */ event) => {
    close(event);
    deeds.open({ name: "kick", seat: i, player: seat.player, who: seat.name });
  };
  return h(
    "li",
    { key: seat.player },
    face(seat.name),
    h("span", null, seat.name),
    h("span.presence", { class: seat.online ? "on" : "off" }, t(seat.online ? "lobby.here" : "lobby.away")),
    room.host === seat.player && h("small", null, t("lobby.host")),
    seat.player === you?.player && h("small", null, t("lobby.you")),
    you?.host && seat.player !== you.player && room.status !== "over" && h("button.quiet", { type: "button", onclick: kick }, t("lobby.kick")),
  );
}
