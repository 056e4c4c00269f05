"""The load, as a process of its own: `python -m benchmarks.load CONFIG`, told on its standard input to run for so many
seconds, and answering with what it counted, a line each. The parent's end is `Load`."""

import asyncio
import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import Any

import uvloop

from benchmarks.tables import Tally, sit_down, sit_down_bare


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who comes: to `rooms` rooms, each with `seats` players and `watchers`, at the servers `urls`. `split`: the people
    of a room are spread over the servers. `bare`: these are servers of the bare stack."""

    urls: list[str]
    rooms: int
    seats: int = 4
    watchers: int = 0
    split: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """`share`: of a core, that the load itself took; near 1 it would be what is measured. `waits` in seconds."""

    seconds: float
    actions: int
    waits: list[float]
    received: int
    share: float

    @property
    def rate(self) -> float:
        return self.actions / self.seconds


class Load:
    """A crowd at its tables, while entered."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Load":
        command = [sys.executable, "-m", "benchmarks.load", json.dumps(asdict(self.crowd))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._answer()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def run(self, seconds: float, pace: float | None = None) -> Run:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"seconds": seconds, "pace": pace}) + "\n")
        self._process.stdin.flush()
        return Run(**self._answer())

    def _answer(self) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the load ended with exit code {self._process.wait(10)}")
        answer: dict[str, Any] = json.loads(line)
        return answer


async def main(crowd: Crowd) -> None:
    tally = Tally()
    loop = asyncio.get_running_loop()
    # A fault in one connection ends the measurement: what is left would be another one.
    loop.set_exception_handler(lambda loop, context: (loop.default_exception_handler(context), loop.stop()))
    if crowd.bare:
        tables = await sit_down_bare(crowd.urls[0], tally, crowd.rooms, crowd.seats, crowd.watchers)
    else:
        tables = await sit_down(crowd.urls, tally, crowd.rooms, crowd.seats, crowd.watchers, crowd.split)
    tell({})
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = json.loads(line)
        tally.actions, tally.waits, tally.is_running = 0, [], True
        received = sum(socket.received for table in tables for socket in table.sockets)
        pace = asked["pace"]
        begin, worked = time.perf_counter(), time.process_time()
        for n, table in enumerate(tables):
            table.run(pace, loop.time() + (pace or 0) * n / len(tables))
        await asyncio.sleep(asked["seconds"])
        run = Run(
            seconds=time.perf_counter() - begin,
            actions=tally.actions,
            waits=tally.waits,
            received=sum(socket.received for table in tables for socket in table.sockets) - received,
            share=(time.process_time() - worked) / (time.perf_counter() - begin),
        )
        tally.is_running = False
        for table in tables:
            async with asyncio.timeout(20):
                await table.asleep.wait()
        tell(asdict(run))


def tell(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main(Crowd(**json.loads(sys.argv[1]))))
