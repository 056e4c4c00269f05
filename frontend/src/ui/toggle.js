// A switch with its words.

import { h } from "../dom.js";

/** @param {string} id @param {string} label @param {boolean} on @param {boolean} disabled @param {(on: boolean) => void} set */
export const toggle = (id, label, on, disabled, set) =>
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
