"""What is below a call: requests that are too large, too slow or ambiguous, paths that lead out, frames without end."""

import asyncio
import contextlib
import os
import shutil
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from splendor.web import reception, transport
from support import raw
from support.calls import call
from support.peer import Person
from support.server import Served, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def served(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """One server for all: whatever it is sent, it goes on."""
    path = shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("wire") / "splendor.db")
    async with serving(f"sqlite:///{path}", limits="off") as server:
        yield server


HOST = b"Host: 127.0.0.1\r\nConnection: close\r\n"
JSON = b"Content-Type: application/json\r\n"
BODY = b'{"name":"Ada"}'
LENGTH = b"Content-Length: 14\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
CHUNKS = b"e\r\n" + BODY + b"\r\n0\r\n\r\n"
NEXT = b"GET /api/me HTTP/1.1\r\nHost: smuggled\r\n\r\n"


def post(*headers: bytes, body: bytes = BODY) -> bytes:
    return b"POST /api/me HTTP/1.1\r\n" + HOST + JSON + b"".join(headers) + b"\r\n" + body


def ask(*headers: bytes, first: bytes = b"GET /healthz HTTP/1.1\r\n", host: bytes = HOST) -> bytes:
    return first + host + b"".join(headers) + b"\r\n"


AMBIGUOUS = {
    "a length and chunks": post(LENGTH, CHUNKED, body=CHUNKS),
    "chunks and a length": post(CHUNKED, LENGTH, body=CHUNKS),
    "a length that hides a request": post(b"Content-Length: 4\r\n", CHUNKED, body=b"0\r\n\r\n" + NEXT),
    "two lengths": post(LENGTH, b"Content-Length: 3\r\n"),
    "one length twice": post(LENGTH, LENGTH),
    "a list of lengths": post(b"Content-Length: 14, 14\r\n"),
    "a signed length": post(b"Content-Length: +14\r\n"),
    "a negative length": post(b"Content-Length: -1\r\n"),
    "a length in hexadecimal": post(b"Content-Length: 0xe\r\n"),
    "no length that is a number": post(b"Content-Length: x\r\n"),
    "an unknown coding": post(b"Transfer-Encoding: xchunked\r\n", body=CHUNKS),
    "chunks and then another coding": post(CHUNKED, b"Transfer-Encoding: identity\r\n", body=CHUNKS),
    "a space before the colon": post(b"Transfer-Encoding : chunked\r\n", body=CHUNKS),
    "a line that goes on": post(b"X: a\r\n b\r\n", LENGTH),
    "lines without a carriage return": ask().replace(b"\r\n", b"\n"),
    "a carriage return in a header": ask(b"X: a\rTransfer-Encoding: chunked\r\n"),
    "a null in a header": ask(b"X: a\0b\r\n"),
    "a chunk larger than any number": post(CHUNKED, body=b"ffffffffffffffffff\r\n" + BODY),
    "a negative chunk": post(CHUNKED, body=b"-1\r\n" + BODY),
    "no host": ask(host=b"Connection: close\r\n"),
    "two hosts": ask(b"Host: evil.example\r\n"),
    "an unknown version": ask(first=b"GET / HTTP/9.9\r\n"),
    "a tunnel": ask(first=b"CONNECT evil.example:443 HTTP/1.1\r\n"),
    "TLS": b"\x16\x03\x01\x00\xa5\x01\x00",
    "a space in the path": ask(first=b"GET /a b HTTP/1.1\r\n"),
}


@pytest.mark.parametrize("sent", AMBIGUOUS.values(), ids=AMBIGUOUS)
async def test_what_two_readers_could_understand_differently_is_refused(served: Served, sent: bytes) -> None:
    """A proxy before us may read the request that was smuggled as a part of another. Nothing is done, and the
    connection ends, so that nothing that follows is taken for a request."""
    answer = await raw.exchange(served.url, sent + NEXT)
    assert answer.status == 400
    assert answer.text.count(b"HTTP/1.1 ") == 1
    assert b"set-cookie" not in answer.text.lower()


async def test_the_same_without_a_doubt_is_taken(served: Served) -> None:
    for sent in (post(LENGTH), post(CHUNKED, body=CHUNKS)):
        assert (await raw.exchange(served.url, sent)).status == 200


