"""What every channel owes, whatever it is made of."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from feed.conftest import Wire
from splendor.feed import Away, Channel, RedisChannel
from splendor.feed.channel import SIZE

pytestmark = pytest.mark.anyio


class Ear:
    """Somebody who listens at one end."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.texts: list[str] = []
        self.ready = asyncio.Event()
        self._more = asyncio.Event()

    async def listen(self) -> None:
        await self.channel.subscribe(self._hear, self.ready.set)

    def _hear(self, text: str) -> None:
        self.texts.append(text)
        self._more.set()

    async def has(self, *texts: str) -> None:
        async with asyncio.timeout(20):
            while len(self.texts) < len(texts):
                self._more.clear()
                await self._more.wait()
        assert self.texts == list(texts)


@contextlib.asynccontextmanager
async def listening(channel: Channel) -> AsyncIterator[Ear]:
    ear = Ear(channel)
    task = asyncio.create_task(ear.listen())
    try:
        async with asyncio.timeout(20):
            await ear.ready.wait()
        yield ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_everybody_hears_everything_in_order_the_sender_too(wire: Wire) -> None:
    one, other = wire.end(), wire.end()
    async with listening(one) as near, listening(other) as far:
        texts = [f"text {n} \N{GEM STONE} \" \\ '" for n in range(50)]
        for text in texts:
            await one.publish(text)
        await near.has(*texts)
        await far.has(*texts)
        await other.publish("back")
        await near.has(*texts, "back")
        await far.has(*texts, "back")


async def test_it_carries_as_much_as_it_promises(wire: Wire) -> None:
    channel = wire.end()
    async with listening(channel) as ear:
        await channel.publish("x" * SIZE)
        await ear.has("x" * SIZE)


async def test_who_comes_later_hears_what_is_sent_from_then_on(wire: Wire) -> None:
    channel = wire.end()
    async with listening(channel) as first:
        await channel.publish("before")
        await first.has("before")
        async with listening(wire.end()) as late:
            await channel.publish("after")
            await late.has("after")
        await channel.publish("last")
        await first.has("before", "after", "last")
        assert late.texts == ["after"]


@pytest.mark.parametrize("wire", ["postgres", "redis"], indirect=True)
async def test_one_that_was_cut_says_so_and_listens_anew(wire: Wire) -> None:
    assert wire.cut is not None
    ear = Ear(channel := wire.end())
    task = asyncio.create_task(ear.listen())
    await asyncio.wait_for(ear.ready.wait(), 20)
    await wire.cut()
    with pytest.raises(Away):
        await asyncio.wait_for(task, 20)
    async with listening(channel) as again:
        await channel.publish("again")
        await again.has("again")


@pytest.mark.parametrize("address", ["postgresql://postgres@127.0.0.1:1/x", "redis://127.0.0.1:1"])
async def test_one_that_is_not_there_is_away(address: str) -> None:
    from splendor.feed import PostgresChannel, RedisChannel

    channel = RedisChannel(address) if address.startswith("redis") else PostgresChannel(address)
    with pytest.raises(Away):
        await channel.publish("lost")
    with pytest.raises(Away):
        await channel.subscribe(lambda _: None, lambda: None)


async def test_bytes_that_are_no_text_do_not_end_the_listening(redis_server: str) -> None:
    name = "splendor-test-bytes"
    one = RedisChannel(redis_server, name)
    async with listening(one) as ear, Redis.from_url(redis_server) as stranger:
        await stranger.publish(name, b"\xff\xfe")
        await one.publish("a text")
        await ear.has("\ufffd\ufffd", "a text")
