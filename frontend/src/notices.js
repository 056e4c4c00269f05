// Short notices: what has happened, and what could not be done and why.

import { Refusal } from "./net/api.js";
import { has, t } from "./i18n/i18n.js";
import { announce } from "./ui/announce.js";

/** @import { Page, Toast } from "./model" */

const STAY = 6_000;
const MOST = 3;

/** @param {Page} page where they stand @param {() => void} refresh */
export function notices(page, refresh) {
  let count = 0;

  /** @param {string} text @param {Toast["kind"]} [kind] */
  function notice(text, kind = "news") {
    const toast = { id: ++count, text, kind };
    page.toasts = [...page.toasts, toast].slice(-MOST);
    announce(text);
    setTimeout(() => drop(toast.id), STAY);
    refresh();
  }

  /** @param {number} id */
  function drop(id) {
    page.toasts = page.toasts.filter((toast) => toast.id !== id);
    refresh();
  }

  /** Says what went wrong, in words of the dictionary. @param {unknown} fault @param {string} [deed] the message that was refused */
  function tell(fault, deed = "") {
    if (!(fault instanceof Refusal)) {
      console.error(fault);
      return notice(t("error.broken"), "fault");
    }
    if (fault.code === "busy") return;
    const key = [`error.${deed}.${fault.code}`, `error.${fault.code}`].find(has) ?? "error.broken";
    // The server's own sentence says which rule was broken; all else is better said in our words.
    const rule = fault.code === "illegal_action" ? ` ${fault.detail.replace(/^E\d+: /, "")}.` : "";
    notice(t(key) + rule, "fault");
  }

  /** The same deed; a refusal is said, too. @template T @param {Promise<T>} doing @param {string} [deed] @returns {Promise<T>} */
  async function told(doing, deed) {
    try {
      return await doing;
    } catch (fault) {
      tell(fault, deed);
      throw fault;
    }
  }

  return { notice, drop, tell, told };
}
