// What happened, in words with drawings. The same facts as one plain sentence (`tell`) are for the live region.
/** @import { Child } from "../dom.js" */
/** @import { Entry } from "../net/wire.d.ts" */
/** @import { Table, Model, Deeds } from "./model.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { gem } from "../art/gems.js";
import { cardOf, seatOf } from "./model.js";
import { amounts, cardFacts, cardWords, nameOf, rich, whom } from "./words.js";
import { dots, gems } from "./card.js";
import { closeAll, looks } from "./looks.js";
import { CHOICES, isDeed, takenBack } from "../state/manners.js";

/** What has a sentence of its own; what a newer server may add is told in general. */
const TOLD = new Set(["take", "return", "noble", "pass", "resign", "undo", "end"]);

/** The key of an entry's sentence. @param {Entry} entry */
function keyOf(entry) {
  if (entry.type === "buy") return `log.buy${entry.reserved ? "_held" : ""}${amounts(entry.paid ?? {}) ? "" : "_free"}`;
  if (entry.type === "reserve") return `log.reserve${entry.blind ? (entry.card ? "_drawn" : "_blind") : entry.card ? "" : "_hidden"}${entry.gold ? "_gold" : ""}`;
  if (entry.type === "clock") return entry.held ? `log.clock_${entry.held}` : entry.credit ? "log.clock_credit" : "log.clock_on";
  if (entry.type === "deputy") return entry.on ? "log.deputy_on" : "log.deputy_off";
  return TOLD.has(entry.type) ? `log.${entry.type}` : "log.change";
}

/** What else happened in that action. @param {Entry} entry */
const more = (entry) => [
  entry.by && isDeed(entry) ? `log.by_${entry.by}` : null,
  entry.votes ? "log.votes" : null,
  entry.noble && entry.type !== "noble" ? "log.visited" : null,
  entry.final_round ? "log.final" : null,
  entry.over ? "log.over" : null,
].filter((key) => key !== null);

/** An entry as one plain sentence. @param {Entry} entry @param {Model} model @returns {string} */
export function tell(entry, model) {
  if (!model.game) return "";
  const table = /** @type {Table} */ (model);
  const card = entry.card ? model.catalog.cards[entry.card] : undefined;
  const facts = {
    name: nameOf(table, entry.seat), whom: whom(table, entry.seat), tokens: amounts(entry.tokens ?? {}, ", "), paid: amounts(entry.paid ?? {}, ", "),
    level: entry.level ?? card?.level ?? 0, card: t("log.a_card", { card: card ? cardWords(card) : t("log.card", { level: entry.level ?? 0 }) }), points: points(table, entry), votes: votes(table, entry),
  };
  return [keyOf(entry), ...more(entry)].map((key) => t(key, facts)).join(" ");
}

/** @param {Table} model @param {Entry} entry */
const points = (model, entry) => model.catalog.nobles[entry.noble ?? ""]?.points ?? 3;

/** Who chose what about somebody absent. @param {Table} model @param {Entry} entry */
const votes = (model, { votes = {} }) => CHOICES.filter((choice) => votes?.[choice]?.length)
  .map((choice) => `${t(`away.${choice}`)}: ${votes?.[choice]?.map((seat) => nameOf(model, seat)).join(", ")}`).join("; ");

/** A card in a sentence: pressed, it is shown in full; pointed at or focused, it names itself.
 * @param {Table} model @param {Deeds} deeds @param {Entry} entry @returns {Child} */
function chip(model, deeds, entry) {
  const id = entry.card;
  if (!id) return h(`span.chip.back.l${entry.level}`, { role: "img", "aria-label": t("log.card", { level: entry.level ?? 0 }) }, dots(entry.level ?? 1));
  const card = cardOf(model, id);
  return h(`button.chip.l${card.level}.${card.bonus}`, {
    type: "button", "aria-label": cardFacts(card), title: cardFacts(card), "data-spot": `log-${entry.seq}`,
    onclick: () => { closeAll(); looks.card = id; deeds.refresh(); },
  }, art(gem(card.bonus)), card.points ? h("b", null, card.points) : null);
}

