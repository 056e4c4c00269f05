"""The journal's writer: whatever has gathered since the last commit is committed together.

A lone action costs one commit; two hundred at once cost hardly more. Nobody is answered before the commit. While the
database is away, what waits is tried again and again; the unique key of an action makes that safe.
"""

import asyncio
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from splendor import metrics
from splendor.records import Action, ChatLine, Refused, Unavailable
from splendor.store import actions, chat
from splendor.store.actions import Key, key_of
from splendor.store.connections import Connections, OutcomeUnknown
from splendor.store.outage import Away, pauses

LAST_COMMIT = 1.0
"""Seconds for what waits to be committed in, once the journal is being closed."""


@dataclass(slots=True, eq=False)
class Waiting:
    """Somebody waits, `until` then at least, to hear whether their record lasts. They may have stopped waiting.
    `trouble`: why it does not last yet. `in_doubt`: a COMMIT of it had no answer, so the row that is in its place may
    be this one."""

    record: Action | ChatLine
    answer: asyncio.Future[bool]
    until: float
    trouble: Unavailable = field(default_factory=lambda: Unavailable("the store is closing"))
    in_doubt: bool = False

    @property
    def is_open(self) -> bool:
        return not self.answer.done()

    def tell(self, stored: bool) -> None:
        if self.is_open:
            self.answer.set_result(stored)

    def fail(self, error: Exception) -> None:
        if self.is_open:
            self.answer.set_exception(error)

    def give_up(self) -> None:
        self.fail(self.trouble)


class Journal:
    """One task writes; `append` and `say` wait in its line. At most `limit` new records go into one commit; a record
    that finds the database away is tried again for `patience` seconds."""

    def __init__(self, connections: Connections, limit: int = 256, patience: float = 30.0) -> None:
        self._connections = connections
        self._limit = limit
        self._patience = patience
        self._line: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="journal")

    async def close(self) -> None:
        """Commits what waits, then ends; what can't be committed at once, and whoever comes later, is told
        Unavailable."""
        writer, self._writer = self._writer, None
        if writer is None:
            return
        self._connections.give_up()
        self._line.put_nowait(None)
        await asyncio.wait([writer], timeout=LAST_COMMIT)
        writer.cancel()
        await asyncio.wait([writer])

    async def append(self, action: Action) -> bool:
        """True once the action is durable under its number; False if that number is taken already. Raises Refused or
        Unavailable. If the caller is cancelled, the action may have been stored or not."""
        return await self._wait_for(action)

    async def say(self, line: ChatLine) -> None:
        """Returns once the line is durable; raises as `append` does."""
        await self._wait_for(line)

    async def _wait_for(self, record: Action | ChatLine) -> bool:
        if self._writer is None or self._writer.done():
            raise Unavailable("the store is closed")
        loop = asyncio.get_running_loop()
        waiting = Waiting(record, loop.create_future(), loop.time() + self._patience)
        self._line.put_nowait(waiting)
        return await waiting.answer

    async def _write(self) -> None:
        batch: list[Waiting] = []
        rests = pauses()
        try:
            while await self._gather(batch):
                await self._commit(batch)
                now = asyncio.get_running_loop().time()
                for waiting in batch:
                    if now >= waiting.until:
                        waiting.give_up()
                if not any(waiting.is_open for waiting in batch):
                    rests = pauses()
                elif await self._connections.is_closing_within(next(rests)):
                    break
        finally:
            while not self._line.empty():
                late = self._line.get_nowait()
                batch += [late] if late else []
            for waiting in batch:
                waiting.give_up()

    async def _gather(self, batch: list[Waiting]) -> bool:
        """Adds what has come in to what is to be tried again; waits only where that is nothing. False: it is over."""
        batch[:] = [waiting for waiting in batch if waiting.is_open]
        room = self._limit
        while room and (not batch or not self._line.empty()):
            waiting = await self._line.get()
            if waiting is None:
                self._line.put_nowait(None)  # for the next time
                break
            if waiting.is_open:
                batch.append(waiting)
                room -= 1
        return bool(batch)

    async def _commit(self, batch: list[Waiting]) -> None:
        """Tries it once. Who is answered then knows; who is still open is to be tried again."""
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
        except Refused as error:
            await self._refuse(batch, error)
        except (Away, OutcomeUnknown) as error:
            await self._put_off(batch, error)
        except Exception as error:  # whatever it is, nobody may wait for ever and the writer goes on
            for waiting in batch:
                waiting.fail(error)
        else:
            for waiting in batch:
                record = waiting.record
                is_won = isinstance(record, ChatLine) or (first[key_of(record)] is waiting and key_of(record) in won)
                if is_won or not waiting.in_doubt:
                    waiting.tell(is_won)
            await self._look_up(batch)

    async def _refuse(self, batch: list[Waiting], error: Refused) -> None:
        """One bad record spoilt the batch; each is tried alone, so that it fails alone."""
        if len(batch) == 1:
            batch[0].fail(error)
            return
        for waiting in batch:
            await self._commit([waiting])

    async def _put_off(self, batch: list[Waiting], error: Unavailable) -> None:
        """Nothing was stored, or nobody knows. A chat line has no number to be known by: of one that may have been
        stored nothing can be said."""
        is_unknown = isinstance(error, OutcomeUnknown)
        for waiting in batch:
            waiting.trouble = error
            waiting.in_doubt = waiting.in_doubt or is_unknown
            if is_unknown and isinstance(waiting.record, ChatLine):
                waiting.fail(error)
        await self._look_up(batch)

    async def _look_up(self, batch: list[Waiting]) -> None:
        """Of those in doubt the rows themselves tell. One that is not there may yet appear; if it is appended again,
        the key sees to it that only one does."""
        doubtful = {key_of(w.record): w for w in batch if w.in_doubt and w.is_open and isinstance(w.record, Action)}
        if not doubtful:
            return
        try:
            stored = await self._connections.read(partial(actions.find, keys=list(doubtful)))
        except Exception:  # whatever it is, they stay in doubt
            return
        for key, there in stored.items():
            doubtful[key].tell(there == doubtful[key].record)


async def _store(connection: AsyncConnection, new: list[Action], lines: list[ChatLine]) -> set[Key]:
    won = await actions.add(connection, new) if new else set()
    if lines:
        await chat.add(connection, lines)
    return won
