// Who is here: at the table and around it.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { initial } from "../state/names.js";
import { dialog } from "../ui/dialog.js";

/** @import { Room, You } from "../net/wire" */
/** @import { Deeds } from "../model" */

/** A face is a letter on a coin of its own shade. @param {string} name */
export const face = (name) => h("span.portrait", { "aria-hidden": true }, initial(name));

/** @param {Room} room @param {You | null} you */
export const watcherList = (room, you) =>
  h(
    "ul.people",
    null,
    room.watchers.map((watcher) =>
      h(
        "li",
        { key: watcher.player },
        face(watcher.name),
        h("span", null, watcher.name),
        watcher.player === you?.player && h("small", null, t("lobby.you")),
      ),
    ),
  );

/** @param {Room} room @param {You | null} you @param {Deeds} deeds */
export const peopleDialog = (room, you, deeds) =>
  dialog(
    { name: "people", title: t("bar.watching.title"), deeds },
    room.watchers.length > 0 ? watcherList(room, you) : h("p.soft", null, t("lobby.nobody")),
  );
