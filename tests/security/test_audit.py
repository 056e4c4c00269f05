"""The audit of the locked packages, against a database of our own: what it finds fails; what it can't ask is said."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from security.audit import LOCK, ROOT, audit

FOUND = {
    "vulns": [
        {
            "id": "GHSA-0000-0000-0000", "summary": "it burns", "details": "it burns",
            "published": "2026-01-01T00:00:00Z",
            "modified": "2026-01-01T00:00:00Z", "aliases": [],
            "affected": [{"package": {"name": "segno", "ecosystem": "PyPI"}, "versions": ["1.6.6"],
                          "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.7"}]}]}],
        }
    ]
}  # fmt: skip


class Service(BaseHTTPRequestHandler):
    """Knows one vulnerability, of segno."""

    asked: list[str]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = body["package"]["name"]
        self.asked.append(name)
        answer = json.dumps(FOUND if name in self.server.burning else {}).encode()  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def service() -> Iterator[ThreadingHTTPServer]:
    Service.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        server.burning = set()  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever).start()
        yield server
        server.shutdown()


def url(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/v1/query"


def test_every_locked_package_is_asked_about_and_what_is_found_fails(service: ThreadingHTTPServer) -> None:
    status, said = audit(ROOT / LOCK, url(service))
    assert status == 0, said
    # What is locked for other systems than this has a condition, and may be left out.
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    runtime = {line.split("==")[0] for line in lines if "==" in line and " ; " not in line}
    assert len(runtime) > 20
    assert runtime <= {name.replace("_", "-") for name in Service.asked}
    service.burning.add("segno")  # type: ignore[attr-defined]
    status, said = audit(ROOT / LOCK, url(service))
    assert status == 1
    assert "GHSA-0000-0000-0000" in said


def test_what_can_not_be_asked_is_said(tmp_path: Path) -> None:
    status, said = audit(tmp_path / LOCK, "http://127.0.0.1:1/v1/query")
    assert (status, said) == (0, f"{LOCK} is not audited: 127.0.0.1 can't be reached")
