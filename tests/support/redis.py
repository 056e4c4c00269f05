"""A Redis to test on: the one that is named, the one that runs here, or a throwaway one.

The ladder: the variable TEST_REDIS (its address), a server that answers on 127.0.0.1:6379, the program redis-server or
valkey-server; else the tests are skipped, or fail where CI=true.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

LOCAL = "redis://127.0.0.1:6379"


@contextmanager
def server() -> Iterator[str]:
    """The address of the first rung of the ladder that holds."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if named := os.environ.get("TEST_REDIS"):
        yield named
    elif answers(LOCAL):
        yield LOCAL
    elif program:
        with throwaway(program) as address:
            yield address
    elif os.environ.get("CI") == "true":
        pytest.fail("there is no Redis to test on; set TEST_REDIS to the address of one")
    else:
        pytest.skip("no Redis: set TEST_REDIS to the address of one, or install redis-server")


def answers(address: str) -> bool:
    try:
        with Redis.from_url(address, socket_connect_timeout=1, socket_timeout=1) as redis:
            return bool(redis.ping())
    except RedisError:
        return False


@contextmanager
def throwaway(program: str) -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="redis-"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = f"redis://127.0.0.1:{port}"
    try:
        while not answers(address):
            assert running.poll() is None, "the Redis ended"
            time.sleep(0.05)
        yield address
    finally:
        running.terminate()
        running.wait()
        shutil.rmtree(folder)
