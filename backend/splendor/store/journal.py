"""The journal's writer: whatever has gathered since the last commit is committed together.

A lone action costs one commit; two hundred at once cost hardly more. Nobody is answered before the commit.
"""

import asyncio
from dataclasses import dataclass
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from splendor import metrics
from splendor.records import Action, ChatLine, Refused, Unavailable
from splendor.store import actions, chat
from splendor.store.actions import Key, key_of
from splendor.store.connections import Connections, OutcomeUnknown


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """Somebody waits to hear whether their record lasts. They may have stopped waiting."""

    record: Action | ChatLine
    answer: asyncio.Future[bool]

    def tell(self, stored: bool) -> None:
        if not self.answer.done():
            self.answer.set_result(stored)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Journal:
    """One task writes; `append` and `say` wait in its line. At most `limit` records go into one commit."""

    def __init__(self, connections: Connections, limit: int = 256) -> None:
        self._connections = connections
        self._limit = limit
        self._line: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="journal")

    async def close(self) -> None:
        """Commits what waits, then ends; whoever comes later is told Unavailable."""
        writer, self._writer = self._writer, None
        if writer is not None:
            self._line.put_nowait(None)
            await writer

    async def append(self, action: Action) -> bool:
        """True once the action is durable under its number; False if that number is taken already. Raises Refused or
        Unavailable. If the caller is cancelled, the action may have been stored or not."""
        return await self._wait_for(action)

    async def say(self, line: ChatLine) -> None:
        """Returns once the line is durable; raises as `append` does."""
        await self._wait_for(line)

    async def _wait_for(self, record: Action | ChatLine) -> bool:
        if self._writer is None:
            raise Unavailable("the store is closed")
        waiting = Waiting(record, asyncio.get_running_loop().create_future())
        self._line.put_nowait(waiting)
        return await waiting.answer

    async def _write(self) -> None:
        is_open = True
        while is_open:
            line = [await self._line.get()]
            while len(line) < self._limit and not self._line.empty():
                line.append(self._line.get_nowait())
            is_open = None not in line
            batch = [waiting for waiting in line if waiting is not None and not waiting.answer.done()]
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[Waiting]) -> None:
        # The first to ask for a number is the one that may get it.
        first: dict[Key, Waiting] = {}
        for waiting in batch:
            if isinstance(waiting.record, Action):
                first.setdefault(key_of(waiting.record), waiting)
        new = [waiting.record for waiting in first.values() if isinstance(waiting.record, Action)]
        lines = [waiting.record for waiting in batch if isinstance(waiting.record, ChatLine)]
        try:
            with metrics.COMMIT_SECONDS.time():
                won = await self._connections.write(partial(_store, new=new, lines=lines))
            metrics.COMMIT_ROWS.observe(len(batch))
        except OutcomeUnknown as error:
            await self._look_up(batch, error)
        except Refused as error:
            await self._refuse(batch, error)
        except Exception as error:  # whatever it is, nobody may wait for ever and the writer goes on
            for waiting in batch:
                waiting.fail(error)
        else:
            for waiting in batch:
                record = waiting.record
                waiting.tell(
                    isinstance(record, ChatLine) or (first[key_of(record)] is waiting and key_of(record) in won)
                )

    async def _refuse(self, batch: list[Waiting], error: Refused) -> None:
        """One bad record spoilt the batch; each is tried alone, so that it fails alone."""
        if len(batch) == 1:
            batch[0].fail(error)
            return
        for waiting in batch:
            await self._commit([waiting])

    async def _look_up(self, batch: list[Waiting], unknown: OutcomeUnknown) -> None:
        """The commit may have been done: the rows themselves tell. A row that is not there may yet appear, and a chat
        line has no number to be known by; of those nothing can be said."""
        keys = [key_of(waiting.record) for waiting in batch if isinstance(waiting.record, Action)]
        try:
            stored = await self._connections.read(partial(actions.find, keys=keys))
        except Exception:  # whatever it is, the outcome stays unknown, and each is told so below
            stored = {}
        for waiting in batch:
            there = stored.get(key_of(waiting.record)) if isinstance(waiting.record, Action) else None
            if there is None:
                waiting.fail(unknown)
            else:
                waiting.tell(there == waiting.record)


async def _store(connection: AsyncConnection, new: list[Action], lines: list[ChatLine]) -> set[Key]:
    won = await actions.add(connection, new) if new else set()
    if lines:
        await chat.add(connection, lines)
    return won
