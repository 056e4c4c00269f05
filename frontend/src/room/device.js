// "Continue on another device": a link that works once and carries this person's seats along.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { linkDevice } from "../net/api.js";
import { dialog } from "../ui/dialog.js";
import { linkRow } from "./share.js";

/** @import { LinkOut } from "../net/wire" */
/** @import { Deeds } from "../model" */

/** @type {{ link: LinkOut } | { fault: true } | null} */
let made = null;

/** @param {Deeds} deeds */
async function make(deeds) {
  made = null;
  deeds.refresh();
  try {
    made = { link: await linkDevice() };
  } catch {
    made = { fault: true };
  }
  deeds.refresh();
}

/** @param {Deeds} deeds */
export function openDevice(deeds) {
  make(deeds);
  deeds.open({ name: "device" });
}

/** @param {Deeds} deeds */
export const deviceDialog = (deeds) =>
  dialog(
    { name: "device", title: t("menu.device"), deeds },
    h("p", null, t("link.device.about")),
    made === null && h("p", { "aria-busy": true }, t("app.moment")),
    made && "fault" in made && [
      h("p.warn", null, t("error.unreachable")),
      h("button.quiet", { type: "button", onclick: () => make(deeds) }, t("app.again")),
    ],
    made && "link" in made && body(made.link, deeds),
  );

/** @param {LinkOut} link @param {Deeds} deeds */
function body({ url, qr, expires }, deeds) {
  const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(new Date(expires));
  return [
    // As a picture it can't do anything but be seen.
    h("img.qr", { src: `data:image/svg+xml,${encodeURIComponent(qr)}`, alt: t("link.device.qr"), width: 220, height: 220 }),
    linkRow({ link: new URL(url, location.href).href, title: t("link.device"), name: "device", deeds }),
    h("p.soft", null, t("link.device.until", { time })),
  ];
}
