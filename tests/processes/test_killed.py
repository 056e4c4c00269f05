"""Two servers on one Postgres, either of them killed again and again while all play: as one that is killed."""

import asyncio
import random

import pytest

from processes.conftest import AWAY
from support.load import Load
from support.warm import WarmServer

pytestmark = pytest.mark.anyio

KILLS = 4


async def test_nothing_is_lost_and_nothing_is_done_twice(shared: str, feed: str | None) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201
    dice = random.Random(seed)
    settings = {"SPLENDOR_LIMITS": "off", "SPLENDOR_LOG_LEVEL": "error"} | ({"SPLENDOR_FEED": feed} if feed else {})
    load = Load(dice)
    with WarmServer(shared, **settings) as one, WarmServer(shared, **settings) as other:
        servers = [one, other]
        for server in servers:
            await asyncio.to_thread(server.start)
        await load.set_up(one.url, [2, 3, 4])
        load.spread_over([server.url for server in servers])
        async with load.playing():
            for _ in range(KILLS):
                await load.is_played(5)
                await asyncio.sleep(dice.uniform(0, 1))
                victim = dice.choice(servers)
                await asyncio.to_thread(victim.kill)
                await load.is_played(3)  # the other plays on
                await asyncio.to_thread(victim.start)
                await load.holds(shared)
            if feed != AWAY:  # without a feed each turn takes up to a second
                await load.every_room_ends_a_game()
        games = await load.holds_at_last(shared)
        await load.leave()
    assert len(load.ledger.done) > KILLS * 8
    assert games >= 3 or feed == AWAY
    assert load.ledger.connections > len(load.everyone)
