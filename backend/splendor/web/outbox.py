"""What is on its way to one connection: a bounded queue with a writer of its own, so that nobody waits for a peer that
does not read."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from splendor import metrics
from splendor.wire.server import ByeReason

MESSAGES = 64
SIZE = 256 * 1024
LAST_WORDS = 2.0
"""Seconds for the goodbye to get through before the connection is cut."""
CLOSE = {"restart": 1012, "protocol": 1002, "abuse": 1008, "slow": 4008, "replaced": 4001}


class Outbox:
    """The peer of a Viewer. `cut` ends the connection at once, whatever it still has to send."""

    def __init__(self, websocket: WebSocket, cut: Callable[[ByeReason], None]) -> None:
        self._websocket = websocket
        self._cut = cut
        self._queue: deque[str] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self._bye: ByeReason | None = None
        self.is_shut = False

    def push(self, text: str) -> None:
        """Queues a message; a peer that has fallen too far behind is dropped instead, and comes back to a welcome. That
        may be longer than all that may wait (of a game of a thousand actions): what nothing waits before is taken."""
        if self.is_shut or self._bye:
            return
        if self._queue and (len(self._queue) >= MESSAGES or self._size + len(text) > SIZE):
            metrics.OUTBOX_DROPS.inc()
            metrics.BYES.labels("slow").inc()
            self._drop("slow")
            return
        self._queue.append(text)
        self._size += len(text)
        self._more.set()

    def bye(self, reason: ByeReason) -> None:
        """Lets what is queued go out, then a goodbye, then closes; cuts the connection if that takes too long."""
        if self.is_shut or self._bye:
            return
        metrics.BYES.labels(reason).inc()
        self.push(farewell(reason))
        self._bye = reason
        self._more.set()
        asyncio.get_running_loop().call_later(LAST_WORDS, self._drop, reason)

    @property
    def is_leaving(self) -> bool:
        return self._bye is not None and not self.is_shut

    async def write(self) -> None:
        """The writer: runs until the connection is gone, and is the only one that waits for it."""
        with contextlib.suppress(WebSocketDisconnect):
            while not self.is_shut:
                while self._queue:
                    text = self._queue.popleft()
                    self._size -= len(text)
                    await self._websocket.send_text(text)
                if self._bye:
                    await self._websocket.close(CLOSE[self._bye])
                    return
                self._more.clear()
                await self._more.wait()

    def shut(self) -> None:
        """Nothing more is taken; the connection is gone."""
        self.is_shut = True
        self._queue.clear()
        self._more.set()

    def _drop(self, reason: ByeReason) -> None:
        if not self.is_shut:
            self.shut()
            self._cut(reason)


def farewell(reason: ByeReason) -> str:
    return orjson.dumps({"type": "bye", "reason": reason}).decode()
