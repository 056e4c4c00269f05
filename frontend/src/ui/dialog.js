// A dialog of the platform's own: it keeps the focus inside, gives it back, and closes on Escape.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";

/** @import { Child } from "../dom.js" */
/** @import { Deeds } from "../model" */

/**
 * @param {{ name: string, title: string, deeds: Deeds }} about
 * @param {...Child} children
 */
export function dialog({ name, title, deeds }, ...children) {
  return h(
    "dialog.leaf",
    {
      key: `dialog-${name}`,
      "aria-labelledby": `title-${name}`,
      ref: (/** @type {HTMLDialogElement} */ element) => element.showModal(),
      // Whichever way it closes, it is gone from the page only after the platform has given the focus back.
      onclose: () => deeds.shut(name),
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = /** @type {HTMLElement} */ (event.currentTarget);
        if (event.target === box && isOutside(event, box.getBoundingClientRect())) close(event);
      },
    },
    h(
      "header",
      null,
      h("h2", { id: `title-${name}` }, title),
      h("button.cross", { type: "button", "aria-label": t("app.close"), onclick: close }, "×"),
    ),
    children,
  );
}

/** @param {MouseEvent} event @param {DOMRect} box */
const isOutside = ({ clientX: x, clientY: y }, box) => x < box.left || x > box.right || y < box.top || y > box.bottom;

/** Closes the dialog that the event comes from. @param {Event} event */
export function close(event) {
  const at = /** @type {Element} */ (event.target);
  /** @type {HTMLDialogElement | null} */ (at.closest("dialog"))?.close();
}
