"""Several processes that serve one port: uvicorn's own supervisor, with what ours need besides."""

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time

import uvicorn
from prometheus_client import multiprocess
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from splendor import metrics
from splendor.operation.impossible import Impossible

logger = logging.getLogger("splendor.operation")

LEAVE_WITHIN = 4.0
"""Seconds after which a process that was told to end is killed: goodbyes and the last commit take three at most."""


class Workers(Multiprocess):
    """Starts the processes, and another for each that dies; ends them all on SIGTERM."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket, drain: float) -> None:
        super().__init__(config, [listener])
        self.patience = drain + LEAVE_WITHIN
        self.known: set[int | None] = set()

    def keep_subprocess_alive(self) -> None:
        """Without uvicorn's question whether each still answers: it waits for one that has just died, and kills one
        that is still being loaded on a busy machine."""
        self._count_out()
        for n, worker in enumerate(self.processes):
            if worker.process.is_alive() or self.should_exit.is_set():
                continue
            if worker.exitcode == STARTUP_FAILURE:
                self.should_exit.set()
                return
            logger.warning("process %s has ended (%s); another takes its place", worker.pid, worker.exitcode)
            self.processes[n] = Process(self.config, self.sockets)
            self.processes[n].start()

    def _count_out(self) -> None:
        """Of the processes that are gone: what they counted stays, what there was in them does not."""
        now = {worker.pid for worker in self.processes if worker.process.is_alive()}
        for gone in self.known - now:
            multiprocess.mark_process_dead(gone)  # type: ignore[no-untyped-call]
        self.known = now

    def join_all(self) -> None:
        until = time.monotonic() + self.patience
        for worker in self.processes:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.is_alive():
                logger.error("process %s does not end and is killed", worker.pid)
                worker.kill()
                worker.process.join()


def serve_by_several(config: uvicorn.Config, listener: socket.socket, drain: float) -> None:
    """Serves until SIGTERM or SIGINT. Raises Impossible if the processes can't start."""
    with tempfile.TemporaryDirectory(prefix="splendor-metrics-") as folder:
        os.environ[metrics.FOLDER] = folder
        workers = Workers(config, listener, drain)
        workers.run()
    if any(worker.exitcode == STARTUP_FAILURE for worker in workers.processes):
        raise Impossible("the processes could not start; what is logged above says why")


def end_with_parent() -> None:
    """A process whose supervisor was killed would serve on, unknown to anybody: it ends."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()
