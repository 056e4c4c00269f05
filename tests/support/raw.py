"""HTTP as bytes, where a client's library would tidy up what it is given, or refuse to send it."""

import asyncio
import contextlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back until the server closed; `status` 0: nothing that is HTTP."""

    text: bytes

    @property
    def status(self) -> int:
        first = self.text.partition(b"\r\n")[0].split(b" ")
        return int(first[1]) if first[0].startswith(b"HTTP/") else 0

    @property
    def headers(self) -> dict[str, str]:
        lines = self.text.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")[1:]
        return {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}

    @property
    def body(self) -> bytes:
        return self.text.partition(b"\r\n\r\n")[2]


async def exchange(url: str, sent: bytes, within: float = 20.0, *, ends: bool = False) -> Answer:
    """Sends that, and reads until the server closes; a connection that is reset ends what there is to read. `ends`: the
    server is told that no more will be sent."""
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    text = b""
    try:
        async with asyncio.timeout(within):
            with contextlib.suppress(ConnectionError):
                writer.write(sent)
                await writer.drain()
                if ends:
                    writer.write_eof()
                while some := await reader.read(65536):
                    text += some
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
    return Answer(text)


async def get(url: str, path: str, *headers: str) -> Answer:
    """The path as it is."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {url.removeprefix('http://')}", "Connection: close", *headers, "", ""]
    return await exchange(url, "\r\n".join(lines).encode("latin-1"))
