"""Caddy as operators run it, with the configuration of `deploy/`. Where there is none, the tests that need it are
skipped, or fail where CI=true."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFIGURATION = ROOT / "deploy" / "Caddyfile"
UNPACKED = Path(sys.prefix) / "caddy" / "usr" / "bin" / "caddy"
"""Where `./test` unpacks one."""


def program() -> str:
    found = os.environ.get("CADDY") or shutil.which("caddy") or (str(UNPACKED) if UNPACKED.exists() else None)
    if found:
        return found
    if os.environ.get("CI") == "true":
        pytest.fail("there is no Caddy to test with; install one, or set CADDY to its path")
    pytest.skip("no Caddy: install one, or set CADDY to its path")


@contextlib.contextmanager
def before(folder: Path, *servers: str) -> Iterator[str]:
    """The address of a Caddy that stands before those servers; what it says and keeps lies in the folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    environment = {
        **os.environ,
        "SPLENDOR_DOMAIN": url,
        "SPLENDOR_SERVERS": " ".join(server.removeprefix("http://") for server in servers),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = [program(), "run", "--config", str(CONFIGURATION), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        host, port = url.removeprefix("http://").split(":")
        for _ in range(1200):
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), timeout=1):
                break
            time.sleep(0.05)
        else:
            raise RuntimeError(f"Caddy did not start: {(folder / 'caddy.log').read_text()[-2000:]}")
        yield url
    finally:
        process.terminate()
        process.wait(15)
