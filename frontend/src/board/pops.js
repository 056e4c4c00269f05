// What opens over the table: a card with its payment, a player with all they own, the keys. Not modal: the table behind
// stays in use, and another card pressed simply takes the place of the first.
/** @import { Child } from "../dom.js" */
/** @import { Table, Deeds } from "./model.js" */
/** @import { CardOut, PlayerView } from "../net/wire.d.ts" */
/** @import { Colour, Token } from "../art/gems.js" */
/** @import { SomeGems } from "./facts.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { COLOURS, gem } from "../art/gems.js";
import { device, signs } from "../art/marks.js";
import * as choice from "../state/selection.js";
import { coloursOf, lacking, price, total } from "./facts.js";
import { cardOf, held, saidAloud, seatOf } from "./model.js";
import { amounts, cardName, cardWords, gemWord, nameOf, say } from "./words.js";
import { cardClass, cardFace, gems, mini } from "./card.js";
import { beside, enter, explained, looks } from "./looks.js";
import { face, holding } from "./players.js";
import { unavailable } from "./market.js";
import * as press from "./press.js";

/** @param {Deeds} deeds @param {{ key: string, name: string, look: string, spot?: string }} what @param {...Child} inside */
function pop(deeds, { key, name, look, spot }, ...inside) {
  return [
    h("div.veil", { key: `veil-${look}` }),
    h("section.pop", {
      key, class: look, role: "dialog", "aria-label": name, tabindex: "-1",
      ref: (/** @type {HTMLElement} */ element) => { if (spot) beside(element, spot); enter(element); },
    }, inside, h("button.put-away", { type: "button", "aria-label": t("board.close"), onclick: () => press.clear(deeds) }, art(signs.close))),
  ];
}

/** Whatever is open. @param {Table} model @param {Deeds} deeds @returns {Child} */
export function pops(model, deeds) {
  const { selection, game } = model;
  if (looks.card && model.catalog.cards[looks.card]) return cardPop(model, deeds, looks.card, false);
  if (looks.player !== null && game.players[looks.player]) return playerPop(model, deeds, looks.player);
  if (looks.help) return helpPop(deeds);
  return selection.kind === "card" ? cardPop(model, deeds, selection.card, true) : null;
}

/** Where a card lies, as the name of its spot. @param {Table} model @param {string} id */
function spotOf({ game }, id) {
  for (const [level, row] of Object.entries(game.market)) if (row.includes(id)) return `market-${level}-${row.indexOf(id)}`;
  return `held-${id}`;
}

/** @param {Table} model @param {Deeds} deeds @param {string} id @param {boolean} live whether it can be acted upon, or is only shown */
function cardPop(model, deeds, id, live) {
  const seat = seatOf(model);
  const card = cardOf(model, id);
  const player = seat === null ? undefined : model.game.players[seat];
  const what = { key: `card-${id}`, name: cardName(model, id), look: `of-card ${live ? "" : "middle"}`, ...(live ? { spot: spotOf(model, id) } : {}) };
  return pop(deeds, what,
    h("div", { class: `${cardClass(model, id)} large`, role: "img", "aria-label": cardName(model, id) }, cardFace(model, id)),
    h("div.terms", null,
      h("h2", null, cardWords(card)),
      player && seat !== null && !model.game.result ? terms(model, deeds, id, card, player, seat, live) : h("p.sum", null, t("card.costs"), " ", gems(card.cost))),
    player && live && !model.game.result ? buttons(model, deeds, id, card, player) : null);
}

/** What the card costs this player: token by token where it can be paid, else exactly what is missing.
 * @param {Table} model @param {Deeds} deeds @param {string} id @param {CardOut} card @param {PlayerView} player @param {number} seat @param {boolean} live */
function terms(model, deeds, id, card, player, seat, live) {
  const due = price(card, player);
  const saved = total(card.cost) - total(due);
  const { of, short } = lacking(card, player);
  const head = saved ? h("p.sum", null, t("card.saved", { n: saved })) : null;
  if (short > 0) {
    const rest = player.tokens.gold ? t("card.gold_helps", { n: player.tokens.gold }) : "";
    return [head, h("p.sum", null, h("b", null, t("card.missing", { n: short })), " ", gems(of), " ", rest)];
  }
  if (total(due) === 0) return [head, h("p.sum", null, h("b", null, t("card.free")))];
  const gold = live ? choice.golds(model.selection, model.game, seat, card, id) : {};
  const offered = live && id in (model.game.moves?.buy ?? {});
  const pay = choice.payment(due, offered ? gold : defaultGold(due, player));
  /** @type {Record<string, number>} */
  const rest = {};
  for (const [token, n] of Object.entries(player.tokens)) if (n > (pay[/** @type {Token} */ (token)] ?? 0)) rest[token] = n - (pay[/** @type {Token} */ (token)] ?? 0);
  return [
    head,
    offered ? h("p.sum", null, t("card.pay")) : null,
    offered ? h("div.coins", { role: "group", "aria-label": t("card.pay") }, coloursOf(due).map((colour) => coins(model, deeds, seat, due, gold, colour))) : h("p.sum", null, t("card.pay"), " ", gems(pay)),
    offered && coloursOf(due).some((colour) => choice.exchange(model.game, seat, due, gold, colour, false)) ? h("p.sum.tip", null, t("card.exchange")) : null,
    h("p.sum", null, t("card.leaves"), " ", total(rest) ? gems(rest) : t("board.nothing")),
  ];
}

