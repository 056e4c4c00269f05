// The people at the table: points largest, bonuses solid, tokens pale under them in the same column, so that what a
// player can buy is read downward. A press opens everything that they own.
/** @import { Child } from "../dom.js" */
/** @import { PlayerView } from "../net/wire.d.ts" */
/** @import { Table, Deeds } from "./model.js" */
/** @import { Change } from "./change.js" */
/** @import { Token } from "../art/gems.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { COLOURS, GEMS, gem } from "../art/gems.js";
import { signs } from "../art/marks.js";
import { after, presence, total } from "./facts.js";
import { seatOf } from "./model.js";
import { nameOf, playerWords } from "./words.js";
import { mini } from "./card.js";
import { touched } from "./change.js";
import { closeAll, looks } from "./looks.js";
import { NOTHING } from "../state/selection.js";
import { words as lastWords } from "./log.js";

/** Bonuses over tokens, by colour; gold under the count of tokens. `give` makes the tokens buttons, to give them back.
 * @param {PlayerView} player @param {{ change?: Change | null, given?: Token[], give?: (token: Token) => void }} [how] */
export function holding(player, { change = null, given = [], give } = {}) {
  /** @param {Token} token */
  const tokens = (token) => {
    const n = player.tokens[token] - given.filter((one) => one === token).length;
    const inside = [art(gem(token)), h("b", null, n || "")];
    const look = `token ${n ? "" : "none"} ${touched(change, change?.tokens.has(token))}`;
    return give && player.tokens[token]
      ? h("button", { class: `${look} give`, type: "button", "aria-label": t("tray.give", { gem: t(`gem.${token}`), count: n }), "aria-disabled": n ? null : "true", "data-spot": `give-${token}`, onclick: () => give(token) }, inside)
      : h("span", { class: look }, inside);
  };
  const all = total(player.tokens) - given.length;
  return h("div.holding", null,
    COLOURS.map((colour) => h(`span.pair.${colour}`, { key: colour },
      h("span.bonus", { class: `${player.bonuses[colour] ? "" : "none"} ${touched(change, change?.bonus === colour)}` }, h("small", null, GEMS[colour].letter), h("b", null, player.bonuses[colour] || "·")),
      tokens(colour))),
    h("span.pair.gold", { key: "gold" }, h("span.count", { class: all >= 10 ? "full" : "" }, h("b", null, all), h("small", null, "/10")), tokens("gold")));
}

/** @param {Table} model @param {number} seat @param {string} [cls] */
export const face = (model, seat, cls = "") => h("span.face", { class: cls, "aria-hidden": "true" }, [...(model.game.players[seat]?.name ?? "?")][0]?.toUpperCase());

/** Opens all that a player owns. @param {Deeds} deeds @param {number} seat */
export function openPlayer(deeds, seat) {
  const open = looks.player === seat;
  closeAll();
  looks.player = open ? null : seat;
  deeds.select(NOTHING);
  deeds.refresh();
}

/** Everyone but the one who looks, in the order in which they will act. @param {Table} model @param {Deeds} deeds @param {Change | null} change */
export function rivals(model, deeds, change) {
  const me = seatOf(model);
  const order = after(model.game, me ?? model.game.players.length - 1).filter((seat) => seat !== me);
  return h("section.rivals", { "aria-label": t("board.players"), class: `n${order.length}` }, order.map((seat) => rival(model, deeds, change, seat)));
}

/** @param {Table} model @param {Deeds} deeds @param {Change | null} change @param {number} seat */
function rival(model, deeds, change, seat) {
  const { game, room } = model;
  const player = game.players[seat];
  if (!player) return null;
  const here = presence(room, seat);
  const acts = game.turn === seat && !game.result;
  const won = game.result?.winners.includes(seat);
  const note = player.left ? t("board.left") : here === "offline" ? t("board.offline") : here === "bot" ? t("board.bot") : "";
  const entry = model.log.findLast((one) => one.seat === seat);
  return h("article.player", {
    key: `seat${seat}`, class: `${acts ? "acts" : ""} ${here === "offline" ? "away" : ""} ${player.left ? "left" : ""} ${won ? "won" : ""}`,
    style: { "--won": Math.min(1, player.points / game.options.target) },
  },
    h("h2", null, face(model, seat), h("span.name", null, player.name), seat === game.start ? h("span.first", { title: t("board.start"), role: "img", "aria-label": t("board.start") }, art(signs.start)) : null,
      note ? h("em", { class: here === "bot" && !player.left ? "calm" : "" }, note) : null, here === "offline" && !player.left ? h("em.brief", { "aria-hidden": "true" }, t("board.away")) : null, h("b.score", null, player.points)),
    h("div.facts", { "aria-hidden": "true" },
      holding(player, { change: change?.seat === seat ? change : null }),
      h("div.owned", { class: player.reserved.length + player.nobles.length + (player.tokens.gold ? 1 : 0) > 3 ? "many" : "" },
        player.tokens.gold ? h("span.gold-held", null, art(gem("gold")), player.tokens.gold) : null,
        h("span.count", { class: total(player.tokens) >= 10 ? "full" : "" }, h("b", null, total(player.tokens)), h("small", null, "/10")),
        player.reserved.map((held) => mini(model, held)),
        player.nobles.map((id) => h("span.mini.crowned", null, art(signs.crown), h("b", null, model.catalog.nobles[id]?.points ?? ""))),
        h("small.cards", null, t("board.cards", { n: player.cards.length })))),
    entry ? h("p.last", null, lastWords(model, deeds, entry, false)) : null,
    h("button.cover", { type: "button", "aria-label": t("board.open_player", { facts: playerWords(model, seat) }), "aria-expanded": String(looks.player === seat), "data-spot": `seat-${seat}`, onclick: () => openPlayer(deeds, seat) }));
}

/** @param {Table} model */
export const whoseTurn = (model) => nameOf(model, model.game.turn);
