"""Clocks of running games: they run out, stand still, and are given back what a restart took."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rooms.stage import CLOCK, CODE, NOON, TAKES, Guest, Stage, begun, same_as_a_fresh_welcome
from splendor import records, rules
from splendor.records import Unavailable
from splendor.rooms.heart import Heart
from splendor.rooms.refusal import Refusal
from splendor.rooms.rooms import Rooms
from splendor.rooms.timekeeping import Outage
from support import positions

pytestmark = pytest.mark.anyio


def rows(stage: Stage) -> list[records.Action]:
    (id,) = stage.store.games
    return stage.store.journal[id]


def told(stage: Stage) -> list[tuple[str, Any]]:
    """The journal as type and what is said of why."""
    return [
        (row.action["type"], row.action.get("by") or row.action.get("held") or row.action.get("credit"))
        for row in rows(stage)
    ]


def clock(guest: Guest) -> dict[str, Any]:
    assert guest.seen.game is not None
    found: dict[str, Any] = guest.seen.game["clock"]
    return found


async def refused(code: str, guest: Guest, type: str, **fields: Any) -> None:
    with pytest.raises(Refusal) as caught:
        await guest.send(type, **fields)
    assert caught.value.code == code


def host(guests: list[Guest]) -> Guest:
    return next(guest for guest in guests if guest.id == "ada")


# The view


async def test_without_a_clock_nothing_happens_however_long_it_takes() -> None:
    stage, guests = await begun("eve")
    await stage.time.passes(7 * 24 * 3600)
    assert rows(stage) == []
    assert clock(guests[0]) is None
    assert stage.time.alarms == []


async def test_everyone_is_shown_the_same_clock_with_what_a_client_needs_to_count() -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    await stage.time.passes(10)
    await guests[0].act(TAKES[0])
    room = await stage.room()
    first = guests[0].seen.you["seat"]
    left = [60_000, 60_000]
    left[first] = 55_000
    for guest in guests:
        assert clock(guest) == {"left": left, "since": "2026-05-01T12:00:10.000Z"}
    same_as_a_fresh_welcome(room, guests)
    (late,) = await stage.enter("cy")
    assert late.seen.messages[0]["now"] == "2026-05-01T12:00:10.000Z"


async def test_the_clock_starts_with_the_game() -> None:
    _, guests = await begun(clock=CLOCK)
    assert clock(guests[0]) == {"left": [60_000] * 2, "since": "2026-05-01T12:00:00.000Z"}


async def test_a_restart_and_a_fold_from_the_journal_give_the_same_clock() -> None:
    stage, guests = await begun(clock=CLOCK)
    for n, wait in enumerate((3, 0.25, 20, 1)):
        await stage.time.passes(wait)
        await guests[n % 2].act(TAKES[n])
    seen = clock(guests[0])
    stage.rooms.live.clear()
    (again,) = await stage.enter("eve")
    assert clock(again) == seen


# Running out


async def test_whose_time_is_up_is_moved_for_by_the_clock() -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    await stage.time.passes(59.999)
    assert rows(stage) == []
    await stage.time.passes(0.001)
    (row,) = rows(stage)
    seat = guests[0].seen.you["seat"]
    assert (row.seat, row.action["type"], row.action["by"]) == (seat, "take", "clock")
    assert row.at == NOON + timedelta(seconds=60)
    for guest in guests:
        assert guest.seen.log[-1]["by"] == "clock"
        assert clock(guest)["left"][seat] == 5_000
        assert guest.seen.game["turn"] == 1 - seat  # type: ignore[index]
    same_as_a_fresh_welcome(await stage.room(), guests)
    # And so on: what the increment gave runs out in the next turn.
    await guests[1].act(TAKES[1])
    await stage.time.passes(5)
    assert told(stage) == [("take", "clock"), ("take", None), ("take", "clock")]


@pytest.mark.parametrize("phase", ["return", "noble"])
async def test_an_open_step_is_settled_for_whose_time_is_up(phase: str) -> None:
    position, (seat, action) = positions.one_before(phase)
    players = ("ada", "lin", "bo", "cy")[: len(position.state.players)]
    stage = Stage(*players)
    id = stage.play_on(position)
    stage.store.games[id] = replace(
        stage.store.games[id], options={**stage.store.games[id].options, "clock": CLOCK}, created=NOON
    )
    before = len(stage.store.journal[id])
    guests = await stage.enter(*players)
    await guests[seat].act(rules.action_to_json(action))
    assert guests[seat].seen.game["phase"] == phase  # type: ignore[index]
    await stage.time.passes(clock(guests[seat])["left"][seat] / 1000)
    new = [row.action for row in stage.store.journal[id][before:]]
    assert [action["type"] for action in new[1:]] == [phase]
    assert new[1]["by"] == "clock"
    assert guests[seat].seen.game["turn"] != seat or guests[seat].seen.game["phase"] == "over"  # type: ignore[index]


async def test_a_time_out_that_leads_to_a_return_settles_that_too() -> None:
    position, (seat, _) = positions.one_before("return")
    players = ("ada", "lin", "bo", "cy")[: len(position.state.players)]
    stage = Stage(*players)
    id = stage.play_on(position)
    stage.store.games[id] = replace(stage.store.games[id], options={**stage.store.games[id].options, "clock": CLOCK})
    guests = await stage.enter(*players)
    before = len(stage.store.journal[id])
    await stage.time.passes(clock(guests[seat])["left"][seat] / 1000)
    new = [row.action for row in stage.store.journal[id][before:]]
    assert [(action["type"], action["by"]) for action in new] == [("take", "clock"), ("return", "clock")]


async def test_a_clock_that_only_shows_shows_zero_and_nothing_happens() -> None:
    stage, guests = await begun(clock={**CLOCK, "advisory": True})
    guests[0].leave()
    await stage.time.passes(3600)
    assert rows(stage) == []
    again = guests[0].come_back()
    await again.act(TAKES[0])
    assert clock(again)["left"][again.seen.you["seat"]] == 5_000


async def test_a_game_without_any_time_left_plays_itself_to_its_end_and_then_rests() -> None:
    stage, guests = await begun("eve", clock={"bank": 10, "increment": 0, "advisory": False})
    await stage.time.passes(30)
    assert guests[0].seen.game["phase"] == "over"  # type: ignore[index]
    assert {why for _, why in told(stage)} <= {"clock", None}
    assert clock(guests[0]) == {"left": [0, 0]}
    assert stage.time.alarms == []
    same_as_a_fresh_welcome(await stage.room(), guests)


# A race


async def test_who_acts_just_before_the_clock_is_first() -> None:
    stage, guests = await begun(clock=CLOCK)
    stage.time.jumps(60)
    await guests[0].act(TAKES[0], 1)
    await stage.time.passes()
    assert told(stage) == [("take", None)]


async def test_who_acts_just_after_the_clock_is_late() -> None:
    stage, guests = await begun(clock=CLOCK)
    stage.time.jumps(60)
    await stage.time.passes()
    with pytest.raises(Refusal) as caught:
        await guests[0].act(TAKES[0], 1)
    assert caught.value.code == "stale"
    assert told(stage) == [("take", "clock")]


@pytest.mark.parametrize("clock_first", [True, False])
async def test_an_act_and_a_time_out_at_once_are_one_row(clock_first: bool) -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    stage.time.jumps(60)
    acting = guests[0].act(TAKES[0], 1)
    both = [stage.time.passes(), acting] if clock_first else [acting, stage.time.passes()]
    await asyncio.gather(*both, return_exceptions=True)
    assert len(rows(stage)) == 1
    same_as_a_fresh_welcome(await stage.room(), guests)


async def two_processes() -> tuple[Stage, list[Guest], Rooms, list[Guest]]:
    """A game with a clock, and another process that serves it too, each with a connection of each player."""
    stage, guests = await begun(clock=CLOCK)
    other = Rooms(stage.store, "client", time=stage.time, presence=stage.rooms.presence)
    room = await other.get(CODE)
    return stage, guests, other, [Guest(room, guest.viewer.player) for guest in guests]


async def test_of_two_processes_one_times_out() -> None:
    stage, guests, other, theirs = await two_processes()
    waiting = asyncio.Event()
    stage.store.before_write = lambda _: waiting.wait()
    stage.time.jumps(60)
    wakes = [asyncio.create_task(room.live[CODE].watch.wake()) for room in (stage.rooms, other)]  # type: ignore[union-attr]
    while stage.store.calls.count("append") < 2:
        await asyncio.sleep(0)
    waiting.set()  # both have judged and written by now
    await asyncio.gather(*wakes)
    assert told(stage) == [("take", "clock")]
    for guest in (*guests, *theirs):
        assert [entry.get("by") for entry in guest.seen.log] == ["clock"]
    assert clock(guests[0]) == clock(theirs[0])
    await stage.time.passes(59)
    assert len(rows(stage)) == 1


async def test_of_a_time_out_here_and_an_act_there_one_is_done() -> None:
    stage, guests, other, theirs = await two_processes()
    stage.time.jumps(60)
    waiting = asyncio.Event()
    stage.store.before_write = lambda _: waiting.wait()
    waking = asyncio.create_task(stage.rooms.live[CODE].watch.wake())  # type: ignore[union-attr]
    while stage.store.calls.count("append") < 1:
        await asyncio.sleep(0)
    stage.store.before_write = None
    await theirs[0].act(TAKES[0], 1)
    waiting.set()
    await waking
    assert told(stage) == [("take", None)]
    assert guests[0].seen.game["turn"] == guests[1].seen.you["seat"]  # type: ignore[index]
    assert clock(guests[0]) == clock(theirs[0])
    assert other.live[CODE].play is not None


async def test_while_the_store_is_away_the_clock_is_tried_again() -> None:
    stage, guests = await begun(clock=CLOCK)
    stage.store.outages = ["before", "after"]
    await stage.time.passes(60)
    assert rows(stage) == []
    await stage.time.passes(2)
    assert len(rows(stage)) == 1  # it was stored and nobody knows
    assert guests[0].seen.log == []
    await stage.time.passes(2)
    assert told(stage) == [("take", "clock")]
    same_as_a_fresh_welcome(await stage.room(), guests)


async def test_a_fault_in_what_is_done_leaves_the_room_looked_after(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stage, _ = await begun(clock=CLOCK)
    original = stage.store.append

    async def broken(_: records.Action) -> bool:
        raise RuntimeError("odd")

    monkeypatch.setattr(stage.store, "append", broken)
    await stage.time.passes(60)
    assert "could not be looked after" in caplog.text
    monkeypatch.setattr(stage.store, "append", original)
    await stage.time.passes(60)
    assert told(stage)[0] == ("take", "clock")


# Pause


async def test_the_host_pauses_and_resumes_and_everyone_sees_it() -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    (id,) = stage.store.games
    await stage.time.passes(20)
    await host(guests).send("pause", game=id, paused=True)
    for guest in guests:
        assert clock(guest)["held"] == "pause"
        assert "since" not in clock(guest)
        assert {key: guest.seen.log[-1][key] for key in ("type", "held")} == {"type": "clock", "held": "pause"}
    await stage.time.passes(3600)
    await host(guests).send("pause", game=id, paused=False)
    assert told(stage) == [("clock", "pause"), ("clock", None)]
    first = guests[0].seen.you["seat"]
    assert clock(guests[2])["left"][first] == 40_000
    same_as_a_fresh_welcome(await stage.room(), guests)
    await stage.time.passes(40)
    assert told(stage)[-1] == ("take", "clock")


async def test_while_it_is_paused_one_may_act_and_it_stays_paused() -> None:
    stage, guests = await begun(clock=CLOCK)
    (id,) = stage.store.games
    await host(guests).send("pause", game=id, paused=True)
    await guests[0].act(TAKES[0])
    assert clock(guests[1])["held"] == "pause"


async def test_what_is_paused_already_is_left_as_it_is() -> None:
    stage, guests = await begun(clock=CLOCK)
    (id,) = stage.store.games
    await host(guests).send("pause", game=id, paused=False)
    assert rows(stage) == []
    for _ in range(2):
        await host(guests).send("pause", game=id, paused=True)
    assert told(stage) == [("clock", "pause")]


async def test_who_may_not_pause_and_what_has_no_clock() -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    (id,) = stage.store.games
    other = next(guest for guest in guests if guest.id == "lin")
    for guest in (other, guests[2]):
        await refused("forbidden", guest, "pause", game=id, paused=True)
    await refused("not_found", host(guests), "pause", game="another", paused=True)
    await other.send("resign", game=id)
    await refused("wrong_status", host(guests), "pause", game=id, paused=True)
    assert [type for type, _ in told(stage)] == ["resign"]
    stage, guests = await begun()
    await refused("wrong_status", host(guests), "pause", game="".join(stage.store.games), paused=True)
    assert rows(stage) == []


async def test_a_pause_does_not_make_an_act_stale_that_was_meant_for_the_same_table() -> None:
    stage, guests = await begun(clock=CLOCK)
    (id,) = stage.store.games
    await host(guests).send("pause", game=id, paused=True)
    await guests[0].act(TAKES[0], 1)  # sent before the pause was seen
    await guests[0].act(TAKES[0], 1)  # and once more
    assert [row.action["type"] for row in rows(stage)] == ["clock", "take"]
    with pytest.raises(Refusal) as caught:
        await guests[0].act(TAKES[1], 1)
    assert caught.value.code == "stale"


# Away


async def test_the_clock_stands_still_for_who_is_away_since_they_went_and_runs_on_when_they_return() -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    seat = guests[0].seen.you["seat"]
    await stage.time.passes(10)
    guests[0].leave()
    await stage.time.passes(2)
    assert clock(guests[1]) == {"left": clock(guests[1])["left"], "held": "away"}
    assert clock(guests[1])["left"][seat] == 50_000
    await stage.time.passes(18)
    back = guests[0].come_back()
    await stage.time.passes()
    assert told(stage) == [("clock", "away"), ("clock", None)]
    assert clock(back)["left"][seat] == 50_000
    assert clock(back)["since"] == "2026-05-01T12:00:30.000Z"
    same_as_a_fresh_welcome(await stage.room(), [back, *guests[1:]])


async def test_fault_55_a_drop_of_20_seconds_on_ones_own_turn_moves_nothing() -> None:
    for settings in (CLOCK, None):
        stage, guests = await begun("eve", clock=settings)
        guests[0].leave()
        await stage.time.passes(20)
        back = guests[0].come_back()
        await stage.time.passes(1)
        assert [type for type, _ in told(stage)] == (["clock", "clock"] if settings else [])
        assert "vote" not in without_none(back.seen.room)
        await back.act(TAKES[0])


def without_none(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if value is not None}


async def test_a_reload_writes_no_row() -> None:
    stage, guests = await begun(clock=CLOCK)
    guests[0].leave()
    await stage.time.passes(1.5)
    guests[0].come_back()
    await stage.time.passes(1)
    assert rows(stage) == []


async def test_a_second_tab_that_closes_holds_nothing() -> None:
    stage, guests = await begun(clock=CLOCK)
    tab = guests[0].come_back()
    guests[0].leave()
    await stage.time.passes(30)
    assert rows(stage) == []
    assert tab.seen.room["seats"][tab.seen.you["seat"]]["online"] is True


async def test_away_at_the_last_moment_one_does_not_run_out_of_time_at_once() -> None:
    stage, guests = await begun(clock=CLOCK)
    await stage.time.passes(59)
    guests[0].leave()
    await stage.time.passes(30)
    assert told(stage) == [("clock", "away")]
    assert clock(guests[1])["left"][guests[0].seen.you["seat"]] == 1_000


async def test_after_60_seconds_it_runs_on_and_out() -> None:
    stage, guests = await begun(clock=CLOCK)
    await stage.time.passes(50)
    guests[0].leave()
    await stage.time.passes(60)
    assert told(stage) == [("clock", "away"), ("clock", None)]
    await stage.time.passes(10)
    assert told(stage)[2:] == [("take", "clock")]


async def test_in_one_turn_it_stands_still_for_60_seconds_altogether_and_in_the_next_again() -> None:
    stage, guests = await begun(clock=CLOCK)
    away = guests[0]
    for _ in range(3):
        away.leave()
        await stage.time.passes(25)
        away = away.come_back()
        await stage.time.passes(1)
    seat = away.seen.you["seat"]
    await away.act(TAKES[0])
    # 75 seconds away, of which 60 are nobody's, and three seconds there; and the increment.
    assert clock(guests[1])["left"][seat] == 60_000 - 15_000 - 3_000 + 5_000
    await guests[1].act(TAKES[1])
    away.leave()
    await stage.time.passes(30)
    assert clock(guests[1])["held"] == "away"


async def test_a_turn_that_comes_to_somebody_away_is_held_from_its_beginning() -> None:
    stage, guests = await begun(clock=CLOCK)
    guests[1].leave()
    await stage.time.passes(30)
    assert rows(stage) == []
    await guests[0].act(TAKES[0])
    await stage.time.passes(5)
    assert told(stage) == [("take", None), ("clock", "away")]
    assert clock(guests[0])["left"][guests[1].seen.you["seat"]] == 60_000


async def test_while_the_host_has_paused_nothing_is_held_and_then_it_is() -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    (id,) = stage.store.games
    await host(guests).send("pause", game=id, paused=True)
    away = next(guest for guest in guests if guest.id == "lin")
    if away is not guests[0]:
        await guests[0].act(TAKES[0])
    away.leave()
    await stage.time.passes(600)
    before = len(rows(stage))
    await host(guests).send("pause", game=id, paused=False)
    await stage.time.passes(2)
    assert told(stage)[before:] == [("clock", None), ("clock", "away")]


async def test_an_act_repeated_after_a_drop_is_not_stale_for_the_clocks_sake() -> None:
    """The act was lost with the connection; meanwhile the clock was held and runs on."""
    stage, guests = await begun(clock=CLOCK)
    guests[0].leave()
    await stage.time.passes(10)
    back = guests[0].come_back()
    await stage.time.passes()
    await back.act(TAKES[0], 1)
    assert [row.action["type"] for row in rows(stage)] == ["clock", "clock", "take"]


# A restart


def killed(stage: Stage) -> None:
    """The process ends between two moments; what it had in memory is gone."""
    stage.rooms.live.clear()
    stage.time.alarms.clear()


async def restarted(stage: Stage) -> Rooms:
    rooms = Rooms(stage.store, "client", time=stage.time)
    await rooms.open(await Heart(stage.rooms, "s").start())
    return rooms


async def test_fault_51_a_restart_gives_back_the_time_that_it_took_once() -> None:
    """The deadline is 20 s ahead, the server is away for 30."""
    stage, guests = await begun(clock=CLOCK)
    heart = Heart(stage.rooms, "s")
    await stage.time.passes(40)
    await heart.beat()
    killed(stage)
    stage.time.jumps(30)
    rooms = await restarted(stage)
    assert told(stage) == [("clock", 30_000)]
    room = rooms.live[CODE]
    back = [Guest(room, guest.viewer.player) for guest in guests]
    seat = back[0].seen.you["seat"]
    assert clock(back[0])["left"][seat] == 20_000
    assert clock(back[0])["since"] == "2026-05-01T12:01:10.000Z"
    assert back[0].seen.log[-1]["credit"] == 30_000
    assert "from" not in back[0].seen.log[-1]
    await stage.time.passes(19)
    assert len(rows(stage)) == 1
    await stage.time.passes(1)
    assert told(stage) == [("clock", 30_000), ("take", "clock")]


async def test_a_crash_of_a_few_seconds_is_given_back_too() -> None:
    stage, _ = await begun(clock=CLOCK)
    await Heart(stage.rooms, "s").beat()
    killed(stage)
    stage.time.jumps(7)
    await restarted(stage)
    assert told(stage) == [("clock", 7_000)]


async def test_what_was_charged_after_the_last_sign_of_life_is_not_given_back() -> None:
    stage, guests = await begun(clock=CLOCK)
    await Heart(stage.rooms, "s").beat()
    await stage.time.passes(4)
    await guests[0].act(TAKES[0])
    killed(stage)
    stage.time.jumps(30)
    await restarted(stage)
    assert told(stage) == [("take", None), ("clock", 30_000)]


async def test_started_twice_it_is_given_back_once() -> None:
    stage, _ = await begun(clock=CLOCK)
    await Heart(stage.rooms, "s").beat()
    killed(stage)
    stage.time.jumps(30)
    outages = [await Heart(stage.rooms, server).start() for server in "st"]
    assert outages == [Outage(NOON, NOON + timedelta(seconds=30)), None]
    # Two that both found the old sign of life, at once.
    fleet = [Rooms(stage.store, "client", time=stage.time) for _ in range(2)]
    await asyncio.gather(*(rooms.open(outages[0]) for rooms in fleet))
    assert told(stage) == [("clock", 30_000)]
    # And one that comes to the room later.
    late = Rooms(stage.store, "client", time=stage.time)
    late.outage = outages[0]
    await late.get(CODE)
    assert len(rows(stage)) == 1


async def test_a_room_whose_clock_only_shows_is_given_its_time_back_with_the_first_visit() -> None:
    stage, _ = await begun(clock={**CLOCK, "advisory": True})
    await Heart(stage.rooms, "s").beat()
    killed(stage)
    stage.time.jumps(30)
    rooms = await restarted(stage)
    assert rooms.live == {}
    stage.time.jumps(20)
    room = await rooms.get(CODE)
    assert told(stage) == [("clock", 30_000)]
    assert room.play is not None
    assert room.play.clock is not None
    assert sum(room.play.clock.left) == 120_000 - 20_000


@pytest.mark.parametrize("held", ["pause", "away"])
async def test_a_clock_that_stood_still_needs_nothing_back(held: str) -> None:
    stage, guests = await begun("eve", clock=CLOCK)
    (id,) = stage.store.games
    if held == "pause":
        await host(guests).send("pause", game=id, paused=True)
    else:
        guests[0].leave()
        await stage.time.passes(5)
    await Heart(stage.rooms, "s").beat()
    killed(stage)
    stage.time.jumps(3600)
    rooms = await restarted(stage)
    assert told(stage) == [("clock", held)]
    assert (rooms.live[CODE].play.clock.left) == (60_000, 60_000)  # type: ignore[union-attr]


async def test_without_a_gap_nothing_is_given() -> None:
    stage, _ = await begun(clock=CLOCK)
    await Heart(stage.rooms, "s").beat()
    killed(stage)
    await restarted(stage)
    assert rows(stage) == []


def held_up(stage: Stage, seconds: float) -> None:
    """The next row waits so long for the store."""

    async def wait() -> None:
        stage.store.before_write = None
        stage.time.jumps(seconds)

    stage.store.before_write = lambda name: wait() if name == "append" else None


async def test_what_a_row_waited_for_the_store_is_not_the_next_players_time() -> None:
    """The first acts in time and pays up to then; the second, who saw nothing of it for longer than is left to them,
    has all their time before them."""
    stage, guests = await begun("eve", clock=CLOCK)
    await stage.time.passes(10)
    held_up(stage, 90)
    await guests[0].act(TAKES[0])
    assert told(stage) == [("take", None), ("clock", 90_000)]
    for guest in guests:
        assert sorted(clock(guest)["left"]) == [55_000, 60_000]
    same_as_a_fresh_welcome(await stage.room(), guests)
    await stage.time.passes(59)
    assert len(rows(stage)) == 2
    await stage.time.passes(2)
    assert told(stage)[2] == ("take", "clock")


async def test_a_short_wait_for_the_store_is_worth_no_row() -> None:
    stage, guests = await begun(clock=CLOCK)
    held_up(stage, 0.9)
    await guests[0].act(TAKES[0])
    assert told(stage) == [("take", None)]


async def test_a_sign_of_life_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage("ada")
    heart = Heart(stage.rooms, "s")

    async def away(*_: Any) -> None:
        raise Unavailable("away")

    monkeypatch.setattr(stage.store, "beat", away)
    await heart.beat()
    monkeypatch.undo()
    await heart.beat()
    assert stage.store.beaten == NOON


# Memory


async def test_a_clock_runs_out_without_a_visitor_after_a_restart() -> None:
    stage, _ = await begun(clock=CLOCK)
    killed(stage)
    await restarted(stage)
    await stage.time.passes(121)
    assert told(stage)[:3] == [("clock", "away"), ("clock", None), ("take", "clock")]


async def test_a_room_leaves_memory_only_when_its_clock_stands() -> None:
    stage, guests = await begun(clock=CLOCK)
    room = await stage.room()
    for guest in guests:
        guest.leave()
    room.idle_since -= 10_000  # type: ignore[operator]
    stage.rooms.sweep()
    assert stage.rooms.live
    (ada,) = await stage.enter("ada")
    await ada.send("pause", game="".join(stage.store.games), paused=True)
    ada.leave()
    room.idle_since -= 10_000  # type: ignore[operator]
    stage.rooms.sweep()
    assert stage.rooms.live == {}
    assert stage.time.alarms == []


async def test_a_room_that_was_dropped_comes_back_for_its_clock() -> None:
    stage, _ = await begun(clock=CLOCK)
    room = await stage.room()
    stage.rooms.forget(room)
    stage.store.outages = []
    await stage.time.passes(2)
    assert stage.rooms.live[CODE] is not room


async def test_a_closed_server_does_nothing_any_more() -> None:
    stage, _ = await begun(clock=CLOCK)
    await stage.rooms.close()
    await stage.time.passes(3600)
    assert rows(stage) == []


async def test_a_room_that_cannot_be_read_stops_no_other_clock(caplog: pytest.LogCaptureFixture) -> None:
    stage, _ = await begun(clock=CLOCK)
    good = stage.store.rooms[CODE]
    stage.store.rooms = {"broken": replace(good, code="broken", game="nowhere"), CODE: good}
    fresh = Rooms(stage.store, "client", time=stage.time)
    await fresh.open(None)
    assert list(fresh.live) == [CODE]
    assert "room broken could not be loaded" in caplog.text
