// What this page holds together: where it is, who is at it, the visit to a room; and the deeds that components may do.

import * as api from "./net/api.js";
import { Refusal } from "./net/api.js";
import { t, has } from "./i18n/i18n.js";
import { tell as tellMove } from "./board/log.js";
import { visit } from "./room/visit.js";
import { announceRoom } from "./room/news.js";
import { roomPath, route } from "./routes.js";
import { browser } from "./state/memory.js";
import { someName } from "./state/names.js";
import { NOTHING } from "./state/selection.js";
import { nothing } from "./state/session.js";
import { announce } from "./ui/announce.js";
import { watchVersion } from "./version.js";

/** @import { Deeds, Link, Model, Page } from "./model" */

const TOAST_TIME = 6_000;
/** @type {Link} */
const ASHORE = { status: "live", until: null };

/** @param {() => void} refresh asks for a drawing */
export function page(refresh) {
  /** @type {Page} */
  const state = {
    route: route(location),
    me: null,
    name: browser.get("name") ?? someName(),
    toasts: [],
    dialog: null,
    missing: false,
    old: false,
    lists: null,
    busy: false,
  };
  /** @type {ReturnType<typeof visit> | null} */
  let visiting = null;
  /** @type {import("./net/wire").Catalog | null} */
  let catalog = null;
  let selection = NOTHING;
  let toastCount = 0;

  /** @param {string} text @param {"fault" | "news"} [kind] */
  function notice(text, kind = "news") {
    const toast = { id: ++toastCount, text, kind };
    state.toasts = [...state.toasts, toast].slice(-3);
    announce(text);
    setTimeout(() => drop(toast.id), TOAST_TIME);
    refresh();
  }
  /** @param {number} id */
  function drop(id) {
    state.toasts = state.toasts.filter((toast) => toast.id !== id);
    refresh();
  }

  /** Tells what went wrong, in words of the dictionary. @param {unknown} fault */
  function tell(fault) {
    if (!(fault instanceof Refusal)) {
      console.error(fault);
      return notice(t("error.broken"), "fault");
    }
    if (fault.code === "busy") return;
    const words = has(`error.${fault.code}`) ? t(`error.${fault.code}`) : t("error.broken");
    // The server's own sentence names the rule that was broken; all else is better said in our words.
    notice(fault.code === "illegal_action" && fault.detail ? `${words} ${fault.detail}.` : words, "fault");
  }

  /** @template T @param {Promise<T>} deed @returns {Promise<T>} */
  async function told(deed) {
    try {
      return await deed;
    } catch (fault) {
      tell(fault);
      throw fault;
    }
  }

  function enter() {
    visiting?.leave();
    visiting = null;
    Object.assign(state, { route: route(location), missing: false, dialog: null });
    selection = NOTHING;
    if (state.route.name === "room") visitRoom(state.route.code);
    else ashore();
    refresh();
  }

  /** @param {string} code */
  function visitRoom(code) {
    loadCatalog();
    // A browser that was here before has its cookie: the line opens at once. Another becomes somebody first.
    const known = browser.get("player") !== null;
    const start = () => {
      if (state.route.name !== "room" || state.route.code !== code || visiting) return;
      visiting = visit(code, {
        changed(was, now) {
          if (now.you) remember(now.you);
          announceRoom(was, now, (entry) => (catalog ? tellMove(entry, model) : ""));
          refresh();
        },
        welcomed: (welcome) => watchVersion(welcome, model, () => void ((state.old = true), refresh())),
        missing: () => void ((state.missing = true), refresh()),
        strange: () => notice(t("error.cookies"), "fault"),
        name: () => state.name,
      });
      refresh();
    };
    if (known) start();
    else api.beSomeone(state.name).then(remember, () => {}).finally(start);
  }

  /** @param {{ player: string, name: string }} me */
  function remember({ player, name }) {
    if (state.me?.player === player && state.me.name === name) return;
    state.me = { player, name };
    state.name = name;
    browser.set("player", player);
    browser.set("name", name);
  }

  async function loadCatalog(pause = 500) {
    if (catalog) return;
    const address = document.querySelector("meta[name=catalog]")?.getAttribute("content") ?? "/api/catalog";
    try {
      catalog = await api.catalog(address);
      refresh();
    } catch {
      setTimeout(() => loadCatalog(Math.min(pause * 2, 8_000)), pause);
    }
  }

  /** What the home page lists; what could not be had is tried again when the page is next seen. */
  async function ashore() {
    try {
      const me = await api.whoAmI();
      if (me) remember(me);
      const [open, playing] = await Promise.all([api.rooms("lobby"), api.rooms("playing")]);
      const mine = me?.rooms ?? [];
      const others = (/** @type {{ code: string }} */ room) => !mine.some((own) => own.code === room.code);
      state.lists = { mine, open: open.rooms.filter(others), playing: playing.rooms.filter(others) };
    } catch (fault) {
      state.lists ??= { mine: [], open: [], playing: [] };
      if (state.route.name === "home") tell(fault);
    }
    refresh();
  }

  /** @type {Model} */
  const model = {
    get link() {
      return visiting?.link ?? (state.route.name === "room" ? { status: "connecting", until: null } : ASHORE);
    },
    get you() {
      return (visiting?.session ?? nothing).you;
    },
    get room() {
      return (visiting?.session ?? nothing).room;
    },
    get game() {
      return (visiting?.session ?? nothing).game;
    },
    get log() {
      return (visiting?.session ?? nothing).log;
    },
    get chat() {
      return (visiting?.session ?? nothing).chat;
    },
    get catalog() {
      return /** @type {import("./net/wire").Catalog} */ (catalog);
    },
    get selection() {
      return selection;
    },
    get sending() {
      return visiting?.sending ?? false;
    },
    get news() {
      return visiting?.news ?? 0;
    },
    page: state,
  };

  /** @type {Promise<unknown>} */
  let naming = Promise.resolve();

  /** @type {Deeds} */
  const deeds = {
    async act(action) {
      if (!visiting) return false;
      const doing = visiting.act(action);
      refresh();
      try {
        await doing;
        return true;
      } catch (fault) {
        tell(fault);
        return false;
      } finally {
        refresh();
      }
    },
    send: (message) => told(visiting ? visiting.send(message) : Promise.reject(new Refusal("lost"))),
    say: (text) => deeds.send({ type: "chat", text }),
    select(next) {
      selection = next;
      refresh();
    },
    notice: (text) => notice(text),
    refresh,
    open(dialog) {
      state.dialog = dialog;
      refresh();
    },
    shut(name) {
      if (state.dialog?.name === name) state.dialog = null;
      refresh();
    },
    async rename(name) {
      const was = state.name;
      state.name = name;
      browser.set("name", name);
      refresh();
      if (!state.me) return;
      naming = told(api.callMe(name)).then(remember);
      await naming.catch((fault) => {
        state.name = was;
        browser.set("name", was);
        throw fault;
      });
      refresh();
    },
    go(path) {
      history.pushState(null, "", path);
      scrollTo(0, 0);
      enter();
    },
    async newGame() {
      if (state.busy) return;
      state.busy = true;
      refresh();
      try {
        await naming.catch(() => {});
        remember(await api.beSomeone(state.name));
        const { code } = await api.newRoom();
        deeds.go(roomPath(code));
      } catch (fault) {
        tell(fault);
      } finally {
        state.busy = false;
        refresh();
      }
    },
    async claim(code) {
      remember(await told(api.claim(code)));
      notice(t("claim.done", { name: state.name }));
      deeds.go("/");
    },
    async startOver() {
      remember(await told(api.beSomeone(state.name)));
      enter();
    },
  };

  return {
    model,
    deeds,
    drop,
    enter,
    ashore,
    get visiting() {
      return visiting;
    },
  };
}

/** Sets the page going, once its words are there. @param {ReturnType<typeof page>} here */
export function beginning(here) {
  addEventListener("popstate", here.enter);
  addEventListener("hashchange", here.enter);
  // Links within the site keep the page; with a modifier pressed they are the browser's.
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    here.deeds.go(/** @type {string} */ (link.getAttribute("href")));
  });
  const wake = () => {
    here.visiting?.wake();
    if (here.model.page.route.name === "home") here.ashore();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") return here.visiting?.lookAway();
    wake();
    here.deeds.refresh();
  });
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("offline", () => here.visiting?.probe());
  here.enter();
}
