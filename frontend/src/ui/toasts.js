// Short notices at the edge of the page. They go by themselves, and nothing is lost with them.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";

/** @import { Toast } from "../model" */

/** @param {Toast[]} list @param {(id: number) => void} drop */
export const toasts = (list, drop) =>
  h(
    "section.toasts",
    {
      // Made anew for each notice, so that it comes to lie above a dialog that was opened since.
      key: `toasts-${list.at(-1)?.id}`,
      popover: "manual",
      "aria-label": t("app.notices"),
      ref: (/** @type {HTMLElement} */ element) => element.showPopover?.(),
    },
    list.map((toast) =>
      h(
        "div.toast",
        { key: String(toast.id), class: toast.kind },
        h("span", null, toast.text),
        h("button.cross", { type: "button", "aria-label": t("app.close"), onclick: () => drop(toast.id) }, "×"),
      ),
    ),
  );
