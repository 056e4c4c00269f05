"""Two servers on one Postgres against one of them: with the rooms divided among them, and with the people of every room
spread over both, so that each move is told by one to the other."""

import contextlib

from benchmarks.databases import postgres
from benchmarks.durable import ratio
from benchmarks.figures import Figure
from benchmarks.load import Crowd, Load, Run
from benchmarks.servers import game_server

ROOMS = 50
RUNS = 4
SECONDS = 3.0
WARM = 2.0
TITLES = {
    "one": "one process",
    "apart": "two processes, each room in one",
    "spread": "two processes, each room in both",
}


def measure() -> list[Figure]:
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(postgres())
        if url is None:
            return []
        first, second = (stack.enter_context(game_server(url)) for _ in range(2))
        crowds = {
            "one": Crowd([first.url], ROOMS),
            "apart": Crowd([first.url, second.url], ROOMS),
            "spread": Crowd([first.url, second.url], ROOMS, split=True),
        }
        loads = {name: stack.enter_context(Load(crowd)) for name, crowd in crowds.items()}
        runs: dict[str, list[Run]] = {name: [] for name in loads}
        for load in loads.values():
            load.run(WARM)
        for _ in range(RUNS):
            for name, load in loads.items():
                runs[name].append(load.run(SECONDS))
    figures = [
        Figure.of(f"{TITLES[name]}: actions", "actions/s", [run.rate for run in done]) for name, done in runs.items()
    ]
    figures.append(ratio("two processes / one, each room in one", runs["apart"], runs["one"]))
    figures.append(ratio("two processes / one, each room in both", runs["spread"], runs["one"]))
    return figures