ENDLESS = {
    "a header": ask(b"X: " + b"a" * reception.HEAD_SIZE + b"\r\n"),
    "a header of ten megabytes": ask(b"X: " + b"a" * 10_000_000 + b"\r\n"),
    "a header that does not end": ask()[:-2] + b"X: " + b"a" * 10_000_000,
    "a name that does not end": ask()[:-2] + b"X" * 10_000_000,
    "headers": ask(*(b"X-%d: a\r\n" % n for n in range(reception.HEADERS))),
    "headers by the hundred thousand": ask(*(b"X-%d: a\r\n" % n for n in range(100_000))),
    "a first line": ask(first=b"GET /" + b"a" * reception.HEAD_SIZE + b" HTTP/1.1\r\n"),
    "a first line of ten megabytes": ask(first=b"GET /" + b"a" * 10_000_000 + b" HTTP/1.1\r\n"),
    "a question": ask(first=b"GET /?" + b"a" * 60_000 + b" HTTP/1.1\r\n"),
    "cookies": ask(b"Cookie: " + b"; ".join(b"a%d=b" % n for n in range(3000)) + b"\r\n"),
    "cookie headers": ask(*(b"Cookie: a%d=b\r\n" % n for n in range(200))),
    "what follows the chunks": post(CHUNKED, body=CHUNKS[:-2] + b"X: a\r\n" * 100_000),
}


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
async def test_a_head_has_bounds(served: Served, sent: bytes) -> None:
    """Refused, or cut off where it does not end; and others are served."""
    answer = await raw.exchange(served.url, sent)
    assert answer.status in (0, 400)
    assert (await call(served.url, "GET", "/healthz")).status_code == 200


async def test_an_ordinary_head_is_far_from_them(served: Served) -> None:
    sent = ask(
        b"Cookie: " + b"a" * 4000 + b"\r\n",
        b"Referer: " + b"a" * 4000 + b"\r\n",
        *(b"X-%d: a\r\n" % n for n in range(50)),
    )
    assert (await raw.exchange(served.url, sent)).status == 200


async def test_a_body_without_end_is_cut_off(served: Served) -> None:
    for sent in (
        post(b"Content-Length: 100000000\r\n", body=b"x" * 10_000_000),
        post(CHUNKED, body=b"5\r\nhello\r\n" * 500_000),
    ):
        answer = await raw.exchange(served.url, sent)
        assert answer.status in (0, 413)
        assert (await call(served.url, "GET", "/healthz")).status_code == 200


