// The room's link, in every way that it can be handed to a friend: copied, shared by the phone, scanned.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { qrOf } from "../net/api.js";
import { roomPath } from "../routes.js";
import { copyFrom } from "../ui/copy.js";
import { dialog } from "../ui/dialog.js";

/** @import { Deeds } from "../model" */

/** @param {string} code */
export const linkOf = (code) => new URL(roomPath(code), location.href).href;

/** Whether nobody else can open what this page links to. @param {string} link */
const isAlone = (link) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(link, location.href).hostname);

/**
 * A link with its Copy, and Share where the device has that.
 * @param {{ link: string, title: string, name: string, deeds: Deeds }} about `name` tells this field from others of the page
 */
export function linkRow({ link, title, name, deeds }) {
  const id = `link-${name}`;
  const copy = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
    deeds.notice(t((await copyFrom(field)) ? "link.copied" : "link.select"));
  };
  return h(
    "div.link-row",
    null,
    h("input", {
      id,
      readonly: true,
      "aria-label": title,
      value: link,
      onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
    }),
    h("button.go", { type: "button", onclick: copy }, t("link.copy")),
    "share" in navigator &&
      h(
        "button.quiet",
        // Closing the phone's own sheet without sharing is no fault.
        { type: "button", onclick: () => navigator.share({ title: t("app.title"), text: title, url: link }).catch(() => {}) },
        t("link.share"),
      ),
    isAlone(link) && h("p.alone", null, t("link.alone")),
  );
}

/** @param {string} code @param {Deeds} deeds */
export const shareDialog = (code, deeds) =>
  dialog(
    { name: "share", title: t("link.title"), deeds },
    h("p", null, t("link.about")),
    linkRow({ link: linkOf(code), title: t("link.room"), name: "dialog", deeds }),
    h("img.qr", { src: qrOf(code), alt: t("link.qr"), width: 220, height: 220 }),
  );