/** An entry's sentence with drawings; `named` leaves out who, where that is plain to see.
 * @param {Table} model @param {Deeds} deeds @param {Entry} entry @param {boolean} [named] @returns {Child[]} */
export function words(model, deeds, entry, named = true) {
  const facts = {
    name: named ? h("b", null, nameOf(model, entry.seat)) : "", whom: h("b", null, whom(model, entry.seat)),
    tokens: gems(entry.tokens ?? {}), paid: gems(entry.paid ?? {}),
    level: entry.level ?? 0, card: named ? chip(model, deeds, entry) : plain(model, entry), points: points(model, entry),
  };
  return rich(keyOf(entry), facts);
}

/** A card in a line that is itself a control's face. @param {Table} model @param {Entry} entry @returns {Child} */
function plain(model, entry) {
  if (!entry.card) return h(`span.chip.back.l${entry.level}`, null, dots(entry.level ?? 1));
  const card = cardOf(model, entry.card);
  return h(`span.chip.l${card.level}.${card.bonus}`, null, art(gem(card.bonus)), card.points ? h("b", null, card.points) : null);
}

const TURNS = new Set(["take", "reserve", "buy", "pass"]);

/** The entries with the round that each belongs to: a round is over when the order of seats starts anew.
 * @param {Entry[]} log @param {number} start @param {number} players @param {Set<number>} [gone] what was taken back */
export function rounds(log, start, players, gone = new Set()) {
  let [round, last] = [1, -1];
  return log.map((entry) => {
    const place = (entry.seat - start + players) % players;
    if (TURNS.has(entry.type) && !gone.has(entry.seq)) {
      if (place <= last) round += 1;
      last = place;
    }
    return { entry, round };
  });
}

/** Lines seldom change, and there are many. @type {WeakMap<Entry, { seat: number | null, gone: boolean, made: Child }>} */
const known = new WeakMap();

/** @param {Table} model @param {Deeds} deeds @param {Entry} entry @param {boolean} gone whether it was taken back @returns {Child} */
function line(model, deeds, entry, gone) {
  const seat = seatOf(model);
  const kept = known.get(entry);
  if (kept && kept.seat === seat && kept.gone === gone) return kept.made;
  const sentence = words(model, deeds, entry);
  const made = [
    h("li", { key: `e${entry.seq}`, class: `did of-${entry.type}` }, gone ? h("s", null, sentence, h("span.unseen", null, t("log.gone"))) : sentence),
    more(entry).map((key) => h(`li.event${/^log\.(by|votes)/.test(key) ? ".calm" : ""}`, { key: `${key}${entry.seq}` }, rich(key, { name: h("b", null, nameOf(model, entry.seat)), points: points(model, entry), votes: votes(model, entry) }))),
  ];
  known.set(entry, { seat, gone, made });
  return made;
}

/** @param {Table} model @param {Deeds} deeds */
export function log(model, deeds) {
  const { game, news } = model;
  /** @type {Child[]} */
  const lines = [];
  let [round, old] = [0, false];
  const gone = takenBack(model.log);
  for (const one of rounds(model.log, game.start, game.players.length, gone)) {
    const { entry } = one;
    if (one.round !== round) lines.push(h("li.round", { key: `round${one.round}` }, t("log.round", { count: one.round })));
    round = one.round;
    if (old && entry.seq > news && news > 0) lines.push(h("li.since", { key: "since" }, t("log.since")));
    old = entry.seq <= news;
    lines.push(line(model, deeds, entry, gone.has(entry.seq)));
  }
  // The list lies in a column that is filled from below, so that the newest line is in sight without any script.
  return h("section.log", { "aria-label": t("log.title") },
    h("h2", null, t("log.title"), h("small", null, t("log.where", { round: game.round, target: game.options.target }))),
    h("div.scroll", { tabindex: "0", "aria-label": t("log.title") }, lines.length ? h("ol", null, lines) : h("p", null, t("log.empty"))));
}
