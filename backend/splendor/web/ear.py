"""Hears a connection's messages: one after the other, and with half an ear while one of them waits for the store."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.types import Message

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds for which a message may take up the connection alone."""
KEPT = 16
"""So many messages are read ahead at most; then the peer has to wait."""


class GivenUp(Exception):
    """What was being done is not waited for any more; whether it comes to be, nobody here knows."""


class Ear:
    """`aside` is given what comes in the meantime, and says whether that is done with; the rest keeps its turn. If it
    raises GivenUp, so does what it came in the meantime of."""

    def __init__(self, receive: Callable[[], Awaitable[Message]], aside: Callable[[Message], Awaitable[bool]]) -> None:
        self._receive = receive
        self._aside = aside
        self._kept: list[Message] = []  # mostly empty, and then smaller than a deque
        self._listening: asyncio.Task[None] | None = None
        self._is_answering = False
        self._is_given_up = False

    async def next(self) -> Message:
        return self._kept.pop(0) if self._kept else await self._receive()

    async def during(self, deed: Awaitable[T]) -> T:
        """What the deed gives. Where it takes long, the connection is listened to meanwhile: a peer that is not
        answered for long takes its line for dead, and one that is gone would be held for there."""
        doing = asyncio.current_task()
        assert doing is not None
        timer = asyncio.get_running_loop().call_later(PATIENCE, self._begin, doing)
        try:
            return await deed
        except asyncio.CancelledError:
            if not self._is_given_up:
                raise
            self._is_given_up = False
            doing.uncancel()
            raise GivenUp from None
        finally:
            timer.cancel()
            if self._listening is not None:
                if not self._is_answering:
                    # It is cut off while it waits; what has come in by then stays to be received.
                    self._listening.cancel()
                self._listening = None

    def _begin(self, doing: asyncio.Task[object]) -> None:
        self._listening = asyncio.create_task(self._listen(doing))

    async def _listen(self, doing: asyncio.Task[object]) -> None:
        mine = self._listening
        while self._listening is mine and len(self._kept) < KEPT:
            message = await self._receive()
            self._is_answering = True
            try:
                if not await self._aside(message):
                    self._kept.append(message)
            except GivenUp:
                self._is_given_up = doing.cancel()
                return
            finally:
                self._is_answering = False
            if message["type"] == "websocket.disconnect":
                return
