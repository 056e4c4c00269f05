"""What was acknowledged is there: after closing, and after the process was killed in the middle."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from splendor.store import Database
from support.samples import a_line, a_table, an_action

pytestmark = pytest.mark.anyio

TESTS = Path(__file__).parents[1]
GAMES = [f"g{n}" for n in range(8)]


async def test_everything_is_there_after_reopening(database_url: str) -> None:
    async with Database(database_url, wait=0) as store:
        room, (ada, lin) = await a_table(store, "g1")
        game = await store.game("g1")
        for seq in range(1, 21):
            assert await store.append(an_action("g1", seq, seat=seq % 2))
        await store.say(a_line(room, ada))
    async with Database(database_url, wait=0) as store:
        assert await store.room(room.code) == room
        assert await store.game("g1") == game
        assert await store.players([ada.id, lin.id]) == {ada.id: ada, lin.id: lin}
        assert await store.actions("g1") == [an_action("g1", seq, seat=seq % 2) for seq in range(1, 21)]
        assert await store.chat(room.code) == [a_line(room, ada)]
        assert not await store.append(an_action("g1", 20, seat=1))
        assert await store.append(an_action("g1", 21))


def append_and_kill(url: str, enough: int) -> list[str]:
    """All that the appender said before and until it was killed."""
    words = [sys.executable, str(TESTS / "store" / "appender.py"), url, *GAMES]
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as appender:
        assert appender.stdout is not None
        said = [appender.stdout.readline() for _ in range(enough)]
        appender.send_signal(signal.SIGKILL)
        said += appender.stdout.readlines()
    assert appender.returncode == -signal.SIGKILL
    return said


@pytest.mark.parametrize("enough", [40, 160])
async def test_a_kill_loses_nothing_that_was_acknowledged(database_url: str, enough: int) -> None:
    async with Database(database_url, wait=0) as store:
        await a_table(store, *GAMES)

    said = await asyncio.to_thread(append_and_kill, database_url, enough)
    acknowledged = dict.fromkeys(GAMES, 0)
    for line in said:
        if line.endswith("\n"):
            game, seq = line.split()
            acknowledged[game] = int(seq)
    assert sum(acknowledged.values()) >= enough
    async with Database(database_url, wait=0) as store:
        for game, last in acknowledged.items():
            stored = await store.actions(game)
            assert [action.seq for action in stored] == list(range(1, len(stored) + 1))
            assert len(stored) in (last, last + 1)  # one more may have been stored and not yet acknowledged
            assert all(action == an_action(game, action.seq, seat=action.seq % 2) for action in stored)
            assert await store.append(an_action(game, len(stored) + 1))
