"""What carries the notes: two methods, whatever it is."""

from collections.abc import Callable
from typing import Protocol

SIZE = 7500
"""Bytes that any channel carries in one message (Postgres: fewer than 8000)."""


class Away(Exception):
    """The channel can't be reached, or was lost."""


class Channel(Protocol):
    """Carries short texts to every process that listens, the sender too: in the order in which one sender sent them, at
    most once."""

    async def publish(self, text: str) -> None:
        """Sends to all who listen now, while it listens itself. Raises Away; then it may have been sent or not."""

    async def subscribe(self, heard: Callable[[str], None], ready: Callable[[], None]) -> None:
        """Calls `ready` once it listens, then `heard` with every text. Runs until it is cancelled; raises Away when
        texts may have been lost."""
