// Another game at the same table: who is in, and what the evening adds up to.
/** @import { Table, Deeds } from "./model.js" */
import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { inAgain, isKicked, maySit } from "../state/manners.js";
import { face } from "../room/people.js";
import { held } from "./model.js";

/** @param {Table} model @param {Deeds} deeds */
export function again(model, deeds) {
  const { room, you } = model;
  if (!room || room.status !== "over") return null;
  const seated = room.seats.filter((seat) => seat !== null);
  const ready = inAgain(room);
  // Who hosts says by starting that they are in.
  const starts = ready.length + (you?.host && you.seat !== null && !room.rematch.includes(you.player) ? 1 : 0);
  const mine = you !== null && room.rematch.includes(you.player);
  const off = held(model) !== null;
  const may = you !== null && (you.seat !== null || (maySit(room, you) && seated.length < room.seats.length));
  const join = async () => {
    // Whoever watches takes a free chair with the same press.
    if (you?.seat === null) await deeds.send({ type: "sit" });
    await deeds.send({ type: "rematch", ready: !mine });
  };
  return h("div.again", { key: "again", role: "group", "aria-label": t("again.title") },
    h("p", { role: "status" }, h("b", null, t("again.title")), " ",
      h("span.who-chose", null, ready.map((seat) => h("span", { key: seat.player, title: seat.name }, face(seat.name), h("span.unseen", null, seat.name)))),
      h("small", null, t("again.in", { n: ready.length, of: seated.length })),
      isKicked(room, you) ? [" ", h("small", { key: "kicked" }, t("error.sit.forbidden"))] : null),
    h("div.answers", null,
      h("button.quiet", { key: "set", type: "button", "aria-haspopup": "dialog", onclick: () => deeds.open({ name: "again" }) }, t("again.set")),
      you?.host && ready.length > 0 && starts >= 2 && starts < seated.length ? h("button.quiet", { key: "start", type: "button", disabled: off, onclick: () => deeds.send({ type: "start" }).catch(() => {}) }, t("again.start", { n: starts })) : null,
      may ? h("button.go", { key: "in", type: "button", class: mine ? "" : "ready", "aria-pressed": String(mine), disabled: off, onclick: () => join().catch(() => {}) }, t(mine ? "again.out" : "again.join")) : null));
}
