"""The clock of a game: a value folded from the journal."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooms.stage import NOON, OPTIONS
from splendor import records
from splendor.rooms.clock import GRACE, Clock, later, millis, new_clock
from splendor.rooms.moments import stamp

TAKE = {"type": "take", "tokens": {"ruby": 2}}


def a_clock(*left: int, **changes: Any) -> Clock:
    fields: dict[str, Any] = {"increment": 5_000, "advisory": False, "since": NOON}
    return Clock(left=left or (60_000, 60_000), **{**fields, **changes})


def a_row(action: dict[str, Any], seconds: float, seat: int = 0) -> records.Action:
    return records.Action(game="g", seq=1, seat=seat, action=action, at=NOON + timedelta(seconds=seconds))


def after(clock: Clock, action: dict[str, Any], seconds: float, turn: int = 0, to: int | None = None) -> Clock:
    return clock.after(a_row(action, seconds), turn, turn if to is None else to, False)


def from_(seconds: float) -> str:
    return stamp(NOON + timedelta(seconds=seconds))


def a_game(**clock: Any) -> records.Game:
    return records.Game(
        id="g", room="r", options={**OPTIONS, "clock": clock or None}, players=("a", "b", "c"), names=("a", "b", "c"),
        seed="5eed", deal={}, created=NOON,
    )  # fmt: skip


def test_without_the_option_there_is_none() -> None:
    assert new_clock(a_game()) is None


def test_it_starts_with_the_bank_for_each_seat_when_the_game_is_made() -> None:
    clock = new_clock(a_game(bank=600, increment=10, advisory=False))
    assert clock == Clock((600_000,) * 3, 10_000, False, NOON)
    assert clock.to_json() == {"left": [600_000] * 3, "since": "2026-05-01T12:00:00.000Z"}
    assert clock.deadline(0) == NOON + timedelta(seconds=600)


def test_the_turn_that_passes_costs_its_time_and_brings_the_increment() -> None:
    clock = after(a_clock(), TAKE, 10, to=1)
    assert clock.left == (55_000, 60_000)
    assert clock.since == NOON + timedelta(seconds=10)


def test_return_and_noble_are_steps_on_the_same_clock() -> None:
    clock = after(a_clock(), TAKE, 10)
    assert clock.left == (50_000, 60_000)
    assert after(clock, {"type": "return", "tokens": {}}, 12, to=1).left == (53_000, 60_000)


def test_out_of_turn_time_runs_for_the_seat_to_act() -> None:
    assert after(a_clock(), {"type": "resign"}, 4, turn=1, to=1).left == (60_000, 56_000)


def test_it_is_never_below_zero_and_an_increment_counts_from_there() -> None:
    assert after(a_clock(), TAKE, 100).left == (0, 60_000)
    assert after(a_clock(), TAKE, 100, to=1).left == (5_000, 60_000)


def test_a_row_that_is_dated_before_the_last_one_costs_nothing() -> None:
    clock = after(a_clock(), TAKE, -30, to=1)
    assert clock.left == (65_000, 60_000)
    assert clock.since == NOON


def test_paused_it_stands_still_whoever_acts_until_it_runs_on() -> None:
    clock = after(a_clock(), {"type": "clock", "held": "pause"}, 10)
    assert clock.to_json() == {"left": [50_000, 60_000], "held": "pause"}
    clock = after(clock, TAKE, 500, to=1)
    assert clock.to_json() == {"left": [55_000, 60_000], "held": "pause"}
    clock = after(clock, {"type": "clock"}, 1000, turn=1)
    assert clock.to_json() == {"left": [55_000, 60_000], "since": from_(1000)}


def test_held_for_somebody_away_it_stood_still_since_they_went() -> None:
    clock = after(a_clock(), {"type": "clock", "held": "away", "from": from_(10)}, 12)
    assert clock.to_json() == {"left": [50_000, 60_000], "held": "away"}
    assert clock.grace_ends == NOON + timedelta(seconds=70)
    back = after(clock, {"type": "clock"}, 30)
    assert back.to_json() == {"left": [50_000, 60_000], "since": from_(30)}
    assert back.grace == GRACE - 20_000


def test_the_grace_is_for_a_turn_and_used_up_bit_by_bit() -> None:
    clock = a_clock()
    for start in (0, 40):
        clock = after(clock, {"type": "clock", "held": "away", "from": from_(start)}, start)
        clock = after(clock, {"type": "clock"}, start + 30)
    assert clock.grace == 0
    assert after(clock, TAKE, 80, to=1).grace == GRACE


def test_what_was_held_for_a_seat_runs_on_with_the_next_turn() -> None:
    clock = after(a_clock(), {"type": "clock", "held": "away", "from": from_(0)}, 2)
    clock = after(clock, TAKE, 30, to=1)
    assert clock.to_json() == {"left": [65_000, 60_000], "since": from_(30)}


def test_a_credit_gives_back_its_time_and_not_twice() -> None:
    credit = {"type": "clock", "credit": 30_000, "from": from_(5)}
    clock = after(a_clock(), credit, 35)
    assert clock.left == (55_000, 60_000)
    assert after(clock, credit, 36).left == (54_000, 60_000)


@pytest.mark.parametrize(
    ("start", "credit", "left"), [(-60, 70_000, 60_000), (-60, 30_000, 50_000), (5, 900_000, 55_000)]
)
def test_a_credit_gives_no_more_than_ran(start: int, credit: int, left: int) -> None:
    """Fault 51: what began before the last row was charged there, and what is yet to come did not run."""
    clock = after(a_clock(), {"type": "clock", "credit": credit, "from": from_(start)}, 10)
    assert clock.left == (left, 60_000)


def test_a_clock_that_is_held_stays_so_through_a_credit() -> None:
    clock = after(a_clock(), {"type": "clock", "held": "pause"}, 10)
    assert after(clock, {"type": "clock", "credit": 5_000, "from": from_(11)}, 20).to_json() == clock.to_json()


def test_a_turn_taken_back_takes_back_its_increment() -> None:
    clock = after(a_clock(), TAKE, 10, to=1)
    clock = after(clock, {"type": "undo", "of": 1}, 12, turn=1, to=0)
    assert clock.left == (50_000, 58_000)


def test_when_the_game_is_over_it_stands() -> None:
    clock = a_clock().after(a_row(TAKE, 10), 0, 1, True)
    assert clock.to_json() == {"left": [55_000, 60_000]}
    assert not clock.runs


# Laws

rows = st.lists(
    st.tuples(
        st.sampled_from(["act", "step", "pause", "away", "on", "credit", "deputy"]),
        st.integers(-2_000, 90_000),
        st.integers(0, 90_000),
    ),
    max_size=40,
)


def told(events: list[tuple[str, int, int]]) -> list[tuple[records.Action, int, int]]:
    """Rows with the seats to act before and after each; time may step back between processes."""
    at, turn, found = NOON, 0, []
    for n, (kind, wait, span) in enumerate(events, start=1):
        at = later(at, wait)
        begin = stamp(later(at, -span))
        action = {
            "act": TAKE,
            "step": TAKE,
            "pause": {"type": "clock", "held": "pause"},
            "away": {"type": "clock", "held": "away", "from": begin},
            "on": {"type": "clock"},
            "credit": {"type": "clock", "credit": span, "from": begin},
            "deputy": {"type": "deputy", "on": True},
        }[kind]
        to = (turn + 1) % 3 if kind == "act" else turn
        found.append((records.Action(game="g", seq=n, seat=turn, action=action, at=at), turn, to))
        turn = to
    return found


@given(rows, st.integers(0, 20_000), st.integers(0, 200_000))
def test_no_time_is_made_or_lost(events: list[tuple[str, int, int]], increment: int, bank: int) -> None:
    """What all have left is what all had, and the increments, less at most the time that has passed; never less than
    zero, never more than was given; and since never goes back behind what was charged."""
    clock = Clock((bank,) * 3, increment, False, NOON)
    for row, before, turn in told(events):
        was, clock = clock, clock.after(row, before, turn, False)
        given_ = increment if before != turn else 0
        passed = millis(max(row.at, was.since) - was.since)
        change = sum(clock.left) - sum(was.left)
        assert given_ - passed <= change <= given_
        assert min(clock.left) >= 0
        assert clock.since >= was.since
        assert 0 <= clock.grace <= GRACE
        assert [clock.left[seat] for seat in range(3) if seat != before] == [
            was.left[seat] for seat in range(3) if seat != before
        ]
        if was.held is not None:
            assert change == given_
        elif row.action["type"] != "clock" and was.left[before] >= passed:
            assert change == given_ - passed
        assert (clock.to_json().get("since") is None) is (clock.held is not None)


@given(rows, st.integers(0, 40))
def test_a_fold_may_be_cut_anywhere(events: list[tuple[str, int, int]], cut: int) -> None:
    """Folding all at once is folding a part and going on from there, as after a restart; the same credit told again
    gives nothing more."""
    everything = told(events)

    def fold(clock: Clock, part: list[tuple[records.Action, int, int]]) -> Clock:
        for row, before, turn in part:
            clock = clock.after(row, before, turn, False)
        return clock

    begun = Clock((100_000,) * 3, 1_000, False, NOON)
    assert fold(fold(begun, everything[:cut]), everything[cut:]) == fold(begun, everything)
    for row, before, turn in everything:
        begun = begun.after(row, before, turn, False)
        if "credit" in row.action:
            assert begun.after(row, before, turn, False) == begun
