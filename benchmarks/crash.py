"""Crash torture: rooms are played while the server is killed again and again. Whatever was acknowledged must be there.

By the environment: CRASH_KILLS (100), CRASH_ROOMS (12), CRASH_SEED (drawn, and printed). On SQLite, and on a Postgres
where one can be had. What does not hold ends it with the error; the figures count what was survived.
"""

import asyncio
import os
import random
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure
from splendor.store import migrate

TESTS = Path(__file__).parent.parent / "tests"
SIZES = (2, 3, 4)


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """An address of each kind, with all tables and no rows. Postgres is left out, with a word, where there is none."""
    import pytest

    from support import postgres

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="splendor-crash-"))
        found = {"sqlite": f"sqlite:///{folder}/crash.db"}
        try:
            server = stack.enter_context(postgres.server())
        except pytest.skip.Exception as none:
            say(f"Postgres is left out: {none}")
        else:
            found["postgres"] = stack.enter_context(postgres.database(server))
        yield found


def tortured(kind: str, url: str, kills: int, rooms: int, seed: int) -> list[Figure]:
    from support.crashes import survive
    from support.warm import WarmServer

    def tell(n: int, load: Any) -> None:
        if n % 10 == 0:
            say(f"{kind}: {n} kills, {len(load.ledger.done)} acts acknowledged and there")

    asyncio.run(migrate(url))
    sizes = [SIZES[n % len(SIZES)] for n in range(rooms)]
    with WarmServer(url, SPLENDOR_LIMITS="off", SPLENDOR_LOG_LEVEL="error") as process:
        survived = asyncio.run(survive(process, kills, random.Random(seed), sizes, tell=tell))
    counts = {
        "kills": survived.kills,
        "acts acknowledged, all there": survived.acts,
        "acts without an answer, done": survived.done,
        "acts without an answer, not done": survived.not_done,
        "games played to their end": survived.games,
        "connections": survived.connections,
    }
    return [Figure.of(f"crash: {kind}: {name}", "", [count]) for name, count in counts.items()]


def say(sentence: str) -> None:
    sys.stderr.write(f"bench: {sentence}\n")


def measure() -> list[Figure]:
    sys.path.insert(0, str(TESTS))
    kills, rooms = int(os.environ.get("CRASH_KILLS", "100")), int(os.environ.get("CRASH_ROOMS", "12"))
    seed = int(os.environ.get("CRASH_SEED") or secrets.randbelow(2**32))
    say(f"crash: CRASH_SEED={seed}")
    with databases() as found:
        return [figure for kind, url in found.items() for figure in tortured(kind, url, kills, rooms, seed)]
