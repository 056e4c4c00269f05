// The chairs round the table: who sits there, who may sit down.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { maySit } from "../state/manners.js";
import { face } from "./people.js";
import { bubble } from "./react.js";

/** @import { SeatView, Sit } from "../net/wire" */
/** @import { Deeds, Model } from "../model" */

/** The sides of the table on which chairs stand, by their number, clockwise from the one nearest to the viewer. */
const SIDES = [["south"], ["south", "north"], ["south", "west", "east"], ["south", "west", "north", "east"]];

/** @param {Model} model @param {Deeds} deeds */
export function chairs(model, deeds) {
  const { room, you } = model;
  if (!room) return null;
  const n = room.seats.length;
  const sides = SIDES[n - 1] ?? [];
  const nearest = you?.seat ?? 0;
  return h(
    "ol.chairs",
    null,
    room.seats.map((seat, i) => {
      const side = sides[(i - nearest + n) % n] ?? "south";
      return seat ? taken(seat, i, side, model, deeds) : free(i, side, model, deeds);
    }),
  );
}

/** Who sat down by keyboard finds the focus at what can be done next: the button that had it is gone.
 * @param {Sit} sit @param {Deeds} deeds */
export async function sitDown(sit, deeds) {
  await deeds.send(sit).catch(() => {});
  requestAnimationFrame(() => document.activeElement === document.body && document.getElementById("my-seat")?.focus());
}

/** @param {SeatView} seat @param {number} i @param {string} side @param {Model} model @param {Deeds} deeds */
function taken(seat, i, side, model, deeds) {
  const { room, you } = model;
  const mine = you?.seat === i;
  const host = room?.host === seat.player;
  return h(
    "li.chair",
    { key: `seat-${i}`, class: `${side}${mine ? " own" : ""}${seat.online ? "" : " away"}` },
    face(seat.name),
    bubble(model, seat.player),
    h("b.sitter", { title: seat.name }, seat.name),
    h(
      "span.signs",
      null,
      h("span.presence", { class: seat.online ? "on" : "off" }, t(seat.online ? "lobby.here" : "lobby.away")),
      host && h("span.host", null, t("lobby.host")),
      mine && h("span", null, t("lobby.you")),
    ),
    you?.host &&
      !mine &&
      h(
        "button.cross",
        {
          type: "button",
          "aria-label": t("lobby.kick.title", { name: seat.name }),
          onclick: () => deeds.open({ name: "kick", seat: i, player: seat.player, who: seat.name }),
        },
        "×",
      ),
  );
}

/** @param {number} i @param {string} side @param {Model} model @param {Deeds} deeds */
function free(i, side, { room, you, link }, deeds) {
  return h(
    "li.chair.free",
    { key: `seat-${i}`, class: side },
    maySit(room, you)
      ? h(
          "button",
          { type: "button", disabled: link.status !== "live", onclick: () => sitDown({ type: "sit", seat: i }, deeds) },
          h("span.plus", { "aria-hidden": true }, "+"),
          h("span", null, t("lobby.sit.here")),
        )
      : h("span.soft", null, t("lobby.free")),
  );
}
