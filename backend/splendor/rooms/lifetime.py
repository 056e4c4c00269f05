"""Rooms that nobody comes back to are closed: lobbies after a day, games after thirty without an action.

What was played stays: a game that is closed ends as it stands, and its record is readable like any other.
"""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

from splendor import rules
from splendor.records import Unavailable
from splendor.rooms import spine
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room
from splendor.rooms.rooms import Rooms

logger = logging.getLogger("splendor.rooms")

LOBBY = timedelta(hours=24)
GAME = timedelta(days=30)
STAY = timedelta(days=2)
"""So long it is remembered that somebody was in a room."""
EVERY = 3600.0
"""Seconds between two looks."""
PAGE = 100


async def close_for_ever(rooms: Rooms) -> None:
    while True:
        try:
            await close_old(rooms)
            await rooms.store.sweep_stays(rooms.time.now() - STAY)
        except Unavailable as error:
            logger.warning("old rooms could not be closed: %s", error)
        except Exception:  # whatever it is, they are looked at again
            logger.exception("old rooms could not be closed")
        await asyncio.sleep(EVERY)


async def close_old(rooms: Rooms) -> None:
    """Closes every lobby and every game that is old enough."""
    for status, age, close in (("lobby", LOBBY, close_lobby), ("playing", GAME, close_game)):
        before = rooms.time.now() - age
        # One that stays (somebody came meanwhile) may be found again, and then a page may be full of those.
        while codes := await rooms.store.old_rooms(status, before, PAGE):
            closed = 0
            for code in codes:
                try:
                    room = await rooms.get(code)
                    async with room.turnstile:
                        closed += await close(rooms, room)
                except Refusal as refusal:
                    logger.info("room %s stays: %s", code, refusal)
                except Unavailable:
                    raise
                except Exception:  # one that can't be read keeps nobody from the others
                    logger.exception("room %s could not be closed", code)
            if not closed:
                break


async def close_lobby(rooms: Rooms, room: Room) -> bool:
    """Deletes it; one in which games were played stays, and is over. Not if somebody is in it or was, meanwhile."""
    record = room.record
    if record.status != "lobby" or rooms.presence.there(record.code) or rooms.time.now() - record.touched < LOBBY:
        return False
    if record.scores or record.game:
        await room.change(lambda record: replace(record, status="over") if record.status == "lobby" else record)
        return True
    if await rooms.store.delete_room(record):
        room.turnstile.is_shut = True
        for viewer in room.viewers:  # who came in while it was being deleted
            viewer.peer.bye("restart")
        rooms.drop(room)
        return True
    await room.reload()
    return False


async def close_game(rooms: Rooms, room: Room) -> bool:
    """Ends it as it stands, ranked normally."""
    play = room.play
    if play is None or room.record.status != "playing":
        return False
    await spine.certain(room, play)
    while not play.is_over:
        if rooms.time.now() - play.touched < GAME:
            return False
        if await spine.commit(room, play, play.state.turn, rules.End()):
            await spine.follow(room, play)
    return True
