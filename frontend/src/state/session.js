// What the server has told of one room, and how each of its messages changes that. Pure: a session is a value.

import { merge } from "../net/patch.js";

/** @import { ChatLine, Entry, Game, Room, ServerMessage, You } from "../net/wire" */

/**
 * `torn`: a message is missing. What stands here is old but was true; a fresh welcome mends it, until then nothing
 * may be done on the strength of it.
 * @typedef {{ you: You | null, room: Room | null, game: Game | null, log: Entry[], chat: ChatLine[], torn: boolean }} Session
 */

/** @type {Session} */
export const nothing = { you: null, room: null, game: null, log: [], chat: [], torn: false };

const CHAT_KEPT = 200;

/** @param {Session} session @param {ServerMessage} message @returns {Session} */
export function receive(session, message) {
  switch (message.type) {
    case "welcome": {
      const { you, room, game, log, chat } = message;
      return { you, room, game, log, chat, torn: false };
    }
    case "chat":
      return hear(session, message);
    case "room":
      return session.torn || !session.room ? session : receiveRoom(session, session.room, message);
    case "game":
      return session.torn ? session : receiveGame(session, message.game);
    case "move":
      return session.torn ? session : receiveMove(session, message);
    default:
      return session;
  }
}

/** @param {Session} session @param {Room} room @param {import("../net/wire").RoomPatch} message @returns {Session} */
function receiveRoom(session, room, message) {
  const rev = message.patch.rev;
  if (rev <= room.rev) return session;
  if (rev !== room.rev + 1) return { ...session, torn: true };
  return { ...session, room: merge(room, message.patch), you: message.you ?? session.you };
}

/** @param {Session} session @param {Game} game @returns {Session} */
function receiveGame(session, game) {
  const was = session.game;
  if (was?.id === game.id) {
    // The same game through other eyes: who sits down sees more. An older one is an echo.
    if (game.seq < was.seq) return session;
    return game.seq === was.seq ? { ...session, game } : { ...session, torn: true };
  }
  if (session.room?.scores.some((score) => score.game === game.id)) return session;
  return { ...session, game, log: [], torn: game.seq !== 0 };
}

/** @param {Session} session @param {import("../net/wire").Move} move @returns {Session} */
function receiveMove(session, move) {
  const { game, log } = session;
  if (game?.id !== move.game) {
    // The last words of a game that is over are an echo; a game never heard of means that its beginning is missing.
    return session.room?.scores.some((score) => score.game === move.game) ? session : { ...session, torn: true };
  }
  if (move.seq <= game.seq) return session;
  if (move.seq !== game.seq + 1) return { ...session, torn: true };
  return { ...session, game: merge(game, move.patch), log: [...log, move.entry] };
}

/** @param {Session} session @param {ChatLine} message @returns {Session} */
function hear(session, { player, name, text, at }) {
  // Chat lines have no number; the same line of the same person at the same instant is an echo.
  if (session.chat.some((line) => line.at === at && line.player === player && line.text === text)) return session;
  return { ...session, chat: [...session.chat, { player, name, text, at }].slice(-CHAT_KEPT) };
}

/** Whether the person at this page is to act. @param {{ you: You | null, game: Game | null }} session */
export const isMyTurn = ({ you, game }) =>
  game !== null && game.phase !== "over" && you !== null && you.seat !== null && game.turn === you.seat;
