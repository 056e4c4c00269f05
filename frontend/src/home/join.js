// Joining with a code that was read aloud, or with a link that was sent.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { readCode, roomPath } from "../routes.js";

/** @import { Deeds } from "../model" */

/** @param {Deeds} deeds */
export function joinForm(deeds) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
    const code = readCode(field.value);
    if (code) return deeds.go(roomPath(code));
    deeds.notice(t("home.join.unread"));
    field.focus();
  };
  return h(
    "form.join",
    { onsubmit: submit },
    h("label", { for: "join-code" }, t("home.join")),
    h(
      "div",
      null,
      h("input", {
        id: "join-code",
        name: "code",
        type: "text",
        placeholder: t("home.join.example"),
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: false,
        enterkeyhint: "go",
      }),
      h("button.quiet", { type: "submit" }, t("home.join.go")),
    ),
  );
}
