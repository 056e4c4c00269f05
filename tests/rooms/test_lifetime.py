"""Rooms that nobody comes back to are closed; what was played stays."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from rooms.stage import CLOCK, CODE, NOON, TAKES, Guest, Stage, a_record, begun
from splendor import records
from splendor.rooms import lifetime
from splendor.rooms.record import game_record
from splendor.rooms.refusal import Refusal

pytestmark = pytest.mark.anyio

HOUR, DAY = 3600, 24 * 3600


async def gone(stage: Stage) -> bool:
    try:
        await stage.room()
    except Refusal:
        return True
    return False


async def test_a_lobby_without_anyone_for_a_day_is_closed() -> None:
    stage = Stage("ada", "lin")
    (ada,) = await stage.enter("ada")
    await ada.send("chat", text="anyone?")
    ada.leave()
    await stage.time.passes(DAY - 1)
    await lifetime.close_old(stage.rooms)
    assert not await gone(stage)
    await stage.time.passes(1)
    await lifetime.close_old(stage.rooms)
    assert await gone(stage)
    assert stage.store.rooms == {}
    assert stage.store.lines == []
    assert stage.rooms.live == {}
    assert stage.time.alarms == []


async def test_a_lobby_stays_while_somebody_is_there_and_for_a_day_after() -> None:
    stage = Stage("ada")
    (ada,) = await stage.enter("ada")
    for _ in range(72):
        await stage.time.passes(HOUR)
        await lifetime.close_old(stage.rooms)
    assert not await gone(stage)
    ada.leave()
    await stage.time.passes(DAY - 2 * HOUR)
    await lifetime.close_old(stage.rooms)
    assert not await gone(stage)


async def test_a_visit_is_noted_at_most_hourly() -> None:
    stage = Stage("ada")
    for _ in range(10):
        (ada,) = await stage.enter("ada")
        await stage.time.passes(60)
        ada.leave()
    assert stage.store.calls.count("save_room") == 0
    (ada,) = await stage.enter("ada")
    await stage.time.passes(HOUR)
    assert stage.store.calls.count("save_room") == 1
    assert stage.store.rooms[CODE].touched == NOON + timedelta(hours=1)


async def test_a_lobby_that_is_closed_while_somebody_comes_in_stays() -> None:
    stage = Stage("ada", "lin")
    room = await stage.room()
    await stage.time.passes(2 * DAY)

    def come(name: str) -> None:
        if name == "delete_room":
            stage.store.before_write = None
            stage.store.another_process_saves(CODE, touched=stage.time.now())

    stage.store.before_write = come
    await lifetime.close_old(stage.rooms)
    assert stage.store.rooms[CODE].touched == stage.time.now()
    assert (await stage.room()) is room


async def test_who_comes_in_while_a_lobby_is_deleted_is_not_left_in_it() -> None:
    stage = Stage("ada", "lin")
    room = await stage.room()
    await stage.time.passes(2 * DAY)
    came: list[Guest] = []
    stage.store.before_write = lambda _: came.append(Guest(room, stage.store.people["eve"]))
    await lifetime.close_old(stage.rooms)
    assert CODE not in stage.store.rooms
    assert [guest.seen.byes for guest in came] == [["restart"]]


async def test_a_room_that_cannot_be_read_keeps_no_other_from_being_closed(caplog: pytest.LogCaptureFixture) -> None:
    stage = Stage("ada", "lin")
    before = NOON - timedelta(days=1)
    stage.store.rooms["broken"] = a_record("ada", code="broken", game="nowhere", touched=before)
    await stage.time.passes(2 * DAY)
    await lifetime.close_old(stage.rooms)
    assert list(stage.store.rooms) == ["broken"]
    assert "room broken could not be closed" in caplog.text


async def test_a_lobby_in_which_games_were_played_is_over_and_keeps_them() -> None:
    stage = Stage("ada", scores=({"game": "g0", "winners": [0], "points": [15, 3]},))
    await stage.time.passes(2 * DAY)
    await lifetime.close_old(stage.rooms)
    room = await stage.room()
    assert (room.record.status, len(room.record.scores)) == ("over", 1)


async def test_a_game_is_never_closed_for_absence_alone() -> None:
    """Fault 57, and 30 days are counted from the last action."""
    stage, guests = await begun()
    for n in range(2):
        await stage.time.passes(29 * DAY)
        await lifetime.close_old(stage.rooms)
        await guests[n].act(TAKES[n])
    assert stage.store.rooms[CODE].status == "playing"


async def test_a_game_untouched_for_30_days_ends_as_it_stands_and_its_record_stays() -> None:
    stage, guests = await begun()
    (id,) = stage.store.games
    await guests[0].act({"type": "reserve", "deck": 2})
    for guest in guests:
        guest.leave()
    await stage.time.passes(30 * DAY - 1)
    await lifetime.close_old(stage.rooms)
    assert "deal" not in game_record(stage.store.games[id], stage.store.journal[id])
    await stage.time.passes(1)
    await lifetime.close_old(stage.rooms)
    assert [row.action for row in stage.store.journal[id]][1:] == [{"type": "end"}]
    assert stage.store.rooms[CODE].status == "over"
    record = game_record(stage.store.games[id], stage.store.journal[id])
    assert record["status"] == "over"
    assert record["deal"] == stage.store.games[id].deal
    assert record["result"] == stage.store.games[id].result
    (back,) = await stage.enter("ada")
    assert back.seen.game["phase"] == "over"  # type: ignore[index]
    assert back.seen.log[-1]["type"] == "end"
    # And once more changes nothing.
    await stage.time.passes(60 * DAY)
    await lifetime.close_old(stage.rooms)
    assert len(stage.store.journal[id]) == 2


async def test_a_paused_game_is_closed_too() -> None:
    stage, guests = await begun(clock=CLOCK)
    (id,) = stage.store.games
    await next(guest for guest in guests if guest.id == "ada").send("pause", game=id, paused=True)
    await stage.time.passes(30 * DAY)
    await lifetime.close_old(stage.rooms)
    assert stage.store.journal[id][-1].action == {"type": "end"}


async def test_an_action_that_came_meanwhile_keeps_the_game() -> None:
    stage, guests = await begun()
    (id,) = stage.store.games
    stage.time.jumps(31 * DAY)

    def first(name: str) -> None:
        if name == "append":
            stage.store.before_write = None
            seat = guests[0].seen.you["seat"]
            row = records.Action(game=id, seq=1, seat=seat, action=TAKES[0], at=stage.time.now())
            stage.store.journal[id].append(row)

    stage.store.before_write = first
    await lifetime.close_old(stage.rooms)
    assert [row.action for row in stage.store.journal[id]] == [TAKES[0]]
    assert stage.store.rooms[CODE].status == "playing"


async def test_what_is_over_is_left_as_it_is() -> None:
    stage, guests = await begun()
    await guests[0].send("resign", game="".join(stage.store.games))
    for guest in guests:
        guest.leave()
    await stage.time.passes(400 * DAY)
    before = stage.store.rooms[CODE]
    await lifetime.close_old(stage.rooms)
    assert stage.store.rooms[CODE] == before


async def test_more_old_rooms_than_a_page_are_all_closed_and_one_that_stays_stops_nothing() -> None:
    stage = Stage("ada")
    for n in range(250):
        stage.store.rooms[f"old-{n}"] = replace(a_record("lin"), code=f"old-{n}")
    (ada,) = await stage.enter("ada")
    stage.time.jumps(2 * DAY)  # and nobody has noted that Ada is there
    await lifetime.close_old(stage.rooms)
    assert list(stage.store.rooms) == [CODE]
    assert ada.seen.byes == []


async def test_fault_49_five_thousand_rooms_that_were_visited_leave_no_alarm_and_no_task() -> None:
    before = asyncio.all_tasks()
    stage = Stage("ada")
    for _ in range(5_000):
        room = await stage.rooms.create(stage.store.people["ada"], None, False)
        found = await stage.rooms.get(room.code)
        Guest(found, stage.store.people["ada"]).leave()
        found.idle_since -= 61  # type: ignore[operator]
    stage.rooms.sweep()
    assert stage.rooms.live == {}
    assert stage.time.alarms == []
    assert (stage.rooms.presence._here, stage.rooms.presence._elsewhere) == ({}, {})
    assert asyncio.all_tasks() <= before
    await stage.time.passes(DAY)
    await lifetime.close_old(stage.rooms)
    assert stage.store.rooms == {}
    assert stage.rooms.live == {}


async def test_fault_49_finished_games_with_clocks_leave_memory() -> None:
    for _ in range(20):
        stage, guests = await begun(clock=CLOCK)
        await guests[0].send("resign", game="".join(stage.store.games))
        for guest in guests:
            guest.leave()
        (room,) = stage.rooms.live.values()
        room.idle_since -= 61  # type: ignore[operator]
        stage.rooms.sweep()
        assert stage.rooms.live == {}
        assert stage.time.alarms == []
