"""./bench [NAME ...] [--json FILE]: measures what is named, by default all that takes minutes, and prints a table."""

import json
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from benchmarks import crash, durable, engine, frames, idle, paced, processes, reload, start
from benchmarks.figures import Figure, table

MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "engine": engine.measure,
    "durable": durable.measure,
    "paced": paced.measure,
    "frames": frames.measure,
    "start": start.measure,
    "reload": reload.measure,
    "processes": processes.measure,
}
LONG: dict[str, Callable[[], list[Figure]]] = {"crash": crash.measure, "idle": idle.measure}
"""Only where they are named."""


def main() -> None:
    parser = ArgumentParser(prog="./bench", description="Measures the speed of the game's parts.")
    every = MEASURES | LONG
    known = ", ".join(every)
    usual = ", ".join(MEASURES)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {known} (default: {usual})")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures to this file as well")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.names if name not in every]
    if unknown:
        parser.error(f"there is no measurement {', '.join(unknown)}; there are {known}")
    figures = [figure for name in chosen.names or MEASURES for figure in every[name]()]
    sys.stdout.write(table(figures) + "\n")
    if chosen.json:
        record = {"python": platform.python_version(), "figures": [figure.to_json() for figure in figures]}
        chosen.json.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
