"""An evening of 200 rooms, in each of which somebody acts once a second: how long until the last in the room has
received the move, and what memory such a room takes."""

import contextlib
from statistics import quantiles

from benchmarks.databases import postgres, sqlite
from benchmarks.figures import Figure
from benchmarks.load import Crowd, Load
from benchmarks.servers import game_server

ROOMS = 200
FIRST = 20
PACE = 1.0
RUNS = 4
SECONDS = 6.0
GAME = 60
"""Actions of a game, about."""
PATIENCE = 12.0
"""Seconds at most for each room to play such a game without a pause."""


def measure() -> list[Figure]:
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(postgres()) or stack.enter_context(sqlite())
        kind = url.partition(":")[0]
        server = stack.enter_context(game_server(url))
        # What a server comes to need but once is no room's.
        stack.enter_context(Load(Crowd([server.url], FIRST))).run(2.0)
        empty = server.memory
        load = stack.enter_context(Load(Crowd([server.url], ROOMS)))
        seated = server.memory
        load.run(SECONDS, PACE)
        runs = [load.run(SECONDS, PACE) for _ in range(RUNS)]
        memory = []
        for _ in range(3):
            played, began = 0, 0.0
            while played < ROOMS * GAME and began < PATIENCE:
                run = load.run(PATIENCE / 4)
                played, began = played + run.actions, began + run.seconds
            memory.append((played / ROOMS, server.memory))
        title = f"{ROOMS} rooms at an action a second, {kind}"
        centiles = [quantiles(run.waits, n=100) for run in runs]
        return [
            Figure.of(f"{title}: actions", "actions/s", [run.rate for run in runs]),
            Figure.of(f"{title}: send to last receive, p50", "ms", [each[49] * 1e3 for each in centiles]),
            Figure.of(f"{title}: send to last receive, p99", "ms", [each[98] * 1e3 for each in centiles]),
            Figure.of(f"{title}: load's share of a core", "", [run.share for run in runs]),
            Figure.of(f"memory of a server with {FIRST} rooms", "MB", [empty / 1e6]),
            Figure.of("memory for each further room of four sockets", "kB", [(seated - empty) / ROOMS / 1e3]),
            *(
                Figure.of(
                    f"memory that it grew by, {actions:.0f} actions a room later", "kB", [(now - was) / ROOMS / 1e3]
                )
                for (actions, now), was in zip(memory, [seated, *(now for _, now in memory)], strict=False)
            ),
        ]
