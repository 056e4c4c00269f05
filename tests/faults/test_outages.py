"""What the games live through: an orderly end under load, a disk that is full, a file that may not be written, a
Postgres that goes away. Acts wait, then are done once; nobody is told that something is done which is not."""

import asyncio
import contextlib
import os
import random
import resource
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from support import postgres
from support.line import Line
from support.load import Load
from support.survivor import Survivor
from support.warm import WarmServer

pytestmark = pytest.mark.anyio

AWAY = float(os.environ.get("FAULTS_AWAY", "3"))
"""Seconds that Postgres is away for. Any number below the store's patience, half a minute, is as good."""
QUIET = {"SPLENDOR_LIMITS": "off"}


@contextlib.asynccontextmanager
async def under_load(process: WarmServer, seed: int, talks: float = 0.2) -> AsyncIterator[Load]:
    """Three rooms, being played; what must hold is held against them at the end."""
    load = Load(random.Random(seed))
    await asyncio.to_thread(process.start)
    await load.set_up(process.url, [2, 3, 4])
    for each in load.everyone:
        each.talks = talks
    async with load.playing():
        await load.is_played(30)
        yield load
        await load.is_played(30)
    await load.holds_at_last(process.database_url)
    await load.leave()


async def nothing_is_acknowledged(load: Load, seconds: float) -> None:
    """What was under way settles; then nothing is done for so long, and everybody is still there."""
    await asyncio.sleep(0.5)
    done = len(load.ledger.done)
    ended = [len(each.ends) for each in load.everyone]
    await asyncio.sleep(seconds)
    assert len(load.ledger.done) == done
    assert [len(each.ends) for each in load.everyone] == ended
    assert any(each.pending for each in load.everyone)


def never_cut_off(load: Load) -> bool:
    return load.ledger.connections == len(load.everyone)


