"""The server's sign of life, in the store: by it the next one knows since when there was none."""

import asyncio
import logging

from splendor import metrics
from splendor.records import Unavailable
from splendor.rooms.moments import Time
from splendor.rooms.ports import Store
from splendor.rooms.timekeeping import Outage

logger = logging.getLogger("splendor.rooms")

EVERY = 5.0
"""Seconds. All processes write the same row."""


class Heart:
    """`fails`: the last beat could not be written: the disk is full, or the file may not be written to."""

    def __init__(self, store: Store, time: Time) -> None:
        self.store = store
        self.time = time
        self.fails = False

    async def start(self) -> Outage | None:
        """The first beat; from the last one of any process until now there may have been no server. None: never before
        was there one. Another process that lives has beaten at most five seconds ago: so much is given back in vain."""
        now = self.time.now()
        last = await self.store.beat(now)
        return None if last is None or last >= now else Outage(last, now)

    async def beat(self) -> None:
        try:
            await self.store.beat(self.time.now())
            self.fails = False
        except Unavailable as error:
            self.fails = True
            logger.warning("no sign of life could be given: %s", error)
        metrics.STORE_UP.set(not self.fails)

    async def beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self.beat()
