// The clock of a game, as an option: four offers, in words, and whether anything follows when time is out.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { PRESETS, paceOf } from "../state/clock.js";
import { toggle } from "../ui/toggle.js";

/** @import { ClockOption, OptionsIn } from "../net/wire" */

const PACES = /** @type {const} */ (["off", "quick", "normal", "slow"]);

/** A length of time in words. @param {number} seconds */
const long = (seconds) => (seconds % 60 === 0 ? t("clock.minutes", { n: seconds / 60 }) : t("clock.seconds", { n: seconds }));

/** What a clock means. @param {ClockOption | null} clock */
export function clockWords(clock) {
  if (!clock) return t("clock.off.is");
  const facts = { bank: long(clock.bank), increment: clock.increment };
  return `${t(clock.increment ? "clock.words" : "clock.words_plain", facts)} ${t(clock.advisory ? "clock.advisory.is" : "clock.strict.is")}`;
}

/** @param {ClockOption | null} clock @param {boolean} off @param {(options: OptionsIn) => void} set */
export function paceChoice(clock, off, set) {
  const pace = paceOf(clock);
  const choose = (/** @type {typeof PACES[number]} */ wish) =>
    set({ clock: wish === "off" ? null : { ...PRESETS[wish], advisory: clock?.advisory ?? false } });
  return h(
    "div.pace",
    { key: "pace" },
    h(
      "fieldset.segments",
      { disabled: off },
      h("legend", null, t("clock.title")),
      PACES.map((one) =>
        h(
          "label",
          { key: one },
          h("input", { type: "radio", name: "pace", value: one, checked: pace === one, onchange: () => choose(one) }),
          h("span", null, t(`clock.pace.${one}`)),
        ),
      ),
    ),
    h("p.soft", { "aria-live": "polite" }, clockWords(clock)),
    clock && toggle("advisory", t("clock.advisory"), clock.advisory, off, (advisory) => set({ clock: { bank: clock.bank, increment: clock.increment, advisory } })),
  );
}
