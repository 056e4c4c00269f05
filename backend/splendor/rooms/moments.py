"""Times as they stand on the wire and in the store: UTC, to the millisecond."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any, Protocol


def now() -> datetime:
    """The present, cut to milliseconds, so that a time is the same before and after a restart."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def stamp(moment: datetime) -> str:
    """ISO 8601 in UTC.

    >>> stamp(datetime(2026, 1, 2, 3, 4, 5, 60_000, tzinfo=UTC))
    '2026-01-02T03:04:05.060Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Time:
    """The world's time: what it is now, and being woken at a moment. Tests have another, that passes when they say."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def now(self) -> datetime:
        return now()

    def at(self, moment: datetime, do: Callable[[], Coroutine[Any, Any, None]]) -> Alarm:
        """Does that at the moment, at once where it has passed, unless the alarm is cancelled before."""
        wait = max(0.0, (moment - self.now()).total_seconds())
        return asyncio.get_running_loop().call_later(wait, self._start, do)

    def _start(self, do: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.create_task(do())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def settle(self) -> None:
        """Waits for what is being done just now."""
        if self._running:
            await asyncio.wait(self._running)
