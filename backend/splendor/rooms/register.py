"""Tells the store, and by the feed the other processes, who is in which room of this one."""

import asyncio
import logging

from splendor.records import Unavailable
from splendor.rooms.ports import Feed, Store
from splendor.rooms.presence import Presence

logger = logging.getLogger("splendor.rooms")

EVERY = 0.05
"""Seconds in which comings and goings gather: a reload of a page is one row."""
AGAIN = 1.0


class Register:
    def __init__(self, store: Store, presence: Presence, feed: Feed) -> None:
        self.store = store
        self.presence = presence
        self.feed = feed

    async def write(self) -> None:
        """Writes what is unwritten. Raises Unavailable, and then it still is."""
        new, self.presence.unwritten = self.presence.unwritten, {}
        if not new:
            return
        try:
            await self.store.keep_stays(list(new.values()))
        except BaseException:
            self.presence.unwritten = {**new, **self.presence.unwritten}
            raise
        for room in sorted({room for room, _ in new}):
            self.feed.publish("stays", room)

    async def write_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.write()
            except Unavailable as error:
                logger.warning("who is where could not be written down: %s", error)
                await asyncio.sleep(AGAIN)
