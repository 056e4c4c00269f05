"""The network at its worst: lines that delay, break in the middle of a frame and close on one side; peers that do not
read, or send a byte now and then; and crowds that only sit there."""

import asyncio
import gc
import random
import statistics
import time
from pathlib import Path

import pytest

from splendor.web import outbox, transport
from splendor.web.reception import GameHttp
from splendor.web.transport import GameSocket
from support.load import Load
from support.party import Party, playing
from support.peer import Person, Table
from support.rough_line import CUTS, RoughLine
from support.server import Served, serving

pytestmark = pytest.mark.anyio


async def test_games_go_on_over_a_bad_network(served: Served, sqlite: str) -> None:
    """Until everything that can happen to a connection has happened, and then some; acts are sent twice now and then,
    too. The same must hold as without."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201
    load = Load(random.Random(seed))
    await load.set_up(served.url, [2, 3, 4])
    for each in load.everyone:
        each.doubles = 0.1
    async with RoughLine(served.url, random.Random(seed)) as line:
        load.move_to(line.url)
        async with load.playing(), asyncio.timeout(60):
            while not all(line.faults[how] >= 3 for how in (*CUTS, "delayed")):
                await load.is_played(10)
        await load.leave()
    assert load.ledger.resent.total() > 0
    load.move_to(served.url)
    await load.holds_at_last(sqlite)
    await load.leave()
    await nobody_is_left(served)


async def nobody_is_left(served: Served) -> None:
    """What the server held for connections is gone with them."""
    state, live = served.server.server_state, served.app.state.services.rooms.live
    async with asyncio.timeout(20):
        while state.connections or state.tasks or any(room.viewers for room in live.values()):
            await asyncio.sleep(0.01)


# Peers that do not read


@pytest.fixture
def short_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (outbox, transport):
        monkeypatch.setattr(module, "LAST_WORDS", 0.2)


async def slowest_act(party: Party, acts: int) -> tuple[float, float]:
    """Seconds from sending an act until all who listen have seen it: the median, and the longest."""
    dice, took = random.Random(1), []
    for _ in range(acts):
        began = time.perf_counter()
        await party.play(1, dice)
        took.append(time.perf_counter() - began)
    return statistics.median(took), max(took)


def stop_reading(table: Table) -> None:
    assert table._socket is not None
    table._socket.transport.pause_reading()


@pytest.mark.usefixtures("short_last_words")
async def test_no_move_takes_longer_because_somebody_does_not_read(served: Served) -> None:
    """With the buffers of TCP full, so that the server can't even write. Against the same without that somebody."""
    async with playing(served.url, 2, watchers=1) as party:
        usual, longest = await slowest_act(party, 30)
    async with playing(served.url, 2, watchers=2) as party:
        for n in range(50):  # so that a welcome is large, and the buffers are soon full
            await party.players[0].send("chat", text=f"{n:03}" + "\U0001f600" * 290)
        await party.caught_up()
        frozen = party.watchers.pop()
        room = served.app.state.services.rooms.live[party.code]
        (viewer,) = room.of(frozen.person.id)
        stop_reading(frozen)
        state = served.server.server_state
        (line,) = [each for each in state.connections if each is viewer.peer._line]
        while line.transport.get_write_buffer_size() == 0:
            await frozen.raw('{"type":"ping","resync":true}')
            await asyncio.sleep(0)
        beside, worst = await slowest_act(party, 30)
        assert beside < 2 * usual + 0.1
        assert worst < longest + 1
        async with asyncio.timeout(10):
            while viewer in room.viewers:
                await party.players[0].send("chat", text="x" * 300)
            # The socket itself is gone: nothing lingers that would wait for the peer to read.
            while line in state.connections or not line.transport.is_closing():
                await asyncio.sleep(0.01)
        assert line.transport.get_write_buffer_size() == 0
        assert party.players[0].byes == []
        assert frozen._socket is not None
        frozen._socket.transport.resume_reading()
        await frozen.closed()


@pytest.mark.parametrize("begin", [b"\x81\xfe\x10\x00mask", b"\x89\x85mask"], ids=["a message", "a ping"])
async def test_a_frame_that_comes_a_byte_now_and_then_is_not_waited_for(sqlite: str, begin: bytes) -> None:
    """Whoever is in the middle of a frame can't answer the server's pings."""
    async with serving(sqlite, ping=0.4, limits="off") as served, playing(served.url, 2, watchers=1) as party:
        slow = party.watchers[0]
        assert slow._socket is not None
        room = served.app.state.services.rooms.live[party.code]
        slow._socket.transport.write(begin)
        began = time.monotonic()
        while any(viewer.player.id == slow.person.id for viewer in room.viewers):
            slow._socket.transport.write(b"x")
            await party.players[0].send("ping")
            await asyncio.sleep(0.05)
            assert time.monotonic() - began < 5
        party.watchers.clear()
        await party.play(3, random.Random(1))
        await slow.closed()


# Crowds


@pytest.fixture
def open_files() -> Path:
    """Where what this process has open can be counted."""
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        pytest.skip("what this process has open can't be counted here")
    return folder


async def come_and_go(served: Served, guest: Person, codes: list[str], size: int) -> None:
    """So many sockets in those rooms at once; half of them are closed in good order, and half cut off."""
    services, state = served.app.state.services, served.server.server_state
    tables = [Table(guest, codes[n % len(codes)]) for n in range(size)]
    for some in range(0, size, 50):
        await asyncio.gather(*(table.open() for table in tables[some : some + 50]))
    assert len(state.connections) == size
    assert sum(len(room.viewers) for room in services.rooms.live.values()) == size
    for table in tables[::2]:
        assert table._socket is not None
        table._socket.transport.abort()
    for some in range(0, size, 50):
        await asyncio.gather(*(table.close() for table in tables[some : some + 50]))
    await nobody_is_left(served)


async def test_a_crowd_that_comes_and_goes_leaves_nothing_behind(served: Served, open_files: Path) -> None:
    """Nothing, that is, that a second crowd would add to. ./bench idle is the long form."""
    guest = await Person.make(served.url, "Ada")
    codes = [await guest.make_room() for _ in range(10)]

    def held() -> tuple[int, int, int]:
        presence = served.app.state.services.rooms.presence
        return (
            len(asyncio.all_tasks()),
            len(list(open_files.iterdir())),
            sum(len(presence.there(code)) for code in codes),
        )

    await come_and_go(served, guest, codes, 250)
    before = held()
    await come_and_go(served, guest, codes, 500)
    async with asyncio.timeout(10):
        while any(now > then for now, then in zip(held(), before, strict=True)):
            await asyncio.sleep(0.05)
    for code in codes:
        assert (await guest.call("GET", f"/api/rooms/{code}"))["seats"][0]["online"] is False


async def test_nothing_of_a_connection_waits_for_the_garbage_collector(served: Served) -> None:
    """It comes by so seldom that a server would keep tens of thousands of them."""
    guest = await Person.make(served.url, "Ada")
    code = await guest.make_room()

    def kept() -> int:
        return sum(type(each) in (GameSocket, GameHttp) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = kept()
        await come_and_go(served, guest, [code], 20)
        for _ in range(3):
            await guest.call("GET", f"/api/rooms/{code}")
        await nobody_is_left(served)
        async with asyncio.timeout(5):
            while kept() > before:
                await asyncio.sleep(0.05)
    finally:
        gc.enable()
