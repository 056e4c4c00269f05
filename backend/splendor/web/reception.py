"""uvicorn's HTTP, with bounds on what is read before there is a request that could be refused: it has none of its own,
neither for the head of a request nor for how long it may take to come."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SIZE = 16 * 1024
"""Bytes in the first line and the headers."""
HEADERS = 100
REQUEST_SIZE = 64 * 1024
"""Bytes of a whole request, however they are sent. Of these a body has at most 4 KB, which the protocol refuses."""
WITHIN = 20.0
"""Seconds within which a request is there, from its first byte or from the beginning of a connection."""


class Unacceptable(Exception):
    """The request can't be taken, whatever it wants."""


class GameHttp(HttpToolsProtocol):
    """Ends the connection over what is too large, too slow, or could mean two things to two readers (400)."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._read = 0
        self._head = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(WITHIN, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def data_received(self, data: bytes) -> None:
        self._read += len(data)
        self._wait()
        super().data_received(data)
        if self._read > REQUEST_SIZE:
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_longer()
        super().handle_websocket_upgrade()
        # It refers back to us: in a circle the two would stay until Python looks for those, which is seldom.
        self.parser = None  # type: ignore[assignment]

    # What the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._wait()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Also of what follows a body in chunks."""
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > HEAD_SIZE or len(self.headers) > HEADERS:
            raise Unacceptable("the head is too large")

    def on_headers_complete(self) -> None:
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise Unacceptable("a request names one host")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._read = 0
        self._wait_no_longer()
        super().on_message_complete()
