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
    """A connection that takes what is written while it is open; `ended` has the reasons for which it was cut."""

    def __init__(self, is_open: bool) -> None:
        self.is_writable = is_open
        self.relieved = lambda: None
        self.sent: list[str] = []
        self.closed: list[str] = []
        self.ended: list[str] = []

    def write(self, text: str) -> None:
        assert self.is_writable
        self.sent.append(text)

    def close(self, reason: str) -> None:
        self.closed.append(reason)

    def cut(self, reason: str) -> None:
        self.ended.append(reason)

    def opens(self) -> None:
        self.is_writable = True
        self.relieved()


def made(is_open: bool = False) -> tuple[Outbox, Wire]:
    wire = Wire(is_open)
    return Outbox(wire), wire


async def test_what_is_pushed_goes_out_at_once_and_in_order() -> None:
    box, wire = made(is_open=True)
    for n in range(10):
        box.push(str(n))
    assert wire.sent == [*map(str, range(10))]
    box.bye("restart")
    assert wire.sent[10:] == [farewell("restart")]
    assert wire.closed == ["restart"]


async def test_what_had_to_wait_goes_out_before_what_comes_later() -> None:
    box, wire = made()
    box.push("1")
    box.push("2")
    assert wire.sent == []
    wire.is_writable = True  # and nobody has been told yet
    box.push("3")
    assert wire.sent == []
    wire.opens()
    box.push("4")
    assert wire.sent == ["1", "2", "3", "4"]


async def test_only_as_much_goes_out_as_is_taken() -> None:
    box, wire = made()
    for n in range(4):
        box.push(str(n))
    write = wire.write

    def once(text: str) -> None:
        write(text)
        wire.is_writable = False

    wire.write = once  # type: ignore[method-assign]
    wire.opens()
    assert wire.sent == ["0"]
    wire.opens()
    assert wire.sent == ["0", "1"]


@pytest.mark.parametrize(("text", "fitting"), [("x", MESSAGES), ("x" * (SIZE // 4), 4)], ids=["messages", "bytes"])
async def test_a_full_queue_drops_the_peer(text: str, fitting: int) -> None:
    box, wire = made()
    for _ in range(fitting):
        box.push(text)
    assert wire.ended == []
    box.push(text)
    assert wire.ended == ["slow"]
    assert box.is_shut
    box.push(text)
    box.bye("restart")
    wire.opens()
    assert (wire.ended, wire.sent, wire.closed) == (["slow"], [], [])


async def test_a_message_above_the_limit_goes_out_where_nothing_waits_before_it() -> None:
    box, wire = made()
    box.push("x" * (SIZE + 1))
    assert wire.ended == []
    wire.opens()
    box.push("y")
    assert wire.sent[1:] == ["y"]
    wire.is_writable = False
    box.push("y")
    box.push("x" * SIZE)
    assert wire.ended == ["slow"]


async def test_what_went_out_makes_room_again() -> None:
    box, wire = made()
    for _ in range(20):
        wire.is_writable = False
        for _ in range(MESSAGES // 2):
            box.push("x" * 4000)
        wire.opens()
    assert wire.ended == []
    assert len(wire.sent) == 20 * MESSAGES // 2


@pytest.mark.parametrize("reason", outbox.CLOSE)
async def test_a_goodbye_closes_and_nothing_comes_after_it(reason: str) -> None:
    box, wire = made()
    box.push("before")
    box.bye(reason)  # type: ignore[arg-type]
    box.push("too late")
    box.bye("abuse")
    assert (wire.sent, wire.closed) == ([], [])
    wire.opens()
    assert wire.sent == ["before", farewell(reason)]  # type: ignore[arg-type]
    assert wire.closed == [reason]
    assert wire.ended == []


async def test_a_goodbye_that_does_not_fit_any_more_drops_the_peer() -> None:
    box, wire = made()
    for _ in range(MESSAGES):
        box.push("x")
    box.bye("restart")
    assert (wire.ended, wire.closed) == (["slow"], [])


async def test_a_goodbye_that_does_not_get_through_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "LAST_WORDS", 0.01)
    box, wire = made()
    box.bye("replaced")
    async with asyncio.timeout(5):
        while not wire.ended:
            await asyncio.sleep(0.005)
    assert wire.ended == ["replaced"]


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
