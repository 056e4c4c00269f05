// A page that was opened before the server was renewed speaks the old protocol. It says so, and goes by itself where
// nothing is lost by it.

import { tab } from "./state/memory.js";

/** @import { Welcome } from "./net/wire" */
/** @import { Model } from "./model" */

/** The protocol that these files speak. */
export const PROTOCOL = 1;

/** @param {Pick<Welcome, "protocol" | "client">} welcome @param {string} [mine] where this page's files stand */
export const isOld = ({ protocol, client }, mine = import.meta.url) => protocol !== PROTOCOL || (client !== "" && !mine.includes(client));

/** @param {Welcome} welcome @param {Model} model @param {() => void} tell */
export function watchVersion(welcome, model, tell) {
  if (!isOld(welcome)) return;
  tell();
  // Once for each version: a server behind a stale cache must not make the page go round for ever.
  if (tab.get("renewed") === welcome.client || isBusy(model)) return;
  tab.set("renewed", welcome.client);
  location.reload();
}

/** Whether a reload would take something away. @param {Model} model */
function isBusy({ selection, sending, page }) {
  const field = /** @type {HTMLInputElement | null} */ (document.activeElement?.matches("input") ? document.activeElement : null);
  return selection.kind !== "none" || sending || page.dialog !== null || Boolean(field?.value);
}
