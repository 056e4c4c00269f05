"""Token buckets that several processes share: of all who take, no more than the bucket holds get one."""

import asyncio

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.store import Database
from splendor.store.tables import limits

pytestmark = pytest.mark.anyio

NOW = 1_777_000_000_000_000
SECOND = 1_000_000


async def takes(store: Database, times: int, now: int = NOW, key: str = "a") -> list[bool]:
    return [await store.take(key, now, SECOND, 5) is None for _ in range(times)]


async def rows(store: Database) -> int:
    async def count(connection: AsyncConnection) -> int:
        return int((await connection.execute(select(func.count()).select_from(limits))).scalar_one())

    return await store._connections.read(count)


async def test_a_bucket_gives_its_burst_and_then_one_for_each_span(store: Database) -> None:
    assert await takes(store, 7) == [True] * 5 + [False] * 2
    assert await takes(store, 2, NOW + SECOND - 1) == [False, False]
    assert await takes(store, 2, NOW + SECOND) == [True, False]
    assert await takes(store, 4, NOW + 4 * SECOND) == [True] * 3 + [False]
    assert await takes(store, 1, key="another") == [True]


async def test_who_is_refused_is_told_when_one_will_be_there(store: Database) -> None:
    await takes(store, 5)
    assert await store.take("a", NOW, SECOND, 5) == NOW + SECOND
    assert await store.take("a", NOW + SECOND // 2, SECOND, 5) == NOW + SECOND
    assert await store.take("a", NOW + SECOND, SECOND, 5) is None


async def test_a_bucket_fills_to_its_burst_and_no_further(store: Database) -> None:
    await takes(store, 5)
    assert await takes(store, 7, NOW + 1000 * SECOND) == [True] * 5 + [False] * 2


async def test_a_bucket_of_one(store: Database) -> None:
    assert [await store.take("a", NOW + at, SECOND, 1) is None for at in (0, 1, SECOND, SECOND + 1)] == [
        True, False, True, False,
    ]  # fmt: skip


async def test_of_two_processes_that_take_at_once_both_together_get_what_it_holds(database_url: str) -> None:
    async with Database(database_url) as one, Database(database_url) as other:
        took = await asyncio.gather(*(store.take("a", NOW, SECOND, 20) for _ in range(40) for store in (one, other)))
    assert sum(until is None for until in took) == 20


async def test_full_buckets_are_swept_and_others_stay(store: Database) -> None:
    await takes(store, 3, key="a")
    await takes(store, 1, key="b")
    await store.sweep_buckets(NOW + SECOND - 1)
    assert await rows(store) == 2
    await store.sweep_buckets(NOW + SECOND)
    assert await rows(store) == 1
    assert await takes(store, 4, NOW + SECOND) == [True] * 3 + [False]


async def test_sweeping_and_taking_at_once_lose_nothing(database_url: str) -> None:
    """Each bucket is just full, and is both swept and taken from; taken from it must be afterwards."""
    async with Database(database_url) as one, Database(database_url) as other:
        for n in range(20):
            await one.take(f"{n}", NOW, SECOND, 1)
        later = NOW + SECOND
        took = await asyncio.gather(
            *(store.take(f"{n}", later, SECOND, 1) for n in range(20) for store in (one, other)),
            *(store.sweep_buckets(later) for store in (one, other) for _ in range(5)),
        )
        assert [until is None for until in took[:40]].count(True) == 20
        assert await rows(one) == 20
