"""Asks the database of known vulnerabilities (OSV) about every package that is locked, and fails if one has any. Where
that database can't be reached, as without the internet, it says so: nothing is known then, and nothing fails."""

import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
SERVICE = "https://api.osv.dev/v1/query"
LOCK = "requirements-dev.lock"
"""It has all that `requirements.lock` has."""
WITHIN = 10


def answers(service: str) -> bool:
    address = urlsplit(service)
    try:
        socket.create_connection((address.hostname, address.port or 443), WITHIN).close()
    except OSError:
        return False
    return True


def audit(lock: Path, service: str) -> tuple[int, str]:
    """An exit status, and what there is to say."""
    if not answers(service):
        return 0, f"{lock.name} is not audited: {urlsplit(service).hostname} can't be reached"
    program = Path(sys.executable).with_name("pip-audit")
    how = ["--disable-pip", "--strict", "--progress-spinner", "off"]
    command = [program, "-r", lock, *how, "-s", "osv", "--osv-url", service]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


if __name__ == "__main__":
    status, said = audit(ROOT / LOCK, SERVICE)
    sys.stderr.write(f"{said.strip()}\n")
    sys.exit(status)
