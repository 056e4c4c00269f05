"""Tables for the tests: positions from a few words, and games played at random."""

from collections.abc import Iterator
from random import Random

import pytest

from splendor.rules import Action, IllegalAction, Options, State, Step, apply, deal, legal_actions, new_game
from splendor.rules.notation import action_from_text, state_from_text, state_to_text

FIRST = {"diamond": 1, "sapphire": 9, "emerald": 17, "ruby": 25, "onyx": 33}
"""The number of the first level 1 card of each bonus colour; it and the six behind it are worth no points."""


def owned(**bonuses: int) -> str:
    """Cards without points that give these bonuses, up to seven a colour."""
    return ",".join(f"L1-{FIRST[colour] + n:02}" for colour, count in bonuses.items() for n in range(count))


def hand(tokens: str = "000000", cards: str = "", reserved: str = "", nobles: str = "", left: bool = False) -> str:
    return f"{tokens}/{cards}/{reserved}/{nobles}" + "!" * left


def table(*players: str, phase: str = "play", bank: str = "444445", **fields: object) -> State:
    """A position; what is not named is as at the start, except that market and decks are empty."""
    told = " ".join(f"{name}={value}" for name, value in fields.items())
    seats = " ".join(f"player={player}" for player in players or (hand(), hand()))
    return state_from_text(f"{phase} bank={bank} {told} {seats}")


def fresh(players: int = 2, seed: str = "5eed", start: int | None = 0, **options: object) -> State:
    return new_game(deal(seed, players, start), players, Options(**options))


def act(state: State, text: str, seat: int | None = None) -> Step:
    return apply(state, state.turn if seat is None else seat, action_from_text(text))


def after(state: State, actions: str) -> State:
    """The state after these actions of whoever is to act, with ';' between them."""
    for text in actions.split(";"):
        state = act(state, text).state
    return state


def refused(state: State, action: str | Action, seat: int | None = None) -> str:
    """The ruling by which the action is refused, the state staying as it was."""
    before = state_to_text(state)
    if isinstance(action, str):
        action = action_from_text(action)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, state.turn if seat is None else seat, action)
    assert state_to_text(state) == before
    assert refusal.value.detail
    assert not refusal.value.detail.endswith(".")
    return refusal.value.ruling


def wander(state: State, seed: int, limit: int = 2000) -> Iterator[tuple[State, int, Action, Step]]:
    """A game played at random to its end: before, seat, action, step."""
    chance = Random(seed)
    for _ in range(limit):
        if state.phase == "over":
            return
        action = chance.choice(legal_actions(state))
        step = apply(state, state.turn, action)
        yield state, state.turn, action, step
        state = step.state
    raise AssertionError("the game does not end")
