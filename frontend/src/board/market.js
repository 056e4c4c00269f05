// The middle of the table: three tiers of four cards with their decks, the nobles above, the bank beside.
/** @import { Child } from "../dom.js" */
/** @import { Table, Deeds } from "./model.js" */
/** @import { Change } from "./change.js" */
/** @import { Token } from "../art/gems.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { TOKENS, gem } from "../art/gems.js";
import { device } from "../art/marks.js";
import { whyNotReserve, whyNotTake } from "../state/selection.js";
import { away, coloursOf, total } from "./facts.js";
import { held, seatOf } from "./model.js";
import { amounts, cardName, gemWord, say } from "./words.js";
import { cardClass, cardFace, dots } from "./card.js";
import { touched } from "./change.js";
import * as press from "./press.js";

/** Attributes of a control that may be unavailable: it still can be focused and pressed, and says why.
 * @param {import("../state/selection.js").Words | null} why */
export const unavailable = (why) => (why ? { "aria-disabled": "true", title: say(why) } : { "aria-disabled": null, title: null });

const LEVELS = /** @type {const} */ ([3, 2, 1]);

/** @param {Table} model @param {Deeds} deeds @param {Change | null} change */
export function market(model, deeds, change) {
  const { game, selection } = model;
  return h("section.market", { "aria-label": t("board.market") }, h("div.tiers", null, LEVELS.map((level, row) =>
    h("div.tier", { key: `tier${level}`, class: `l${level}` },
      deck(model, deeds, level, row, change),
      (game.market[level] ?? []).map((id, slot) => {
        const spot = `market-${level}-${slot}`;
        const fresh = touched(change, change?.slot === `${level}-${slot}`, "dealt");
        if (!id) return h("span.gap", { key: spot, role: "img", "aria-label": t("card.gap") });
        const chosen = selection.kind === "card" && selection.card === id;
        return h("button", {
          key: spot, class: `${cardClass(model, id)} ${chosen ? "chosen" : ""} ${fresh}`, type: "button", "aria-label": cardName(model, id), "aria-pressed": String(chosen),
          "data-spot": spot, "data-card": id, "data-row": row, "data-col": slot + 1, onclick: () => press.card(model, deeds, id),
        }, cardFace(model, id));
      })))));
}

/** @param {Table} model @param {Deeds} deeds @param {1 | 2 | 3} level @param {number} row @param {Change | null} change */
function deck(model, deeds, level, row, change) {
  const { game, selection } = model;
  const left = game.decks[level] ?? 0;
  const chosen = selection.kind === "deck" && selection.deck === level;
  return h("button", {
    key: `deck${level}`, class: `back l${level} ${left ? "" : "empty"} ${chosen ? "chosen" : ""} ${touched(change, change?.deck === level)}`, type: "button",
    "aria-label": t("card.deck", { level, n: left }), "aria-pressed": String(chosen), ...unavailable(held(model) ?? whyNotReserve(game, seatOf(model), level)),
    "data-spot": `deck-${level}`, "data-deck": level, "data-row": row, "data-col": 0, onclick: () => press.deck(model, deeds, level),
  }, dots(level), h("b", null, left));
}

/** @param {Table} model @param {Deeds} deeds @param {Change | null} change */
export function nobles(model, deeds, change) {
  const { game, catalog, selection } = model;
  const seat = seatOf(model);
  const me = seat === null ? undefined : game.players[seat];
  const offered = game.moves?.noble ?? [];
  return h("section.nobles", { "aria-label": t("board.nobles"), class: offered.length ? "asking" : "" }, game.nobles.map((id) => {
    const noble = catalog.nobles[id];
    if (!noble) return null;
    const asked = coloursOf(noble.requires);
    const far = me && !me.left && !game.result ? away(noble, me) : null;
    const inside = [
      h("b.points", null, noble.points),
      h("span.far", { style: { "--met": far === null ? 0 : 1 - far / total(noble.requires) } }, far === null ? "" : far === 0 ? t("noble.met") : t("noble.away", { n: far })),
      art(device(asked)),
      h("span.cost", null, asked.map((colour) => h(`i.due.${colour}`, { class: me && me.bonuses[colour] >= (noble.requires[colour] ?? 0) ? "met" : "" }, noble.requires[colour]))),
    ];
    const name = t("noble.name", { points: noble.points, cost: amounts(noble.requires, ", ") }) + (far ? `; ${t("noble.far", { n: far })}` : "");
    const look = `noble ${far !== null && far <= 1 ? "soon" : ""} ${touched(change, change?.noble === id)}`;
    if (!offered.includes(id)) return h("div", { key: id, class: look, role: "img", "aria-label": name }, inside);
    const chosen = selection.kind === "noble" && selection.noble === id;
    return h("button", { key: id, class: `${look} offered ${chosen ? "chosen" : ""}`, type: "button", "aria-label": name, "aria-pressed": String(chosen), "data-spot": id, onclick: () => press.noble(model, deeds, id) }, inside);
  }));
}

/** The piles, less what is picked: a picked token is in the hand, not in the bank.
 * @param {Table} model @param {Deeds} deeds @param {Change | null} change */
export function bank(model, deeds, change) {
  const { game, selection } = model;
  const seat = seatOf(model);
  /** @type {Token[]} */
  const picked = selection.kind === "tokens" ? selection.tokens : [];
  const back = selection.kind === "return" ? selection.tokens : [];
  return h("section.bank", { "aria-label": t("board.bank") }, TOKENS.map((token, i) => {
    const mine = picked.filter((one) => one === token).length;
    const left = game.bank[token] - mine + back.filter((one) => one === token).length;
    const why = held(model) ?? whyNotTake(selection, game, seat, token);
    const name = t("bank.pile", { gem: gemWord(token), count: left }) + (mine ? `; ${t("bank.picked", { count: mine })}` : "");
    return h("button", {
      key: token, class: `pile ${token} ${left ? "" : "bare"} ${mine ? "picked" : ""} ${touched(change, change?.tokens.has(token))}`, type: "button",
      "aria-label": name, ...unavailable(why), "data-spot": `pile-${token}`, "data-pile": i, onclick: () => press.pile(model, deeds, token),
    }, art(gem(token, { letter: token !== "gold", fine: true })), h("b", null, left), mine ? h("em", null, `+${mine}`) : null);
  }));
}
