"""Resigning in a room (E47): in games of two to four, on one's turn or not, in the midst of a turn, and to the end."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, begun
from splendor import rules
from splendor.rooms.refusal import Refusal
from support import positions
from support.invariants import holds_in_state, holds_in_view
from support.positions import Position

pytestmark = pytest.mark.anyio

NAMES = ("ada", "lin", "bo", "cy")


def view(guest: Guest) -> dict[str, Any]:
    assert guest.seen.game is not None
    return guest.seen.game


async def resign(guest: Guest) -> None:
    await guest.send("resign", game=view(guest)["id"])


async def all_is_well(guests: Sequence[Guest]) -> None:
    """The state holds together, and everybody sees what somebody who comes now sees."""
    play = guests[0].room.play
    assert play is not None
    holds_in_state(play.state)
    for guest in guests:
        holds_in_view(view(guest))
        newcomer = Guest(guest.room, guest.viewer.player)
        assert (guest.seen.game, guest.seen.room) == (newcomer.seen.game, newcomer.seen.room)
        if not play.is_over:  # else a newcomer is told what was hidden
            assert guest.seen.log == newcomer.seen.log
        newcomer.leave()


@pytest.mark.parametrize(
    ("players", "order"),
    [(players, order) for players in (2, 3, 4) for order in itertools.permutations(range(players), players - 1)],
)
async def test_whoever_resigns_in_whatever_order_the_last_one_wins(players: int, order: tuple[int, ...]) -> None:
    """By their distance from who is to act: 0 resigns on their own turn."""
    stage, guests = await begun("eve", players=players)
    for gone, who in enumerate(order, start=1):
        guest = guests[who]
        await resign(guest)
        game = view(guests[-1])
        assert game["players"][guest.seen.you["seat"]]["left"] is True
        assert game["phase"] == ("over" if gone == players - 1 else "play")
        if game["phase"] == "play":
            assert not game["players"][game["turn"]]["left"]
            acting = next(guest for guest in guests[:-1] if guest.seen.you["seat"] == game["turn"])
            assert "moves" in view(acting)
        await all_is_well(guests)
    last = next(guest for n, guest in enumerate(guests[:players]) if n not in order)
    seat = last.seen.you["seat"]
    assert view(last)["result"]["by"] == "last_player"
    assert view(last)["result"]["winners"] == [seat]
    (score,) = stage.store.rooms[CODE].scores
    assert score["winners"] == [seat]
    assert score["players"] == list(NAMES[:players])
    assert score["points"] == [0] * players
    assert stage.store.rooms[CODE].status == "over"
    with pytest.raises(Refusal) as caught:
        await resign(last)
    assert caught.value.code == "wrong_status"


@pytest.mark.parametrize("on_turn", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_the_others_play_on_with_what_came_back(players: int, on_turn: bool) -> None:
    _, guests = await begun("eve", players=players)
    for guest, take in zip(guests[:players], TAKES, strict=False):
        await guest.act(take)
    who = guests[0] if on_turn else guests[1]
    colour = next(iter(TAKES[0 if on_turn else 1]["tokens"]))
    before = view(who)["bank"][colour]
    await resign(who)
    assert view(guests[-1])["bank"][colour] == before + 2
    if players > 2:
        turn = view(guests[-1])["turn"]
        acting = next(guest for guest in guests[:players] if guest.seen.you["seat"] == turn)
        assert acting is (guests[1] if on_turn else guests[0])
        await acting.act({"type": "take", "tokens": {"sapphire": 2}})
        assert view(guests[-1])["turn"] != who.seen.you["seat"]
    await all_is_well(guests)


async def at(position: Position, *extra: str) -> tuple[Stage, list[Guest]]:
    names = NAMES[: len(position.state.players)]
    stage = Stage(*names)
    stage.play_on(position)
    return stage, await stage.enter(*names, *extra)


@pytest.mark.parametrize("phase", ["return", "noble"])
@pytest.mark.parametrize("own", [True, False])
async def test_in_the_midst_of_a_turn(phase: str, own: bool) -> None:
    position, (seat, action) = positions.one_before(phase)
    stage, guests = await at(position, "eve")
    await guests[seat].act(rules.action_to_json(action))
    assert view(guests[-1])["phase"] == phase
    players = len(position.state.players)
    who = guests[seat] if own else guests[(seat + 1) % players]
    await resign(who)
    game = view(guests[-1])
    if players == 2:
        assert game["phase"] == "over"
        assert game["result"]["winners"] == [1 - seat if own else seat]
        assert stage.store.rooms[CODE].status == "over"
    elif own:
        assert game["phase"] == "play"  # what they were about to do disappears
        assert game["turn"] != seat
    else:
        assert (game["phase"], game["turn"]) == (phase, seat)
        assert view(guests[seat])["moves"][phase]
    await all_is_well(guests)


@pytest.mark.parametrize("began", [0, 1])
async def test_in_the_last_round_the_one_who_closes_it_may_go(began: int) -> None:
    """Of three, seat 0 starts and seat 2 moves last. When that one resigns on their turn the round is over; when
    another does, those who are left have their turn still."""
    position = positions.final_round_begun_by(began)
    stage, guests = await at(position, "eve")
    assert view(guests[-1])["final_round"] is True
    await resign(guests[2])
    while view(guests[-1])["phase"] != "over":
        turn = view(guests[-1])["turn"]
        assert turn == 1
        assert began == 0
        await guests[turn].act(rules.action_to_json(rules.legal_actions(guests[0].room.play.state)[0]))  # type: ignore[union-attr]
    result = view(guests[-1])["result"]
    assert result["ranking"][-1] == 2
    assert 2 not in result["winners"]
    (score,) = stage.store.rooms[CODE].scores
    assert score["winners"] == result["winners"]
    assert score["points"] == [player["points"] for player in view(guests[-1])["players"]]
    await all_is_well(guests)


async def test_the_start_player_goes_and_the_round_is_still_counted() -> None:
    _, guests = await begun(players=3)
    await resign(guests[0])
    assert view(guests[1])["round"] == 1
    for guest, take in zip(guests[1:3], TAKES, strict=False):
        await guest.act(take)
    assert view(guests[1])["round"] == 2
    assert view(guests[1])["turn"] == guests[1].seen.you["seat"]
    await all_is_well(guests)


async def test_a_resignation_survives_a_restart() -> None:
    stage, guests = await begun(players=3)
    await resign(guests[1])
    before = view(guests[0])
    stage.rooms.live.clear()
    again, gone = await stage.enter(guests[0].id, guests[1].id)
    assert view(again) == before
    assert "moves" not in view(gone)
    with pytest.raises(Refusal) as caught:
        await resign(gone)
    assert caught.value.code == "forbidden"
