// What this page holds together: where it is, who is at it, the visit to a room; and the deeds that components may do.

import { tell as tellMove } from "./board/log.js";
import { fetchLists } from "./home/lists.js";
import { t } from "./i18n/i18n.js";
import * as api from "./net/api.js";
import { Refusal } from "./net/api.js";
import { notices } from "./notices.js";
import { reactions } from "./reactions.js";
import { announceRoom } from "./room/news.js";
import { visit } from "./room/visit.js";
import { words } from "./room/word.js";
import { roomPath, route } from "./routes.js";
import { renew as renewPush } from "./signals/push.js";
import { answered, signalTurn } from "./signals/signals.js";
import { browser } from "./state/memory.js";
import { turnMute } from "./state/mutes.js";
import { someName } from "./state/names.js";
import { NOTHING, settle } from "./state/selection.js";
import { nothing } from "./state/session.js";
import { announce } from "./ui/announce.js";
import { watchVersion } from "./version.js";

/** @import { Catalog } from "./net/wire" */
/** @import { Deeds, Link, Model, Page } from "./model" */
/** @import { Session } from "./state/session.js" */

/** The link where none is needed. @type {Link} */
const ASHORE = { status: "live", until: null };
/** @type {Link} */
const UNDER_WAY = { status: "connecting", until: null };

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
  const { notice, drop, tell, told } = notices(state, refresh);
  const reacting = reactions(refresh);
  const tellThem = words(() => session(), (text) => notice(text));
  /** @type {ReturnType<typeof visit> | null} */
  let visiting = null;
  /** @type {Catalog | null} */
  let catalog = null;
  let selection = NOTHING;
  /** A change of name that is on its way. @type {Promise<unknown>} */
  let naming = Promise.resolve();

  /** Takes up the page that the address means. */
  function enter() {
    visiting?.leave();
    visiting = null;
    Object.assign(state, { route: route(location), missing: false, dialog: null });
    selection = NOTHING;
    if (state.route.name === "room") enterRoom(state.route.code);
    else if (state.route.name !== "nowhere") comeHome();
    refresh();
  }

  /** @param {string} code */
  function enterRoom(code) {
    fetchCatalog();
    const start = () => {
      if (state.route.name !== "room" || state.route.code !== code || visiting) return;
      visiting = visit(code, {
        changed: roomChanged,
        welcomed: (welcome) => watchVersion(welcome, model, () => void ((state.old = true), refresh())),
        missing: () => void ((state.missing = true), refresh()),
        strange: () => notice(t("error.cookies"), "fault"),
        name: () => state.name,
        reacted: reacting.heard,
        slow: () => announce(t("why.saving")),
      });
      refresh();
    };
    // A browser that was here before has its cookie: the line opens at once. Another becomes somebody first.
    if (browser.get("player") !== null) start();
    else api.beSomeone(state.name).then(remember, () => {}).finally(start);
  }

  /** @param {Session} was @param {Session} now */
  function roomChanged(was, now) {
    if (now.you) remember(now.you);
    tellThem(was, now);
    if (was !== now) signalTurn(was, now);
    // Nothing can be done here any more but to say what is to become of this page.
    if (visiting?.link.why === "replaced") state.dialog = null;
    announceRoom(was, now, (entry) => (catalog ? tellMove(entry, model) : ""));
    refresh();
  }

  /** @param {{ player: string, name: string }} me */
  function remember({ player, name }) {
    if (state.me?.player === player && state.me.name === name) return;
    state.me = { player, name };
    state.name = name;
    const before = browser.get("player");
    if (before !== null && before !== player) renewPush().catch(() => {});
    browser.set("player", player);
    browser.set("name", name);
  }

  async function fetchCatalog(pause = 500) {
    if (catalog) return;
    const address = document.querySelector("meta[name=catalog]")?.getAttribute("content") ?? "/api/catalog";
    try {
      catalog = await api.catalog(address);
      refresh();
    } catch {
      setTimeout(() => fetchCatalog(Math.min(pause * 2, 8_000)), pause);
    }
  }

  /** What the home page lists; what can't be had now is asked for again when the page is next looked at. */
  async function comeHome(quiet = false) {
    try {
      const { me, lists } = await fetchLists();
      if (me) remember(me);
      state.lists = lists;
    } catch (fault) {
      if (state.route.name === "home" && !quiet) tell(fault);
    }
    refresh();
  }

  const session = () => visiting?.session ?? nothing;
  /** @type {Model} */
  const model = {
    get link() {
      return visiting?.link ?? (state.route.name === "room" ? UNDER_WAY : ASHORE);
    },
    get you() {
      return session().you;
    },
    get room() {
      return session().room;
    },
    get game() {
      return session().game;
    },
    get log() {
      return session().log;
    },
    get chat() {
      return session().chat;
    },
    get catalog() {
      return /** @type {Catalog} */ (catalog);
    },
    get selection() {
      // As far as it still holds: the game may have moved on since.
      return settle(selection, session().game, session().you?.seat ?? null);
    },
    get sending() {
      return visiting?.sending ?? false;
    },
    get saving() {
      return visiting?.saving ?? false;
    },
    get news() {
      return visiting?.news ?? 0;
    },
    get mark() {
      return visiting?.mark ?? null;
    },
    get offset() {
      return visiting?.offset ?? 0;
    },
    get reactions() {
      return reacting.shown;
    },
    get resting() {
      return reacting.resting;
    },
    page: state,
  };

  /** @type {Deeds} */
  const deeds = {
    async act(action) {
      if (!visiting) return false;
      const doing = visiting.act(action);
      refresh();
      return told(doing, "act").then(() => true, () => false);
    },
    send(message) {
      return told(visiting ? visiting.send(message) : Promise.reject(new Refusal("lost")), message.type);
    },
    say: (text) => deeds.send({ type: "chat", text }),
    react: (reaction) => void reacting.react(reaction, (message) => visiting?.send(message) ?? Promise.resolve()),
    mute(player) {
      turnMute(player);
      refresh();
    },
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
        refresh();
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
        remember(state.me ?? (await api.beSomeone(state.name)));
        deeds.go(roomPath((await api.newRoom()).code));
      } catch (fault) {
        // Whoever was forgotten by the server is somebody new at the next press.
        if (fault instanceof Refusal && fault.code === "unauthorized") state.me = null;
        tell(fault);
      } finally {
        state.busy = false;
        refresh();
      }
    },
    async claim(code) {
      remember(await told(api.claim(code), "claim"));
      notice(t("claim.done", { name: state.name }));
      // One table only: that is where they were.
      const [only, ...others] = (await api.whoAmI().catch(() => null))?.rooms ?? [];
      deeds.go(only && others.length === 0 ? roomPath(only.code) : "/");
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
    /** The page is looked at again, or the network is back. */
    wake() {
      visiting?.wake();
      answered(session().room?.code);
      if (state.route.name === "home") comeHome();
    },
    /** Time has passed: elsewhere a turn may have come. */
    look: () => void (state.route.name === "home" && comeHome(true)),
    get visiting() {
      return visiting;
    },
  };
}