/** @param {SomeGems} due @param {PlayerView} player */
const defaultGold = (due, player) => Object.fromEntries(coloursOf(due).map((colour) => [colour, Math.max(0, (due[colour] ?? 0) - player.tokens[colour])]));

/** The tokens paid for one colour; each can be exchanged for gold and back.
 * @param {Table} model @param {Deeds} deeds @param {number} seat @param {SomeGems} due @param {SomeGems} gold @param {Colour} colour */
function coins(model, deeds, seat, due, gold, colour) {
  const golden = gold[colour] ?? 0;
  return Array.from({ length: due[colour] ?? 0 }, (_, i) => {
    const back = i >= (due[colour] ?? 0) - golden;
    const next = choice.exchange(model.game, seat, due, gold, colour, back);
    const name = back ? t("card.as_gold", { gem: gemWord(colour) }) : gemWord(colour);
    const what = next ? t(back ? "card.to_colour" : "card.to_gold", { gem: gemWord(colour) }) : "";
    return h("button", {
      key: `${colour}${i}`, type: "button", class: `coin ${colour} ${back ? "golden" : ""}`, "aria-label": what ? `${name}; ${what}` : name, title: what || null, "aria-disabled": next ? null : "true",
      onclick: () => { if (next && model.selection.kind === "card") deeds.select({ ...model.selection, golds: next }); },
    }, art(gem(back ? "gold" : colour, { fine: true })), back ? h("i", { class: `due ${colour}` }) : null);
  });
}

/** @param {Table} model @param {Deeds} deeds @param {string} id @param {CardOut} card @param {PlayerView} player */
function buttons(model, deeds, id, card, player) {
  const { game, selection } = model;
  const seat = seatOf(model);
  const wait = held(model);
  const noBuy = choice.whyNotBuy(game, seat, id);
  const noReserve = choice.whyNotReserve(game, seat, id);
  const mine = player.reserved.some((one) => one.card === id);
  const made = choice.reserving(game, id);
  const due = price(card, player);
  const pay = choice.payment(due, choice.golds(selection, game, seat ?? 0, card, id));
  const { short } = lacking(card, player);
  const label = noBuy ? (short ? t("card.short", { n: short }) : t("card.buy")) : total(pay) ? t("card.buy_for", { cost: amounts(pay) }) : t("card.buy_free");
  const why = wait ?? explained(game) ?? (noBuy && noReserve ? (game.moves && game.phase === "play" ? noReserve : noBuy) : null);
  return [
    h("p.why", { key: "why", role: "status", "aria-hidden": saidAloud(model) }, why ? say(why) : ""),
    h("div.buttons", { key: "buttons" },
      mine ? null : h("button.quiet", { key: "reserve", type: "button", ...unavailable(wait ?? noReserve), onclick: () => press.reserve(model, deeds, id) }, say(made.label), made.missing && !noReserve ? h("small", null, say(made.missing)) : null),
      h("button.go", { key: "go", type: "button", class: noBuy || wait ? "" : "ready", ...unavailable(wait ?? noBuy), onclick: () => press.buy(model, deeds, id) }, wait ? say(wait) : label)),
  ];
}

/** @param {Table} model @param {Deeds} deeds @param {number} seat */
function playerPop(model, deeds, seat) {
  const player = model.game.players[seat];
  if (!player) return null;
  const cards = player.cards.map((id) => ({ id, ...cardOf(model, id) }));
  return pop(deeds, { key: `player-${seat}`, name: nameOf(model, seat), look: "of-player middle" },
    h("h2", null, face(model, seat), h("span.name", null, player.name), h("b.score", null, t("card.points", { n: player.points }))),
    holding(player),
    h("div.columns", null, COLOURS.map((colour) => {
      const of = cards.filter((card) => card.bonus === colour);
      return h("div.column", { key: colour }, h("h3", null, art(gem(colour)), h("span.unseen", null, gemWord(colour)), of.length), of.map((card) => h(`span.slip.${colour}`, { title: cardName(model, card.id) }, h("b", null, card.points || "·"), h("small", null, "●".repeat(card.level)), h("span.unseen", null, cardWords(card)))));
    })),
    h("h3", null, t("board.reserved", { n: player.reserved.length })),
    player.reserved.length ? h("div.shown", null, player.reserved.map((held) => (held.card
      ? h("div", { class: `${cardClass(model, held.card)} small`, role: "img", "aria-label": cardName(model, held.card) }, cardFace(model, held.card))
      : mini(model, held)))) : null,
    h("h3", null, t("board.nobles_of", { n: player.nobles.length })),
    player.nobles.length ? h("div.shown", null, player.nobles.map((id) => {
      const noble = model.catalog.nobles[id];
      return noble ? h("span.visitor", { title: t("noble.name", { points: noble.points, cost: amounts(noble.requires, ", ") }) }, art(device(coloursOf(noble.requires))), h("b", null, noble.points)) : null;
    })) : null);
}

const KEYS = ["take", "buy", "reserve", "enter", "escape", "arrows", "undo", "help"];

/** @param {Deeds} deeds */
const helpPop = (deeds) => pop(deeds, { key: "help", name: t("board.keys"), look: "of-keys middle" },
  h("h2", null, t("board.keys")), h("dl", null, KEYS.map((key) => [h("dt", null, t(`board.key_${key}`)), h("dd", null, t(`board.does_${key}`))])));

