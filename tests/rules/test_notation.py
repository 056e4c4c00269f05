"""The text notation, and what every module's docstring shows."""

import doctest
import importlib
import pkgutil

import pytest

import splendor.rules
from rules.tables import act, fresh, wander
from splendor.rules import Buy, ChooseNoble, End, Pass, Reserve, Resign, Return, Take, UnreadableAction
from splendor.rules.notation import (
    action_from_text,
    action_to_text,
    game_from_text,
    game_to_text,
    state_from_text,
    state_to_text,
)

MODULES = [module.name for module in pkgutil.iter_modules(splendor.rules.__path__, "splendor.rules.")]

ACTIONS = {
    "take DSE": Take((1, 1, 1, 0, 0, 0)),
    "take RR": Take((0, 0, 0, 2, 0, 0)),
    "take -": Take((0, 0, 0, 0, 0, 0)),
    "reserve L2-07": Reserve(card="L2-07"),
    "reserve deck 3": Reserve(deck=3),
    "buy L1-03": Buy("L1-03"),
    "buy L1-03 RRG": Buy("L1-03", (0, 0, 0, 2, 0, 1)),
    "buy L1-03 -": Buy("L1-03", (0, 0, 0, 0, 0, 0)),
    "return DOG": Return((1, 0, 0, 0, 1, 1)),
    "noble N-03": ChooseNoble("N-03"),
    "pass": Pass(),
    "resign": Resign(),
    "end": End(),
}


@pytest.mark.parametrize("name", ["splendor.rules", *MODULES])
def test_docstrings_show_what_is_so(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize(("text", "action"), ACTIONS.items())
def test_an_action_to_text_and_back(text, action):
    assert action_to_text(action) == text
    assert action_from_text(text) == action


@pytest.mark.parametrize(
    "text", ["", "take", "take RUBY", "take R R", "reserve", "reserve deck 4", "buy", "noble", "pass 1", "steal RR"]
)
def test_what_is_no_action_is_refused(text):
    with pytest.raises(UnreadableAction):
        action_from_text(text)


def test_letters_come_in_any_order():
    assert action_from_text("take OER") == action_from_text("take ERO")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hide", [False, True])
def test_every_state_of_a_game_to_text_and_back(players, hide):
    start = fresh(players, start=1, hide_reserved=hide, relaxed_take=hide, target=18 if hide else 15)
    for before, *_, step in wander(start, seed=players):
        for state in (before, step.state):
            line = state_to_text(state)
            assert "\n" not in line
            assert state_from_text(line) == state


def test_who_left_and_the_result_come_back():
    state = act(fresh(3), "resign", seat=2).state
    assert state_from_text(state_to_text(state)) == state
    over = act(state, "resign").state
    assert over.result is not None
    assert state_from_text(state_to_text(over)) == over


def test_a_state_has_no_other_fields():
    with pytest.raises(ValueError, match="colour"):
        state_from_text("play bank=444445 player=000000/// colour=red")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_to_text_and_back(players):
    start = fresh(players)
    played = [(seat, action, step) for _, seat, action, step in wander(start, seed=players)]
    actions = [(seat, action) for seat, action, _ in played]
    text = game_to_text(start, actions)
    for form in (text, text.replace("\n", "; "), "# a remark\n\n" + text):
        game = game_from_text(form)
        assert game.begin == start
        assert list(game.actions) == actions
    assert game.play() == played[-1][2].state
