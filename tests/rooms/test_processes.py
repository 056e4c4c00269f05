"""Several processes, one room: whatever one does, the others show; with a feed that loses everything, too."""

import asyncio
import itertools
import random
from datetime import timedelta
from typing import Any

import pytest

from rooms.fleet import Fleet, Process
from rooms.stage import CLOCK, CODE, OPTIONS, TAKES, Guest, same_as_a_fresh_welcome, without_nulls
from splendor import rules
from splendor.records import Player, Unavailable
from splendor.rooms import elsewhere
from splendor.rooms.catching_up import be_current
from splendor.rooms.refusal import Refusal
from support.fake_time import FakeTime

pytestmark = pytest.mark.anyio

BLIND = {"type": "reserve", "deck": 2}


async def two(players: int = 2, *watchers: str, clock: dict[str, Any] | None = None) -> tuple[Fleet, list[Guest]]:
    """A game that has just begun: the first player and every other at `near`, the rest at `far`; guests in order of
    turns, then the watchers, at both."""
    seats = ("ada", "lin", "bo", "cy")[:players]
    fleet = Fleet(*seats, options={**OPTIONS, "clock": clock})
    guests = []
    for n, seat in enumerate(seats):
        guests += await fleet.processes[n % 2].enter(seat)
    for watcher in watchers:
        for process in fleet.processes:
            guests += await process.enter(watcher)
    await guests[0].send("start")
    await fleet.settle()
    play = (await fleet.near.room()).play
    assert play is not None
    first = play.state.start
    return fleet, guests[first:players] + guests[:first] + guests[players:]


def views(guests: list[Guest]) -> list[Any]:
    return [(without_nulls(guest.seen.game or {}).get("seq"), len(guest.seen.log)) for guest in guests]


async def all_the_same(fleet: Fleet, guests: list[Guest]) -> None:
    """What every connection has is what a newcomer gets, at its process; and the rooms agree."""
    rooms = [await process.room() for process in fleet.processes]
    for room in rooms:
        same_as_a_fresh_welcome(room, [guest for guest in guests if guest.room is room])
    shown = [{**without_nulls(room.shown), "rev": 0} for room in rooms]
    assert all(view == shown[0] for view in shown)
    plays = [room.play for room in rooms if room.play]
    assert all(play.state == plays[0].state and play.seq == plays[0].seq for play in plays)


def process_of(fleet: Fleet, guest: Guest) -> Process:
    return next(process for process in fleet.processes if guest.room in process.rooms.live.values())


def other_than(fleet: Fleet, guest: Guest) -> Process:
    return next(process for process in fleet.processes if guest.room not in process.rooms.live.values())


def rows(fleet: Fleet) -> list[dict[str, Any]]:
    return [row.action for journal in fleet.stage.store.journal.values() for row in journal]


async def test_a_game_goes_back_and_forth_between_two_processes() -> None:
    fleet, guests = await two(2, "eve")
    for n in range(8):
        await guests[n % 2].act(TAKES[n % 4] if n < 4 else BLIND if n == 4 else {"type": "reserve", "deck": 1})
        await fleet.settle()
        assert views(guests) == [(n + 1, n + 1)] * 4
    await all_the_same(fleet, guests)


async def test_with_a_feed_that_loses_everything_a_look_finds_all() -> None:
    fleet, guests = await two(2, "eve")
    fleet.near.feed.is_cut = True
    await guests[0].act(TAKES[0])
    await guests[0].send("chat", text="moved")
    fleet.stage.store.people[guests[0].id] = renamed = Player(id=guests[0].id, name="New name")
    process_of(fleet, guests[0]).rooms.rename(renamed)
    await fleet.settle()
    assert {seq for seq, _ in views(guests)} == {0, 1}
    for process in fleet.processes:
        await process.elsewhere.look()
        await process.elsewhere.look()
    await fleet.settle()
    assert views(guests) == [(1, 1)] * 4
    assert [line["text"] for guest in guests for line in guest.seen.chat] == ["moved"] * 4
    assert all("New name" in [seat["name"] for seat in guest.seen.room["seats"] if seat] for guest in guests)
    await all_the_same(fleet, guests)


