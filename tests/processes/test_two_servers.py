"""Two servers on one Postgres: everybody sees the same, whichever they are connected to."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from processes.conftest import AWAY
from support.invariants import same_without_nulls
from support.party import Party
from support.peer import Person, Table
from support.random_player import choose
from support.server import Served, serving

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def gathered(servers: list[Served], players: int) -> AsyncIterator[Party]:
    """A room with `players` by turns at either server, and a watcher at each; the game has begun."""
    people = [await Person.make(servers[n % 2].url, f"Player {n}") for n in range(players)]
    watching = [await Person.make(server.url, "Guest") for server in servers]
    code = await people[0].make_room(options={"seats": players})
    async with contextlib.AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(person.at(code)) for person in [*people, *watching]]
        for table in tables[1:players]:
            await table.send("sit")
        # Lost or late notes are made good; until then a start would find too few seats taken.
        await tables[0].until(lambda table: all(table.room["seats"]))
        await tables[0].send("start")
        await asyncio.gather(*(table.until(lambda table: table.game is not None) for table in tables))
        yield Party(code, people, tables[:players], tables[players:])


@contextlib.asynccontextmanager
async def both(database_url: str, feed: str | None, players: int) -> AsyncIterator[tuple[list[Served], Party]]:
    """Two servers, and a game at them."""
    async with contextlib.AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(serving(database_url, limits="off", feed=feed)) for _ in range(2)]
        yield servers, await stack.enter_async_context(gathered(servers, players))


async def all_the_same(servers: list[Served], party: Party) -> None:
    """What every connection has is what a newcomer is shown, at either server."""
    for table in party.everyone:
        for server in servers:
            async with table.person.at_server(server.url).at(party.code) as fresh:
                assert same_without_nulls(table.game, fresh.game)
                if (table.game or {})["phase"] != "over":  # then a welcome names what was hidden when the entries came
                    assert table.log == fresh.log
                assert [entry["seq"] for entry in table.log] == [entry["seq"] for entry in fresh.log]
                assert [line["text"] for line in table.chat] == [line["text"] for line in fresh.chat]

    def agree() -> bool:
        rooms = [{**table.room, "rev": 0} for table in party.everyone]
        return all(same_without_nulls(room, rooms[0]) for room in rooms)

    # Without a feed each server looks once a second who is at the other.
    async with asyncio.timeout(10):
        while not agree():
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("players", [2, 4])
async def test_a_game_is_played_from_both(shared: str, feed: str | None, players: int) -> None:
    dice = random.Random(players)
    async with both(shared, feed, players) as (servers, party):
        # Without a feed each looks for itself once a second: a whole game would take minutes.
        for seq in range(1, 13 if feed == AWAY else 200):
            game: Any = party.players[0].game
            if game["phase"] == "over":
                break
            mover = party.players[game["turn"]]
            assert mover.game is not None
            await mover.act(choose(mover.game, game["turn"], dice), seq)
            await party.at_seq(seq)
        await party.players[-1].send("chat", text="well played")

        def is_all_there(table: Table) -> bool:
            ended = game["phase"] != "over" or table.room["status"] == "over"
            return bool(table.chat) and len(table.room["watchers"]) == 2 and ended

        await asyncio.gather(*(table.until(is_all_there) for table in party.everyone))
        await all_the_same(servers, party)


async def test_who_is_there_is_known_at_both(shared: str, feed: str | None) -> None:
    async with both(shared, feed, 2) as (servers, party):
        host, guest = party.players
        await host.until(lambda table: online(table) == [True, True])
        await guest.close()
        await host.until(lambda table: online(table) == [True, False])
        async with guest.person.at_server(servers[0].url).at(party.code) as moved:
            await party.watchers[1].until(lambda table: online(table) == [True, True])
            assert moved.you["seat"] == 1
        await guest.open()


async def test_every_client_tries_every_action_at_both_and_each_number_is_won_once(
    shared: str, feed: str | None
) -> None:
    dice = random.Random(11)
    async with both(shared, feed, 3) as (servers, party), contextlib.AsyncExitStack() as stack:
        people = [table.person for table in party.players]
        tabs = [
            await stack.enter_async_context(person.at_server(server.url).at(party.code))
            for person in people
            for server in servers
        ]
        everyone = [*party.everyone, *tabs]
        for seq in range(1, 9 if feed == AWAY else 31):
            game: Any = party.players[0].game
            mover = party.players[game["turn"]]
            assert mover.game is not None
            action = choose(mover.game, game["turn"], dice)
            act = {"type": "act", "game": game["id"], "seq": seq, "action": action}
            answers = await asyncio.gather(*[await table.post(act) for table in everyone])
            for table, answer in zip(everyone, answers, strict=True):
                if table.person.id == mover.person.id:  # the same act of the same player, however often
                    assert answer["type"] == "ok"
                else:
                    assert answer["code"] in ("not_your_turn", "stale", "forbidden")
            await asyncio.gather(*(table.at_seq(seq) for table in everyone))
        assert {(table.game or {})["seq"] for table in everyone} == {seq}
        await all_the_same(servers, party)


def online(table: Table) -> list[bool]:
    return [seat["online"] for seat in table.room["seats"]]


async def test_a_new_name_and_a_new_device_are_known_at_both(shared: str, feed: str | None) -> None:
    async with both(shared, feed, 2) as (servers, party):
        host, guest = party.players
        here = guest.person.at_server(servers[0].url)
        await here.call("POST", "/api/me", {"name": "Another"})
        for table in (host, party.watchers[1]):
            await table.until(lambda table: table.room["seats"][1]["name"] == "Another")
        code = (await here.call("POST", "/api/me/link"))["code"]
        newcomer = await Person.make(servers[0].url, "device")
        claimed = await newcomer.call("POST", "/api/me/claim", {"code": code})
        assert claimed["player"] == guest.person.id
        await guest.closed()
        assert guest.byes == ["replaced"]
        await guest.close()
        guest.person = Person(servers[1].url, guest.person.id, "Another", claimed["token"])
        await guest.open()
        assert guest.you["seat"] == 1
