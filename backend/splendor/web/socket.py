"""The socket of a room: one read loop for each connection. Every message is answered."""

import asyncio
import contextlib
import logging
from functools import partial

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketState

from splendor.records import Player, Unavailable
from splendor.rooms.catching_up import be_current
from splendor.rooms.deeds import perform
from splendor.rooms.patch import KINDS, Kind
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room, encode
from splendor.rooms.viewer import Viewer
from splendor.web.errors import answer
from splendor.web.guessing import named_by_player
from splendor.web.identity import address, caller, digest, holder, known, same_origin, token_of
from splendor.web.limits import Limits
from splendor.web.outbox import CLOSE, LAST_WORDS, Outbox
from splendor.web.services import services
from splendor.web.transport import LINE
from splendor.wire.client import BadMessage, Pause, React, id_of, read_message
from splendor.wire.server import ErrorCode

logger = logging.getLogger("splendor.web")
router = APIRouter()

MESSAGE_SIZE = 4096
PATIENCE = 50
"""So many refused messages in a row, and the connection is closed: a client that does not listen."""


@router.websocket("/api/rooms/{code}/ws")
async def open_socket(websocket: WebSocket, code: str) -> None:
    """Lets a player in as a watcher, or in their seat; refuses strangers before the socket opens."""
    deps = services(websocket)
    replaced = deps.rooms.replaced
    with contextlib.ExitStack() as places:
        try:
            same_origin(websocket, deps)
            patch = kind_of_patch(websocket)
            places.enter_context(deps.crowd.from_address(address(websocket)))
            player = await known(await caller(websocket))
            room = await named_by_player(
                websocket, partial(deps.rooms.get, code), lambda room: player.id in room.record.people
            )
            await be_current(room)
            places.enter_context(deps.crowd.of_player(player.id, room))
        except Refusal as refusal:
            await websocket.send_denial_response(answer(refusal.code, refusal.detail))
            return
        except Unavailable:
            await websocket.send_denial_response(answer("unavailable", "try again in a moment", 503))
            return
        await websocket.accept()
        await serve(websocket, code, player, patch, replaced)


async def serve(websocket: WebSocket, code: str, player: Player, patch: Kind, replaced: int) -> None:
    """A connection that was let in, until it ends. `replaced`: how many devices had been replaced by others when it
    came."""
    deps = services(websocket)
    outbox = Outbox(websocket.scope["extensions"][LINE])
    viewer = Viewer(player, outbox, digest(token_of(websocket) or ""), patch=patch)
    # Asked again, since the room may have left memory meanwhile; from here to `join` nothing waits.
    room = await deps.rooms.get(code)
    room.join(viewer)
    is_sent_away = False
    try:
        # Replaced before it joined, this device was not there to be told.
        if replaced != deps.rooms.replaced and await holder(websocket) is None:
            outbox.bye("replaced")
        is_sent_away = await read(websocket, room, viewer, outbox, deps.limits) == CLOSE["restart"]
    except Unavailable as error:
        logger.warning("room %s: the store is unavailable: %s", code, error)
        deps.rooms.forget(room)
    finally:
        room.leave(viewer, is_sent_away=is_sent_away)
        await finish(websocket, outbox)


def kind_of_patch(websocket: WebSocket) -> Kind:
    """The kind that `?patch=` asks for; raises Refusal if there is no such."""
    asked = websocket.query_params.getlist("patch") or ["merge"]
    kind = next((kind for kind in KINDS if [kind] == asked), None)
    if kind is None:
        raise Refusal("bad_message", f"patch: one of {', '.join(KINDS)}")
    return kind


async def finish(websocket: WebSocket, outbox: Outbox) -> None:
    """Lets a goodbye that is under way get through; what the peer says meanwhile is not heard."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LAST_WORDS):
            while outbox.is_leaving and websocket.client_state is WebSocketState.CONNECTED:
                await websocket.receive()
    outbox.shut()


async def read(websocket: WebSocket, room: Room, viewer: Viewer, outbox: Outbox, limits: Limits) -> int | None:
    """Reads until the connection ends, and gives the code with which it did. Messages of one connection are done one
    after the other."""
    refused = 0
    while True:
        # Many messages may have come in one packet, and none of them need wait for anything: others get their turn
        # between them, and what is written goes out.
        await asyncio.sleep(0)
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            code: int = received["code"]
            return code
        text = received.get("text")
        if await take(text, room, viewer, outbox, limits):
            refused = 0
            continue
        refused += 1
        if refused >= PATIENCE:
            outbox.bye("abuse")
            return None


async def take(text: str | None, room: Room, viewer: Viewer, outbox: Outbox, limits: Limits) -> bool:
    """Does one message and answers it; False if it was malformed or came too fast."""
    pace = limits.pace(viewer.player.id)
    too_fast = pace is not None and not pace.messages.take()
    if text is None:
        return refuse(outbox, None, "bad_message", "messages are text")
    if len(text) > MESSAGE_SIZE or len(text.encode()) > MESSAGE_SIZE:
        return refuse(outbox, None, "too_large", f"a message has at most {MESSAGE_SIZE} bytes")
    if too_fast:
        return refuse(outbox, id_of(text), "rate_limited", "too many messages")
    try:
        message = read_message(text)
    except BadMessage as error:
        return refuse(outbox, error.re, "bad_message", str(error))
    if isinstance(message, React) and pace is not None and not pace.reactions.take():
        return refuse(outbox, message.id, "rate_limited", "too many reactions")
    if isinstance(message, Pause) and pace is not None and not pace.pauses.take():
        return refuse(outbox, message.id, "rate_limited", "too many pauses")
    try:
        await perform(room, viewer, message)
    except Refusal as refusal:
        refuse(outbox, message.id, refusal.code, refusal.detail)
    else:
        outbox.push(encode({"type": "ok", "re": message.id}))
    return True


def refuse(outbox: Outbox, re: str | int | None, code: ErrorCode, detail: str) -> bool:
    outbox.push(encode({"type": "error", "re": re, "code": code, "detail": detail}))
    return False
