// What pressing something does, whether by hand or by key: it changes the selection, sends the deed, or explains itself.
/** @import { Table, Deeds } from "./model.js" */
/** @import { Selection, Words, Action } from "../state/selection.js" */
/** @import { Token, Colour } from "../art/gems.js" */
import * as choice from "../state/selection.js";
import { price } from "./facts.js";
import { cardOf, held, seatOf } from "./model.js";
import { closeAll, explain, looks } from "./looks.js";

/** @param {Table} model @param {Deeds} deeds @param {Words | null} why @returns {boolean} whether it was refused */
function refused(model, deeds, why) {
  if (!why) return false;
  explain(model.game, why);
  deeds.refresh();
  return true;
}

/** @param {Deeds} deeds @param {Selection} selection */
function select(deeds, selection) {
  looks.why = null;
  deeds.select(selection);
}

/** @param {Table} model @param {Deeds} deeds @param {Action} action */
function act(model, deeds, action) {
  if (!refused(model, deeds, held(model))) deeds.act(action);
}

/** Puts everything down and closes what is open. @param {Deeds} deeds */
export function clear(deeds) {
  closeAll();
  deeds.select(choice.NOTHING);
  deeds.refresh();
}

/** @param {Table} model @param {Deeds} deeds @param {Token} token */
export function pile(model, deeds, token) {
  const seat = seatOf(model);
  if (refused(model, deeds, held(model) ?? choice.whyNotTake(model.selection, model.game, seat, token))) return;
  closeAll();
  select(deeds, choice.takeOne(model.selection, model.game, seat, /** @type {Colour} */ (token)));
}

/** @param {Table} model @param {Deeds} deeds @param {Token} token */
export function giveBack(model, deeds, token) {
  const seat = seatOf(model);
  if (refused(model, deeds, held(model) ?? choice.whyNotReturn(model.selection, model.game, seat, token))) return;
  select(deeds, choice.returnOne(model.selection, model.game, seat, token));
}

/** @param {Table} model @param {Deeds} deeds @param {number} place */
export const putBack = (model, deeds, place) => select(deeds, choice.putBack(model.selection, place));

/** Opens a card's sheet, or closes it again. @param {Table} model @param {Deeds} deeds @param {string} card */
export function card(model, deeds, card) {
  const open = model.selection.kind === "card" && model.selection.card === card;
  closeAll();
  select(deeds, open ? choice.NOTHING : choice.chooseCard(model.game, card));
}

/** @param {Table} model @param {Deeds} deeds @param {1 | 2 | 3} level */
export function deck(model, deeds, level) {
  if (refused(model, deeds, held(model) ?? choice.whyNotReserve(model.game, seatOf(model), level))) return;
  closeAll();
  const open = model.selection.kind === "deck" && model.selection.deck === level;
  select(deeds, open ? choice.NOTHING : choice.chooseDeck(model.game, level));
}

/** @param {Table} model @param {Deeds} deeds @param {string} noble */
export function noble(model, deeds, noble) {
  if (!refused(model, deeds, held(model))) select(deeds, choice.chooseNoble(model.game, noble));
}

/** @param {Table} model @param {Deeds} deeds @param {string} id */
export function buy(model, deeds, id) {
  const { game } = model;
  const seat = seatOf(model);
  if (refused(model, deeds, held(model) ?? choice.whyNotBuy(game, seat, id)) || seat === null) return;
  const player = game.players[seat];
  if (!player) return;
  const shown = model.selection.kind === "card" && model.selection.card === id ? model.selection : choice.NOTHING;
  const face = cardOf(model, id);
  const pay = choice.payment(price(face, player), choice.golds(shown, game, seat, face, id));
  act(model, deeds, choice.buy(id, pay, game.moves?.buy[id]));
}

/** @param {Table} model @param {Deeds} deeds @param {string | 1 | 2 | 3} what */
export function reserve(model, deeds, what) {
  if (refused(model, deeds, held(model) ?? choice.whyNotReserve(model.game, seatOf(model), what))) return;
  act(model, deeds, /** @type {Action} */ (choice.reserving(model.game, what).action));
}

/** The one button. @param {Table} model @param {Deeds} deeds */
export function go(model, deeds) {
  const { game, selection } = model;
  if (selection.kind === "card") {
    if (choice.whyNotBuy(game, seatOf(model), selection.card) === null) buy(model, deeds, selection.card);
    else reserve(model, deeds, selection.card);
    return;
  }
  const plan = choice.plan(selection, game);
  if (!plan) return;
  if (plan.action) act(model, deeds, plan.action);
  else refused(model, deeds, held(model) ?? plan.missing);
}
