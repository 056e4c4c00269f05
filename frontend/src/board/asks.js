// What the table is asked, in a line above it that blocks nothing: what to do about somebody absent, whether a player
// may take something back. Watchers see it without its buttons.
/** @import { Table, Deeds } from "./model.js" */
import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";
import { CHOICES, askOf, voteOf } from "../state/manners.js";
import { held } from "./model.js";
import { nameOf, rich } from "./words.js";
import { countdown } from "./clock.js";
import { face } from "./players.js";
import { words } from "./log.js";

/** @param {Table} model @param {Deeds} deeds */
export const asks = (model, deeds) => [vote(model, deeds), ask(model, deeds)];

/** @param {Table} model @param {Deeds} deeds */
function vote(model, deeds) {
  const about = voteOf(model.room, model.game, model.you);
  if (!about) return null;
  const { seat, by, mine, may } = about;
  const chosen = CHOICES.filter((choice) => may || by[choice].length > 0);
  return h("section.ribbon.ask.of-vote", { key: "vote", "aria-label": t("away.vote") },
    h("p", null, rich(may ? "away.ask" : "away.asked", { name: h("b", null, nameOf(model, seat)) })),
    chosen.length ? h("div.answers", { role: "group", "aria-label": t("away.vote") }, chosen.map((choice) => {
      const inside = [h("span", null, t(`away.${choice}`)), by[choice].length ? h("span.who-chose", null, by[choice].map((one) => voter(model, one))) : null];
      return may
        ? h("button.quiet", {
          key: choice, type: "button", "aria-pressed": String(mine === choice), disabled: held(model) !== null,
          onclick: () => deeds.send({ type: "absent", seat, choice }).catch(() => {}),
        }, inside)
        : h("span.chosen", { key: choice }, inside);
    })) : null);
}

/** Who chose: a face to see, a name to hear. @param {Table} model @param {number} seat */
const voter = (model, seat) => [face(model, seat), h("span.unseen", null, nameOf(model, seat))];

/** @param {Table} model @param {Deeds} deeds */
function ask(model, deeds) {
  const about = askOf(model.room, model.game, model.you);
  if (!about) return null;
  const { seat, seq, until, part } = about;
  const entry = model.log.find((one) => one.seq === seq);
  const answer = (/** @type {boolean} */ yes) => () => deeds.send({ type: "consent", game: model.game.id, seq, yes }).catch(() => {});
  return h("section.ribbon.ask", { key: "ask", "aria-label": t("undo.title") },
    h("p", null, rich(`undo.${part}`, { name: h("b", null, nameOf(model, seat)) }), " ", entry && part !== "asks" ? h("span.just", null, words(model, deeds, entry, false)) : null),
    h("div.answers", null,
      about.yes.length ? h("span.who-chose", { title: t("undo.agree") }, h("span.unseen", null, t("undo.agree")), about.yes.map((one) => voter(model, one))) : null,
      countdown(model, until),
      part === "answers" ? [
        h("button.quiet", { key: "no", type: "button", disabled: held(model) !== null, onclick: answer(false) }, t("undo.no")),
        h("button.go", { key: "yes", type: "button", disabled: held(model) !== null, onclick: answer(true) }, t("undo.yes")),
      ] : null));
}
