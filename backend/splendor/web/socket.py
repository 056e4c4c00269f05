"""The socket of a room: one read loop for each connection. Every message is answered."""

import asyncio
import contextlib
import logging
import secrets
import time
from functools import partial
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketState

from splendor import logs, metrics
from splendor.records import Player, Unavailable
from splendor.rooms.catching_up import be_current
from splendor.rooms.deeds import perform
from splendor.rooms.patch import KINDS, Kind
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room, encode
from splendor.rooms.viewer import Viewer
from splendor.web.ear import Ear, GivenUp
from splendor.web.errors import AGAIN, INTERNAL, answer
from splendor.web.guessing import named_by_player
from splendor.web.identity import address, caller, digest, holder, known, same_origin, token_of
from splendor.web.limits import Limits
from splendor.web.outbox import LAST_WORDS, Outbox
from splendor.web.services import Services, services
from splendor.web.transport import ENDS, LINE
from splendor.wire.client import BadMessage, ClientMessage, Pause, Ping, React, id_of, read_message
from splendor.wire.server import ErrorCode

logger = logging.getLogger("splendor.web")
access = logging.getLogger("splendor.access")

MESSAGE_SIZE = 4096
PATIENCE = 50
"""So many refused messages in a row, and the connection is closed: a client that does not listen."""


async def open_socket(websocket: WebSocket) -> None:
    """Lets a player in as a watcher, or in their seat; refuses strangers before the socket opens."""
    code: str = websocket.path_params["code"]
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
            await websocket.send_denial_response(answer("unavailable", AGAIN))
            return
        except Exception:  # whatever it is, who asks is answered as over HTTP
            logger.exception("a socket could not be opened")
            metrics.FAULTS.labels("socket").inc()
            await websocket.send_denial_response(INTERNAL)
            return
        await websocket.accept()
        with logs.during(room=code, player=player.id, socket=secrets.token_hex(8)):
            await serve(websocket, deps, player, patch, code, replaced)


route = WebSocketRoute("/api/rooms/{code}/ws", open_socket)
"""A plain one: what FastAPI's routes keep for a request would be kept for as long as the connection."""


async def serve(
    websocket: WebSocket, deps: Services, player: Player, patch: Kind, code: str, replaced: int
) -> None:  # fmt: skip
    """A connection that was let in, from its welcome to its end. `replaced`: how many devices had been replaced by
    others when it came."""
    outbox = Outbox(websocket.scope["extensions"][LINE])
    viewer = Viewer(player, outbox, digest(token_of(websocket) or ""), patch=patch)
    # Asked again, since the room may have left memory meanwhile; from here to `join` nothing waits.
    room = await deps.rooms.get(code)
    room.join(viewer)
    began = time.monotonic()
    metrics.SOCKETS.inc()
    access.info("socket opened")
    try:
        # Replaced before it joined, this device was not there to be told.
        if replaced != deps.rooms.replaced and await holder(websocket) is None:
            outbox.bye("replaced")
        await read(websocket, room, viewer, outbox, deps.limits)
    except Unavailable as error:
        logger.warning("the store is unavailable: %s", error)
        deps.rooms.forget(room)
    except GivenUp:
        logger.info("a message is left undone, since this process ends")
    except Exception:  # a message that nobody foresaw ends its own connection, and harms no other
        logger.exception("a socket failed")
        metrics.FAULTS.labels("socket").inc()
        outbox.bye("restart")
    finally:
        room.leave(viewer)
        await finish(websocket, outbox)
        metrics.SOCKETS.dec()
        access.info("socket closed", extra={"facts": {"seconds": round(time.monotonic() - began, 1)}})


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


async def read(websocket: WebSocket, room: Room, viewer: Viewer, outbox: Outbox, limits: Limits) -> None:
    """Reads until the connection ends. Messages of one connection are done one after the other; while one waits for the
    store, signs of life are answered all the same. Raises GivenUp where this process ends meanwhile."""

    async def aside(received: Message) -> bool:
        if received["type"] == "websocket.disconnect":
            leave(room, viewer, received)
            if ENDS in received:
                raise GivenUp
        return is_ping(received.get("text")) and await take(received["text"], room, viewer, outbox, limits)

    ear = Ear(websocket.receive, aside)
    refused = 0
    while True:
        # Many messages may have come in one packet, and none of them need wait for anything: others get their turn
        # between them, and what is written goes out.
        await asyncio.sleep(0)
        received = await ear.next()
        if received["type"] == "websocket.disconnect":
            leave(room, viewer, received)
            return
        text = received.get("text")
        if await ear.during(take(text, room, viewer, outbox, limits)):
            refused = 0
            continue
        refused += 1
        if refused >= PATIENCE:
            outbox.bye("abuse")
            return


def leave(room: Room, viewer: Viewer, received: Message) -> None:
    """The connection has ended. Who was sent away because this process ends has not left."""
    room.leave(viewer, is_sent_away=ENDS in received)


def is_ping(text: str | None) -> bool:
    try:
        return text is not None and len(text) <= MESSAGE_SIZE and isinstance(read_message(text), Ping)
    except BadMessage:
        return False


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
        with logs.during(**facts_of(message)):
            await perform(room, viewer, message)
            logger.debug("done")
    except Refusal as refusal:
        logger.debug("%s is refused: %s", message.type, refusal.code)
        refuse(outbox, message.id, refusal.code, refusal.detail)
    else:
        outbox.push(encode({"type": "ok", "re": message.id}))
    return True


def facts_of(message: ClientMessage) -> dict[str, Any]:
    """What the log says of a message: nothing that somebody wrote, and nothing that only they may see."""
    facts = {"type": message.type, "game": getattr(message, "game", None), "seq": getattr(message, "seq", None)}
    return {name: fact for name, fact in facts.items() if fact is not None}


def refuse(outbox: Outbox, re: str | int | None, code: ErrorCode, detail: str) -> bool:
    metrics.REFUSALS.labels("socket", code).inc()
    outbox.push(encode({"type": "error", "re": re, "code": code, "detail": detail}))
    return False
