"""The log of a long game comes out of what is kept of its turns as it went in, for everyone who may read it."""

import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import orjson
import pytest

from rooms.stage import CLOCK, NOON, OPTIONS
from splendor import records, rules
from splendor.rooms import history
from splendor.rooms.moments import stamp
from splendor.rooms.play import ABOUT_TIME, Play
from splendor.rooms.record import game_record
from splendor.rules.events import Reserved

LONG = 160
PAUSE: list[dict[str, Any]] = [{"type": "clock", "held": "pause"}, {"type": "clock"}]
AWAY: list[dict[str, Any]] = [{"type": "clock", "held": "away", "from": stamp(NOON)}, {"type": "clock"}]
Told = tuple[records.Action, tuple[rules.Event, ...]]


def a_game(hide_reserved: bool) -> records.Game:
    options = {**OPTIONS, "target": 21, "hide_reserved": hide_reserved, "clock": CLOCK}
    players = ("p0", "p1", "p2", "p3")
    return records.Game(
        id="g1", room="r", options=options, players=players, names=players, seed="5eed",
        deal=rules.deal("5eed", 4).to_json(), created=NOON,
    )  # fmt: skip


def played(play: Play) -> Iterator[Told]:
    """A game of more than `LONG` numbers, with everything that may stand in a journal; each as it is advanced."""
    dice = random.Random(8)

    def write(seat: int, action: dict[str, Any]) -> Told:
        at = NOON + timedelta(milliseconds=1717 * (play.seq + 1))
        row = records.Action(game="g1", seq=play.seq + 1, seat=seat, action=action, at=at)
        step = play.step(row)
        play.advance(row, step)
        return row, step.events

    action: dict[str, Any] = {}
    while play.seq < LONG or "deck" not in action:  # what is hidden stands at the very end, too
        seat = play.state.turn
        if dice.random() < 0.1:
            for about_time in [*dice.choice([PAUSE, AWAY]), {"type": "deputy", "on": dice.random() < 0.5}]:
                yield write(seat, about_time)
        legal = rules.legal_actions(play.state) or [rules.Pass()]
        blind = [action for action in legal if isinstance(action, rules.Reserve) and action.deck]
        action = rules.action_to_json(dice.choice(blind if blind and dice.random() < 0.5 else legal))
        by = {"by": "deputy"} if dice.random() < 0.1 else {}
        yield write(seat, {**action, **by})
        if play.last is not None and dice.random() < 0.2:
            yield write(play.last.seat, {"type": "undo", "of": play.last.seq})
        if play.seq > LONG / 2 and not play.state.players[2].left:
            yield write(2, {"type": "resign", "by": "vote", "votes": {"for": 2, "of": 3}})
    yield write(play.state.turn, {"type": "end"})


def logged(told: list[Told], audience: int | None, is_over: bool) -> bytes:
    """The log by the rules themselves, of the events as they were."""
    log = []
    for row, events in told:
        if row.action["type"] in (*ABOUT_TIME, "undo"):
            facts = {key: value for key, value in row.action.items() if key != "from"}
        else:
            facts = rules.entry(events, audience, revealed=is_over)
            facts |= {key: row.action[key] for key in ("by", "votes") if key in row.action}
        log.append({"seq": row.seq, "at": stamp(row.at), "seat": row.seat, **facts})
    return orjson.dumps(log)


@pytest.mark.parametrize("hide_reserved", [False, True])
def test_the_log_is_what_the_events_say_to_every_audience_at_every_number(hide_reserved: bool) -> None:
    game = a_game(hide_reserved)
    play = Play(game, [])
    told: list[Told] = []
    for each in played(play):
        told.append(each)
        if play.seq % 7 and not play.is_over:
            continue
        again = Play(game, [row for row, _ in told])
        for audience in (None, 0, 1, 2, 3):
            log = logged(told, audience, play.is_over)
            assert orjson.dumps(play.log(audience)) == log
            assert orjson.dumps(again.log(audience)) == log
    assert play.is_over
    assert play.seq > LONG
    kinds = {row.action["type"] for row, _ in told}
    assert kinds >= {"take", "reserve", "buy", "return", "undo", "clock", "deputy", "resign", "end"}
    assert {row.action.get("by") for row, _ in told} == {None, "deputy", "vote"}


@pytest.mark.parametrize("hide_reserved", [False, True])
def test_a_card_reserved_unseen_is_in_no_log_but_its_owners_until_the_game_is_over(hide_reserved: bool) -> None:
    play = Play(a_game(hide_reserved), [])
    unseen: dict[int, Reserved] = {}
    for row, events in played(play):
        for event in events:
            if isinstance(event, Reserved) and not event.seen:
                unseen[row.seq] = event
        if play.seq % 7 and not play.is_over:
            continue
        for audience in (None, 0, 1, 2, 3):
            log = play.log(audience)
            for seq, event in unseen.items():
                is_told = play.is_over or audience == event.seat
                assert (event.card in str(log[seq - 1])) is is_told
                assert (log[seq - 1].get("card") == event.card) is is_told
    blocks = {(seq - 1) // history.BLOCK for seq in unseen}
    assert len(blocks) > 4
    assert (play.seq - 1) // history.BLOCK in blocks


def test_every_row_is_the_one_that_was_written() -> None:
    game = a_game(hide_reserved=False)
    play = Play(game, [])
    rows = [row for row, _ in played(play)]
    assert [turn.row for turn in play.turns] == rows
    assert [play.turns.turn(seq).row for seq in range(1, play.seq + 1)] == rows
    assert [turn.row for turn in play.turns.beginning_with(20)] == rows[19:]
    assert list(play.turns.beginning_with(play.seq + 1)) == []
    assert len(play.turns) == play.seq == len(rows)
    assert play.touched == rows[-1].at
    for seq in (0, -1, play.seq + 1):
        with pytest.raises(LookupError):
            play.turns.turn(seq)
    record = game_record(game, rows)
    kept = [row for row in rows if row.action["type"] != "undo" and row.seq not in play.undone]
    assert [row["seq"] for row in record["actions"]] == [row.seq for row in kept]
    assert all("card" in row for row in record["actions"] if row["type"] == "reserve")


def test_a_number_is_looked_for_past_rows_about_time_wherever_they_are_kept() -> None:
    play = Play(a_game(hide_reserved=False), [])
    rows = [row for row, _ in played(play)]
    passed_over = 0
    for seq in range(1, play.seq + 1):
        named = next((row.seq for row in rows[seq - 1 :] if row.action["type"] not in ABOUT_TIME), play.seq + 1)
        assert play.named(seq) == named
        passed_over += named != seq
    assert passed_over > 10
    assert [play.named(seq) for seq in (-1, 0, play.seq + 1, play.seq + 9)] == [-1, 0, play.seq + 1, play.seq + 9]


@pytest.mark.parametrize("size", [history.BLOCK - 1, history.BLOCK, history.BLOCK + 1])
def test_rows_about_time_at_the_end_leave_the_next_number(size: int) -> None:
    play = Play(a_game(hide_reserved=False), [])
    for seq in range(1, size + 1):
        row = records.Action(game="g1", seq=seq, seat=0, action=PAUSE[seq % 2], at=NOON)
        play.advance(row, play.step(row))
    assert [play.named(seq) for seq in (1, size, size + 1)] == [size + 1] * 3
