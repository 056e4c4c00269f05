"""SIGTERM: everybody is told, what is being committed is committed, and the process ends."""

import asyncio
import logging
import signal
import time
from pathlib import Path

import pytest

from support.captured import read
from support.party import at_the_table, in_the_lobby, playing
from support.server import ServerProcess, serving

pytestmark = pytest.mark.anyio


async def test_everyone_is_told_and_nothing_is_logged_as_an_error(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(sqlite, limits="off") as served:
        tables = []
        async with playing(served.url, 3, watchers=2) as party, playing(served.url, 2) as other:
            tables = [*party.everyone, *other.everyone]
            served.server.should_exit = True
            for table in tables:
                await table.closed()
            for table in tables:
                assert table.byes == ["restart"]
                assert table.close_code == 1012
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_what_is_under_way_ends_without_a_fault(
    sqlite: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's message waits for the store while all the others leave, and what they leave is told to it."""
    async with serving(sqlite, limits="off") as served, playing(served.url, 2, watchers=1) as party:
        store, written = served.app.state.services.store, asyncio.Event()
        original, asked = store.say, asyncio.Event()

        async def slowly(line: object) -> None:
            asked.set()
            await written.wait()
            await original(line)

        monkeypatch.setattr(store, "say", slowly)
        pending = await party.players[0].post({"type": "chat", "text": "one moment"})
        await asked.wait()
        room = served.app.state.services.rooms.live[party.code]
        served.server.should_exit = True
        async with asyncio.timeout(5):
            while len(room.viewers) > 1:
                await asyncio.sleep(0.01)
        written.set()
        for table in party.everyone:
            await table.closed()
            assert table.byes == ["restart"]
        with pytest.raises(ConnectionError):
            await pending
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_process_ends_within_five_seconds_and_keeps_what_it_answered(sqlite: str, tmp_path: Path) -> None:
    process = ServerProcess(sqlite, log=tmp_path / "log")
    with process.running():
        async with in_the_lobby(process.url, 2) as party, in_the_lobby(process.url, 2) as sleeping:
            await party.start()
            frozen = sleeping.players.pop()
            assert frozen._socket is not None
            frozen._socket.transport.pause_reading()
            act = {"type": "act", "game": party.game["id"], "seq": 1, "action": {"type": "take", "tokens": {"ruby": 2}}}
            pending = await party.to_act.post(act)
            began = time.perf_counter()
            code = await asyncio.to_thread(process.terminate)
            assert time.perf_counter() - began < 5
            assert code in (0, -15)
            for table in [*party.everyone, *sleeping.everyone]:
                await table.closed()
                assert table.byes == ["restart"]
                assert table.close_code == 1012
            frozen._socket.transport.resume_reading()
            answered = not pending.cancelled() and pending.exception() is None
        assert not [line for line in read((tmp_path / "log").read_text()) if line["level"] in ("error", "critical")]
        process.start()
        async with at_the_table(party.code, party.people, []) as again:
            assert again.game["seq"] == 1 or not answered


async def test_a_terminal_that_is_closed_ends_it_as_orderly(sqlite: str) -> None:
    process = ServerProcess(sqlite)
    with process.running():
        async with in_the_lobby(process.url, 2) as party:
            await asyncio.to_thread(process.end, signal.SIGHUP)
            for table in party.everyone:
                await table.closed()
                assert table.byes == ["restart"]
