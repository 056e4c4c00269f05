"""Databases that keep what they have acknowledged, and what that costs on this disk."""

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg

from benchmarks.figures import Figure

TESTS = Path(__file__).parent.parent / "tests"
DURABLE = "-c fsync=on -c full_page_writes=on -c synchronous_commit=on"
COMMITS = 100


@contextlib.contextmanager
def sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="splendor-bench-") as folder:
        yield f"sqlite:///{folder}/bench.db"


@contextlib.contextmanager
def postgres() -> Iterator[str | None]:
    """A new database in the Postgres that the tests would use, or a throwaway one: with fsync and synchronous_commit
    on. None, with a word, where there is none or it is one that forgets."""
    sys.path.insert(0, str(TESTS))
    from support.postgres import ask, database, server

    with contextlib.ExitStack() as stack:
        try:
            address = stack.enter_context(server(DURABLE))
        except BaseException as error:
            if type(error).__name__ != "Skipped":
                raise
            say(f"Postgres is left out: {error}")
            yield None
            return
        kept = {name: ask(address, f"SHOW {name}") for name in ("fsync", "synchronous_commit", "full_page_writes")}
        if "off" in kept.values():
            say(f"Postgres is left out, since this one forgets: {kept}")
            yield None
            return
        yield stack.enter_context(database(address))


def say(sentence: str) -> None:
    sys.stderr.write(f"bench: {sentence}\n")


def cost_of_a_commit(postgres_url: str | None) -> list[Figure]:
    """One at a time: what a lone action waits for."""
    with tempfile.NamedTemporaryFile() as file:
        waits = []
        for _ in range(COMMITS):
            file.write(b"x" * 512)
            file.flush()
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            waits.append((time.perf_counter() - begin) * 1e3)
    figures = [Figure.of("disk: fdatasync of a file that grew", "ms", waits)]
    if postgres_url:
        figures.append(Figure.of("postgres: one row, committed", "ms", asyncio.run(_commits(postgres_url))))
    return figures


async def _commits(url: str) -> list[float]:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CREATE TABLE cost (n int)")
        waits = []
        for n in range(COMMITS):
            begin = time.perf_counter()
            await connection.execute("INSERT INTO cost VALUES ($1)", n)
            waits.append((time.perf_counter() - begin) * 1e3)
        await connection.execute("DROP TABLE cost")
    finally:
        await connection.close()
    return waits
