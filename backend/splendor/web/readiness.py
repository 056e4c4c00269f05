"""Whether this process can serve, as a balancer asks."""

import asyncio
from typing import Protocol

from splendor import metrics
from splendor.records import Unavailable

ANSWERS_WITHIN = 2.0
"""Seconds: less than balancers wait."""


class Database(Protocol):
    async def ping(self) -> None: ...


class Heart(Protocol):
    """`fails`: the last sign of life could not be written."""

    fails: bool


class Readiness:
    """`is_leaving`: the process was told to end, and no longer wants anything new."""

    def __init__(self, database: Database, heart: Heart) -> None:
        self.database = database
        self.heart = heart
        self.is_leaving = False

    async def fault(self) -> str | None:
        """Why it can't serve; None if it can."""
        if self.is_leaving:
            return "shutting down"
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await self.database.ping()
        except (Unavailable, TimeoutError):
            metrics.STORE_UP.set(0)
            return "the database does not answer"
        if self.heart.fails:
            return "the database can't be written to"
        metrics.STORE_UP.set(1)
        return None
