"""The server's sign of life, in the store: by it the next one knows since when there was none."""

import asyncio
import logging

from splendor.records import Unavailable
from splendor.rooms.moments import Time
from splendor.rooms.ports import Store
from splendor.rooms.timekeeping import Outage

logger = logging.getLogger("splendor.rooms")

EVERY = 5.0
"""Seconds. All processes write the same row."""


class Heart:
    def __init__(self, store: Store, time: Time) -> None:
        self.store = store
        self.time = time

    async def start(self) -> Outage | None:
        """The first beat; from the last one of any process until now there may have been no server. None: never before
        was there one. Another process that lives has beaten at most five seconds ago: so much is given back in vain."""
        now = self.time.now()
        last = await self.store.beat(now)
        return None if last is None or last >= now else Outage(last, now)

    async def beat(self) -> None:
        try:
            await self.store.beat(self.time.now())
        except Unavailable as error:
            logger.warning("no sign of life could be given: %s", error)

    async def beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self.beat()
