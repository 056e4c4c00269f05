"""Section E of faults.md: hosts, kicks, rematches."""

import pytest

from support.party import in_the_lobby, playing
from support.peer import Refused, Table
from support.server import Served

pytestmark = pytest.mark.anyio


async def refused(code: str, table: Table, type: str, **fields: object) -> None:
    with pytest.raises(Refused) as caught:
        await table.send(type, **fields)
    assert caught.value.code == code


async def test_fault_45_a_host_who_resigned_can_still_host_the_rematch(served: Served) -> None:
    async with playing(served.url, 3, watchers=1) as party:
        await party.host.send("resign", game=party.game["id"])
        await party.players[1].send("resign", game=party.game["id"])
        await party.caught_up()
        assert party.watchers[0].room["status"] == "over"
        await party.host.send("options", options={"target": 10})
        await party.players[2].send("rematch")
        await party.host.send("start")
        await party.caught_up()
        assert party.watchers[0].room["status"] == "playing"
        assert party.watchers[0].room["options"]["target"] == 10
        assert [player["name"] for player in party.game["players"]] == ["Ada", "Bo"]
        assert party.players[1].you["seat"] is None


async def test_fault_47_the_kicked_sees_why_watches_and_sits_once_the_host_allows(served: Served) -> None:
    async with in_the_lobby(served.url, 3) as party:
        kicked = party.players[1]
        await party.host.send("kick", seat=1)
        async with kicked.person.at(party.code) as again:  # the link, opened anew
            assert again.room["kicked"] == [{"player": kicked.person.id, "name": "Lin"}]
            await refused("forbidden", again, "sit")
            await refused("forbidden", again, "admit", player=kicked.person.id)
            await party.host.send("admit", player=kicked.person.id)
            await again.until(lambda table: table.room["kicked"] == [])
            await again.send("sit", seat=1)
        await kicked.until(lambda table: table.you["seat"] == 1)
        await party.start()
        assert len(party.game["players"]) == 3


async def test_a_rematch_is_the_same_room_and_link_and_watchers_stay_watchers(served: Served) -> None:
    """The interface's own trap: spectators dumped into the lobby, or forced to follow."""
    async with playing(served.url, 2, watchers=2) as party:
        former = party.game["id"]
        await party.players[1].send("resign", game=former)
        await party.players[0].send("rematch")
        await party.watchers[0].until(lambda table: len(table.room["rematch"]) == 1)
        await party.players[1].send("rematch")
        await party.caught_up()
        for table in party.everyone:
            assert table.game is not None
            assert table.game["id"] != former
        assert [table.you["seat"] for table in party.watchers] == [None, None]
        record = await party.people[0].call("GET", f"/api/games/{former}")
        assert record["status"] == "over"
        assert record["deal"]
