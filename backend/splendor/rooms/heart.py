"""The server's sign of life, in the store: by it the next one knows since when there was none, and the others, which
processes are no more."""

import asyncio
import logging
from datetime import datetime, timedelta

from splendor import metrics
from splendor.records import Unavailable
from splendor.rooms.elsewhere import Elsewhere
from splendor.rooms.rooms import Rooms
from splendor.rooms.timekeeping import Outage

logger = logging.getLogger("splendor.rooms")

EVERY = 2.0
"""Seconds."""
DEAD = timedelta(seconds=8)
"""A process that gave no sign for so long is no more, and who was there has gone."""
SKEW = timedelta(seconds=2)
"""So far the clocks of two machines may be apart. From DEAD on one would take the other for dead."""


class Heart:
    """`elsewhere` is told of the rooms in which somebody was whose process is no more; None: there are no others.
    `fails`: the last beat could not be written: the disk is full, or the file may not be written to."""

    def __init__(self, rooms: Rooms, server: str, elsewhere: Elsewhere | None = None) -> None:
        self.rooms = rooms
        self.server = server
        self.elsewhere = elsewhere
        self.fails = False
        self._since: datetime | None = None
        self._last: datetime | None = None
        self._is_late = False

    async def start(self) -> Outage | None:
        """The first beat; from the last one of any process until now there may have been no server. None: never before
        was there one. Another process that lives has beaten at most two seconds ago: so much is given back in vain."""
        now = self.rooms.time.now()
        last = await self._beat(now)
        metrics.STORE_UP.set(1)
        if last is not None and now - last >= DEAD:
            await self._bury(now)
        return None if last is None or last >= now else Outage(last, now)

    async def beat(self) -> None:
        """Gives a sign, and looks who else does."""
        now = self.rooms.time.now()
        try:
            await self._beat(now)
            self.fails = False
            if self._since is not None and now - self._since >= DEAD:
                await self._bury(now)
        except Unavailable as error:
            self.fails = True
            logger.warning("no sign of life could be given: %s", error)
        metrics.STORE_UP.set(not self.fails)

    async def beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self.beat()

    async def _beat(self, now: datetime) -> datetime | None:
        last = await self.rooms.store.beat(self.server, now)
        self._compare(last, now)
        if self._last is None or now - self._last >= DEAD / 2:
            # Who was silent for long does not know who else was, and may have been taken for dead.
            self._since = now
            self.rooms.presence.write_all_again()
        self._last = now
        return last

    def _compare(self, last: datetime | None, now: datetime) -> None:
        """Says once that this machine's clock is behind that of another, which may take this process for dead."""
        behind = timedelta(0) if last is None else last - now
        was_late, self._is_late = self._is_late, behind > SKEW
        if self._is_late and not was_late:
            seconds = behind.total_seconds()
            logger.warning("this machine's clock is %.0f s or more behind the signs of life in the database", seconds)

    async def _bury(self, now: datetime) -> None:
        """What was another process's is looked after by those that live."""
        if self.elsewhere is None:
            return
        rooms = await self.rooms.store.bury(now - DEAD, now)
        if rooms is None:
            return
        logger.info("a process is no more; in %d rooms somebody was there", len(rooms))
        for code in rooms:
            self.rooms.feed.publish("stays", code)
            self.elsewhere.heard(("stays", code))
        await self.rooms.tend()
