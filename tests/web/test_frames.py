"""Frames as they go over the wire: what a client makes of them, plain and compressed."""

import json
import zlib
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from splendor.web.frames import LEAST, LEVEL, MEMORY, frame
from support.party import playing
from support.peer import Person
from support.server import Served

pytestmark = pytest.mark.anyio

SIZES = (0, 1, 125, 126, LEAST, 65_535, 65_536, 300_000)


def parsed(data: bytes, window: int | None) -> tuple[str, bool]:
    """By another's parser: the text, and whether it came compressed."""
    reader = StreamReader()
    reader.feed_data(data)
    extensions = [PerMessageDeflate(True, True, window, 15)] if window else []
    packed = bool(data[0] & 0x40)
    steps = Frame.parse(reader.read_exact, mask=False, extensions=extensions)
    with pytest.raises(StopIteration) as caught:
        next(steps)
    assert reader.buffer == b""
    found: Frame = caught.value.value
    assert found.fin
    return bytes(found.data).decode(), packed


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("window", [None, 9, 12, 15])
def test_a_frame_is_read_as_what_was_written(size: int, window: int | None) -> None:
    text = ("é0123456789" * (size // 12 + 1)).encode()[:size].decode(errors="ignore")
    assert parsed(frame(text, window), window) == (text, window is not None and len(text.encode()) >= LEAST)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("window", [None, 9, 15])
def test_a_frame_is_byte_for_byte_what_the_library_would_send(size: int, window: int | None) -> None:
    """Readers forgive a length that is written too long, or an empty block too many; we need no forgiveness."""
    text = ("0123456789" * (size // 10 + 1))[:size]
    packs = window is not None and size >= LEAST
    settings = {"level": LEVEL, "memLevel": MEMORY}
    extensions = [PerMessageDeflate(True, True, 15, window, settings)] if window and packs else []
    assert frame(text, window) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False, extensions=extensions)


def test_a_frame_is_made_once_for_all() -> None:
    text = json.dumps({"some": "x" * 200})
    assert frame(text, 15) is frame(text, 15)
    assert frame(text, 15) != frame(text, None)


def address(served: Served, code: str, query: str) -> str:
    return f"{served.url.replace('http', 'ws', 1)}/api/rooms/{code}/ws{query}"


def extensions(socket: ClientConnection) -> list[Any]:
    return list(socket.protocol.extensions)


@pytest.mark.parametrize("bits", [None, 9, 15])
async def test_who_asks_for_indexed_patches_and_offers_it_is_sent_compressed_messages(
    served: Served, bits: int | None
) -> None:
    async with playing(served.url, 2) as party:
        lin = await Person.make(served.url, "Lin")
        offer = ClientPerMessageDeflateFactory(server_max_window_bits=bits)
        url = address(served, party.code, "?patch=indexed")
        async with connect(url, additional_headers=lin.headers, compression=None, extensions=[offer]) as socket:
            (agreed,) = extensions(socket)
            assert (agreed.remote_no_context_takeover, agreed.local_no_context_takeover) == (True, True)
            assert agreed.remote_max_window_bits == (bits or 15)
            assert json.loads(await socket.recv())["type"] == "welcome"
            for colour in ("ruby", "onyx"):
                await party.act({"type": "take", "tokens": {colour: 2}})
                assert json.loads(await socket.recv())["patch"]["turn"] == party.game["turn"]
            for _ in range(2):  # what it says is compressed, too
                await socket.send(json.dumps({"type": "ping", "id": "x" * 64}))
                assert json.loads(await socket.recv()) == {"type": "ok", "re": "x" * 64}
            await socket.send("no JSON " * 100)
            assert json.loads(await socket.recv())["code"] == "bad_message"


@pytest.mark.parametrize("query", ["", "?patch=merge"])
async def test_nobody_else_is_sent_anything_compressed(served: Served, query: str) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    async with connect(address(served, code, query), additional_headers=ada.headers) as socket:
        assert extensions(socket) == []
        assert json.loads(await socket.recv())["type"] == "welcome"


async def test_a_bomb_ends_its_own_socket(served: Served) -> None:
    """What is small as it comes and large as it is read counts as large."""
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    url = address(served, code, "?patch=indexed")
    async with connect(url, additional_headers=ada.headers) as socket:
        await socket.recv()
        bomb = "x" * 10_000_000
        assert len(zlib.compress(bomb.encode())) < 20_000
        await socket.send(bomb)
        await socket.wait_closed()
        assert socket.close_code == 1009
