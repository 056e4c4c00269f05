// What the components are given: `model` is what is drawn, `deeds` is what can be done.
import type { Catalog, ChatLine, ClientMessage, Entry, Game, Act, Room, RoomSummary, You } from "./net/wire";
import type { Selection } from "./state/selection";
import type { Reaction, Shown } from "./reactions";

/** `until`: when the next try to connect is, in ms since 1970. `why`: what an offline link waits for a person to decide. */
export type Link = {
  status: "connecting" | "live" | "waiting" | "offline";
  until: number | null;
  why?: "replaced" | "old" | "network";
};

export type Toast = { id: number; text: string; kind: "fault" | "news" };

/** The dialog that is open. */
export type Dialog =
  | { name: "menu" | "help" | "share" | "device" | "people" | "resign" | "again" }
  | { name: "kick"; seat: number; player: string; who: string };

/** What this page knows apart from any room. */
export type Page = {
  route: Route;
  me: { player: string; name: string } | null;
  /** The name to begin with, before there is a player. */
  name: string;
  toasts: Toast[];
  dialog: Dialog | null;
  /** The room does not exist. */
  missing: boolean;
  /** The server has newer files than this page. */
  old: boolean;
  lists: Lists | null;
  busy: boolean;
};
export type Lists = { mine: RoomSummary[]; open: RoomSummary[]; playing: RoomSummary[] };
export type Route =
  | { name: "home" }
  | { name: "room"; code: string }
  | { name: "claim"; code: string; who: string | null }
  | { name: "nowhere" };

/** `sending`: an act is on its way, controls wait; `saving`: it has been for a while. `news`: the seq that this person had seen when they last looked;
 * `mark`: the seq from which on the board shows what was missed, or null. `offset`: how far the server's clock is ahead of
 * this device's, in ms. `reactions`: those that are shown just now, by player; `resting`: not to be given just now. */
export type Model = {
  link: Link;
  you: You | null;
  room: Room | null;
  game: Game | null;
  log: Entry[];
  chat: ChatLine[];
  catalog: Catalog;
  selection: Selection;
  sending: boolean;
  saving: boolean;
  news: number;
  mark: number | null;
  offset: number;
  reactions: Record<string, Shown>;
  resting: boolean;
  page: Page;
};

export type Deeds = {
  /** Sends an action as the game's next; true when it came to be, false when it was refused (the person was told). */
  act(action: Act["action"]): Promise<boolean>;
  /** Sends any other message. A refusal is shown to the person, and rejects. */
  send(message: ClientMessage): Promise<void>;
  select(selection: Selection): void;
  /** Says something in the room's chat. */
  say(text: string): Promise<void>;
  /** Gives a quick reaction. */
  react(reaction: Reaction): void;
  /** Stops hearing a person, or hears them again. */
  mute(player: string): void;
  /** Shows a short notice for a few seconds. */
  notice(text: string): void;
  /** Draws anew, soon. */
  refresh(): void;
  open(dialog: Dialog): void;
  /** The dialog of this name was closed; another may be open by now. */
  shut(name: string): void;
  rename(name: string): Promise<void>;
  /** Goes to a page of this site. */
  go(path: string): void;
  newGame(): Promise<void>;
  claim(code: string): Promise<void>;
  /** After this seat moved to another device: goes on here as somebody new. */
  startOver(): Promise<void>;
};
