"""One room brought up to what other processes stored. Callers of `catch_up` hold the turnstile."""

import asyncio
import contextlib
from collections.abc import Collection, Iterable
from typing import Literal

from splendor import records
from splendor.records import Unavailable
from splendor.rooms import spine
from splendor.rooms.room import Room

Part = Literal["room", "game", "chat", "stays"]
"""What of a room another process has changed."""

PATIENCE = 1.0
"""Seconds. Who asks whether all is as it was takes a connection for dead that does not answer."""


async def be_current(room: Room) -> None:
    """Nothing that was acknowledged anywhere before this call is missing when it returns. Raises Unavailable, and
    Refusal `not_found` where the room is gone."""
    if room.feed.is_shared:
        code = room.record.code
        head = (await room.store.heads([code])).get(code)
        parts = behind(room, head)
        if parts:
            async with room.turnstile:
                await catch_up(room, parts)
            room.chat.last_line = head.line if head else None


async def be_current_if_can_be(room: Room) -> None:
    """The same for those who are in the room already, as far as the store lets: while it is away they stay with what
    all see there, and are told the rest once it is back."""
    with contextlib.suppress(Unavailable, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await be_current(room)


def behind(room: Room, head: records.Head | None) -> set[Part]:
    """The parts of the room of which the store has more than we; all is gone with a room that is."""
    parts: set[Part] = set()
    if head is None or head.version > room.record.version:
        parts.add("room")
    play = room.play
    if head is not None and head.game and (play is None or play.record.id != head.game or play.seq < head.seq):
        parts.add("game")
    if head is not None and head.line != room.chat.last_line:
        parts.add("chat")
    return parts


async def catch_up(room: Room, parts: Collection[Part]) -> None:
    """Reads those parts anew, and shows what is new in them. Raises Unavailable, and Refusal `not_found`."""
    if "room" in parts:
        await room.reload()
    if "game" in parts and room.play is not None:
        room.play.certain = False
        await spine.certain(room, room.play)
    if "chat" in parts:
        room.hear(await room.store.chat(room.record.code))
    if "stays" in parts:
        await take_over(room, await room.store.stays([room.record.code]))


async def take_over(room: Room, stays: Iterable[records.Stay]) -> None:
    """Who is there elsewhere, as the store has it."""
    known = list(stays)
    await room.learn_names({stay.player for stay in known if stay.gone is None})
    if room.presence.elsewhere(room.record.code, known):
        room.show()
