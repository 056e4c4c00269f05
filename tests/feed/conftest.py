"""The channels to test, each with a way to cut it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

import pytest
from redis import Redis

from splendor.feed import Channel, MemoryChannel, PostgresChannel, RedisChannel
from support import postgres, redis

LISTENERS = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@dataclass
class Wire:
    """`end` makes another end of the same channel; `cut` ends all that are connected, None where nothing can."""

    end: Callable[[], Channel]
    cut: Callable[[], Awaitable[None]] | None = None


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    with redis.server() as address:
        yield address


@pytest.fixture(params=["memory", "postgres", "redis"])
def wire(request: pytest.FixtureRequest) -> Wire:
    if request.param == "memory":
        channel = MemoryChannel()
        return Wire(lambda: channel)
    if request.param == "postgres":
        url: str = request.getfixturevalue("migrated_postgres")

        async def cut_postgres() -> None:
            await asyncio.to_thread(postgres.ask, url, LISTENERS)

        return Wire(lambda: PostgresChannel(url), cut_postgres)
    address: str = request.getfixturevalue("redis_server")
    name = f"splendor-test-{id(request)}"

    async def cut_redis() -> None:
        def kill() -> None:
            with Redis.from_url(address) as client:
                for one in client.client_list():
                    if one["name"] == name:
                        client.client_kill_filter(_id=one["id"])

        await asyncio.to_thread(kill)

    return Wire(lambda: RedisChannel(f"{address}?client_name={name}", name), cut_redis)
