// The options of the table: everyone sees them, the host sets them while the table waits.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";

/** @import { OptionsIn, Room } from "../net/wire" */
/** @import { Deeds, Model } from "../model" */

const LEAST = 10;
const MOST = 30;

/** The points that were asked for and are not answered yet: the next press counts from them. @type {number | null} */
let wished = null;

/** The options as they are, to be read. @param {Room} room */
export const optionList = ({ options, public: listed }) =>
  h(
    "ul.option-list",
    null,
    h("li", null, t("lobby.options.seats.are", { seats: options.seats })),
    h("li", null, t("lobby.options.target.is", { target: options.target })),
    options.relaxed_take && h("li", null, t("lobby.options.relaxed")),
    options.hide_reserved && h("li", null, t("lobby.options.hide")),
    h("li", null, t(listed ? "lobby.options.public.is" : "lobby.options.private.is")),
  );

/** @param {Model} model @param {Deeds} deeds */
export function optionsPanel({ room, you, link }, deeds) {
  if (!room) return null;
  const mine = you?.host === true;
  const off = !mine || link.status !== "live";
  /** @param {OptionsIn} options @param {boolean} [listed] */
  const set = (options, listed) => {
    // Refused or lost: the switch goes back to how things are.
    const change = listed === undefined ? { options } : { options, public: listed };
    return deeds.send({ type: "options", ...change }).catch(() => {}).finally(deeds.refresh);
  };
  /** @param {number} points */
  const aim = (points) => {
    wished = points;
    set({ target: points }).finally(() => wished === points && ((wished = null), deeds.refresh()));
    deeds.refresh();
  };
  const { seats, relaxed_take, hide_reserved } = room.options;
  const target = wished ?? room.options.target;
  return h(
    "section.options",
    { key: "options", "aria-labelledby": "options-title" },
    h("h2", { id: "options-title" }, t("lobby.options")),
    !mine && h("p.soft", null, t("lobby.options.host")),
    h(
      "fieldset.segments",
      { disabled: off },
      h("legend", null, t("lobby.options.seats")),
      [2, 3, 4].map((n) =>
        h(
          "label",
          { key: String(n) },
          h("input", {
            type: "radio",
            name: "seats",
            value: n,
            checked: seats === n,
            disabled: n < least(room),
            onchange: () => set({ seats: n }),
          }),
          h("span", null, n),
        ),
      ),
    ),
    h(
      "div.stepper",
      { role: "group", "aria-labelledby": "target-title" },
      h("span", { id: "target-title" }, t("lobby.options.target")),
      h("button", { type: "button", "aria-label": t("lobby.options.less"), disabled: off || target <= LEAST, onclick: () => aim(target - 1) }, "−"),
      h("output", { "aria-live": "polite" }, target),
      h("button", { type: "button", "aria-label": t("lobby.options.more"), disabled: off || target >= MOST, onclick: () => aim(target + 1) }, "+"),
    ),
    toggle("relaxed", t("lobby.options.relaxed"), relaxed_take, off, (on) => set({ relaxed_take: on })),
    toggle("hide", t("lobby.options.hide"), hide_reserved, off, (on) => set({ hide_reserved: on })),
    toggle("public", t("lobby.options.public"), room.public, off, (on) => set({}, on)),
  );
}

/** Nobody is to lose a seat by a switch. @param {Room} room */
const least = (room) => Math.max(2, room.seats.filter(Boolean).length);

/** @param {string} id @param {string} label @param {boolean} on @param {boolean} disabled @param {(on: boolean) => void} set */
const toggle = (id, label, on, disabled, set) =>
  h(
    "label.toggle",
    { key: id },
    h("span", null, label),
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: on,
      disabled,
      onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
  );