async def test_who_connects_is_never_shown_less_than_what_was_acknowledged() -> None:
    fleet, guests = await two()
    fleet.near.feed.is_cut = True
    await guests[0].act(TAKES[0])
    await guests[0].send("chat", text="said")
    other = other_than(fleet, guests[0])
    room = await other.room()
    assert room.play is not None
    assert room.play.seq == 0
    await be_current(room)
    (again,) = await other.enter(guests[0].id)
    assert again.seen.game is not None
    assert again.seen.game["seq"] == 1
    assert [line["text"] for line in again.seen.chat] == ["said"]


async def test_an_act_that_another_process_has_already_is_the_same_act() -> None:
    fleet, guests = await two()
    fleet.near.feed.is_cut = True
    await guests[0].act(TAKES[0])
    other = other_than(fleet, guests[0])
    (tab,) = await other.enter(guests[0].id)
    await tab.act(TAKES[0], 1)
    assert len(rows(fleet)) == 1
    (tab_of_the_next,) = await other.enter(guests[1].id)
    await tab_of_the_next.act(TAKES[1], 2)
    assert len(rows(fleet)) == 2


async def test_an_act_that_is_ahead_of_what_this_process_knows_is_no_stale_one() -> None:
    fleet, guests = await two()
    (tab,) = await other_than(fleet, guests[1]).enter(guests[1].id)
    away = next(guest for guest in (guests[1], tab) if guest.room is not guests[0].room)
    fleet.near.feed.is_cut = True
    await guests[0].act(TAKES[0])
    assert away.seen.game is not None
    assert away.seen.game["seq"] == 0
    await away.act(TAKES[1], 2)
    assert len(rows(fleet)) == 2
    with pytest.raises(Refusal, match="the game is at 2"):
        await away.act(TAKES[1], 7)


