// The name that one plays under: shown as it is, edited in place, kept when one leaves the field.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { NAME_LENGTH, tidy } from "../state/names.js";

/**
 * @param {{ name: string, id: string, rename(name: string): Promise<void> }} about `id` of the field, one of a kind in the page
 */
export function nameField({ name, id, rename }) {
  /** @param {Event} event */
  const keep = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const next = tidy(field.value);
    field.value = next || name;
    if (next && next !== name) rename(next).catch(() => (field.value = name));
  };
  return h(
    "label.myname",
    { for: id },
    h("span", null, t("app.name")),
    h("input", {
      id,
      key: name,
      type: "text",
      // Given once, not at every drawing: a move that comes in must not take away what is being typed.
      ref: (/** @type {HTMLInputElement} */ field) => (field.value = name),
      maxlength: NAME_LENGTH,
      autocomplete: "nickname",
      spellcheck: false,
      enterkeyhint: "done",
      onchange: keep,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") /** @type {HTMLElement} */ (event.target).blur();
      },
    }),
  );
}
