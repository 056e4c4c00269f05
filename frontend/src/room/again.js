// Between two games of an evening: the options and the chairs of the next one.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { maySit } from "../state/manners.js";
import { dialog } from "../ui/dialog.js";
import { optionsPanel } from "./options.js";
import { face } from "./people.js";

/** @import { Room } from "../net/wire" */
/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Room} room @param {Deeds} deeds */
export const againDialog = (model, room, deeds) =>
  dialog(
    { name: "again", title: t("again.set"), deeds },
    h("h3", null, t("bar.people.seated")),
    h("ol.people.places", null, room.seats.map((_, i) => place(model, room, i, deeds))),
    optionsPanel(model, deeds),
  );

/** @param {Model} model @param {Room} room @param {number} i @param {Deeds} deeds */
function place({ you, link }, room, i, deeds) {
  const seat = room.seats[i];
  const off = link.status !== "live" || room.status !== "over";
  const send = (/** @type {Parameters<Deeds["send"]>[0]} */ message) => () => deeds.send(message).catch(() => {});
  if (!seat) {
    return h("li", { key: `free${i}` }, h("span.portrait.empty", { "aria-hidden": true }), h("span.soft", null, t("lobby.free")), maySit(room, you) && h("button.go", { type: "button", disabled: off, onclick: send({ type: "sit", seat: i }) }, t("lobby.sit.here")));
  }
  const mine = seat.player === you?.player;
  return h(
    "li",
    { key: seat.player },
    face(seat.name),
    h("span", null, seat.name),
    room.rematch.includes(seat.player) && h("small", null, t("again.ready")),
    mine && h("button.quiet", { type: "button", disabled: off, onclick: send({ type: "stand" }) }, t("lobby.stand")),
  );
}
