// Made from the models in backend/splendor/wire by `python -m splendor.wire.typescript`. Not to be edited.
export type Absent = {
  id?: string | number | null;
  type: "absent";
  seat: number;
  choice: "wait" | "skip" | "bot" | "end";
};
export type Act = {
  id?: string | number | null;
  type: "act";
  game: string;
  seq: number;
  action: Take | Reserve | Buy | Return | ChooseNoble;
};
export type Admit = {
  id?: string | number | null;
  type: "admit";
  player: string;
};
export type Ask = {
  seat: number;
  seq: number;
  until: string;
  yes: (number)[];
};
export type Bot = {
  id?: string | number | null;
  type: "bot";
  seat: number;
  level?: string | null;
};
export type Buy = {
  type: "buy";
  card: string;
  pay?: Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>> | null;
};
export type Bye = {
  type: "bye";
  reason: "restart" | "protocol" | "abuse" | "slow" | "replaced";
};
export type CardOut = {
  level: 1 | 2 | 3;
  bonus: "diamond" | "sapphire" | "emerald" | "ruby" | "onyx";
  points: number;
  cost: Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx", number>>;
};
export type Catalog = {
  cards: Record<string, CardOut>;
  nobles: Record<string, NobleOut>;
};
export type Chat = {
  player: string;
  name: string;
  text: string;
  at: string;
  type: "chat";
};
export type ChatLine = {
  player: string;
  name: string;
  text: string;
  at: string;
};
export type ChooseNoble = {
  type: "noble";
  noble: string;
};
export type Clock = {
  left: (number)[];
  since?: string | null;
  held?: "pause" | "away" | null;
};
export type ClockIn = {
  bank: number;
  increment: number;
  advisory?: boolean;
};
export type ClockOption = {
  bank: number;
  increment: number;
  advisory: boolean;
};
export type Consent = {
  id?: string | number | null;
  type: "consent";
  game: string;
  seq: number;
  yes: boolean;
};
export type Deal = {
  start: number;
  nobles: (string)[];
  decks: Record<"1" | "2" | "3", (string)[]>;
};
export type Entry = {
  seq: number;
  at: string;
  seat: number;
  type: "take" | "reserve" | "buy" | "return" | "noble" | "pass" | "resign" | "undo" | "clock" | "deputy" | "end";
  tokens?: Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>> | null;
  card?: string | null;
  level?: 1 | 2 | 3 | null;
  blind?: boolean | null;
  gold?: boolean | null;
  paid?: Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>> | null;
  reserved?: boolean | null;
  slot?: number | null;
  refill?: string | null;
  noble?: string | null;
  final_round?: boolean | null;
  over?: boolean | null;
  by?: "clock" | "table" | "deputy" | null;
  of?: number | null;
  held?: "pause" | "away" | null;
  credit?: number | null;
  on?: boolean | null;
  votes?: Record<string, (number)[]> | null;
};
export type Game = {
  id: string;
  seq: number;
  phase: "play" | "return" | "noble" | "over";
  turn: number;
  start: number;
  round: number;
  final_round: boolean;
  options: Options;
  bank: Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>;
  market: Record<"1" | "2" | "3", (string | null)[]>;
  decks: Record<"1" | "2" | "3", number>;
  nobles: (string)[];
  players: (PlayerView)[];
  moves?: Moves | null;
  clock?: Clock | null;
  undo?: "free" | "ask" | null;
  result?: Result | null;
};
export type GameRecord = {
  id: string;
  room: string;
  options: Options;
  names: (string)[];
  status: "playing" | "over";
  result: Result | null;
  deal?: Deal | null;
  actions: (Record<string, any>)[];
};
export type Kick = {
  id?: string | number | null;
  type: "kick";
  seat: number;
};
export type LinkOut = {
  url: string;
  code: string;
  qr: string;
  expires: string;
};
export type MeOut = {
  player: string;
  name: string;
  token?: string | null;
};
export type Move = {
  type: "move";
  game: string;
  seq: number;
  patch: Record<string, any>;
  entry: Entry;
};
export type Moves = {
  take: TakeMoves;
  reserve: ReserveMoves;
  buy: Record<string, Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>>>;
  return: number;
  noble: (string)[];
};
export type NewGame = {
  type: "game";
  game: Game;
};
export type NobleOut = {
  points: number;
  requires: Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx", number>>;
};
export type Ok = {
  type: "ok";
  re: string | number | null;
};
export type Options = {
  seats: number;
  target: number;
  relaxed_take: boolean;
  hide_reserved: boolean;
  clock: ClockOption | null;
};
export type OptionsIn = {
  seats?: number;
  target?: number;
  relaxed_take?: boolean;
  hide_reserved?: boolean;
  clock?: ClockIn | null;
};
export type Pause = {
  id?: string | number | null;
  type: "pause";
  game: string;
  paused: boolean;
};
export type Ping = {
  id?: string | number | null;
  type: "ping";
  resync?: boolean;
};
export type PlayerView = {
  name: string;
  points: number;
  tokens: Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>;
  bonuses: Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx", number>;
  cards: (string)[];
  reserved: (Reserved)[];
  nobles: (string)[];
  left: boolean;
};
export type PushKey = {
  key: string;
};
export type React = {
  id?: string | number | null;
  type: "react";
  reaction: "nice" | "wow" | "laugh" | "think" | "hurry" | "thanks";
};
export type Reacted = {
  type: "react";
  player: string;
  reaction: "nice" | "wow" | "laugh" | "think" | "hurry" | "thanks";
};
export type Refusal = {
  code: "bad_message" | "unauthorized" | "forbidden" | "not_found" | "not_your_turn" | "illegal_action" | "stale" | "room_full" | "seat_taken" | "wrong_status" | "rate_limited" | "too_large" | "unavailable" | "internal";
  detail: string;
};
export type Refused = {
  type: "error";
  re: string | number | null;
  code: "bad_message" | "unauthorized" | "forbidden" | "not_found" | "not_your_turn" | "illegal_action" | "stale" | "room_full" | "seat_taken" | "wrong_status" | "rate_limited" | "too_large";
  detail: string;
};
export type Rematch = {
  id?: string | number | null;
  type: "rematch";
  ready?: boolean;
};
export type Reserve = {
  type: "reserve";
  card?: string | null;
  deck?: 1 | 2 | 3 | null;
};
export type ReserveMoves = {
  cards: (string)[];
  decks: (1 | 2 | 3)[];
  gold: boolean;
};
export type Reserved = {
  card?: string | null;
  level?: 1 | 2 | 3 | null;
};
export type Resign = {
  id?: string | number | null;
  type: "resign";
  game: string;
};
export type Result = {
  winners: (number)[];
  ranking: (number)[];
  by: "points" | "cards" | "reserved" | "shared" | "last_player";
};
export type Return = {
  type: "return";
  tokens: Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>>;
};
export type Room = {
  code: string;
  status: "lobby" | "playing" | "over";
  public: boolean;
  host: string;
  options: Options;
  rev: number;
  seats: (SeatView | null)[];
  watchers: (Watcher)[];
  game: string | null;
  scores: (Score)[];
  kicked: (Watcher)[];
  rematch: (string)[];
  vote?: Vote | null;
  ask?: Ask | null;
};
export type RoomOut = {
  code: string;
  url: string;
};
export type RoomPage = {
  rooms: (RoomSummary)[];
  next: string | null;
};
export type RoomPatch = {
  type: "room";
  patch: Record<string, any>;
  you?: You | null;
};
export type RoomSummary = {
  code: string;
  status: "lobby" | "playing" | "over";
  public: boolean;
  names: (string | null)[];
  watching: number;
  your_turn?: boolean | null;
  touched: string;
};
export type Say = {
  id?: string | number | null;
  type: "chat";
  text: string;
};
export type Score = {
  game: string;
  winners: (number)[];
  points: (number)[];
  players: (string)[];
  names: (string)[];
};
export type SeatView = {
  player: string;
  name: string;
  bot: string | null;
  online: boolean;
  away?: string | null;
};
export type SetOptions = {
  id?: string | number | null;
  type: "options";
  options: OptionsIn;
  public?: boolean | null;
};
export type Sit = {
  id?: string | number | null;
  type: "sit";
  seat?: number | null;
};
export type Stand = {
  id?: string | number | null;
  type: "stand";
};
export type Start = {
  id?: string | number | null;
  type: "start";
};
export type Take = {
  type: "take";
  tokens: Partial<Record<"diamond" | "sapphire" | "emerald" | "ruby" | "onyx" | "gold", number>>;
};
export type TakeMoves = {
  different: ("diamond" | "sapphire" | "emerald" | "ruby" | "onyx")[];
  sizes: (number)[];
  same: ("diamond" | "sapphire" | "emerald" | "ruby" | "onyx")[];
};
export type Undo = {
  id?: string | number | null;
  type: "undo";
  game: string;
  seq: number;
};
export type Vote = {
  seat: number;
  choices: Record<"wait" | "skip" | "bot" | "end", (number)[]>;
};
export type Watcher = {
  player: string;
  name: string;
};
export type Welcome = {
  type: "welcome";
  protocol: number;
  client: string;
  now: string;
  you: You;
  room: Room;
  game: Game | null;
  log: (Entry)[];
  chat: (ChatLine)[];
};
export type WhoAmI = {
  player: string;
  name: string;
  rooms: (RoomSummary)[];
};
export type You = {
  player: string;
  name: string;
  seat: number | null;
  host: boolean;
};
export type ClientMessage = Sit | Stand | SetOptions | Bot | Kick | Start | Act | Undo | Resign | Absent | Rematch | Consent | Pause | Admit | React | Say | Ping;
export type ServerMessage = Welcome | RoomPatch | NewGame | Move | Chat | Reacted | Ok | Refused | Bye;
