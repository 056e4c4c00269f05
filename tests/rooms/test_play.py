"""A game as it is played in a room: the fold of its journal, and what each audience sees of it."""

import random
from datetime import timedelta
from typing import Any

import pytest

from rooms.stage import NOON, OPTIONS
from splendor import records, rules
from splendor.rooms.patch import KINDS, Kind, apply
from splendor.rooms.play import Play
from support import positions
from support.positions import Position


def a_play(position: Position) -> Play:
    players = tuple(f"p{n}" for n in range(len(position.state.players)))
    options = {**OPTIONS, "target": position.options.target, "hide_reserved": position.options.hide_reserved}
    game = records.Game(
        id="g1", room="r", options=options, players=players, names=players, seed="5eed", deal=position.deal.to_json(),
        created=NOON,
    )  # fmt: skip
    return Play(game, [a_row(seq, seat, action) for seq, (seat, action) in enumerate(position.actions, 1)])


def a_row(seq: int, seat: int, action: rules.Action) -> records.Action:
    return records.Action(
        game="g1", seq=seq, seat=seat, action=rules.action_to_json(action), at=NOON + timedelta(seconds=seq)
    )


def at_the_start(players: int = 3, **options: bool) -> Position:
    deal, chosen = rules.deal("5eed", players), rules.Options(**options)
    return Position(deal, chosen, (), rules.new_game(deal, players, chosen))


def step(
    play: Play, action: rules.Action, seat: int | None = None, kind: Kind = "merge"
) -> dict[int | None, dict[str, Any]]:
    seat = play.state.turn if seat is None else seat
    moves = play.advance(a_row(play.seq + 1, seat, action), rules.apply(play.state, seat, action))
    return {audience: move.message(kind) for audience, move in moves.items()}


def test_a_new_game_has_number_0_and_every_name() -> None:
    play = a_play(at_the_start())
    assert play.seq == 0
    assert play.view(None)["seq"] == 0
    assert [player["name"] for player in play.view(None)["players"]] == ["p0", "p1", "p2"]
    assert play.certain


def test_a_game_is_the_fold_of_its_journal() -> None:
    position = positions.final_round_begun_by(1)
    play = a_play(position)
    assert play.state == position.state
    assert play.seq == len(position.actions) == len(play.log(None))
    assert [entry["seq"] for entry in play.log(0)] == list(range(1, play.seq + 1))


def test_every_step_adds_one_to_the_number_and_rows_come_in_order() -> None:
    play = a_play(at_the_start())
    action = rules.Take((2, 0, 0, 0, 0, 0))
    with pytest.raises(AssertionError):
        play.advance(a_row(2, play.state.turn, action), rules.apply(play.state, play.state.turn, action))
    step(play, action)
    assert play.seq == play.view(None)["seq"] == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hide_reserved", [False, True])
def test_each_audiences_move_makes_its_next_view_of_the_one_before(hide_reserved: bool, kind: Kind) -> None:
    dice = random.Random(3)
    play = a_play(at_the_start(hide_reserved=hide_reserved))
    while not play.is_over:
        before = dict(play.views)
        messages = step(play, dice.choice(rules.legal_actions(play.state)), kind=kind)
        assert messages.keys() == {None, 0, 1, 2}
        for audience, message in messages.items():
            assert apply(before[audience], message["patch"], kind) == play.view(audience)
            assert message["entry"] == play.log(audience)[-1]
            assert (message["type"], message["game"], message["seq"]) == ("move", "g1", play.seq)


def test_audiences_that_see_the_same_share_one_message_and_one_view() -> None:
    play = a_play(at_the_start())
    first, second, third = (play.state.turn + n for n in range(3))
    messages = step(play, rules.Take((2, 0, 0, 0, 0, 0)))
    third %= 3
    assert messages[third] is messages[None]
    assert play.view(third) is play.view(None)
    assert messages[first % 3] is not messages[None]  # it lost its moves
    assert messages[second % 3] is not messages[None]  # and this one got them


def test_each_kind_of_patch_is_made_once_for_those_who_see_the_same() -> None:
    play = a_play(at_the_start())
    action = rules.Take((2, 0, 0, 0, 0, 0))
    move = play.advance(a_row(1, play.state.turn, action), rules.apply(play.state, play.state.turn, action))[None]
    merge, indexed = (move.message(kind) for kind in KINDS)
    assert merge["patch"]["players"] == play.view(None)["players"]
    assert list(indexed["patch"]["players"].values()) == [{"tokens": {"diamond": 2}}]
    assert {**merge, "patch": None} == {**indexed, "patch": None}
    assert move.message("merge") is merge
    assert move.message("indexed") is indexed


def test_a_blind_reserve_is_told_to_its_owner_alone() -> None:
    play = a_play(at_the_start())
    seat = play.state.turn
    card = play.state.decks[1][0]
    messages = step(play, rules.Reserve(deck=2))
    assert messages[seat]["entry"]["card"] == card
    for audience in {None, 0, 1, 2} - {seat}:
        assert card not in str(messages[audience])
        assert card not in str(play.view(audience))
        assert messages[audience]["entry"]["level"] == 2


def test_when_the_game_is_over_the_log_shows_what_was_hidden() -> None:
    play = a_play(at_the_start(players=2))
    seat = play.state.turn
    card = play.state.decks[2][0]
    step(play, rules.Reserve(deck=3))
    step(play, rules.Resign())
    assert play.is_over
    assert play.log(None)[0]["card"] == card
    assert play.view(None)["players"][seat]["reserved"] == [{"card": card}]
    assert play.view(None)["result"]["winners"] == [seat]


def test_seats_are_those_of_the_game_and_end_with_leaving_it() -> None:
    play = a_play(at_the_start())
    assert [play.seat_of(player) for player in ("p0", "p1", "p2", "eve")] == [0, 1, 2, None]
    step(play, rules.Resign(), seat=1)
    assert [play.seat_of(player) for player in ("p0", "p1", "p2")] == [0, None, 2]


def test_a_number_has_one_action_of_one_seat() -> None:
    play = a_play(at_the_start())
    seat, action = play.state.turn, rules.Take((2, 0, 0, 0, 0, 0))
    step(play, action)
    assert play.has(1, seat, action)
    assert not play.has(1, (seat + 1) % 3, action)
    assert not play.has(1, seat, rules.Take((0, 2, 0, 0, 0, 0)))
    assert not play.has(2, seat, action)
    assert not play.has(0, seat, action)
    assert not play.has(-1, seat, action)
