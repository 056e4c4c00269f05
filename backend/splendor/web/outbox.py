"""What is on its way to one connection: written at once while it takes that, else a bounded queue, so that nobody waits
for a peer that does not read."""

import asyncio
from collections.abc import Callable
from typing import Protocol

import orjson

from splendor import metrics
from splendor.wire.server import ByeReason

MESSAGES = 64
SIZE = 256 * 1024
LAST_WORDS = 2.0
"""Seconds for the goodbye to get through before the connection is cut."""
CLOSE = {"restart": 1012, "protocol": 1002, "abuse": 1008, "slow": 4008, "replaced": 4001}


class Line(Protocol):
    """The connection itself. Nothing here waits. Whoever sets `relieved` is called when it is writable again."""

    relieved: Callable[[], None]

    @property
    def is_writable(self) -> bool:
        """False while the peer has much to read."""

    def write(self, text: str) -> None: ...

    def close(self, reason: ByeReason) -> None:
        """Ends it in good order, after what was written."""

    def cut(self, reason: ByeReason) -> None:
        """Ends it at once, whatever it still has to send."""


class Outbox:
    """The peer of a Viewer."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._queue: list[str] = []  # mostly empty, and then smaller than a deque
        self._size = 0
        self._bye: ByeReason | None = None
        self.is_shut = False
        line.relieved = self._flush

    def push(self, text: str) -> None:
        """Sends a message, or queues it; a peer that has fallen too far behind is dropped instead, and comes back to a
        welcome. That may be longer than all that may wait (of a game of a thousand actions): what nothing waits before
        is taken."""
        if self.is_shut or self._bye:
            return
        if not self._queue and self._line.is_writable:
            self._line.write(text)
            return
        if self._queue and (len(self._queue) >= MESSAGES or self._size + len(text) > SIZE):
            metrics.OUTBOX_DROPS.inc()
            metrics.BYES.labels("slow").inc()
            self._drop("slow")
            return
        self._queue.append(text)
        self._size += len(text)

    def bye(self, reason: ByeReason) -> None:
        """Lets what is queued go out, then a goodbye, then closes; cuts the connection if that takes too long."""
        if self.is_shut or self._bye:
            return
        metrics.BYES.labels(reason).inc()
        self.push(farewell(reason))
        if self.is_shut:
            return
        self._bye = reason
        asyncio.get_running_loop().call_later(LAST_WORDS, self._drop, reason)
        self._flush()

    @property
    def is_leaving(self) -> bool:
        return self._bye is not None and not self.is_shut

    def shut(self) -> None:
        """Nothing more is taken; the connection is gone."""
        self.is_shut = True
        self._queue.clear()

    def _flush(self) -> None:
        while self._queue and self._line.is_writable:
            text = self._queue.pop(0)
            self._size -= len(text)
            self._line.write(text)
        if self._bye and not self._queue and not self.is_shut:
            self._line.close(self._bye)

    def _drop(self, reason: ByeReason) -> None:
        if not self.is_shut:
            self.shut()
            self._line.cut(reason)


def farewell(reason: ByeReason) -> str:
    return orjson.dumps({"type": "bye", "reason": reason}).decode()
