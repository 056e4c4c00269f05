// The table before the game: empty chairs round it, the link to hand to friends, and one thing to press.

import { art, h } from "../dom.js";
import { COLOURS, gem } from "../art/gems.js";
import { t } from "../i18n/i18n.js";
import { nameField } from "../ui/name.js";
import { isKicked } from "../state/manners.js";
import { chairs, sitDown } from "./chairs.js";
import { chat } from "./chat.js";
import { optionsPanel } from "./options.js";
import { watcherList } from "./people.js";
import { linkOf, linkRow } from "./share.js";

/** @import { Room } from "../net/wire" */
/** @import { Deeds, Model } from "../model" */

/** @param {Model} model @param {Deeds} deeds */
export function lobby(model, deeds) {
  const { room } = model;
  if (!room) return null;
  return h(
    "main.lobby",
    { key: "lobby" },
    h("section.round", { "aria-labelledby": "lobby-title" }, felt(model, room, deeds), chairs(model, deeds)),
    h(
      "div.beside",
      null,
      optionsPanel(model, deeds),
      room.watchers.length > 0 &&
        h("section.around", { key: "around", "aria-labelledby": "around-title" }, h("h2", { id: "around-title" }, t("lobby.around")), watcherList(model)),
      chat(model, deeds),
    ),
    deed(model, deeds),
  );
}

/** The cloth in the middle. @param {Model} model @param {Room} room @param {Deeds} deeds */
function felt({ you }, room, deeds) {
  const host = room.seats.find((seat) => seat?.player === room.host);
  return h(
    "div.felt",
    null,
    h("div.decks", { "aria-hidden": true }, [1, 2, 3].map((level) => h("span", { class: `l${level}` }, Array(level).fill(h("i"))))),
    h("div.gems", { "aria-hidden": true }, [...COLOURS, /** @type {const} */ ("gold")].map((colour) => art(gem(colour, { fine: true })))),
    h("h1", { id: "lobby-title" }, you?.host || !host ? t("lobby.title") : t("lobby.title.of", { name: host.name })),
    h("p.soft", null, you?.seat === null ? t("lobby.come") : t("lobby.invite")),
    linkRow({ link: linkOf(room.code), title: t("link.room"), name: "lobby", deeds }),
    h("button.plain-link", { type: "button", "aria-haspopup": "dialog", onclick: () => deeds.open({ name: "share" }) }, t("link.qr.show")),
    h("small.soft", { key: "kept" }, t("menu.kept.lobby")),
  );
}

/** Mine: my name, and the one thing that I can do now. @param {Model} model @param {Deeds} deeds */
function deed(model, deeds) {
  const { room, you, link, page } = model;
  if (!room || !you) return null;
  const live = link.status === "live";
  const seated = you.seat !== null;
  const taken = room.seats.filter(Boolean).length;
  return h(
    "section.seat",
    { key: "seat", id: "my-seat", tabindex: -1, "aria-label": t("lobby.you") },
    nameField({ name: page.name, id: "lobby-name", rename: deeds.rename }),
    h(
      "div.answers",
      null,
      seated &&
        h(
          "button.quiet",
          { key: "stand", type: "button", disabled: !live, onclick: () => deeds.send({ type: "stand" }).catch(() => {}) },
          t("lobby.stand"),
        ),
      seated ? start(model, deeds, taken) : sit(model, deeds, taken),
    ),
  );
}

/** @param {Model} model @param {Deeds} deeds @param {number} taken */
function sit({ room, you, link }, deeds, taken) {
  if (isKicked(room, you)) return h("p.soft", { key: "kicked" }, t("error.sit.forbidden"));
  if (room && taken >= room.seats.length) return h("p.soft", { key: "full" }, t("lobby.full"));
  return h(
    "button.go.big",
    {
      key: "sit",
      type: "button",
      disabled: link.status !== "live",
      onclick: () => sitDown({ type: "sit" }, deeds),
    },
    t("lobby.sit"),
  );
}

/** @param {Model} model @param {Deeds} deeds @param {number} taken */
function start({ room, you, link }, deeds, taken) {
  const host = room?.seats.find((seat) => seat?.player === room.host);
  if (!you?.host) return h("p.soft", { key: "wait" }, host ? t("lobby.wait", { name: host.name }) : t("lobby.wait.host"));
  return h(
    "button.go.big",
    {
      key: "start",
      type: "button",
      disabled: taken < 2 || link.status !== "live",
      onclick: () => deeds.send({ type: "start" }).catch(() => {}),
    },
    t("lobby.start"),
    taken < 2 && h("small", null, t("lobby.start.two")),
  );
}