@pytest.mark.parametrize("cut", [False, True])
async def test_every_client_tries_every_action_and_each_number_is_won_once(cut: bool) -> None:
    fleet, guests = await two(4, "eve")
    fleet.near.feed.is_cut = cut
    dice = random.Random(5)
    play = guests[0].room.play
    assert play is not None
    for number in range(1, 31):
        legal = rules.legal_actions(play.state)
        actions = [rules.action_to_json(dice.choice(legal)) for _ in range(3)]
        tries = [guest.act(action, number) for guest, action in itertools.product(guests, actions)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert all(answer is None or isinstance(answer, Refusal) for answer in answers)
        await be_current(guests[0].room)
    for process in fleet.processes:
        await process.elsewhere.look()
    await fleet.settle()
    journal = fleet.stage.store.journal["".join(fleet.stage.store.games)]
    assert [row.seq for row in journal] == list(range(1, len(journal) + 1))
    assert len(journal) >= 30
    for guest in guests:
        moves = [message["seq"] for message in guest.seen.messages if message["type"] == "move"]
        assert moves == list(range(1, len(journal) + 1))
    await all_the_same(fleet, guests)


async def test_what_happens_elsewhere_while_a_room_is_being_read_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    fleet = Fleet("ada", "lin")
    (ada,) = await fleet.near.enter("ada")
    chat, happened = fleet.stage.store.chat, False

    async def slow(room: str, limit: int = 50) -> Any:
        nonlocal happened
        lines = await chat(room, limit)
        if not happened:  # the far process has read all but the chat by now
            happened = True
            await fleet.near.enter("lin", "eve")
            await ada.send("start")
            await ada.send("chat", text="go")
            await fleet.settle()
        return lines

    monkeypatch.setattr(fleet.stage.store, "chat", slow)
    room = await fleet.far.room()
    (bo,) = await fleet.far.enter("bo")
    assert happened
    assert room.play is not None
    assert bo.seen.room["status"] == "playing"
    assert [seat["online"] for seat in bo.seen.room["seats"] if seat] == [True, True]
    assert [watcher["player"] for watcher in bo.seen.room["watchers"]] == ["bo", "eve"]
    assert [line["text"] for line in bo.seen.chat] == ["go"]


# People


async def test_who_is_at_another_process_is_there() -> None:
    fleet, guests = await two(2, "eve")
    for guest in guests:
        assert [seat["online"] for seat in guest.seen.room["seats"] if seat] == [True, True]
        assert guest.seen.room["watchers"] == [{"player": "eve", "name": "Eve"}]
    guests[1].leave()
    await fleet.settle()
    away = [seat for seat in guests[0].seen.room["seats"] if seat and not seat["online"]]
    assert [seat["player"] for seat in away] == [guests[1].id]
    await all_the_same(fleet, [guests[0], *guests[2:]])


async def test_one_who_moves_to_another_process_was_never_away() -> None:
    fleet, guests = await two()
    other = other_than(fleet, guests[0])
    (moved,) = await other.enter(guests[0].id)
    guests[0].leave()
    await fleet.settle()
    seats = guests[1].seen.room["seats"]
    assert [seat["online"] for seat in seats if seat] == [True, True]
    stay = other.rooms.presence.stay(CODE, moved.id)
    assert stay is not None
    assert stay.came == fleet.stage.time.now()
    await all_the_same(fleet, [moved, guests[1]])


async def test_the_host_is_the_same_everywhere_also_while_another_stands_in() -> None:
    fleet, guests = await two(3)
    ada = next(guest for guest in guests if guest.id == "ada")
    ada.leave()
    await fleet.passes(31)
    hosts = {(await process.room()).host for process in fleet.processes}
    assert len(hosts) == 1
    assert hosts != {"ada"}
    assert {guest.seen.room["host"] for guest in guests if guest is not ada} == hosts


async def test_when_a_process_dies_who_was_there_has_gone_and_its_clocks_run_on() -> None:
    fleet, guests = await two(2, clock=CLOCK)
    there, here = process_of(fleet, guests[0]), other_than(fleet, guests[0])
    await fleet.passes(10)
    fleet.kill(there)
    await fleet.passes(4)
    assert [seat["online"] for seat in guests[1].seen.room["seats"] if seat] == [True, True]
    await fleet.passes(8)
    away = [seat["player"] for seat in guests[1].seen.room["seats"] if seat and not seat["online"]]
    assert away == [guests[0].id]
    assert CODE in here.rooms.live
    await fleet.passes(3600)
    assert "clock" in [row.get("by") for row in rows(fleet)] or {"type": "clock"} in [
        {"type": row["type"]} for row in rows(fleet)
    ]


async def test_a_room_with_a_clock_that_only_a_dead_process_had_is_taken_over() -> None:
    fleet = Fleet("ada", "lin", options={**OPTIONS, "clock": CLOCK})
    await fleet.passes(10)
    (ada,) = await fleet.near.enter("ada")
    await ada.send("start")
    await fleet.settle()
    assert CODE not in fleet.far.rooms.live
    fleet.kill(fleet.near)
    await fleet.passes(12)
    assert CODE in fleet.far.rooms.live


async def test_a_process_that_was_taken_for_dead_says_that_it_lives() -> None:
    fleet, guests = await two()
    await fleet.passes(10)
    silent = process_of(fleet, guests[1])
    fleet.processes.remove(silent)
    await fleet.passes(12)
    fleet.processes.append(silent)
    assert [seat["online"] for seat in guests[0].seen.room["seats"] if seat] == [
        seat["player"] != guests[1].id for seat in guests[0].seen.room["seats"] if seat
    ]
    await fleet.passes(4)
    assert [seat["online"] for seat in guests[0].seen.room["seats"] if seat] == [True, True]
    await all_the_same(fleet, guests)


async def test_a_clock_that_is_behind_the_others_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    fleet = Fleet("ada", "lin")
    await fleet.passes(4)
    assert not caplog.messages
    fleet.far.rooms.time = FakeTime(fleet.stage.time.now() - timedelta(seconds=10))
    await fleet.passes(4)
    assert caplog.messages == ["this machine's clock is 12 s or more behind the signs of life in the database"]


async def test_the_server_that_ends_sends_away_without_saying_that_anybody_left() -> None:
    fleet, guests = await two()
    guests[1].room.leave(guests[1].viewer, is_sent_away=True)
    await fleet.settle()
    assert [seat["online"] for seat in guests[0].seen.room["seats"] if seat] == [True, True]


async def test_since_when_a_seat_is_away_is_the_same_at_every_process() -> None:
    fleet, guests = await two(3)
    for guest in guests:
        guest.leave()
    await fleet.settle()
    fleet.stage.store.there.clear()
    for process in fleet.processes:
        for room in list(process.rooms.live.values()):
            process.rooms.drop(room)
    (one,) = await fleet.near.enter(guests[0].id)
    await fleet.passes(20)
    (other,) = await fleet.far.enter(guests[1].id)
    third = [
        next(seat for seat in guest.seen.room["seats"] if seat and seat["player"] == guests[2].id)
        for guest in (one, other)
    ]
    assert third[0] == third[1]
    assert third[0]["online"] is False


async def test_since_when_a_seat_is_away_is_the_same_also_where_the_room_had_left_memory() -> None:
    """Who is away left by a process that has let go of the room since, and there some of the others come back to it:
    the vote is about one absence, and what they choose adds up."""
    fleet, guests = await two(4)
    away = guests[0]
    there, elsewhere = process_of(fleet, away), other_than(fleet, away)
    for guest in guests:
        guest.leave()
    await fleet.settle()
    left = fleet.stage.time.now()
    await fleet.passes(100)
    there.rooms.drop(there.rooms.live[CODE])
    (one,) = await there.enter(guests[1].id)
    two_, three = await elsewhere.enter(guests[2].id, guests[3].id)
    rooms = [await process.room() for process in fleet.processes]
    assert [room.away(away.id) for room in rooms] == [left, left]
    seat = next(n for n, seat in enumerate(one.seen.room["seats"]) if seat and seat["player"] == away.id)
    for guest in (one, two_):
        await guest.send("absent", seat=seat, choice="skip")
        await fleet.settle()
    assert [row["by"] for row in rows(fleet)] == ["table"]
    await all_the_same(fleet, [one, two_, three])


async def test_since_when_a_seat_is_away_outlasts_the_room_in_memory() -> None:
    fleet, guests = await two(2, "eve")
    gone, rest = guests[0], guests[1]
    left, stays = process_of(fleet, gone), process_of(fleet, rest)
    since = fleet.stage.time.now()
    gone.leave()
    for guest in guests[2:]:
        guest.leave()
    await fleet.settle()
    await fleet.passes(20)
    left.rooms.drop(await left.room())
    (watcher,) = await left.enter("eve")
    assert [process.rooms.live[CODE].away(gone.id) for process in (left, stays)] == [since, since]
    await all_the_same(fleet, [watcher, rest])
    (again,) = await left.enter(gone.id)
    assert all(process.rooms.live[CODE].away(gone.id) is None for process in (left, stays))
    again.leave()
    await fleet.settle()
    assert {process.rooms.live[CODE].away(gone.id) for process in (left, stays)} == {fleet.stage.time.now()}
    await all_the_same(fleet, [watcher, rest])


# What another process did, and this one does not know yet


async def apart() -> tuple[Fleet, Guest, Guest]:
    """Ada hosts at `near`, Lin watches at `far`; neither process hears of the other."""
    fleet = Fleet("ada")
    (ada,) = await fleet.near.enter("ada")
    (lin,) = await fleet.far.enter("lin")
    fleet.near.feed.is_cut = True
    return fleet, ada, lin


async def test_who_sat_down_elsewhere_is_there_when_it_starts() -> None:
    fleet, ada, lin = await apart()
    await lin.send("sit")
    await ada.send("start")
    assert fleet.stage.store.rooms[CODE].status == "playing"


async def test_a_seat_that_was_left_elsewhere_is_free() -> None:
    fleet, ada, lin = await apart()
    await lin.send("sit", seat=1)
    await be_current(ada.room)
    await lin.send("stand")
    await ada.send("sit", seat=1)
    assert fleet.stage.store.rooms[CODE].seats[:2] == (None, "ada")


async def test_ok_is_said_of_what_is_so_and_not_of_what_was() -> None:
    fleet, _, lin = await apart()
    (tab,) = await fleet.near.enter("lin")
    await tab.send("sit", seat=1)
    await be_current(lin.room)
    await lin.send("stand")
    await tab.send("sit", seat=1)
    assert fleet.stage.store.rooms[CODE].seats[:2] == ("ada", "lin")


async def test_a_pause_that_was_ended_elsewhere_begins_anew() -> None:
    fleet, guests = await two(2, clock=CLOCK)
    ada = next(guest for guest in guests if guest.id == "ada")
    assert ada.room.play is not None
    game = ada.room.play.record.id
    (tab,) = await other_than(fleet, ada).enter("ada")
    await ada.send("pause", game=game, paused=True)
    await fleet.settle()
    fleet.near.feed.is_cut = True
    await tab.send("pause", game=game, paused=False)
    await ada.send("pause", game=game, paused=True)
    assert [row.get("held") for row in rows(fleet)] == ["pause", None, "pause"]


async def test_who_is_refused_while_the_store_is_away_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fleet, ada, _ = await apart()

    async def away(_: str) -> None:
        raise Unavailable("away")

    monkeypatch.setattr(fleet.stage.store, "room", away)
    with pytest.raises(Refusal, match="a game needs two players"):
        await ada.send("start")


# What is decided together


async def test_a_rematch_is_agreed_on_across_processes() -> None:
    fleet, guests = await two(2)
    await guests[0].send("resign", game="".join(fleet.stage.store.games))
    await fleet.settle()
    assert guests[1].seen.room["status"] == "over"
    await guests[0].send("rematch")
    await fleet.settle()
    assert guests[1].seen.room["rematch"] == [guests[0].id]
    await guests[1].send("rematch")
    await fleet.settle()
    assert len(fleet.stage.store.games) == 2
    assert [guest.seen.room["status"] for guest in guests] == ["playing", "playing"]
    assert len({(guest.seen.game or {})["id"] for guest in guests}) == 1
    await all_the_same(fleet, guests)


async def test_to_take_back_is_asked_and_answered_across_processes() -> None:
    fleet, guests = await two(3)
    await guests[0].act(BLIND)
    await fleet.settle()
    await guests[0].send("undo", game="".join(fleet.stage.store.games), seq=1)
    await fleet.settle()
    for guest in guests[1:]:
        assert guest.seen.room["ask"]["seq"] == 1
        await guest.send("consent", game="".join(fleet.stage.store.games), seq=1, yes=True)
        await fleet.settle()
    assert [row["type"] for row in rows(fleet)] == ["reserve", "undo"]
    await all_the_same(fleet, guests)


async def test_two_last_consents_at_two_processes_at_once_are_one_undo() -> None:
    fleet, guests = await two(3)
    game = "".join(fleet.stage.store.games)
    await guests[0].act(BLIND)
    await fleet.settle()
    await guests[0].send("undo", game=game, seq=1)
    await fleet.settle()
    await asyncio.gather(*(guest.send("consent", game=game, seq=1, yes=True) for guest in guests[1:]))
    await fleet.settle()
    assert [row["type"] for row in rows(fleet)] == ["reserve", "undo"]
    await all_the_same(fleet, guests)


async def test_what_becomes_of_a_seat_that_is_away_is_chosen_across_processes() -> None:
    fleet, guests = await two(4)
    guests[0].leave()
    seat = guests[0].seen.you["seat"]
    await fleet.passes(61)
    for guest in guests[1:]:
        assert guest.seen.room["vote"]["seat"] == seat
    await guests[1].send("absent", seat=seat, choice="skip")
    await fleet.settle()
    assert all(guest.seen.room["vote"]["choices"]["skip"] == [guests[1].seen.you["seat"]] for guest in guests[1:])
    await guests[2].send("absent", seat=seat, choice="skip")
    await fleet.settle()
    assert [row["by"] for row in rows(fleet)] == ["table"]
    assert guests[3].seen.room.get("vote") is None
    await all_the_same(fleet, guests[1:])


async def test_two_processes_may_both_fire_and_one_wins() -> None:
    fleet, guests = await two(2, clock=CLOCK)
    await fleet.passes(62)
    timed_out = [row for row in rows(fleet) if row.get("by") == "clock"]
    assert len(timed_out) == 1
    await all_the_same(fleet, guests)


# The rest of what is shown


async def test_a_line_of_chat_is_shown_everywhere_once() -> None:
    fleet, guests = await two(2, "eve")
    await asyncio.gather(*(guest.send("chat", text=f"from {n}") for n, guest in enumerate(guests)))
    await fleet.settle()
    for process in fleet.processes:
        await process.elsewhere.look()
    await fleet.settle()
    for guest in guests:
        assert sorted(line["text"] for line in guest.seen.chat) == [f"from {n}" for n in range(4)]


async def test_chat_is_in_the_same_order_everywhere() -> None:
    fleet, guests = await two(2)
    process_of(fleet, guests[0]).feed.is_cut = True
    await guests[0].send("chat", text="first")
    await guests[1].send("chat", text="second")
    for process in fleet.processes:
        await process.elsewhere.look()
    await fleet.settle()
    for guest in guests:
        assert [line["text"] for line in guest.seen.chat] == ["first", "second"]


async def test_a_reaction_is_shown_everywhere() -> None:
    fleet, guests = await two()
    await guests[0].send("react", reaction="nice")
    await fleet.settle()
    assert guests[1].seen.messages[-1] == {"type": "react", "player": guests[0].id, "reaction": "nice"}


async def test_who_goes_on_at_another_device_is_replaced_everywhere() -> None:
    fleet, guests = await two()
    store = fleet.stage.store
    player = guests[1].id
    store.tokens -= {f"secret of {player}"}
    other = other_than(fleet, guests[1])
    other.rooms.replace(player)
    await fleet.settle()
    assert guests[1].seen.byes == ["replaced"]
    assert guests[0].seen.byes == []


async def test_that_one_was_replaced_is_found_though_the_note_was_lost() -> None:
    fleet, guests = await two()
    fleet.stage.store.tokens -= {f"secret of {guests[1].id}"}
    for process in fleet.processes:
        await process.elsewhere.look()
    assert guests[1].seen.byes == ["replaced"]
    assert guests[0].seen.byes == []


async def test_a_room_that_another_process_deleted_is_left() -> None:
    fleet = Fleet("ada")
    (ada,) = await fleet.near.enter("ada")
    del fleet.stage.store.rooms[CODE]
    await fleet.near.elsewhere.look()
    await fleet.settle()
    assert ada.seen.byes == ["restart"]
    assert CODE not in fleet.near.rooms.live


async def test_a_lobby_with_somebody_at_another_process_is_not_closed() -> None:
    fleet = Fleet("ada")
    await fleet.far.enter("ada")
    room = await fleet.near.room()
    assert fleet.near.rooms.presence.there(CODE) == {"ada"}
    assert room.shown["seats"][0]["online"] is True


@pytest.mark.parametrize(
    "note", [(), ("game",), ("game", 1, 2, 3), ("room", 7), ("odd", "x"), ("react", "x", "y", None)]
)
async def test_a_note_that_says_nothing_to_us_is_ignored(note: Any) -> None:
    fleet, guests = await two()
    for process in fleet.processes:
        process.elsewhere.heard(note)
    await fleet.settle()
    await all_the_same(fleet, guests)


async def test_while_the_store_is_away_it_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "AGAIN", 0.01)
    fleet, guests = await two()
    other = next(guest for guest in guests if guest.room is not guests[0].room)
    store, asked = fleet.stage.store, 0
    actions = store.actions

    async def away(game: str, after: int = 0) -> Any:
        nonlocal asked
        asked += 1
        if asked <= 2:
            raise Unavailable("away")
        return await actions(game, after)

    monkeypatch.setattr(store, "actions", away)
    await guests[0].act(TAKES[0])
    await fleet.settle()
    assert asked == 3
    assert (other.seen.game or {})["seq"] == 1
