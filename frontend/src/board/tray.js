// What is mine: what I hold, my reserved cards, and the one deed that I am composing, with one button that says exactly
// what it will do, or what is missing.
/** @import { Child } from "../dom.js" */
/** @import { Table, Deeds } from "./model.js" */
/** @import { Change } from "./change.js" */
/** @import { Plan, Words } from "../state/selection.js" */
import { art, h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { gem } from "../art/gems.js";
import { signs } from "../art/marks.js";
import { plan } from "../state/selection.js";
import { held, saidAloud, seatOf } from "./model.js";
import { cardName, gemWord, nameOf, playerWords, say } from "./words.js";
import { cardClass, cardFace, dots } from "./card.js";
import { touched } from "./change.js";
import { face, holding, openPlayer } from "./players.js";
import { explained } from "./looks.js";
import { words } from "./log.js";
import { verdict } from "./end.js";
import * as press from "./press.js";
import { bubble } from "../room/react.js";
import { heldWords } from "./clock.js";
import { goOn, ownClock } from "./pause.js";

/** @param {Table} model @param {Deeds} deeds @param {Change | null} change @param {Child} talk the button that opens log and chat */
export function tray(model, deeds, change, talk) {
  const { game, selection } = model;
  const seat = seatOf(model);
  const me = seat === null ? undefined : game.players[seat];
  if (seat === null || !me) return h("section.mine.watching", { "aria-label": t("tray.title") }, h("div.deed", null, h("p", { key: "hint", role: "status" }, h("b", null, t("tray.watching")), " ", heldWords(model) ?? turnWords(model)), goOn(model, deeds)), talk);
  const returning = Boolean(game.moves && game.phase === "return");
  const acts = game.turn === seat && !game.result;
  return h("section.mine", {
    "aria-label": t("tray.title"), class: `${acts ? "acts" : ""} ${composing(model) ? "composing" : ""} ${returning ? "giving" : ""}`, style: { "--won": Math.min(1, me.points / game.options.target) },
  },
    bubble(model, model.you?.player),
    h("div.self", { key: "self" }, h("button.who", { type: "button", "aria-label": t("board.open_player", { facts: playerWords(model, seat) }), "data-spot": `seat-${seat}`, onclick: () => openPlayer(deeds, seat) },
      face(model, seat, "you"), h("b.score", null, me.points), h("span.to", null, t("tray.of", { target: game.options.target })),
      h("span.marks", null, seat === game.start ? h("span.first", { title: t("board.start") }, art(signs.start)) : null, me.nobles.map(() => art(signs.crown)))),
      game.clock ? h("div.time", { key: "time" }, ownClock(model, deeds, seat)) : null),
    holding(me, {
      change: change?.seat === seat ? change : null, given: selection.kind === "return" ? selection.tokens : [],
      ...(returning ? { give: (token) => press.giveBack(model, deeds, token) } : {}),
    }),
    hand(model, deeds, change, seat),
    deed(model, deeds),
    talk);
}

/** @param {Table} model */
const composing = ({ selection, game }) => selection.kind === "tokens" || selection.kind === "deck" || Boolean(game.moves && game.phase !== "play");

/** @param {Table} model @param {Deeds} deeds @param {Change | null} change @param {number} seat */
function hand(model, deeds, change, seat) {
  const { game, selection } = model;
  const cards = (game.players[seat]?.reserved ?? []).flatMap(({ card }) => (card ? [card] : []));
  return h("div.hand", { role: "group", "aria-label": t("tray.hand") },
    cards.map((id, i) => {
      const chosen = selection.kind === "card" && selection.card === id;
      return h("button", {
        key: id, class: `${cardClass(model, id)} small ${chosen ? "chosen" : ""} ${touched(change, change?.card === id, "dealt")}`, type: "button", "aria-label": t("tray.held", { card: cardName(model, id) }),
        "aria-pressed": String(chosen), "data-spot": `held-${id}`, "data-card": id, "data-row": 3, "data-col": i + 1, onclick: () => press.card(model, deeds, id),
      }, cardFace(model, id));
    }),
    Array.from({ length: Math.max(0, 3 - cards.length) }, (_, i) => h("span.slot", { key: `slot${i}` })));
}

/** Who is to do what, for those who wait. @param {Table} model @returns {string} */
export function turnWords(model) {
  const { game } = model;
  if (game.result) return t("why.over");
  return t(`tray.phase_${game.phase}`, { name: nameOf(model, game.turn) });
}

/** @param {Table} model @param {Deeds} deeds */
function deed(model, deeds) {
  const { game, selection } = model;
  const wait = held(model);
  const made = plan(selection, game);
  const why = explained(game);
  if (!made) return h("div.deed", null, h("p", { key: "hint", role: "status", "aria-hidden": saidAloud(model), class: why || wait ? "why" : "" }, wait ? say(wait) : why ? say(why) : hint(model, deeds)), goOn(model, deeds), takeBack(model, deeds));
  return h("div.deed", null,
    h("p", { key: "hint", role: "status", class: why ? "why" : "" }, why ? say(why) : prompt(model)),
    picked(model, deeds),
    h("div.buttons", { key: "buttons" },
      selection.kind === "none" ? takeBack(model, deeds) : h("button.quiet.clear", { key: "clear", type: "button", disabled: model.sending, "aria-label": t("tray.clear"), onclick: () => press.clear(deeds) }, h("span.word", { "aria-hidden": "true" }, t("tray.clear")), art(signs.close)),
      go(model, deeds, made, wait)));
}

/** @param {Table} model @param {Deeds} deeds @param {Plan} made @param {Words | null} wait */
function go(model, deeds, made, wait) {
  const ready = made.action && !wait;
  return h("button.go", { key: "go", type: "button", class: ready ? "ready" : "", "aria-disabled": ready ? null : "true", "data-spot": "go", onclick: () => press.go(model, deeds) },
    wait ? say(wait) : [say(made.label), made.missing ? h("small", null, say(made.missing)) : null]);
}

/** To take back what one did last, at once or with the others' leave. @param {Table} model @param {Deeds} deeds */
function takeBack(model, deeds) {
  const { game, room } = model;
  if (!press.mayUndo(model) || room?.ask) return null;
  return h("button.quiet.undo", { key: "undo", type: "button", disabled: held(model) !== null, "aria-keyshortcuts": "u", ...(game.undo === "ask" ? { "aria-label": t("undo.ask"), title: t("undo.ask") } : {}), "data-spot": "undo", onclick: () => press.undo(model, deeds) },
    art(signs.undo), h("span", null, t(game.undo === "ask" ? "undo.ask_short" : "undo.free")));
}

/** What is asked of the one whose turn it is. @param {Table} model */
function prompt({ game, selection }) {
  if (game.phase === "return") {
    const chosen = selection.kind === "return" ? selection.tokens.length : 0;
    return t("tray.return_prompt", { count: game.moves?.return ?? 0, chosen });
  }
  if (game.phase === "noble") return t("tray.noble_prompt");
  return selection.kind === "deck" ? t("tray.deck_prompt", { level: selection.deck }) : "";
}

/** The tokens chosen so far, each to be put back with a press, and the places still to fill. @param {Table} model @param {Deeds} deeds */
function picked(model, deeds) {
  const { game, selection } = model;
  if (selection.kind === "deck") return h(`span.mini.back.l${selection.deck}`, { key: "picked" }, dots(selection.deck));
  if (selection.kind !== "tokens" && game.phase !== "return") return null;
  const tokens = selection.kind === "tokens" || selection.kind === "return" ? selection.tokens : [];
  const [first, second] = tokens;
  const places = game.phase === "return" ? (game.moves?.return ?? 0) : first && first === second ? 2 : Math.max(tokens.length, ...(game.moves?.take.sizes ?? []));
  return h("div.pick", { key: "picked", role: "group", "aria-label": t("tray.picked") },
    tokens.map((token, i) => h("button", { key: `p${i}${token}`, type: "button", disabled: model.sending, title: t("tray.put_back", { gem: gemWord(token) }), "aria-label": t("tray.put_back", { gem: gemWord(token) }), onclick: () => press.putBack(model, deeds, i) }, art(gem(token, { fine: true })))),
    Array.from({ length: Math.max(0, Math.min(places, 10) - tokens.length) }, (_, i) => h("span.place", { key: `place${i}` })));
}

/** What may be done, or who is awaited and what they did last. @param {Table} model @param {Deeds} deeds @returns {Child} */
function hint(model, deeds) {
  const { game, selection } = model;
  const still = heldWords(model);
  if (game.moves && still) return h("b", null, still);
  if (game.moves) return t(selection.kind === "card" ? "tray.card" : Object.keys(game.moves.buy).length ? "tray.start_buy" : "tray.start");
  const last = model.log.at(-1);
  return [h("b", null, game.result ? verdict(model).title : (still ?? turnWords(model))), last && !game.result ? h("span.just", null, words(model, deeds, last)) : null];
}
