"""A real server for tests: in this event loop, or as a process of its own that can be killed."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from splendor.app import create_app
from splendor.operation.listening import listen
from splendor.operation.serving import configured
from splendor.rooms.moments import Time
from splendor.settings import read_settings
from splendor.store import migrate


@dataclass(frozen=True, slots=True)
class Served:
    url: str
    app: FastAPI
    server: uvicorn.Server


@contextlib.asynccontextmanager
async def serving(
    database_url: str, time: Time | None = None, *, ping: float | None = None, **settings: Any
) -> AsyncIterator[Served]:
    """The whole server on a free port, in the running event loop. `ping`: seconds between its pings, and until it gives
    up on a peer that does not answer one; without it as many as it has by itself."""
    await migrate(database_url)
    chosen = read_settings(database_url=database_url, **settings)
    listener = listen("127.0.0.1", 0)
    app = create_app(chosen, time)
    config = configured(chosen, lambda: app)
    if ping is not None:
        config.ws_ping_interval = config.ws_ping_timeout = ping
    server = uvicorn.Server(config)
    # The signals stay the test runner's.
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started:
            if task.done():
                await task
            await asyncio.sleep(0.005)
        yield Served(f"http://127.0.0.1:{listener.getsockname()[1]}", app, server)
    finally:
        server.should_exit = True
        await task


class ServerPlace:
    """Where a server is to be: a free port, a database, and the settings in its environment. What it logs goes to the
    file `log`, where one is named."""

    def __init__(self, database_url: str, log: Path | None = None, **environment: str) -> None:
        self.log = log
        self.database_url = database_url
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = environment


class ServerProcess(ServerPlace):
    """`splendor serve` as a process: started, killed, started again on the same port and database."""

    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Returns once it accepts connections."""
        command = [sys.executable, "-m", "splendor", "serve", "--port", str(self.port)]
        with self.log.open("a") if self.log else contextlib.nullcontext() as log:
            self.process = subprocess.Popen(
                [*command, "--database-url", self.database_url],
                env={**os.environ, **self.environment},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "is served on" not in line:
            raise RuntimeError(f"the server did not start: {line!r}, exit code {self.process.wait(10)}")

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing flushed."""
        self.end(signal.SIGKILL)

    def terminate(self) -> int:
        """SIGTERM, and the exit code."""
        return self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(15)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    @contextlib.contextmanager
    def running(self) -> Iterator["ServerProcess"]:
        self.start()
        try:
            yield self
        finally:
            if self.process is not None:
                self.kill()


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'test.db'}"
