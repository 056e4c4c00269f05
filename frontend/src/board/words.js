// From facts to words: amounts, names of cards and players, and sentences that have drawings in them.
/** @import { Child } from "../dom.js" */
/** @import { Game, CardOut } from "../net/wire.d.ts" */
/** @import { Table } from "./model.js" */
/** @import { Some } from "./facts.js" */
/** @import { Token } from "../art/gems.js" */
/** @import { Words } from "../state/selection.js" */
import { t } from "../i18n/i18n.js";
import { TOKENS } from "../art/gems.js";
import { coloursOf, lacking, price, total } from "./facts.js";
import { cardOf, seatOf } from "./model.js";

/** @param {string} token */
export const gemWord = (token) => t(`gem.${token}`);

/** @param {Words} words */
export const say = ({ key, facts = {} }) => t(key, "gem" in facts ? { ...facts, gem: gemWord(String(facts.gem)) } : facts);

/** "2 ruby + 1 gold". @param {Some} tokens @param {string} [joint] */
export const amounts = (tokens, joint = " + ") =>
  TOKENS.filter((token) => tokens[token]).map((token) => t("gem.amount", { count: tokens[token] ?? 0, gem: gemWord(token) })).join(joint);

/** A sentence with nodes in it. Facts are put in after the text is cut, so that a name is never read as a pattern.
 * @param {string} key @param {Record<string, Child>} facts @returns {Child[]} */
export const rich = (key, facts) => t(key).split(/\{(\w+)\}/).map((part, i) => (i % 2 ? facts[part] : part));

/** @param {Table} model @param {number} seat */
export const nameOf = (model, seat) => (seat === seatOf(model) ? t("board.you") : (model.game.players[seat]?.name ?? t("board.someone")));

/** @param {CardOut} card */
export const pointsWord = (card) => t("card.points", { n: card.points });

/** What a card is, in a sentence. @param {CardOut} card */
export const cardWords = (card) => t(card.points ? "card.words" : "card.words_plain", { level: card.level, gem: gemWord(card.bonus), points: pointsWord(card) });

/** The full facts of a card. @param {CardOut} card */
export const cardFacts = (card) => t("card.name", { level: card.level, gem: gemWord(card.bonus), points: pointsWord(card), cost: amounts(card.cost, ", ") });

/** The full facts of a card, and what it means to the one who looks at it. @param {Table} model @param {string} id */
export function cardName(model, id) {
  const card = cardOf(model, id);
  const facts = cardFacts(card);
  const seat = seatOf(model);
  const player = seat === null ? undefined : model.game.players[seat];
  if (!player || model.game.result) return facts;
  const { of, short } = lacking(card, player);
  if (short === 0) {
    const due = price(card, player);
    return `${facts}; ${total(due) ? t("card.can", { cost: amounts(due, ", ") }) : t("card.can_free")}`;
  }
  return `${facts}; ${t("card.cannot", { n: short, what: amounts(of, ", ") })}`;
}

/** @param {Game["players"][number]} player */
export const bonusWords = (player) => amounts(Object.fromEntries(coloursOf(player.bonuses).map((colour) => [colour, player.bonuses[colour]])), ", ") || t("board.nothing");

/** Everything public about a player, for those who can't see it at a glance. @param {Table} model @param {number} seat */
export function playerWords(model, seat) {
  const player = model.game.players[seat];
  if (!player) return "";
  return t("board.player_name", {
    name: nameOf(model, seat),
    points: t("card.points", { n: player.points }),
    bonuses: bonusWords(player),
    tokens: amounts(player.tokens, ", ") || t("board.nothing"),
    count: total(player.tokens),
    cards: player.cards.length,
    reserved: player.reserved.length,
    nobles: player.nobles.length,
  });
}


