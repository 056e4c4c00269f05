// The score of the evening: all games of this room, by person.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { evening } from "../state/evening.js";

/** @import { Room } from "../net/wire" */

const HEADS = /** @type {const} */ (["games", "wins", "points"]);

/** @param {Room} room */
export function scores(room) {
  const lines = evening(room);
  if (lines.length === 0) return null;
  return h("table.evening", { key: "evening" },
    h("caption", null, t("evening.title", { n: room.scores.length })),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("end.name")), HEADS.map((head) => h("th", { scope: "col" }, t(`evening.${head}`))))),
    h("tbody", null, lines.map((line, i) => h("tr", { key: String(i) }, h("th", { scope: "row" }, line.name), HEADS.map((head) => h("td", null, line[head]))))));
}
