"""What other processes did to the rooms that this one has in memory.

A note only says where to look; what is true is in the store. The notes: `room CODE`, `game CODE GAME SEQ`, `chat CODE`,
`stays CODE`, `name PLAYER`, `token PLAYER`, `react CODE PLAYER REACTION`.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from itertools import islice
from typing import Any

from splendor.records import Unavailable
from splendor.rooms import catching_up
from splendor.rooms.catching_up import Part
from splendor.rooms.ports import Note
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room
from splendor.rooms.rooms import Rooms

logger = logging.getLogger("splendor.rooms")

AGAIN = 1.0
"""Seconds, where the store did not answer."""
AT_ONCE = 500
"""So many rooms are looked up by one statement."""


class Elsewhere:
    """Hears what the feed tells of other processes, and looks for itself at what the feed may have missed."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._behind: dict[Room, set[Part]] = {}
        self._missed = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()

    def heard(self, note: Note) -> None:
        """One note of another process. What is no note that we know is ignored: a newer version may send it."""
        match note:
            case ("game", str(code), str(game), int(seq)):
                room = self.rooms.live.get(code)
                if room is not None and not (room.play and room.play.record.id == game and room.play.seq >= seq):
                    self._catch_up(room, {"game"})
            case ("room" | "chat" | "stays" as part, str(code)):
                room = self.rooms.live.get(code)
                if room is not None:
                    self._catch_up(room, {part})
            case ("react", str(code), str(player), str(reaction)):
                room = self.rooms.live.get(code)
                if room is not None:
                    room.tell_all({"type": "react", "player": player, "reaction": reaction})
            case ("name", str(player)):
                self._start(self._rename({player}))
            case ("token", str(player)):
                self._start(self._part_with(player))
            case _:
                logger.debug("a note that says nothing to us: %r", note)

    def missed(self) -> None:
        """Notes may have been lost."""
        self._missed.set()

    async def look_for_ever(self) -> None:
        """Looks everything up whenever notes may have been lost."""
        while True:
            await self._missed.wait()
            self._missed.clear()
            try:
                await self.look()
            except Unavailable as error:
                logger.warning("could not look up what other processes did: %s", error)
                self._missed.set()
                await asyncio.sleep(AGAIN)
            except Exception:  # whatever it is, the next look may do better
                logger.exception("could not look up what other processes did")
                await asyncio.sleep(AGAIN)

    async def look(self) -> None:
        """Compares all rooms in memory with the store. Raises Unavailable."""
        for codes in _pages(list(self.rooms.live)):
            heads = await self.rooms.store.heads(codes)
            stays = await self.rooms.store.stays(codes)
            for code in codes:
                room = self.rooms.live.get(code)
                if room is not None:
                    head = heads.get(code)
                    parts = catching_up.behind(room, head)
                    if parts:  # it is tried until it is done
                        room.chat.last_line = head.line if head else None
                        self._catch_up(room, parts)
                    await catching_up.take_over(room, [stay for stay in stays if stay.room == code])
        await self._rename({player for room in self.rooms.live.values() for player in room.names})
        await self._part_with(None)

    async def settle(self) -> None:
        """Waits for what is being looked up just now."""
        while self._running:
            await asyncio.wait(self._running)

    def _catch_up(self, room: Room, parts: set[Part]) -> None:
        """Has those parts of the room read anew; what comes meanwhile is read with them."""
        if room in self._behind:
            self._behind[room] |= parts
        else:
            self._behind[room] = parts
            self._start(self._bring_up(room))

    async def _bring_up(self, room: Room) -> None:
        try:
            while parts := self._behind[room]:
                try:
                    async with room.turnstile:
                        self._behind[room] = set()
                        await catching_up.catch_up(room, parts)
                except Unavailable as error:
                    if room.turnstile.is_shut:
                        return
                    logger.warning("room %s may be behind: %s", room.record.code, error)
                    self._behind[room] |= parts
                    await asyncio.sleep(AGAIN)
        except Refusal:  # it was closed
            self.rooms.forget(room)
        except Exception:  # whatever is wrong with it, a fresh load finds out
            logger.exception("room %s could not be brought up to the store", room.record.code)
            self.rooms.forget(room)
        finally:
            del self._behind[room]

    async def _rename(self, players: set[str]) -> None:
        for ids in _pages(sorted(players)):
            found = await self.rooms.store.players(ids)
            for room in list(self.rooms.live.values()):
                for id in room.names.keys() & found.keys():
                    if room.names[id] != found[id].name:
                        room.rename(found[id])

    async def _part_with(self, player: str | None) -> None:
        """Says goodbye to connections of the player (None: of everybody) whose secret has been replaced."""
        viewers = [
            viewer
            for room in self.rooms.live.values()
            for viewer in room.viewers
            if player is None or viewer.player.id == player
        ]
        for page in _pages(sorted({viewer.token for viewer in viewers})):
            known = await self.rooms.store.known_tokens(page)
            for viewer in viewers:
                if viewer.token in page and viewer.token not in known:
                    viewer.peer.bye("replaced")

    def _start(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._carefully(doing))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _carefully(self, doing: Coroutine[Any, Any, None]) -> None:
        try:
            await doing
        except Unavailable as error:
            logger.warning("could not look up what another process did: %s", error)
            self.missed()


def _pages(all_of_them: list[str]) -> Iterator[list[str]]:
    rest = iter(all_of_them)
    while page := list(islice(rest, AT_ONCE)):
        yield page
