"""The feed over a channel in memory that loses what the test says."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from splendor.feed import Away, Feed, MemoryChannel
from splendor.feed.channel import SIZE
from splendor.feed.feed import LOOK, SILENCE, TICK, Note

pytestmark = pytest.mark.anyio


class Lossy(MemoryChannel):
    """`loses` says which texts are lost on the way; while `is_away` nothing goes at all."""

    def __init__(self) -> None:
        super().__init__()
        self.loses: Callable[[str], bool] = lambda _: False
        self.is_away = False
        self.carried: list[str] = []

    async def publish(self, text: str) -> None:
        if self.is_away:
            raise Away("gone")
        self.carried.append(text)
        if not self.loses(text):
            await super().publish(text)


class End:
    def __init__(self, channel: MemoryChannel, server: str) -> None:
        self.feed = Feed(channel, server)
        self.notes: list[Note] = []
        self.missed = 0
        self.feed.subscribe(self.notes.append, self._miss)

    def _miss(self) -> None:
        self.missed += 1

    async def settled(self) -> None:
        """Runs for long enough to know every other."""
        await asyncio.sleep(3 * TICK)
        self.missed = 0


@contextlib.asynccontextmanager
async def running(*ends: End) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(end.feed.run()) for end in ends]
    try:
        await asyncio.gather(*(end.settled() for end in ends))
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def test_the_others_hear_a_note_and_its_sender_does_not() -> None:
    ends = [End(Lossy(), "x")]
    ends += [End(ends[0].feed.channel, name) for name in "yz"]  # type: ignore[arg-type]
    async with running(*ends):
        ends[0].feed.publish("game", "room", "g", 7)
        await until(lambda: bool(ends[1].notes and ends[2].notes))
        assert [end.notes for end in ends] == [[], [("game", "room", "g", 7)], [("game", "room", "g", 7)]]
        assert [end.missed for end in ends] == [0, 0, 0]
        assert ends[0].feed.is_up


async def test_what_gathers_goes_as_one_message_and_each_note_once() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(one, other):
        before = len(channel.carried)
        for n in range(20):
            one.feed.publish("stays", f"room {n % 10}")
        await until(lambda: len(other.notes) >= 10)
        assert other.notes == [("stays", f"room {n}") for n in range(10)]
        assert len([text for text in channel.carried[before:] if "stays" in text]) == 1


async def test_more_than_one_message_carries_goes_as_several() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(one, other):
        notes = [("room", f"{n:04}" + "x" * 60) for n in range(300)]
        for note in notes:
            one.feed.publish(*note)
        await until(lambda: len(other.notes) >= len(notes))
        assert other.notes == notes
        assert max(len(text.encode()) for text in channel.carried) <= SIZE + 100
        assert other.missed == 0


async def test_a_message_that_is_lost_is_missed_with_the_next() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(one, other):
        channel.loses = lambda text: "lost" in text
        one.feed.publish("room", "lost")
        await until(lambda: other.missed > 0)
        assert other.notes == []
        assert other.missed == 1
        assert one.missed == 0


async def test_a_sender_that_falls_silent_may_have_had_something_to_tell() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(other):
        async with running(one):
            pass
        other.missed = 0
        await until(lambda: other.missed > 0)
        await asyncio.sleep(2 * SILENCE)
        assert other.missed == 1


async def test_one_that_comes_may_have_told_something_already() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(other), running(one):
        await until(lambda: other.missed > 0)


async def test_while_nobody_else_is_there_nothing_is_told_and_who_comes_looks() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(one):
        for _ in range(3):
            one.feed.publish("room", "early")
            await asyncio.sleep(TICK)
        assert not [text for text in channel.carried if "early" in text]
        async with running(other):
            for n in range(5):
                one.feed.publish("room", f"{n}")
                await asyncio.sleep(0.01)
            await until(lambda: len(other.notes) == 5)
            assert other.missed == 0


async def test_what_was_passed_over_while_one_came_is_missed() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(one):
        channel.loses = lambda text: '"from":"y"' in text  # it hears, and is not heard
        task = asyncio.create_task(other.feed.run())
        await until(lambda: other.missed >= 2)
        await asyncio.sleep(2 * TICK)
        before = other.missed
        one.feed.publish("room", "early")
        await until(lambda: other.missed > before)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_while_the_channel_is_away_everybody_looks_for_themselves() -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(one, other):
        channel.is_away = True
        one.feed.publish("room", "lost")
        await until(lambda: other.missed >= 2)
        await until(lambda: one.missed >= 2)
        assert not one.feed.is_up
        channel.is_away = False
        await until(lambda: one.feed.is_up and other.feed.is_up)
        await asyncio.sleep(TICK * 2)
        counted = other.missed
        one.feed.publish("room", "again")
        await until(lambda: bool(other.notes))
        await asyncio.sleep(2 * LOOK)
        assert other.missed == counted


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"from": "z", "n": "x", "notes": []}', '{"from": "z", "n": 1}']
)
async def test_what_is_no_message_of_ours_is_ignored(text: str) -> None:
    channel = Lossy()
    one, other = End(channel, "x"), End(channel, "y")
    async with running(one, other):
        await channel.publish(text)
        one.feed.publish("room", "a")
        await until(lambda: bool(other.notes))
        assert other.notes == [("room", "a")]
