"""Who sits where: pure changes of a room's record, and every refusal."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rooms.stage import CODE, NOON, OPTIONS, a_record
from splendor.records import Room
from splendor.rooms import table
from splendor.rooms.refusal import Refusal
from splendor.wire.options import ClockIn, OptionsIn

LATER = NOON + timedelta(minutes=1)
SCORE = {"game": "g1", "winners": [0], "points": [15, 9], "players": ["ada", "lin"], "names": ["Ada", "Lin"]}


def refused(code: str, do: Callable[[], Any]) -> None:
    with pytest.raises(Refusal) as caught:
        do()
    assert caught.value.code == code


# A new room


def test_the_maker_of_a_room_hosts_it_and_sits_in_seat_0() -> None:
    room = table.new_room(CODE, "ada", None, False, NOON)
    assert (room.host, room.seats, room.status) == ("ada", ("ada", None, None, None), "lobby")
    assert room.options == OPTIONS
    assert (room.version, room.game, room.scores, room.kicked) == (0, None, (), ())
    assert (room.created, room.touched) == (NOON, NOON)


def test_a_new_room_has_as_many_seats_as_its_options_say() -> None:
    room = table.new_room(CODE, "ada", OptionsIn(seats=2, clock=ClockIn(bank=60, increment=5)), True, NOON)
    assert room.seats == ("ada", None)
    assert room.public
    assert room.options == {**OPTIONS, "seats": 2, "clock": {"bank": 60, "increment": 5, "advisory": False}}


# Sitting and standing


def test_one_sits_in_the_seat_that_was_asked_for() -> None:
    assert table.sit(a_record("ada"), "lin", 2).seats == ("ada", None, "lin", None)


def test_one_sits_in_the_first_free_seat_when_none_was_named() -> None:
    assert table.sit(a_record(None, "ada"), "lin", None).seats == ("lin", "ada", None, None)


def test_who_sits_moves_to_a_free_seat_and_leaves_none_behind() -> None:
    assert table.sit(a_record("ada", "lin"), "ada", 3).seats == (None, "lin", None, "ada")


@pytest.mark.parametrize("seat", [None, 1])
def test_sitting_where_one_sits_changes_nothing(seat: int | None) -> None:
    room = a_record("ada", "lin")
    assert table.sit(room, "lin", seat) == room


def test_nobody_sits_down_or_stands_up_during_a_game() -> None:
    room = a_record("ada", "lin", status="playing")
    refused("wrong_status", lambda: table.sit(room, "bo", None))
    refused("wrong_status", lambda: table.sit(room, "bo", 3))
    refused("wrong_status", lambda: table.stand(room, "ada"))


def test_a_taken_seat_stays_its_owners() -> None:
    refused("seat_taken", lambda: table.sit(a_record("ada", "lin"), "bo", 1))
    refused("seat_taken", lambda: table.sit(a_record("ada", "lin"), "ada", 1))


def test_a_full_room_takes_nobody() -> None:
    refused("room_full", lambda: table.sit(a_record("ada", "lin", "bo", "cy"), "eve", None))


def test_there_is_no_seat_beyond_the_last() -> None:
    refused("not_found", lambda: table.sit(a_record("ada", seats=("ada", None)), "lin", 2))


def test_a_kicked_player_does_not_sit() -> None:
    room = a_record("ada", kicked=("lin",))
    refused("forbidden", lambda: table.sit(room, "lin", None))
    refused("forbidden", lambda: table.sit(room, "lin", 1))


def test_between_games_one_sits_and_stands_as_in_the_lobby() -> None:
    room = a_record("ada", "lin", status="over", game="g1")
    assert table.sit(room, "bo", None).seats == ("ada", "lin", "bo", None)
    assert table.sit(room, "ada", 3).seats == (None, "lin", None, "ada")
    assert table.stand(room, "ada").seats == (None, "lin", None, None)
    assert table.set_options(room, OptionsIn(seats=2), None).seats == ("ada", "lin")


def test_standing_up_frees_the_seat() -> None:
    assert table.stand(a_record("ada", "lin"), "lin").seats == ("ada", None, None, None)


def test_a_watcher_does_not_stand_up() -> None:
    refused("forbidden", lambda: table.stand(a_record("ada"), "lin"))


# Kicking


def test_kicking_frees_the_seat_and_remembers_whose_it_was() -> None:
    room = table.kick(a_record("ada", "lin"), 1, "ada")
    assert room.seats == ("ada", None, None, None)
    assert room.kicked == ("lin",)


def test_nobody_is_remembered_twice_as_kicked() -> None:
    assert table.kick(a_record("ada", "lin", kicked=("lin",)), 1, "ada").kicked == ("lin",)


@pytest.mark.parametrize("seat", [2, 3, 4])
def test_an_empty_or_missing_seat_has_nobody_to_kick(seat: int) -> None:
    refused("not_found", lambda: table.kick(a_record("ada", "lin"), seat, "ada"))


def test_who_is_admitted_again_may_sit_and_the_others_still_may_not() -> None:
    room = table.admit(a_record("ada", kicked=("lin", "bo")), "lin")
    assert room.kicked == ("bo",)
    assert table.sit(room, "lin", 1).seats[1] == "lin"
    refused("forbidden", lambda: table.sit(room, "bo", 1))


def test_nobody_is_admitted_who_was_not_removed() -> None:
    refused("not_found", lambda: table.admit(a_record("ada", "lin"), "lin"))


def test_the_host_is_not_kicked() -> None:
    refused("forbidden", lambda: table.kick(a_record("ada", "lin"), 0, "ada"))


def test_whoever_hosts_for_the_owner_and_removes_them_owns_the_room() -> None:
    room = table.kick(a_record("ada", "lin"), 0, "lin")
    assert (room.host, room.seats, room.kicked) == ("lin", (None, "lin", None, None), ("ada",))
    refused("forbidden", lambda: table.kick(a_record("ada", "lin"), 1, "lin"))


# Options


def test_only_the_options_that_were_named_change() -> None:
    room = a_record("ada", options={**OPTIONS, "relaxed_take": True})
    changed = table.set_options(room, OptionsIn(target=21), None)
    assert changed.options == {**OPTIONS, "relaxed_take": True, "target": 21}
    assert changed.public == room.public


def test_a_clock_is_changed_as_a_whole_with_what_it_leaves_out() -> None:
    before = a_record("ada", options={**OPTIONS, "clock": {"bank": 90, "increment": 5, "advisory": True}})
    changed = table.set_options(before, OptionsIn(clock=ClockIn(bank=60, increment=0)), None)
    assert changed.options == {**OPTIONS, "clock": {"bank": 60, "increment": 0, "advisory": False}}


@pytest.mark.parametrize("public", [True, False])
def test_a_room_becomes_public_or_private(public: bool) -> None:
    assert table.set_options(a_record("ada", public=not public), OptionsIn(), public).public is public


def test_fewer_seats_close_up_so_that_everyone_keeps_one() -> None:
    room = table.set_options(a_record("ada", None, None, "lin"), OptionsIn(seats=2), None)
    assert room.seats == ("ada", "lin")
    assert room.options["seats"] == 2


def test_more_seats_are_added_free_and_nobody_moves() -> None:
    room = a_record("ada", seats=(None, "ada"), options={**OPTIONS, "seats": 2})
    assert table.set_options(room, OptionsIn(seats=4), None).seats == (None, "ada", None, None)


def test_no_seat_is_taken_from_under_a_player() -> None:
    refused("seat_taken", lambda: table.set_options(a_record("ada", "lin", "bo"), OptionsIn(seats=2), None))


def test_options_are_not_set_during_a_game() -> None:
    refused("wrong_status", lambda: table.set_options(a_record("ada", status="playing"), OptionsIn(), True))


# Start and end


def test_at_the_start_empty_seats_close_up() -> None:
    room = table.start(a_record("ada", None, "lin"), "g1", LATER)
    assert (room.status, room.game, room.touched) == ("playing", "g1", LATER)
    assert room.seats == ("ada", "lin", None, None)  # others may sit there for the next game
    assert room.options["seats"] == 4


def test_who_is_not_in_for_the_next_game_stands_up() -> None:
    over = a_record("ada", "lin", None, "bo", status="over", game="g1")
    assert table.start(over, "g2", LATER, {"bo", "ada", "eve"}).seats == ("ada", "bo", None, None)
    refused("wrong_status", lambda: table.start(over, "g2", LATER, {"bo", "eve"}))


@pytest.mark.parametrize("seats", [(), ("ada",), (None, "ada")])
def test_a_game_needs_two(seats: tuple[str | None, ...]) -> None:
    refused("wrong_status", lambda: table.start(a_record(*seats), "g1", LATER))


def test_a_game_starts_once() -> None:
    refused("wrong_status", lambda: table.start(a_record("ada", "lin", status="playing"), "g2", LATER))


def test_the_end_of_a_game_adds_its_score() -> None:
    room = table.finish(a_record("ada", "lin", status="playing", game="g1"), SCORE, LATER)
    assert (room.status, room.scores, room.touched) == ("over", (SCORE,), LATER)


def test_a_score_that_stands_there_is_not_added_twice() -> None:
    once = table.finish(a_record("ada", "lin", status="playing", game="g1"), SCORE, LATER)
    assert table.finish(replace(once, status="playing"), SCORE, LATER).scores == (SCORE,)


def test_every_change_leaves_the_record_that_it_was_given_as_it_was() -> None:
    room = a_record("ada", "lin")
    before = replace(room)
    changes: list[Callable[[Room], Room]] = [
        lambda r: table.sit(r, "bo", None),
        lambda r: table.stand(r, "lin"),
        lambda r: table.kick(r, 1, "ada"),
        lambda r: table.set_options(r, OptionsIn(target=20, seats=2), True),
        lambda r: table.start(r, "g1", LATER),
        lambda r: table.finish(r, SCORE, LATER),
    ]
    for change in changes:
        assert change(room) != room
        assert room == before
        assert room.options == OPTIONS
