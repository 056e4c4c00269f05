// The end, and the last round before it: a ribbon over the table, which stays as it is.
/** @import { Table, Deeds } from "./model.js" */
import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { closing, places } from "./facts.js";
import { nameOf } from "./words.js";
import { seatOf } from "./model.js";
import { again } from "./again.js";
import { asks } from "./asks.js";
import { scores } from "../room/evening.js";

/** Who won, and what decided it. @param {Table} model @returns {{ title: string, reason: string }} */
export function verdict(model) {
  const { result, players } = model.game;
  if (!result) return { title: "", reason: "" };
  const [first = 0, ...others] = result.winners;
  const points = players[first]?.points ?? 0;
  const name = result.winners.map((seat) => nameOf(model, seat)).join(t("end.and"));
  const mine = nameOf(model, first) === t("board.you") && !others.length;
  const title = others.length ? t("end.shared", { name, points }) : t(mine ? "end.you" : "end.won", { name, points });
  const facts = { cards: players[first]?.cards.length ?? 0, reserved: players[first]?.reserved.length ?? 0, points };
  const cut = model.log.some((entry) => entry.type === "end") ? `${t("end.by_table")} ` : "";
  return { title, reason: cut + t(`end.by_${result.by}`, facts) };
}

/** All that stands in the line above the table. @param {Table} model @param {Deeds} deeds */
export const ribbons = (model, deeds) => h("div.ribbons", { key: "ribbons" }, ribbon(model, deeds), asks(model, deeds));

/** @param {Table} model @param {Deeds} deeds */
function ribbon(model, deeds) {
  const { game } = model;
  if (game.result) return end(model, deeds);
  if (!game.final_round) return null;
  return h("section.ribbon.final", { key: "ribbon", role: "status" }, h("b", null, t("end.final")), " ", h("span", null, closing(game) === seatOf(model) ? t("end.until_you") : t("end.until", { name: nameOf(model, closing(game)) })));
}

/** @param {Table} model @param {Deeds} deeds */
function end(model, deeds) {
  const { result, players } = model.game;
  const { title, reason } = verdict(model);
  return h("section.ribbon.end", { key: "ribbon", "aria-label": t("end.title") },
    h("div.verdict", { role: "status" }, h("b", null, title), h("span", null, reason)),
    h("details", null, h("summary", null, t("end.scores")), h("div.sheet", null,
      h("table", null,
        h("thead", null, h("tr", null, ["place", "name", "points", "cards", "reserved", "nobles"].map((head) => h("th", { scope: "col" }, t(`end.${head}`))))),
        h("tbody", null, (result ? places(result) : []).map(({ seat, place }) => {
          const player = players[seat];
          return player ? h("tr", { key: `row${seat}`, class: place === 1 ? "won" : "" },
            h("td", null, player.left ? "–" : place), h("th", { scope: "row" }, nameOf(model, seat)),
            [player.points, player.cards.length, player.reserved.length, player.nobles.length].map((n) => h("td", null, n))) : null;
        })),
      ),
      model.room && model.room.scores.length > 1 ? scores(model.room) : null)),
    again(model, deeds));
}
