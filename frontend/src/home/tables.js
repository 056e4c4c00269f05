// The tables that one can go to: one's own, those that wait for players, those to watch.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { roomPath } from "../routes.js";

/** @import { RoomSummary } from "../net/wire" */
/** @import { Page } from "../model" */

/** @param {Page} page */
export function tables({ lists }) {
  if (!lists || lists.mine.length + lists.open.length + lists.playing.length === 0) return null;
  return h(
    "div.tables",
    { key: "tables" },
    list("mine", t("home.mine"), lists.mine),
    list("open", t("home.open"), lists.open),
    list("playing", t("home.playing"), lists.playing),
  );
}

/** @param {string} id @param {string} title @param {RoomSummary[]} rooms */
const list = (id, title, rooms) =>
  rooms.length > 0 &&
  h(
    "section",
    { key: id, "aria-labelledby": `tables-${id}` },
    h("h2", { id: `tables-${id}` }, title),
    h("ul", null, rooms.map(entry)),
  );

/** @param {RoomSummary} room */
function entry(room) {
  const names = room.names.filter((name) => name !== null);
  const free = room.names.length - names.length;
  return h(
    "li",
    { key: room.code },
    h(
      "a.table-link",
      { href: roomPath(room.code), class: room.your_turn ? "yours" : undefined },
      h("b", null, names.length > 0 ? new Intl.ListFormat("en").format(names) : t("home.empty")),
      h("span", null, room.code),
      h("em", null, note(room, free)),
    ),
  );
}

/** @param {RoomSummary} room @param {number} free */
function note(room, free) {
  if (room.your_turn) return t("bar.turn.yours");
  if (room.status === "over") return t("bar.over");
  if (room.status === "lobby") return free > 0 ? t("home.free", { n: free }) : t("home.full");
  return room.watching > 0 ? t("bar.watching.n", { n: room.watching }) : t("home.running");
}
