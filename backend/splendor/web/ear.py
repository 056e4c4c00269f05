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


class Ear:
    """`aside` is given what comes in the meantime, and says whether that is done with; the rest keeps its turn."""

    def __init__(self, receive: Callable[[], Awaitable[Message]], aside: Callable[[Message], Awaitable[bool]]) -> None:
        self._receive = receive
        self._aside = aside
        self._kept: list[Message] = []  # mostly empty, and then smaller than a deque
        self._listening: asyncio.Task[None] | None = None

    async def next(self) -> Message:
        return self._kept.pop(0) if self._kept else await self._receive()

    async def during(self, deed: Awaitable[T]) -> T:
        """What the deed gives. Where it takes long, the connection is listened to meanwhile: a peer that is not
        answered for long takes its line for dead, and one that is gone would be held for there."""
        timer = asyncio.get_running_loop().call_later(PATIENCE, self._begin)
        try:
            return await deed
        finally:
            timer.cancel()
            if self._listening is not None:
                # Cut off while it waits; what has come in by then stays to be received.
                self._listening.cancel()
                self._listening = None

    def _begin(self) -> None:
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while len(self._kept) < KEPT:
            message = await self._receive()
            if not await self._aside(message):
                self._kept.append(message)
            if message["type"] == "websocket.disconnect":
                return
