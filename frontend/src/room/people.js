// Who is here: at the table and around it; whom one would rather not hear; whom the host lets sit again.

import { art, h } from "../dom.js";
import { signs } from "../art/marks.js";
import { t } from "../i18n/i18n.js";
import { isMuted } from "../state/mutes.js";
import { initial } from "../state/names.js";
import { close, dialog } from "../ui/dialog.js";
import { since } from "./away.js";
import { bubble } from "./react.js";

/** @import { Child } from "../dom.js" */
/** @import { SeatView, Watcher, You } from "../net/wire" */
/** @import { Deeds, Model } from "../model" */

/** A face is a letter on a coin of its own shade. @param {string} name */
export const face = (name) => h("span.portrait", { "aria-hidden": true }, initial(name));

/** @param {Model} model @param {Deeds} [deeds] with them, people can be muted */
export const watcherList = (model, deeds) =>
  h(
    "ul.people",
    null,
    model.room?.watchers.map((watcher) =>
      h(
        "li",
        { key: watcher.player },
        face(watcher.name),
        h("span", null, watcher.name),
        watcher.player === model.you?.player && h("small", null, t("lobby.you")),
        bubble(model, watcher.player),
        deeds && mute(watcher, model.you, deeds),
      ),
    ) ?? [],
  );

/** @param {Model} model @param {Deeds} deeds */
export function peopleDialog(model, deeds) {
  const { room, you } = model;
  if (!room) return null;
  return dialog(
    { name: "people", title: t("bar.people"), deeds },
    h("h3", null, t("bar.people.seated")),
    h("ul.people", null, room.seats.map((seat, i) => seat && seated(model, seat, i, deeds))),
    h("h3", null, t("lobby.around")),
    room.watchers.length > 0 ? watcherList(model, deeds) : h("p.soft", null, t("lobby.nobody")),
    room.kicked.length > 0 && [
      h("h3", { key: "kicked-title" }, t("people.kicked")),
      h("ul.people", { key: "kicked" }, room.kicked.map((one) => h("li", { key: one.player }, face(one.name), h("span", null, one.name), you?.host && admit(one, deeds)))),
    ],
  );
}

/** @param {Model} model @param {SeatView} seat @param {number} i @param {Deeds} deeds */
function seated({ room, you, offset }, seat, i, deeds) {
  const kick = (/** @type {Event} */ event) => {
    close(event);
    deeds.open({ name: "kick", seat: i, player: seat.player, who: seat.name });
  };
  return h(
    "li",
    { key: seat.player },
    face(seat.name),
    h("span", null, seat.name),
    h("span.presence", { class: seat.online ? "on" : "off" }, seat.online ? t("lobby.here") : since(seat, offset)),
    room?.host === seat.player && h("small.host", null, t("lobby.host")),
    seat.player === you?.player && h("small", null, t("lobby.you")),
    mute(seat, you, deeds),
    you?.host && seat.player !== you.player && room?.status !== "over" && h("button.cross", { key: "kick", type: "button", "aria-label": t("lobby.kick.title", { name: seat.name }), title: t("lobby.kick.title", { name: seat.name }), onclick: kick }, "×"),
  );
}

/** @param {Watcher} one @param {You | null} you @param {Deeds} deeds @returns {Child} */
function mute({ player, name }, you, deeds) {
  if (player === you?.player) return null;
  const muted = isMuted(player);
  const label = t("people.mute", { name });
  return h("button.cross.hush", { key: "mute", type: "button", "aria-pressed": String(muted), "aria-label": label, title: label, onclick: () => deeds.mute(player) }, art(muted ? signs.muted : signs.heard));
}

/** @param {Watcher} one @param {Deeds} deeds */
const admit = ({ player }, deeds) =>
  h("button.quiet", { type: "button", onclick: () => deeds.send({ type: "admit", player }).catch(() => {}) }, t("people.admit"));
