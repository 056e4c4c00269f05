"""Durable actions a second through real sockets, against the bare fan-out of the same stack: 50 rooms of four, each of
which acts again as soon as all of it have seen the action before. Runs of all are interleaved, and each ratio is of two
runs that followed one another."""

import contextlib
from statistics import median

from benchmarks.databases import cost_of_a_commit, postgres, sqlite
from benchmarks.figures import Figure
from benchmarks.load import Crowd, Load, Run
from benchmarks.servers import Server, bare_server, game_server

ROOMS = 50
WATCHERS = 16
WATCHED = f"{WATCHERS} watchers a room"
RUNS = 5
SECONDS = 3.0
WARM = 2.0
BARE = {"bare fan-out": "frames", "bare fan-out of JSON": "json"}


def measure() -> list[Figure]:
    with contextlib.ExitStack() as stack:
        postgres_url = stack.enter_context(postgres())
        figures = cost_of_a_commit(postgres_url)
        servers = {name: stack.enter_context(bare_server(how)) for name, how in BARE.items()}
        if postgres_url:
            servers["postgres"] = stack.enter_context(game_server(postgres_url))
        servers["sqlite"] = stack.enter_context(game_server(stack.enter_context(sqlite())))
        loads = {
            name: stack.enter_context(Load(Crowd([server.url], ROOMS, bare=name in BARE)))
            for name, server in servers.items()
        }
        main = "postgres" if postgres_url else "sqlite"
        servers[WATCHED] = servers[main]
        loads[WATCHED] = stack.enter_context(Load(Crowd([servers[main].url], ROOMS, watchers=WATCHERS)))
        return figures + compare(servers, loads)


def compare(servers: dict[str, Server], loads: dict[str, Load]) -> list[Figure]:
    runs: dict[str, list[Run]] = {name: [] for name in loads}
    costs: dict[str, list[float]] = {name: [] for name in loads}
    for load in loads.values():
        load.run(WARM)
    for _ in range(RUNS):
        for name, load in loads.items():
            worked = servers[name].worked
            run = load.run(SECONDS)
            runs[name].append(run)
            costs[name].append((servers[name].worked - worked) / run.actions * 1e6)
    figures = []
    for name, done in runs.items():
        title = name if name in BARE else f"durable, {name}"
        figures += [
            Figure.of(f"{title}: actions", "actions/s", [run.rate for run in done]),
            Figure.of(f"{title}: server's work an action", "us", costs[name]),
            Figure.of(f"{title}: load's share of a core", "", [run.share for run in done]),
            Figure.of(f"{title}: send to last receive", "ms", [median(run.waits) * 1e3 for run in done]),
        ]
    for name in ("postgres", "sqlite"):
        if name in runs:
            for bare in BARE:
                work = [one / other for one, other in zip(costs[bare], costs[name], strict=True)]
                figures.append(ratio(f"durable, {name} / {bare}", runs[name], runs[bare]))
                figures.append(Figure.of(f"durable, {name} / {bare}, by the server's work", "", work))
    main = "postgres" if "postgres" in runs else "sqlite"
    figures.append(ratio(f"{WATCHED} / none", runs[WATCHED], runs[main]))
    return figures


def ratio(name: str, some: list[Run], others: list[Run]) -> Figure:
    return Figure.of(name, "", [one.rate / other.rate for one, other in zip(some, others, strict=True)])
