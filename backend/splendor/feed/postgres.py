"""Postgres' own LISTEN and NOTIFY, over a connection of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from splendor.feed.channel import Away
from splendor.store.url import async_url

NAME = "splendor"
CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 5.0
"""Seconds."""
FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)


class PostgresChannel:
    def __init__(self, database_url: str) -> None:
        """Raises ValueError if the address can't be used."""
        url = async_url(database_url)
        self._where = dict(url.get_dialect()().create_connect_args(url)[1])
        self._connection: asyncpg.Connection[Any] | None = None

    async def publish(self, text: str) -> None:
        connection = self._connection
        if connection is None:
            raise Away("the feed is not connected")
        try:
            await connection.execute("SELECT pg_notify($1, $2)", NAME, text, timeout=ANSWER_WITHIN)
        except FAILURES as error:
            # Whether it listens still is not known either; without it, whoever listens starts anew.
            connection.terminate()
            raise Away(str(error)) from error

    async def subscribe(self, heard: Callable[[str], None], ready: Callable[[], None]) -> None:
        try:
            async with self._connected() as connection:
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _: lost.set())
                await connection.add_listener(NAME, lambda *found: heard(str(found[3])))
                self._connection = connection
                ready()
                await lost.wait()
        except FAILURES as error:
            raise Away(str(error)) from error
        raise Away("the connection was lost")

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator["asyncpg.Connection[Any]"]:
        connection = await asyncpg.connect(**self._where, timeout=CONNECT_WITHIN)
        try:
            yield connection
        finally:
            self._connection = None
            connection.terminate()
