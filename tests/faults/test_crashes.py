"""Crash torture, in short: what was acknowledged survives every kill, on each database. `./bench crash` is the long
form."""

import random

import pytest

from support.crashes import survive
from support.warm import WarmServer

pytestmark = pytest.mark.anyio

KILLS = 5


async def test_what_was_acknowledged_survives_every_kill(database_url: str) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201
    with WarmServer(database_url, SPLENDOR_LIMITS="off", SPLENDOR_LOG_LEVEL="error") as process:
        survived = await survive(process, KILLS, random.Random(seed), [2, 3, 4])
    assert survived.games >= 3
    assert survived.acts > 100
