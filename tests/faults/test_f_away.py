"""Sections E and F of faults.md over sockets: clocks, absence, and a server that goes away."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from support.fake_time import FakeTime
from support.invariants import holds_in_view, patched_view_is_the_fresh_one
from support.party import Party, at_the_table, in_the_lobby, playing
from support.peer import Refused, Table, http
from support.server import ServerProcess, serving

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
CLOCK = {"bank": 60, "increment": 5}
TAKE = {"type": "take", "tokens": {"ruby": 2}}


async def refused(code: str, table: Table, type: str, **fields: Any) -> None:
    with pytest.raises(Refused) as caught:
        await table.send(type, **fields)
    assert caught.value.code == code


async def closes(table: Table, others: list[Table]) -> None:
    """One who goes is seen to go."""
    seat = table.you["seat"]
    await table.close()
    for other in others:
        await other.until(lambda each: not each.room["seats"][seat]["online"], within=2)


async def all_is_as_shown(party: Party) -> None:
    await party.caught_up()
    for table in party.everyone:
        await patched_view_is_the_fresh_one(table)
        holds_in_view(table.game or {})


async def test_fault_54_who_vanishes_is_skipped_played_for_and_takes_over_again(sqlite: str) -> None:
    time = FakeTime(NOON)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 3, watchers=1) as party:
        away = party.to_act
        seat = away.you["seat"]
        party.players.remove(away)
        here, (eve,) = party.players, party.watchers
        await closes(away, party.everyone)
        await refused("wrong_status", here[0], "absent", seat=seat, choice="skip")
        await time.passes(60)
        for table in party.everyone:
            await table.until(lambda each: each.room.get("vote"))
        await refused("forbidden", eve, "absent", seat=seat, choice="skip")
        await here[0].send("absent", seat=seat, choice="skip")
        await eve.until(lambda each: each.room["vote"]["choices"]["skip"])
        await here[1].send("absent", seat=seat, choice="skip")
        await party.at_seq(1)
        assert eve.log[-1]["by"] == "table"
        assert sorted(eve.log[-1]["votes"]["skip"]) == sorted(table.you["seat"] for table in here)
        await all_is_as_shown(party)
        # The next turns; then everybody wants a deputy.
        for _ in range(2):
            mover = next(table for table in here if table.you["seat"] == (eve.game or {})["turn"])
            await mover.act({"type": "reserve", "deck": 1})
            await party.caught_up()
        for table in here:
            await table.send("absent", seat=seat, choice="bot")
        await eve.until(lambda each: each.room["seats"][seat]["bot"] == "deputy")
        await time.passes(2)
        await eve.until(lambda each: each.log[-1].get("by") == "deputy")
        await all_is_as_shown(party)
        async with away.person.at(party.code) as back:
            assert back.you["seat"] == seat
            await time.passes()
            await eve.until(
                lambda each: each.room["seats"][seat]["bot"] is None or "bot" not in each.room["seats"][seat]
            )
            for _ in range(2):
                mover = next(table for table in here if table.you["seat"] == (eve.game or {})["turn"])
                await mover.act({"type": "reserve", "deck": 2})
                await party.caught_up()
            await back.send("ping")
            await back.act({"type": "reserve", "deck": 3})
            await party.caught_up()
            await all_is_as_shown(party)


async def test_fault_24_closing_one_of_two_tabs_is_not_leaving(sqlite: str) -> None:
    time = FakeTime(NOON)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 2, clock=CLOCK) as party:
        acting, other = party.to_act, next(table for table in party.players if table is not party.to_act)
        async with acting.person.at(party.code) as tab:
            await acting.close()
            await other.send("ping")
            assert other.room["seats"][tab.you["seat"]]["online"] is True
            await time.passes(30)
            await tab.act(TAKE)
            await other.at_seq(1)
            assert other.log[-1]["type"] == "take"


async def test_fault_55_a_drop_of_20_seconds_holds_the_clock_and_nothing_else(sqlite: str) -> None:
    time = FakeTime(NOON)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 2, clock=CLOCK) as party:
        acting, other = party.to_act, next(table for table in party.players if table is not party.to_act)
        seat = acting.you["seat"]
        await closes(acting, [other])
        await time.passes(20)
        await other.until(lambda each: each.game["clock"].get("held") == "away")
        async with acting.person.at(party.code) as back:
            await time.passes()
            await other.until(lambda each: not each.game["clock"].get("held"))
            assert (other.game or {})["clock"]["left"][seat] == 60_000
            assert [entry["type"] for entry in other.log] == ["clock", "clock"]
            await back.act(TAKE, seq=1)  # as a client repeats what was lost with the connection
            await other.at_seq(3)
            await patched_view_is_the_fresh_one(other)


async def test_a_clock_runs_out_for_everyone_and_once(sqlite: str) -> None:
    time = FakeTime(NOON)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 2, 1, clock=CLOCK) as party:
        await time.passes(59)
        assert party.game["seq"] == 0
        await time.passes(1)
        await party.at_seq(1)
        assert [table.log[-1]["by"] for table in party.everyone] == ["clock"] * 3
        await all_is_as_shown(party)
        record = await http(served.url, "GET", f"/api/games/{party.game['id']}")
        assert [action["by"] for action in record["actions"]] == ["clock"]
        await party.host.send("pause", game=party.game["id"], paused=True)
        await party.caught_up()
        assert party.game["clock"]["held"] == "pause"
        await time.passes(3600)
        await party.host.send("pause", game=party.game["id"], paused=False)
        await party.caught_up()
        await all_is_as_shown(party)


async def test_a_clock_runs_out_without_a_visitor_after_a_restart(sqlite: str) -> None:
    time = FakeTime(NOON)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 2, clock=CLOCK) as party:
        pass
    time.alarms.clear()
    time.jumps(30)
    async with serving(sqlite, limits="off", time=time) as served:
        rooms = served.app.state.services.rooms
        async with asyncio.timeout(5):
            while party.code not in rooms.live:
                await asyncio.sleep(0.01)
        await time.passes(130)
        record = await http(served.url, "GET", f"/api/games/{party.game['id']}")
        kinds = [(action["type"], action.get("by") or action.get("held")) for action in record["actions"]]
        assert kinds[:4] == [("clock", None), ("clock", "away"), ("clock", None), ("take", "clock")]
        assert record["actions"][0]["credit"] == 30_000


async def test_fault_51_a_kill_with_a_clock_running_costs_no_time(sqlite: str) -> None:
    process = ServerProcess(sqlite)
    with process.running():
        async with playing(process.url, 2, clock={"bank": 10, "increment": 0}) as party:
            seat = party.game["turn"]
            process.kill()
        await asyncio.sleep(1.5)
        process.start()
        async with at_the_table(party.code, party.people, []) as again:
            await again.players[0].until(lambda each: each.log)
            entry, clock = again.players[0].log[0], again.game["clock"]
            assert entry["type"] == "clock"
            assert entry["credit"] >= 1_500
            assert 9_000 <= clock["left"][seat] <= 10_000
            assert clock["left"][1 - seat] == 10_000
            await again.players[seat].act(TAKE, seq=1)


async def test_fault_45_the_host_goes_and_the_next_one_starts(sqlite: str) -> None:
    time = FakeTime(NOON)
    async with serving(sqlite, limits="off", time=time) as served, in_the_lobby(served.url, 3) as party:
        host, *others = party.players
        await refused("forbidden", others[0], "start")
        await closes(host, others)
        await time.passes(30)
        for table in others:
            await table.until(lambda each: each.room["host"] == others[0].person.id)
        await refused("forbidden", others[1], "start")
        await others[0].send("options", options={"target": 20})
        await others[0].send("start")
        async with host.person.at(party.code) as back:
            assert back.you["host"] is True
            assert (back.game or {})["options"]["target"] == 20
            await others[0].send("ping")
            assert others[0].you["host"] is False


async def test_fault_45_the_host_goes_after_the_game_and_the_next_one_has_the_rematch(sqlite: str) -> None:
    time = FakeTime(NOON)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 3, watchers=1) as party:
        host, lin, bo = party.players
        former = party.game["id"]
        for table in (host, lin):
            await table.send("resign", game=former)
        await closes(host, [lin, bo])
        await refused("forbidden", lin, "options", options={"target": 20})
        await time.passes(30)
        await lin.until(lambda each: each.you["host"] is True)
        await lin.send("options", options={"target": 20})
        await bo.send("rematch")
        await lin.send("start")
        for table in (lin, bo, party.watchers[0]):
            await table.until(lambda each: each.game["id"] != former)
            assert [player["name"] for player in (table.game or {})["players"]] == ["Lin", "Bo"]
            assert (table.game or {})["options"]["target"] == 20
        # Who comes back finds a game without themselves, watches it, and hosts again; they own the room.
        async with host.person.at(party.code) as back:
            assert back.you["seat"] is None
            assert back.you["host"] is True
            assert "moves" not in (back.game or {})
