"""Servers to measure, each a process of its own."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from splendor.store import migrate

QUIET = {"SPLENDOR_LIMITS": "off", "SPLENDOR_LOG_LEVEL": "warning"}
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    url: str
    pid: int

    @property
    def worked(self) -> float:
        """Seconds that a core has worked for it so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """Bytes of it that are in memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def started(command: list[str], port: int) -> Iterator[Server]:
    """Once it has said where it is served."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], env={**os.environ, **QUIET}, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if "is served on" not in line:
            raise RuntimeError(f"the server did not start: {line!r}")
        yield Server(f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def game_server(database_url: str) -> Iterator[Server]:
    asyncio.run(migrate(database_url))
    port = free_port()
    with started(["splendor", "serve", "--port", str(port), "--database-url", database_url], port) as server:
        yield server


@contextlib.contextmanager
def bare_server(how: str) -> Iterator[Server]:
    """The bare stack; `how`: "frames" or "json"."""
    port = free_port()
    with started(["benchmarks.bare", str(port), how], port) as server:
        yield server


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
