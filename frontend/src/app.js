// Boot, and the one loop that draws: whatever changes asks for a drawing, and the next frame shows how things are.

import { h, render } from "./dom.js";
import { speak, t } from "./i18n/i18n.js";
import { page } from "./page.js";
import { setOut } from "./ways.js";
import { board } from "./board/board.js";
import { claimPage, nowhere } from "./home/claim.js";
import { home } from "./home/home.js";
import { bar } from "./room/bar.js";
import { banner } from "./room/banner.js";
import { dialogs } from "./room/dialogs.js";
import { lobby } from "./room/lobby.js";
import { toasts } from "./ui/toasts.js";
import { isMyTurn } from "./state/session.js";

/** @import { Child } from "./dom.js" */
/** @import { Model } from "./model" */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
let due = false;

function refresh() {
  if (due) return;
  due = true;
  // A hidden page has no frames, but its title still tells whose turn it is.
  if (document.visibilityState === "hidden") setTimeout(draw, 100);
  else requestAnimationFrame(draw);
}

function draw() {
  due = false;
  const { model, deeds, drop } = here;
  render([view(model), dialogs(model, deeds), model.page.toasts.length > 0 && toasts(model.page.toasts, drop)], root);
  const mine = isMyTurn(model);
  document.title = titleOf(model, mine);
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon(mine));
  // The countdown to the next try goes on by itself.
  if (model.link.status !== "live" && model.link.until) setTimeout(refresh, 500);
}

const icon = (/** @type {boolean} */ mine) => new URL(mine ? "../icon-turn.svg" : "../icon.svg", import.meta.url).href;

/** @param {Model} model @param {boolean} mine */
function titleOf(model, mine) {
  if (mine) return t("app.title.turn");
  return model.room ? t("app.title.room", { code: model.room.code }) : t("app.title");
}

/** @param {Model} model @returns {Child} */
function view(model) {
  const { deeds } = here;
  const { route, missing } = model.page;
  if (route.name === "home") return home(model, deeds);
  if (route.name === "claim") return claimPage(model, deeds, route);
  if (route.name === "nowhere" || missing) return nowhere(deeds, route.name === "room");
  return [bar(model, deeds), banner(model, deeds), table(model)];
}

/** @param {Model} model @returns {Child} */
function table(model) {
  if (!model.room) return h("main.arriving", { key: "arriving", "aria-busy": true }, h("p", null, t("app.arriving")));
  if (model.room.status === "lobby") return lobby(model, here.deeds);
  if (model.game && model.catalog) return board(model, here.deeds);
  return h("main.arriving", { key: "arriving", "aria-busy": true }, h("p", null, t("app.arriving")));
}

const here = page(refresh);

// Without words there is nothing to show; a train may come out of its tunnel yet.
for (let pause = 500; ; pause = Math.min(pause * 2, 8_000)) {
  try {
    await speak("en");
    break;
  } catch {
    await new Promise((resume) => setTimeout(resume, pause));
  }
}
dispatchEvent(new Event("whole"));
setOut(here);
refresh();
