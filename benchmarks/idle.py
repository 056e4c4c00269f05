"""Sockets that only sit there: what one costs the server, and that nothing is left of them once they are gone.

By the environment: IDLE_SOCKETS (10000; as many as `ulimit -n` allows), IDLE_ROOMS (100).
"""

import asyncio
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from benchmarks.figures import Figure
from splendor.store import migrate

TESTS = Path(__file__).parent.parent / "tests"
CROWDS = 4
AT_ONCE = 100
SPARE = 200
"""Descriptors that this process and the server need besides."""


class NotGone(Exception):
    """Something is left of connections that have ended."""


def held(pid: int) -> tuple[int, float]:
    """Descriptors, and kilobytes in memory, of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return len(os.listdir(f"/proc/{pid}/fd")), pages * resource.getpagesize() / 1024


async def come_and_go(process: Any, size: int, rooms: int) -> list[Figure]:
    from support.peer import Person, Table

    guest = await Person.make(process.url, "Ada")
    codes = [await guest.make_room() for _ in range(rooms)]
    pid = process.process.pid
    await sit(process, [Table(guest, code) for code in codes])  # the first visits load the rooms
    files, before = held(pid)
    there, left_behind, took = [], [], []
    for _ in range(CROWDS):
        begin = time.perf_counter()
        there.append(await sit(process, [Table(guest, codes[n % rooms]) for n in range(size)], pid))
        took.append(size / (time.perf_counter() - begin))
        left_behind.append(held(pid)[1])
    until = time.monotonic() + 30
    while (left := held(pid)[0]) > files:
        if time.monotonic() > until:
            raise NotGone(f"{left - files} descriptors are left of {size} sockets")
        await asyncio.sleep(0.1)
    for code in codes:
        room = await guest.call("GET", f"/api/rooms/{code}")
        if room["seats"][0]["online"] or room["watchers"]:
            raise NotGone(f"somebody is still in {code}")
    return [
        Figure.of("idle: sockets", "", [size]),
        Figure.of("idle: memory of the server", "kB/socket", [(there[0] - before) / size]),
        # Python collects what refers to itself now and then, so that the first crowds leave some of it.
        Figure.of("idle: memory that one more crowd leaves", "kB/socket", [(left_behind[-1] - left_behind[-2]) / size]),
        Figure.of("idle: descriptors left", "", [left - files]),
        Figure.of("idle: coming and going", "sockets/s", took),
    ]


async def sit(process: Any, tables: list[Any], pid: int | None = None) -> float:
    """All come, are there at once, and go, half of them without a word. Gives the server's memory meanwhile, in kB."""
    for some in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(table.open() for table in tables[some : some + AT_ONCE]))
    async with httpx.AsyncClient(base_url=process.url, timeout=30) as client:
        assert (await client.get("/readyz")).status_code == 200
    memory = held(pid)[1] if pid else 0.0
    for table in tables[::2]:
        table._socket.transport.abort()
    for some in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(table.close() for table in tables[some : some + AT_ONCE]))
    return memory


def measure() -> list[Figure]:
    sys.path.insert(0, str(TESTS))
    from support.warm import WarmServer

    wanted = int(os.environ.get("IDLE_SOCKETS", "10000"))
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    size = min(wanted, hard - SPARE)
    if size < wanted:
        sys.stderr.write(f"bench: ulimit -n allows {size} sockets, not {wanted}\n")
    with tempfile.TemporaryDirectory(prefix="splendor-idle-") as folder:
        url = f"sqlite:///{folder}/idle.db"
        asyncio.run(migrate(url))
        with WarmServer(url, SPLENDOR_LIMITS="off", SPLENDOR_LOG_LEVEL="error") as process:
            process.start()
            return asyncio.run(come_and_go(process, size, int(os.environ.get("IDLE_ROOMS", "100"))))
