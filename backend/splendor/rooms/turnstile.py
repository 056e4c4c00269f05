"""The turnstile of a room."""

import asyncio
from typing import Literal

from splendor.records import Unavailable


class Turnstile(asyncio.Lock):
    """Lets one change through at a time, and none any more once it is shut."""

    is_shut = False

    async def acquire(self) -> Literal[True]:
        await super().acquire()
        if self.is_shut:
            self.release()
            raise Unavailable("this room is being read anew")
        return True
