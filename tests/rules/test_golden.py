"""Whole games replayed to their exact end: tests/golden, in the notation, with the outcome in the last remarks."""

from pathlib import Path

import pytest

from splendor.rules import apply, legal_actions, timeout_action, view
from splendor.rules.actions import Buy, Resign
from splendor.rules.notation import game_from_text, game_to_text, state_to_text
from splendor.wire.views import Game

GAMES = sorted((Path(__file__).parent.parent / "golden").glob("*.txt"))


def remarks(text):
    """The outcome by its first word."""
    lines = [line[2:].partition(" ") for line in text.splitlines() if line.startswith("# ")]
    return {word: rest for word, _, rest in lines}


def result_line(result):
    winners, ranking = " ".join(map(str, result.winners)), " ".join(map(str, result.ranking))
    return f"winners {winners}, ranking {ranking}, by {result.by}"


def test_there_are_games_for_two_three_and_four():
    numbers = {len(game_from_text(path.read_text()).begin.players) for path in GAMES}
    assert numbers == {2, 3, 4}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_ends_as_it_did(path):
    text = path.read_text()
    game, told = game_from_text(text), remarks(text)
    state = game.play()
    assert state_to_text(state) == told["ends"]
    assert " ".join(str(player.points) for player in state.players) == told["points"]
    assert result_line(state.result) == told["result"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_legal_at_every_step(path):
    game = game_from_text(path.read_text())
    state = game.begin
    for seat, action in game.actions:
        assert state.phase != "over"
        if not isinstance(action, Resign):
            assert seat == state.turn
            assert action in legal_actions(state) or isinstance(action, Buy)
        timeout_action(state)
        state = apply(state, seat, action).state
    assert state.phase == "over"
    seen = view(state, None)
    names = [{"name": "x"} | player for player in seen["players"]]
    options = {"seats": 4, "target": 15, "relaxed_take": False, "hide_reserved": False, "clock": None}
    room = {"id": "g", "seq": 1, "options": options, "clock": None, "players": names}
    assert Game.model_validate(seen | room, strict=True).result.by == state.result.by


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_written_as_it_is_read(path):
    text = path.read_text()
    game = game_from_text(text)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert game_to_text(game.begin, game.actions).splitlines() == lines
