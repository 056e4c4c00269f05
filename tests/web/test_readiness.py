"""What a balancer is told is true: of the database's reading and writing, and of leaving."""

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from splendor.rooms import heart
from splendor.web import readiness
from support.calls import call
from support.server import Served, ServerProcess, serving

pytestmark = pytest.mark.anyio


async def says(url: str, path: str = "/readyz") -> tuple[int, str]:
    answer = await call(url, "GET", path)
    return answer.status_code, answer.text


async def comes_to_say(url: str, status: int, text: str) -> None:
    async with asyncio.timeout(20):
        while await says(url) != (status, text):
            await asyncio.sleep(0.02)


async def test_a_database_that_hangs_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs() -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(served.app.state.services.store, "ping", hangs)
    monkeypatch.setattr(readiness, "ANSWERS_WITHIN", 0.2)
    assert await says(served.url) == (503, "the database does not answer")
    assert await says(served.url, "/healthz") == (200, "ok")
    monkeypatch.undo()
    assert await says(served.url) == (200, "ok")


async def test_it_is_not_ready_while_nothing_can_be_written(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heart, "EVERY", 0.05)
    async with serving(sqlite) as served:
        assert await says(served.url) == (200, "ok")

        def change(statement: str) -> None:
            with contextlib.closing(sqlite3.connect(tmp_path / "splendor.db", isolation_level=None)) as database:
                database.execute(statement)

        full = "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        # In a thread: whoever holds the file's lock in this loop has to be able to let it go.
        await asyncio.to_thread(change, f"CREATE TRIGGER full BEFORE UPDATE ON servers {full}")
        await comes_to_say(served.url, 503, "the database can't be written to")
        assert await says(served.url, "/healthz") == (200, "ok")
        await asyncio.to_thread(change, "DROP TRIGGER full")
        await comes_to_say(served.url, 200, "ok")


async def test_who_is_told_to_end_says_so_at_once_and_serves_on_while_it_drains(sqlite: str) -> None:
    process = ServerProcess(sqlite, SPLENDOR_DRAIN="1.5")
    with process.running():
        assert await says(process.url) == (200, "ok")
        assert process.process is not None
        began = time.monotonic()
        process.process.terminate()
        await comes_to_say(process.url, 503, "shutting down")
        assert await says(process.url, "/healthz") == (200, "ok")
        assert (await call(process.url, "POST", "/api/me", json={"name": "Ada"})).status_code == 200
        assert await asyncio.to_thread(process.process.wait, 15) in (0, -15)
        assert time.monotonic() - began >= 1.5


async def test_a_second_signal_ends_the_draining(sqlite: str) -> None:
    process = ServerProcess(sqlite, SPLENDOR_DRAIN="60")
    with process.running():
        assert await says(process.url) == (200, "ok")
        assert process.process is not None
        process.process.terminate()
        await comes_to_say(process.url, 503, "shutting down")
        assert await asyncio.to_thread(process.terminate) in (0, -15)
