// In the menu: how to be told that it is one's turn. What the browser can't do is not offered.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { askToNotify, canNotify, isForbidden, mayNotify } from "../signals/notify.js";
import { canPush, isSubscribed, subscribe, unsubscribe } from "../signals/push.js";
import { chime } from "../signals/sound.js";
import { canVibrate, want, wants } from "../signals/wishes.js";
import { toggle } from "../ui/toggle.js";

/** @import { Deeds } from "../model" */

/** @param {Deeds} deeds */
export function signalChoices(deeds) {
  /** @param {"sound" | "vibrate"} wish @param {() => unknown} try_ */
  const plain = (wish, try_) =>
    toggle(wish, t(`signal.${wish}`), wants(wish), false, (on) => {
      want(wish, on);
      if (on) try_();
      deeds.refresh();
    });
  return h(
    "section.signals",
    { key: "signals", "aria-labelledby": "signals-title" },
    h("h3", { id: "signals-title" }, t("signal.title")),
    plain("sound", chime),
    canVibrate() && plain("vibrate", () => navigator.vibrate(70)),
    canNotify() && toggle("notify", t("signal.notify"), wants("notify") && mayNotify(), isForbidden(), (on) => void notify(on, deeds)),
    canPush() && pushToggle(deeds),
    isForbidden() && h("p.soft", { key: "forbidden" }, t("signal.forbidden")),
  );
}

/** @param {boolean} on @param {Deeds} deeds */
async function notify(on, deeds) {
  want("notify", on);
  if (on && !(await askToNotify())) want("notify", false);
  deeds.refresh();
}

/** A wish that is on its way to the push service. */
let busy = false;

/** @param {Deeds} deeds */
function pushToggle(deeds) {
  const on = isSubscribed(deeds.refresh);
  const set = async (/** @type {boolean} */ wish) => {
    busy = true;
    deeds.refresh();
    const came = wish ? await subscribe() : await unsubscribe().then(() => "off");
    busy = false;
    if (came === "fault") deeds.notice(t("signal.push.fault"));
    deeds.refresh();
  };
  return [
    toggle("push", t("signal.push"), on === true, busy || on === null || isForbidden(), (wish) => void set(wish)),
    h("p.soft", { key: "push-about" }, t(busy ? "app.moment" : on ? "signal.push.on" : "signal.push.about")),
  ];
}
