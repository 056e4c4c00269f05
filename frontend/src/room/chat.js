// What the people in the room say to each other. Text and nothing but text.

import { h } from "../dom.js";
import { t } from "../i18n/i18n.js";

/** @import { ChatLine, You } from "../net/wire" */
/** @import { Deeds, Model } from "../model" */

export const CHAT_LENGTH = 300;

/** The time of the last line that was seen, by room. @type {Map<string, string>} */
const read = new Map();

/** How many lines of others have not been seen yet. @param {Pick<Model, "chat" | "you" | "room">} model */
export function unread({ chat, you, room }) {
  if (!room) return 0;
  // What was said before one came is no news.
  if (!read.has(room.code)) read.set(room.code, chat.at(-1)?.at ?? "");
  const until = read.get(room.code) ?? "";
  return chat.filter((line) => line.at > until && line.player !== you?.player).length;
}

/** @typedef {{ say(text: string): unknown, refresh(): void }} Voice */
/** @typedef {Pick<Model, "chat" | "you" | "room" | "link">} Talk */

/** The list and the field. What it shows while it can be seen counts as read. @param {Talk} model @param {Voice} deeds */
export function chat(model, deeds) {
  const { link, room } = model;
  const news = unread(model);
  const live = link.status === "live";
  if (news > 0) requestAnimationFrame(() => markRead(model, deeds));
  return h(
    "section.chat",
    { key: "chat", "aria-labelledby": "chat-title" },
    h("h2", { id: "chat-title" }, t("chat.title")),
    h(
      "div.lines",
      // Read out by itself as it grows; focusable, so that it scrolls by keyboard.
      { id: "chat-lines", role: "log", tabindex: 0, "aria-labelledby": "chat-title", ref: follow },
      model.chat.length === 0 ? h("p.soft", { key: "none" }, t("chat.none")) : h("ol", { key: "said" }, model.chat.map((line) => said(line, model.you))),
    ),
    h(
      "form",
      {
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          submit(/** @type {HTMLFormElement} */ (event.currentTarget), deeds);
        },
      },
      h("input", {
        name: "text",
        type: "text",
        "aria-label": t("chat.label"),
        placeholder: t("chat.placeholder"),
        maxlength: CHAT_LENGTH,
        autocomplete: "off",
        enterkeyhint: "send",
        disabled: !room,
      }),
      h("button", { type: "submit", disabled: !live }, t("chat.send")),
    ),
  );
}

/** @param {ChatLine} line @param {You | null} you */
const said = (line, you) =>
  h(
    "li",
    { key: `${line.at} ${line.player}`, class: line.player === you?.player ? "own" : undefined },
    h("b", null, line.name),
    " ",
    h("span", null, line.text),
  );

/** @param {HTMLFormElement} form @param {Voice} deeds */
async function submit(form, deeds) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  const text = field.value.replace(/\s+/g, " ").trim();
  if (!text) return;
  field.value = "";
  try {
    await deeds.say(text);
  } catch {
    // Not lost: it stands there again, unless something else is being written by now.
    if (!field.value) field.value = text;
  }
}

/** Keeps the newest line in sight, as long as nobody has scrolled up. @param {HTMLElement} list */
function follow(list) {
  let bottom = true;
  list.addEventListener("scroll", () => (bottom = list.scrollHeight - list.scrollTop - list.clientHeight < 40));
  const down = () => bottom && (list.scrollTop = list.scrollHeight);
  new MutationObserver(down).observe(list, { childList: true, subtree: true });
  new ResizeObserver(down).observe(list);
  down();
}

/** @param {Talk} model @param {Voice} deeds */
function markRead({ chat, room }, deeds) {
  const last = chat.at(-1);
  const seen = document.visibilityState === "visible" && document.getElementById("chat-lines")?.checkVisibility();
  if (!seen || !room || !last || read.get(room.code) === last.at) return;
  read.set(room.code, last.at);
  deeds.refresh();
}