async def test_an_orderly_end_under_load(database_url: str, tmp_path: Path) -> None:
    """SIGTERM, three times: within five seconds all are told to come back, and nothing else goes wrong at anybody."""
    with WarmServer(database_url, tmp_path / "log", **QUIET) as process:
        async with under_load(process, seed=1) as load:
            for n in range(1, 4):
                await load.is_played(20)
                async with asyncio.timeout(10):
                    while not all(each.table and not each.table.is_gone for each in load.everyone):
                        await asyncio.sleep(0.01)
                began = time.monotonic()
                code = await asyncio.to_thread(process.terminate)
                assert time.monotonic() - began < 5
                assert code in (0, -15)
                await load.holds(database_url)
                await asyncio.to_thread(process.start)
                async with asyncio.timeout(10):
                    while not all(len(each.ends) >= n for each in load.everyone):
                        await asyncio.sleep(0.01)
            # A connection that came while the server was ending was refused, and is no end of one.
            assert {(*byes, code) for each in load.everyone for byes, code in each.ends} == {("restart", 1012)}
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert "ERROR" not in log


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 16 MB, mounted for this test."""
    if shutil.which("mount") is None:
        pytest.skip("there is no mount(8) here")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no file system may be mounted: {mounted.stderr.decode().strip()}")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def fill(folder: Path) -> Path:
    """Leaves no byte free on the file system of that folder."""
    filler = folder / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    assert shutil.disk_usage(folder).free == 0
    return filler


async def test_a_full_disk(migrated_sqlite: Path, small_disk: Path) -> None:
    """Chat too: SQLite says of a full disk that nothing was stored."""
    with WarmServer(f"sqlite:///{shutil.copy(migrated_sqlite, small_disk / 'x.db')}", **QUIET) as process:
        async with under_load(process, seed=2) as load:
            filler = fill(small_disk)
            # What its log has grown to already can still be written over; then there is no room for more.
            async with asyncio.timeout(60):
                before = -1
                while len(load.ledger.done) != before:
                    before = len(load.ledger.done)
                    await asyncio.sleep(0.5)
            await nothing_is_acknowledged(load, 1)
            filler.unlink()
        assert never_cut_off(load)


async def test_a_server_that_may_write_no_file(migrated_sqlite: Path, tmp_path: Path) -> None:
    """Every write fails, also where the disk would have room (RLIMIT_FSIZE). Of such an error SQLite does not know how
    far it came: acts are looked up."""
    with WarmServer(f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'x.db')}", **QUIET) as process:
        async with under_load(process, seed=3, talks=0) as load:
            assert process.process is not None
            assert process.process.pid is not None
            limit = resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            await nothing_is_acknowledged(load, 1.5)
            resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, limit)
        assert never_cut_off(load)


@pytest.fixture
def immutable(migrated_sqlite: Path, tmp_path: Path) -> Iterator[Path]:
    """A database of which a test may say with chattr(1) that nobody writes to it, not even root."""
    path = Path(shutil.copy(migrated_sqlite, tmp_path / "x.db"))
    tried = subprocess.run(["chattr", "+i", path], capture_output=True, check=False) if shutil.which("chattr") else None
    if tried is None or tried.returncode:
        pytest.skip("no file can be made immutable here: that takes root, and a file system that knows it")
    subprocess.run(["chattr", "-i", path], check=True)
    try:
        yield path
    finally:
        chattr("-i", path)


def chattr(flag: str, database: Path) -> None:
    parts = [part for part in (database, Path(f"{database}-wal")) if part.exists()]
    subprocess.run(["chattr", flag, *parts], check=True)


async def test_a_file_that_is_made_read_only_in_mid_game(immutable: Path) -> None:
    with WarmServer(f"sqlite:///{immutable}", **QUIET) as process:
        async with under_load(process, seed=4, talks=0) as load:
            chattr("+i", immutable)
            await nothing_is_acknowledged(load, 1.5)
            chattr("-i", immutable)
        assert never_cut_off(load)


async def is_ready(process: WarmServer, expected: bool, within: float = 10) -> None:
    """What /readyz says, soon."""
    async with httpx.AsyncClient(base_url=process.url, timeout=5) as client, asyncio.timeout(within):
        while (await client.get("/readyz")).status_code != (200 if expected else 503):
            await asyncio.sleep(0.05)


async def visitors_are_put_off(process: WarmServer, one: Survivor) -> None:
    """At once, and with a word on when to come again."""
    async with httpx.AsyncClient(base_url=process.url, timeout=5) as client:
        for answer in (
            await client.post("/api/me", json={"name": "New"}),
            await client.get("/api/rooms/amber-otter-7q4k2m9x"),
            await client.post("/api/rooms", json={}, headers=one.person.headers),
        ):
            assert answer.status_code == 503
            assert answer.json()["code"] == "unavailable"
            assert answer.headers["Retry-After"] == "2"
        assert (await client.get("/")).status_code == 200
    address = f"{process.url.replace('http', 'ws', 1)}/api/rooms/{one.code}/ws"
    with pytest.raises(InvalidStatus) as caught:
        await connect(address, additional_headers=one.person.headers, proxy=None)
    assert caught.value.response.status_code == 503
    assert caught.value.response.headers["Retry-After"] == "2"


@pytest.fixture
def empty_postgres(migrated_postgres: str) -> str:
    postgres.empty(migrated_postgres)
    return migrated_postgres


async def test_a_postgres_that_goes_away_in_mid_game_and_comes_back(empty_postgres: str) -> None:
    line = Line(empty_postgres)
    async with contextlib.AsyncExitStack() as stack:
        await line.__aenter__()
        process = stack.enter_context(WarmServer(line.url, **QUIET))
        async with under_load(process, seed=5, talks=0) as load:
            await line.__aexit__()
            since = time.monotonic()
            await is_ready(process, False)
            await visitors_are_put_off(process, load.everyone[0])
            await nothing_is_acknowledged(load, AWAY - 1)
            for each in load.everyone:
                # Whose act waits is not taken for dead, and sees no more than there is.
                assert each.table is not None
                await asyncio.wait_for(each.table.send("ping", resync=True), 5)
            await asyncio.sleep(max(0, since + AWAY - time.monotonic()))
            await line.__aenter__()
            await is_ready(process, True)
        assert never_cut_off(load)
        process.kill()
        await line.__aexit__()


async def test_a_postgres_whose_commits_are_cut_off(empty_postgres: str) -> None:
    """Before it heard of them, and after it did them: whatever it was, acts are done once. A room whose record was in
    doubt is read anew, and its people come back."""
    async with Line(empty_postgres) as line, contextlib.AsyncExitStack() as stack:
        process = stack.enter_context(WarmServer(line.url, **QUIET))
        async with under_load(process, seed=6) as load:
            for n in range(12):
                line.cut = "before" if n % 2 else "after"
                async with asyncio.timeout(10):
                    while line.cut:
                        await asyncio.sleep(0.01)
                await load.is_played(3)
        process.kill()


@pytest.mark.parametrize("how", ["away", "hangs"])
async def test_an_orderly_end_while_postgres_is_not_there(empty_postgres: str, how: str) -> None:
    """It does not wait for what does not come, and acknowledges nothing; what was played is done after the restart."""
    line = Line(empty_postgres)
    async with contextlib.AsyncExitStack() as stack:
        await line.__aenter__()
        process = stack.enter_context(WarmServer(line.url, **QUIET))
        async with under_load(process, seed=7):
            if how == "away":
                await line.__aexit__()
            else:
                line.flows.clear()
            await asyncio.sleep(1.5)
            began = time.monotonic()
            code = await asyncio.to_thread(process.terminate)
            assert time.monotonic() - began < 5
            assert code in (0, -15)
            if how == "hangs":
                await line.__aexit__()
            await line.__aenter__()
            await asyncio.to_thread(process.start)
        process.kill()
        await line.__aexit__()
