"""A client's end of a WebSocket, as cheap as it can be: whole frames in, whole frames out, nothing looked at twice."""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
END, DEFLATED = 0x80, 0x40
PACKED = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n"


class Socket(asyncio.Protocol):
    """`heard` is given the payload of each text message, and the size of its frame. What is sent goes out under a mask
    of zeros, which costs nothing."""

    def __init__(self, heard: Callable[[bytes, int], None]) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = 0
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, url: str, token: str, heard: Callable[[bytes, int], None], *, packed: bool = False) -> "Socket":
        """`packed`: offers to read compressed messages."""
        parts = urlsplit(url)
        assert parts.hostname
        loop = asyncio.get_running_loop()
        transport, socket = await loop.create_connection(lambda: cls(heard), parts.hostname, parts.port)
        socket._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        query = f"?{parts.query}" if parts.query else ""
        transport.write(
            f"GET {parts.path}{query} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n"
            f"{PACKED if packed else ''}\r\n".encode()
        )
        await socket.opened
        return socket

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        buffer = self._buffer
        buffer += data
        if not self.opened.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                self.opened.set_exception(ConnectionError(buffer.decode(errors="replace")))
                return
            del buffer[: end + 4]
            self.opened.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                start += width
                size = int.from_bytes(buffer[at + 2 : start], "big")
            if len(buffer) < start + size:
                break
            self._frame(buffer[at], bytes(buffer[start : start + size]), start + size - at)
            at = start + size
        del buffer[:at]

    def _frame(self, head: int, payload: bytes, size: int) -> None:
        if head == END | TEXT:
            self.heard(payload, size)
        elif head == END | TEXT | DEFLATED:
            self.heard(zlib.decompressobj(-zlib.MAX_WBITS).decompress(payload + b"\0\0\xff\xff"), size)
        elif head == END | PING:
            self._send(PONG, payload)
        elif head == END | CLOSE:
            raise ConnectionError(f"the server closed the connection: {payload!r}")
        else:
            raise ConnectionError(f"a frame that no server here sends: {head:#x}")

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed"))

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes((0x80 | opcode, 0x80 | size))
            if size < 126
            else bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big")
        )
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        assert self._transport is not None
        self._transport.abort()
