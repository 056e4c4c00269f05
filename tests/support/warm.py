"""`splendor serve` as a process that starts at once: forked off one that has all imported, and to be killed often."""

import multiprocessing
import os
import signal
import socket
import time
from multiprocessing.process import BaseProcess
from pathlib import Path

from splendor.cli import main
from support.server import ServerPlace

WITHIN = 20.0

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([main.__module__])


class WarmServer(ServerPlace):
    """As `ServerProcess`: the same port and database every time."""

    process: BaseProcess | None = None

    def start(self) -> None:
        """Returns once it accepts connections."""
        arguments = ["serve", "--port", str(self.port), "--database-url", self.database_url]
        self.process = _forks.Process(target=serve, args=(arguments, self.environment, self.log))
        self.process.start()
        until = time.monotonic() + WITHIN
        while not self._answers():
            if time.monotonic() > until or not self.process.is_alive():
                raise RuntimeError(f"the server did not start, exit code {self.process.exitcode}")
            time.sleep(0.01)

    def _answers(self) -> bool:
        with socket.socket() as knock:
            return knock.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing flushed."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """SIGTERM, and the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, how)
        process.join(15)
        code = process.exitcode
        if code is None:
            process.kill()
            raise RuntimeError(f"the server outlived {how.name} by 15 seconds")
        return code

    def __enter__(self) -> "WarmServer":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()


def serve(arguments: list[str], environment: dict[str, str], log: Path | None) -> None:
    """In the new process."""
    os.environ.update(environment)
    out = os.open(os.devnull, os.O_WRONLY)
    os.dup2(out, 1)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644) if log else out, 2)
    main(arguments)
