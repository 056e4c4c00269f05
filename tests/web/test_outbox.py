"""Nobody waits for a peer that does not read: its queue is bounded, and when it is full the peer is dropped."""

import asyncio
import logging
import time

import pytest

from splendor.web import outbox, transport
from splendor.web.outbox import MESSAGES, SIZE, Outbox, farewell
from support.party import in_the_lobby, playing
from support.server import Served

pytestmark = pytest.mark.anyio


class Wire:
    """A websocket on which every send waits until it may go on."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: int | None = None
        self.open = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.closed = code


class Ended:
    def __init__(self) -> None:
        self.reasons: list[str] = []

    def __call__(self, reason: str) -> None:
        self.reasons.append(reason)


def made() -> tuple[Outbox, Wire, Ended]:
    wire, ended = Wire(), Ended()
    return Outbox(wire, ended), wire, ended  # type: ignore[arg-type]


async def test_what_is_pushed_goes_out_in_order() -> None:
    box, wire, _ = made()
    wire.open.set()
    writer = asyncio.create_task(box.write())
    for n in range(10):
        box.push(str(n))
    box.bye("restart")
    await writer
    assert wire.sent == [*map(str, range(10)), farewell("restart")]
    assert wire.closed == 1012


@pytest.mark.parametrize(("text", "fitting"), [("x", MESSAGES), ("x" * (SIZE // 4), 4)], ids=["messages", "bytes"])
async def test_a_full_queue_drops_the_peer(text: str, fitting: int) -> None:
    box, _, ended = made()
    for _ in range(fitting):
        box.push(text)
    assert ended.reasons == []
    box.push(text)
    assert ended.reasons == ["slow"]
    assert box.is_shut
    box.push(text)
    box.bye("restart")
    assert ended.reasons == ["slow"]


async def test_a_message_above_the_limit_goes_out_where_nothing_waits_before_it() -> None:
    box, wire, ended = made()
    wire.open.set()
    writer = asyncio.create_task(box.write())
    box.push("x" * (SIZE + 1))
    await asyncio.sleep(0)
    box.push("y")
    await asyncio.sleep(0)
    assert (ended.reasons, wire.sent[1:]) == ([], ["y"])
    box.push("y")
    box.push("x" * SIZE)
    assert ended.reasons == ["slow"]
    await writer


async def test_what_went_out_makes_room_again() -> None:
    box, wire, ended = made()
    wire.open.set()
    writer = asyncio.create_task(box.write())
    for _ in range(20):
        for _ in range(MESSAGES // 2):
            box.push("x" * 4000)
        await asyncio.sleep(0)
    assert ended.reasons == []
    box.shut()
    await writer


@pytest.mark.parametrize("reason", outbox.CLOSE)
async def test_a_goodbye_closes_with_its_code_and_nothing_comes_after_it(reason: str) -> None:
    box, wire, ended = made()
    wire.open.set()
    writer = asyncio.create_task(box.write())
    box.bye(reason)  # type: ignore[arg-type]
    box.push("too late")
    box.bye("abuse")
    await writer
    assert wire.sent == [farewell(reason)]  # type: ignore[arg-type]
    assert wire.closed == outbox.CLOSE[reason]
    assert ended.reasons == []


async def test_a_goodbye_that_does_not_get_through_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "LAST_WORDS", 0.01)
    box, _, ended = made()
    writer = asyncio.create_task(box.write())
    box.bye("replaced")
    async with asyncio.timeout(5):
        while not ended.reasons:
            await asyncio.sleep(0.005)
    assert ended.reasons == ["replaced"]
    writer.cancel()


# On a real connection


@pytest.fixture
def short_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (outbox, transport):
        monkeypatch.setattr(module, "LAST_WORDS", 0.2)


async def test_a_slow_peer_that_wakes_up_in_time_reads_its_goodbye(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        for n in range(50):
            await party.players[0].send("chat", text=f"{n:03}" + "\U0001f600" * 290)
        await party.caught_up()
        slow = party.watchers.pop()
        (viewer,) = served.app.state.services.rooms.live[party.code].of(slow.person.id)
        assert slow._socket is not None
        slow._socket.transport.pause_reading()
        for _ in range(120):
            await slow.raw('{"type":"ping","resync":true}')
        async with asyncio.timeout(10):
            while not viewer.peer.is_shut:
                await asyncio.sleep(0.01)
        slow._socket.transport.resume_reading()
        await slow.closed()
        assert slow.byes == ["slow"]
        assert slow.close_code == 4008
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.usefixtures("short_last_words")
async def test_a_peer_that_stops_reading_is_dropped_and_the_others_play_on_quickly(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        for n in range(50):  # so that a welcome is large
            await party.players[0].send("chat", text=f"{n:03}" + "\U0001f600" * 290)
        await party.caught_up()
        slow = party.watchers.pop()
        room = served.app.state.services.rooms.live[party.code]
        (viewer,) = room.of(slow.person.id)
        connections = len(served.server.server_state.connections)
        assert slow._socket is not None
        slow._socket.transport.pause_reading()
        for _ in range(120):  # each asks for 60 KB, and reads nothing
            await slow.raw('{"type":"ping","resync":true}')
        slowest = 0.0
        async with asyncio.timeout(10):
            colours = iter(("ruby", "onyx", "emerald", "diamond", "sapphire"))
            while viewer in room.viewers:
                began = time.perf_counter()
                if colour := next(colours, None):
                    await party.act({"type": "take", "tokens": {colour: 2}})
                else:
                    await party.players[1].send("chat", text="still quick")
                slowest = max(slowest, time.perf_counter() - began)
        assert slowest < 2
        async with asyncio.timeout(5):
            while len(served.server.server_state.connections) >= connections:
                await asyncio.sleep(0.01)
        for table in party.players:
            await table.until(lambda table: table.room["watchers"] == [])
        slow._socket.transport.resume_reading()
        await slow.closed()
        assert slow.close_code in (4008, 1006)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.usefixtures("short_last_words")
async def test_a_peer_that_does_not_answer_a_goodbye_is_not_kept(served: Served) -> None:
    async with in_the_lobby(served.url, 2) as party:
        frozen = party.players.pop()
        connections = len(served.server.server_state.connections)
        assert frozen._socket is not None
        frozen._socket.transport.pause_reading()
        served.app.state.services.rooms.replace(frozen.person.id)
        async with asyncio.timeout(5):
            while len(served.server.server_state.connections) >= connections:
                await asyncio.sleep(0.01)
        await party.host.until(lambda table: table.room["seats"][1]["online"] is False)
        frozen._socket.transport.resume_reading()
        await frozen.closed()
        assert frozen.byes == ["replaced"]