SLOW = {
    "nothing": b"",
    "empty lines": b"\r\n",
    "half a line": b"GET /heal",
    "half a head": ask()[:-2],
    "half a body": post(LENGTH, body=b"{"),
    "half of the second request": ask().replace(b"Connection: close\r\n", b"") + b"GET",
    "no body after all": post(b"Expect: 100-continue\r\n", b"Content-Length: 1000\r\n", body=b""),
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
async def test_who_does_not_come_to_an_end_is_not_waited_for(
    served: Served, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reception, "WITHIN", 0.3)
    await raw.exchange(served.url, sent)  # it ends


async def test_who_takes_their_time_within_it_is_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """And an answer, or a socket, has no such end."""
    monkeypatch.setattr(reception, "WITHIN", 0.5)
    ada = await Person.make(served.url, "Ada")
    async with ada.at(await ada.make_room()) as table:
        await asyncio.sleep(0.8)
        await table.send("ping")
        assert table.byes == []


# Paths

OUTSIDE = [
    "../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "..%252f..%252fetc%252fpasswd",
    "%252e%252e%252fpyproject.toml", "..\\..\\pyproject.toml", "..%5c..%5cpyproject.toml", "/etc/passwd",
    "%2fetc%2fpasswd", "//etc/passwd", "src/app.js%00", "src/app.js%00.css", "%00/etc/passwd", "....//....//etc/passwd",
    "..;/..;/pyproject.toml", "src/../../backend/splendor/app.py", "file:///etc/passwd", "%c0%ae%c0%ae/pyproject.toml",
    "..%c0%af..%c0%afetc/passwd", "~/.ssh/id_rsa", ".git/config", "C:%5cwindows%5cwin.ini",
]  # fmt: skip


@pytest.mark.parametrize("tail", OUTSIDE)
async def test_no_path_leads_out_of_the_clients_files(served: Served, tail: str) -> None:
    base = served.app.state.services.files.base
    for path in (
        f"{base}/{tail}",
        f"/static/{tail}",
        f"/{tail}",
        f"/r/{tail}",
        f"/api/catalog/{tail}",
        f"/api/games/{tail}",
    ):
        answer = await raw.get(served.url, path)
        assert answer.status in (200, 400, 404), path
        if answer.status == 200:  # `/r/…` is the page, whatever stands there
            assert answer.body == (await raw.get(served.url, "/")).body
        for leaked in (b"root:", b"[build-system]", b"create_app", b"[core]"):
            assert leaked not in answer.text


# Sockets


@contextlib.asynccontextmanager
async def socket(served: Served, **options: object) -> AsyncIterator[ClientConnection]:
    ada = await Person.make(served.url, "Ada")
    address = f"{served.url.replace('http', 'ws', 1)}/api/rooms/{await ada.make_room()}/ws"
    async with connect(address, additional_headers=ada.headers, **options) as line:  # type: ignore[arg-type]
        await line.recv()
        yield line


async def test_nothing_that_is_sent_is_unpacked(served: Served) -> None:
    """A few bytes can't become megabytes: an offer to compress is not accepted."""
    async with socket(served, compression="deflate") as line:
        assert line.request is not None
        assert "permessage-deflate" in line.request.headers["Sec-WebSocket-Extensions"]
        assert line.response is not None
        assert "Sec-WebSocket-Extensions" not in line.response.headers
        assert line.protocol.extensions == []
        # A frame that is compressed all the same is none.
        line.transport.write(frame(0b1100_0001, b"x"))
        with pytest.raises(ConnectionClosed) as caught:
            await line.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1002


async def test_nor_is_a_body_that_is_packed(served: Served) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = await call(served.url, "POST", "/api/me", content=BODY, headers=headers)
    assert answer.status_code == 200  # taken as it stands


def frame(first: int, payload: bytes) -> bytes:
    """One frame of a client, masked with nothing."""
    assert len(payload) < 126
    return struct.pack("!BB", first, 0x80 | len(payload)) + b"\0\0\0\0" + payload


BAD_FRAMES = {
    "not masked": (b"\x81\x01x", 1002),
    "a reserved kind": (frame(0x83, b"x"), 1002),
    "a reserved bit": (frame(0x91, b"x"), 1002),
    "a long ping": (b"\x89\xfe\x00\x80\0\0\0\0" + b"x" * 128, 1002),
    "a ping in pieces": (frame(0x09, b"x"), 1002),
    "a piece of nothing": (frame(0x80, b"x"), 1002),
    "one message within another": (frame(0x01, b"x") + frame(0x81, b"y"), 1002),
    "larger than any memory": (b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    "no UTF-8": (frame(0x81, b"\xff"), 1007),
}


@pytest.mark.parametrize(("sent", "code"), BAD_FRAMES.values(), ids=BAD_FRAMES)
async def test_what_is_no_frame_ends_its_own_socket(served: Served, sent: bytes, code: int) -> None:
    async with socket(served) as other, socket(served) as line:
        line.transport.write(sent)
        with pytest.raises(ConnectionClosed) as caught:
            await line.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == code
        await other.send('{"type":"ping"}')
        assert '"ok"' in str(await other.recv())


@pytest.mark.parametrize("piece", [b"x", b""], ids=["small", "empty"])
async def test_a_message_has_only_so_many_pieces(served: Served, piece: bytes) -> None:
    async with socket(served) as line:
        line.transport.write(frame(0x01, piece) + frame(0x00, piece) * (transport.FRAGMENTS + 1))
        assert '"abuse"' in str(await line.recv())
        with pytest.raises(ConnectionClosed):
            await line.recv()


async def test_a_message_in_pieces_is_one(served: Served) -> None:
    async with socket(served) as line:
        await line.send(list('{"type":"ping","id":1}'))
        assert str(await line.recv()) == '{"type":"ok","re":1}'


async def test_a_flood_of_pings_is_cut_off(served: Served) -> None:
    """Its answers would be kept for a peer that does not read."""
    async with socket(served, ping_interval=None) as line:
        for _ in range(transport.PINGS_BURST + 20):
            await line.ping(os.urandom(8))
        assert '"abuse"' in str(await line.recv())
        with pytest.raises(ConnectionClosed):
            await line.recv()
    async with socket(served, ping_interval=None) as line:
        for _ in range(10):
            await (await line.ping())
        await line.send('{"type":"ping"}')
        assert '"ok"' in str(await line.recv())
