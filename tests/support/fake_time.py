"""A time that passes when the test says so."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from splendor.rooms.moments import Time

Do = Callable[[], Coroutine[Any, Any, None]]


@dataclass(eq=False)
class FakeAlarm:
    moment: datetime
    do: Do
    alarms: "list[FakeAlarm]"

    def cancel(self) -> None:
        if self in self.alarms:
            self.alarms.remove(self)


class FakeTime(Time):
    """Starts at that moment. What was to be done by then is done, in order, while time passes."""

    def __init__(self, start: datetime) -> None:
        super().__init__()
        self.moment = start
        self.alarms: list[FakeAlarm] = []

    def now(self) -> datetime:
        return self.moment

    def at(self, moment: datetime, do: Do) -> FakeAlarm:
        alarm = FakeAlarm(moment, do, self.alarms)
        self.alarms.append(alarm)
        return alarm

    async def passes(self, seconds: float = 0.0) -> None:
        until = self.moment + timedelta(seconds=seconds)
        for _ in range(10_000):
            await asyncio.sleep(0)
            due = min(self.alarms, key=lambda alarm: alarm.moment, default=None)
            if due is None or due.moment > until:
                break
            due.cancel()
            self.moment = max(self.moment, due.moment)
            await due.do()
        else:
            raise AssertionError("there is no end to what is to be done")
        self.moment = until

    def jumps(self, seconds: float) -> None:
        """Time passes, and nobody does anything: the server was away, or slow."""
        self.moment += timedelta(seconds=seconds)
