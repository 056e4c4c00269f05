"""Connections to the database: how reading and writing are done, whichever database it is."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Unavailable
from splendor.store.engine import make_engine
from splendor.store.outage import FAILURES, Away, Busy, NoSuchDatabase, is_lost, meaning, pauses, was_never_done
from splendor.store.url import async_url, make_file

log = logging.getLogger(__name__)

SILENT = 0.5
"""Seconds after which whoever waits for the database is told so."""

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

LAST_CALLS = 0.25
"""Seconds that calls under way have to end in once all is being closed."""


class OutcomeUnknown(Unavailable):
    """The COMMIT was sent and no answer came: it may have been done."""


class Connections:
    """A pool of connections. Several may read; on SQLite one writes at a time, on Postgres the database sees to it."""

    def __init__(self, url: str, pool: int = 8, patience: float = 30.0) -> None:
        """`patience`: seconds for which a patient write tries again. Connects to nothing yet. Raises ValueError if the
        address can't be used."""
        self.url = async_url(url)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self.engine = make_engine(self.url, pool)
        self._reading = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writing = self.engine.execution_options(writes=True)
        self._turn: AbstractAsyncContextManager[object] = asyncio.Lock() if self.is_sqlite else nullcontext()
        self._running: set[asyncio.Task[Any]] = set()
        self._patience = patience
        self._closing = asyncio.Event()

    async def reach(self, wait: float = 30.0) -> None:
        """Returns once the database answers; raises Unavailable when it has not for `wait` seconds, and at once
        when waiting would not help."""
        loop = asyncio.get_running_loop()
        notice = loop.call_later(SILENT, log.warning, "the database does not answer yet; waiting up to %d s", wait)
        try:
            await self._reach(loop.time() + wait)
        finally:
            notice.cancel()

    async def _reach(self, until: float) -> None:
        for pause in pauses():
            try:
                make_file(self.url)
                await self.ping()
                return
            except OSError as error:
                raise Unavailable(
                    f"the database's file or folder can't be had: {error.strerror}: {error.filename}"
                ) from error
            except NoSuchDatabase:
                raise
            except Unavailable as error:
                can_come = not self.is_sqlite or isinstance(error, Busy)
                if not can_come or asyncio.get_running_loop().time() + pause > until:
                    raise
            await asyncio.sleep(pause)

    async def ping(self) -> None:
        """Asks the database for a sign of life; raises Unavailable."""
        await self.read(_select_one)

    async def read(self, query: Work[T]) -> T:
        """The query's answer. Raises Unavailable."""

        async def once() -> T:
            async with self._reading.connect() as connection:
                return await query(connection)

        return await self._to_the_end(_twice(once))

    async def write(self, work: Work[T], *, patient: bool = False) -> T:
        """Does the work in one transaction and returns after the commit. Raises Refused if the database did not take
        it, OutcomeUnknown if the connection failed in the COMMIT, Unavailable if it failed before; `patient`: tries
        again for a while where it surely did."""

        async def in_turn() -> T:
            async with self._turn:
                return await _twice(partial(self._transact, work))

        return await self._to_the_end(self._again(in_turn) if patient else in_turn())

    async def _again(self, once: Callable[[], Awaitable[T]]) -> T:
        """Another try after each that found the database away, until the patience is over or all is being closed."""
        clock, rests = asyncio.get_running_loop().time, pauses()
        until = clock() + self._patience
        while True:
            try:
                return await once()
            except Away:
                pause = next(rests)
                if clock() + pause > until or await self.is_closing_within(pause):
                    raise

    async def is_closing_within(self, seconds: float) -> bool:
        """Waits so long, or less where all is being closed."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)
        return self._closing.is_set()

    async def _to_the_end(self, call: Coroutine[Any, Any, T]) -> T:
        """A caller who is cancelled leaves, and the call goes on without them: cut off at any odd point, the drivers
        lose their connections."""
        task = asyncio.create_task(call)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _transact(self, work: Work[T]) -> T:
        async with self._writing.connect() as connection:
            await connection.begin()
            answer = await work(connection)
            try:
                await connection.commit()
            except FAILURES as error:
                # The transaction may still be open, and whoever got this connection next would see its rows as stored.
                await connection.invalidate()
                if was_never_done(error):
                    raise
                raise OutcomeUnknown(str(meaning(error))) from error
            return answer

    def give_up(self) -> None:
        """All is being closed: nothing is tried again."""
        self._closing.set()

    async def close(self) -> None:
        """Waits a moment for the calls that go on, and disconnects."""
        self.give_up()
        if self._running:
            await asyncio.wait(self._running, timeout=LAST_CALLS)
        for call in self._running:
            call.cancel()
        if self._running:
            await asyncio.wait(self._running, timeout=LAST_CALLS)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_CALLS):
                await self.engine.dispose()


async def _twice(once: Callable[[], Awaitable[T]]) -> T:
    """Tries again where a connection that had lain idle turns out to be lost: then nothing was done over it yet."""
    try:
        try:
            return await once()
        except FAILURES as error:
            if not is_lost(error):
                raise
        return await once()
    except FAILURES as error:
        raise meaning(error) from error


async def _select_one(connection: AsyncConnection) -> None:
    await connection.execute(text("SELECT 1"))
