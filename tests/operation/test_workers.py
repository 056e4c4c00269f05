"""Several processes behind one port: one that dies is replaced, and all end together."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from support import postgres
from support.calls import call
from support.captured import read
from support.peer import Person, Table
from support.scrape import scrape, value
from support.server import ServerProcess

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(migrated_postgres: str, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    process = ServerProcess(
        migrated_postgres, log=tmp_path / "log", SPLENDOR_WORKERS="2", SPLENDOR_LIMITS="off", SPLENDOR_LOG_LEVEL="debug"
    )
    with process.running():
        await until_serving(process.url)
        yield process


def workers(server: ServerProcess) -> set[int]:
    """The processes that serve. Python's own, which looks after what they share, is none of them."""
    assert server.process is not None
    command = ["ps", "-ww", "--ppid", str(server.process.pid), "-o", "pid=,args="]
    children = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    return {int(line.split()[0]) for line in children if "spawn_main" in line}


def alive(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}").exists()}


async def until_serving(url: str) -> None:
    async with asyncio.timeout(90):
        while (await call(url, "GET", "/readyz")).status_code != 200:
            await asyncio.sleep(0.05)


async def both_have_served(server: ServerProcess) -> None:
    """Asks until each process has answered: which of them takes a connection is the kernel's choice."""
    assert server.log is not None
    pids = workers(server)
    assert len(pids) == 2
    async with asyncio.timeout(90):
        while True:
            await asyncio.gather(*(call(server.url, "GET", "/api/rooms") for _ in range(8)))
            lines = read(server.log.read_text())
            if {line["process"] for line in lines if line.get("route") == "/api/rooms"} >= pids:
                return


async def test_one_that_is_killed_is_replaced_and_what_it_had_acknowledged_is_there(server: ServerProcess) -> None:
    people = [await Person.make(server.url, f"P{n}") for n in range(6)]
    codes = [await person.make_room() for person in people]
    tables = [Table(person, code) for person, code in zip(people, codes, strict=True)]
    for table in tables:
        await table.open()
        await table.send("chat", text="before")
    before = workers(server)
    assert len(before) == 2
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    # The other one goes on, at once.
    for person, code in zip(people, codes, strict=True):
        assert (await person.call("GET", f"/api/rooms/{code}"))["code"] == code
        async with person.at(code) as again:
            assert [line["text"] for line in again.chat] == ["before"]
            await again.send("chat", text="after")
    async with asyncio.timeout(90):
        while len(workers(server)) != 2:
            await asyncio.sleep(0.05)
    assert victim not in workers(server)
    await both_have_served(server)
    for table in tables:
        await table.close()


async def test_metrics_are_the_sum_of_all(server: ServerProcess) -> None:
    await both_have_served(server)
    before = await scrape(server.url)
    people = await asyncio.gather(*(Person.make(server.url, f"P{n}") for n in range(10)))
    codes = [await person.make_room() for person in people]
    after = await scrape(server.url)

    def since(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert since("splendor_http_requests_total", method="POST", route="/api/me", status="200") == 10
    assert since("splendor_http_requests_total", method="POST", route="/api/rooms", status="201") == 10
    assert since("splendor_http_seconds_count", route="/api/rooms") == 10
    async with asyncio.timeout(90):  # a process that was slow to answer says so until it has looked again
        while value(await scrape(server.url), "splendor_store_up") != 1:
            await asyncio.sleep(0.1)
    async with AsyncExitStack() as stack:
        for person, code in zip(people, codes, strict=True):
            table = await stack.enter_async_context(person.at(code))
            await table.send("chat", text="hello")
        now = await scrape(server.url)
        assert value(now, "splendor_sockets") == 10
        assert value(now, "splendor_chat_lines_total") - value(before, "splendor_chat_lines_total") == 10
        os.kill(min(workers(server)), signal.SIGKILL)
        # What the dead one had is gone, what it counted is not.
        async with asyncio.timeout(90):
            while value(now := await scrape(server.url), "splendor_sockets") == 10:
                await asyncio.sleep(0.1)
        assert value(now, "splendor_chat_lines_total") - value(before, "splendor_chat_lines_total") == 10


async def test_all_end_together_with_goodbyes(server: ServerProcess) -> None:
    people = [await Person.make(server.url, f"P{n}") for n in range(6)]
    tables = [Table(person, await person.make_room()) for person in people]
    for table in tables:
        await table.open()
    pids = workers(server)
    assert len(pids) == 2
    began = time.monotonic()
    assert await asyncio.to_thread(server.terminate) == 0
    assert time.monotonic() - began < 10  # five where the machine is not busy
    for table in tables:
        await table.closed()
        assert (table.byes, table.close_code) == (["restart"], 1012)
    assert not alive(pids)
    assert server.log is not None
    lines = read(server.log.read_text())
    assert not [line for line in lines if line["level"] in ("error", "critical")]


async def test_when_the_supervisor_is_killed_nobody_serves_on_alone(server: ServerProcess) -> None:
    pids = workers(server)
    assert len(pids) == 2
    await asyncio.to_thread(server.kill)
    async with asyncio.timeout(60):
        while alive(pids):
            await asyncio.sleep(0.05)


async def test_a_start_that_fails_in_the_processes_ends_all(migrated_postgres: str, tmp_path: Path) -> None:
    """Its table of secrets is gone: whatever it is, trying again and again would not help."""
    await asyncio.to_thread(postgres.ask, migrated_postgres, "ALTER TABLE secrets RENAME TO elsewhere")
    try:
        server = ServerProcess(migrated_postgres, log=tmp_path / "log", SPLENDOR_WORKERS="2")
        with server.running():
            assert server.process is not None
            assert await asyncio.to_thread(server.process.wait, 90) == 1
    finally:
        await asyncio.to_thread(postgres.ask, migrated_postgres, "ALTER TABLE elsewhere RENAME TO secrets")
    said = (tmp_path / "log").read_text().splitlines()[-1]
    assert said == "splendor: the processes could not start; what is logged above says why"
