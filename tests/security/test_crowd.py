"""How many may be connected at once, how fast one player may send over all their sockets, and limits over HTTP that
several servers on one store share."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from splendor.records import Unavailable
from support.calls import call, refused
from support.party import playing
from support.peer import Person
from support.server import Served, serving

pytestmark = pytest.mark.anyio

LIN = {"X-Forwarded-For": "192.0.2.7"}


def address(served: Served, code: str) -> str:
    return f"{served.url.replace('http', 'ws', 1)}/api/rooms/{code}/ws"


@contextlib.asynccontextmanager
async def sockets(
    served: Served, code: str, person: Person, times: int, **headers: str
) -> AsyncIterator[list[ClientConnection | int]]:
    """So many at once: those that were let in, and of the others the status."""

    async def one() -> ClientConnection | int:
        try:
            return await connect(address(served, code), additional_headers={**person.headers, **headers})
        except InvalidStatus as error:
            return error.response.status_code

    opened = await asyncio.gather(*(one() for _ in range(times)))
    yield opened
    for each in opened:
        if not isinstance(each, int):
            await each.close()


def statuses(opened: list[ClientConnection | int]) -> dict[int, int]:
    """How many were turned away with what; 101: let in."""
    found = [each if isinstance(each, int) else 101 for each in opened]
    return {status: found.count(status) for status in set(found)}


async def test_one_player_has_so_many_sockets(sqlite: str) -> None:
    async with serving(sqlite, sockets_per_player=3) as served:
        ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
        code = await ada.make_room()
        async with sockets(served, code, ada, 8) as opened:
            assert statuses(opened) == {101: 3, 429: 5}
            async with sockets(served, code, lin, 1) as others:
                assert statuses(others) == {101: 1}
        await nobody_is_there(served, code)
        async with sockets(served, code, ada, 3) as again:
            assert statuses(again) == {101: 3}


async def nobody_is_there(served: Served, code: str) -> None:
    """Once the server has noticed that they left."""
    crowd = served.app.state.services.crowd
    async with asyncio.timeout(20):
        while crowd._players or crowd._households or crowd._rooms:
            await asyncio.sleep(0.01)
    room = served.app.state.services.rooms.live.get(code)
    assert room is None or room.viewers == set()


async def test_one_household_has_so_many_sockets(sqlite: str) -> None:
    async with serving(sqlite, sockets_per_address=4) as served:
        ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
        code = await ada.make_room()
        async with sockets(served, code, ada, 3) as first, sockets(served, code, lin, 3) as second:
            assert (statuses(first), statuses(second)) == ({101: 3}, {101: 1, 429: 2})
            async with sockets(served, code, lin, 2, **LIN) as elsewhere:
                assert statuses(elsewhere) == {101: 2}


async def test_a_handshake_that_fails_leaves_its_place(sqlite: str) -> None:
    async with serving(sqlite, sockets_per_address=2, sockets_per_player=2) as served:
        ada = await Person.make(served.url, "Ada")
        code = await ada.make_room()
        for _ in range(10):
            for bad in ({"Authorization": "Bearer wrong"}, {**ada.headers, "Origin": "https://evil.example"}):
                with pytest.raises(InvalidStatus):
                    await connect(address(served, code), additional_headers=bad)
            with pytest.raises(InvalidStatus):
                await connect(address(served, "no-such-room"), additional_headers=ada.headers)
        await nobody_is_there(served, code)
        async with sockets(served, code, ada, 2) as opened:
            assert statuses(opened) == {101: 2}


async def test_so_many_watch_a_room_and_who_sits_comes_in_all_the_same(sqlite: str) -> None:
    async with serving(sqlite, watchers_per_room=2) as served:
        ada = await Person.make(served.url, "Ada")
        code = await ada.make_room()
        guests = [await Person.make(served.url, f"Guest {n}") for n in range(3)]
        async with guests[0].at(code) as first, guests[1].at(code), guests[1].at(code) as tab:
            async with sockets(served, code, guests[2], 1) as opened:
                assert statuses(opened) == {429: 1}
            async with ada.at(code) as host:
                assert host.you["seat"] == 0
                assert len(host.room["watchers"]) == 2
                # Who sits makes room for another to watch.
                await tab.send("sit")
                async with guests[2].at(code):
                    await first.until(lambda table: len(table.room["watchers"]) == 2)


async def test_lifted_limits_let_everybody_in(sqlite: str) -> None:
    async with serving(
        sqlite, limits="off", sockets_per_player=1, sockets_per_address=1, watchers_per_room=0
    ) as served:
        ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
        code = await ada.make_room()
        async with sockets(served, code, ada, 3) as opened, sockets(served, code, lin, 1) as others:
            assert (statuses(opened), statuses(others)) == ({101: 3}, {101: 1})


async def test_the_pace_is_the_players_whatever_sockets_they_have(sqlite: str) -> None:
    async with serving(sqlite, messages_per_second=0.001, messages_burst=6) as served:
        ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
        code, elsewhere = await ada.make_room(), await ada.make_room()
        async with ada.at(code) as one, ada.at(code) as two, ada.at(elsewhere) as three, lin.at(code) as other:
            answers = [
                (await (await table.post({"type": "ping"}))).get("code", "ok")
                for _ in range(3)
                for table in (one, two, three)
            ]
            assert answers == ["ok"] * 6 + ["rate_limited"] * 3
            await other.send("ping")
        async with ada.at(code) as again:
            assert (await (await again.post({"type": "ping"})))["code"] == "rate_limited"


async def test_the_host_stops_the_clock_so_often_and_not_more(sqlite: str) -> None:
    """Each is a row of the journal, and a line of everybody's log."""
    async with serving(sqlite, pauses_per_second=0.001, pauses_burst=4) as served:
        clock = {"bank": 600, "increment": 0}
        async with playing(served.url, 2, clock=clock) as party:
            game = party.game["id"]
            for n in range(4):
                await party.host.send("pause", game=game, paused=n % 2 == 0)
            for paused in (True, False):
                answer = await (await party.host.post({"type": "pause", "game": game, "paused": paused}))
                assert (answer["type"], answer["code"]) == ("error", "rate_limited")
            await party.host.send("chat", text="still here")
            assert len(await served.app.state.services.store.actions(game)) == 4
            await party.act({"type": "take", "tokens": {"ruby": 2}})


# By the hour, and with several processes


async def test_two_servers_on_one_store_count_together(database_url: str) -> None:
    limits = {"players_per_hour": 4, "misses_per_hour": 4}
    async with serving(database_url, **limits) as one, serving(database_url, **limits) as other:
        for what, path, good, bad in (("POST", "/api/me", 200, 429), ("GET", "/api/rooms/no-such-room", 404, 429)):
            body = {"json": {"name": "Ada"}} if what == "POST" else {}
            seen = [
                (await call(served.url, what, path, **body)).status_code for _ in range(4) for served in (one, other)
            ]
            assert seen == [good] * 4 + [bad] * 4


async def test_a_store_that_can_not_count_makes_nobody(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(sqlite) as served:
        store = served.app.state.services.store

        async def away(*_: object) -> None:
            raise Unavailable("the database is away")

        monkeypatch.setattr(store, "take", away)
        refused(await call(served.url, "POST", "/api/me", json={"name": "Ada"}), 503, "unavailable")
        refused(await call(served.url, "GET", "/api/rooms/no-such-room"), 503, "unavailable")
