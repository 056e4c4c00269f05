"""The public face of the rules: the names that the rest of the program relies on, and that its values are values."""

import dataclasses
import importlib
import inspect
import pkgutil

import pytest

import splendor.rules
from rules.tables import act, fresh
from splendor.rules import NotYourTurn, Options, apply

PROMISED = [
    "Options",
    "deal",
    "Deal",
    "new_game",
    "State",
    "Action",
    "Take",
    "Reserve",
    "Buy",
    "Return",
    "ChooseNoble",
    "Pass",
    "Resign",
    "action_from_json",
    "action_to_json",
    "apply",
    "Step",
    "IllegalAction",
    "NotYourTurn",
    "legal_actions",
    "must_pass",
    "timeout_action",
    "view",
    "entry",
    "notation",
    "CARDS",
    "NOBLES",
]

MODULES = [importlib.import_module(f"splendor.rules.{m.name}") for m in pkgutil.iter_modules(splendor.rules.__path__)]
VALUES = sorted(
    {
        kind
        for module in MODULES
        for kind in vars(module).values()
        if inspect.isclass(kind) and dataclasses.is_dataclass(kind)
    },
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("name", PROMISED)
def test_what_is_promised_is_there(name):
    assert name in splendor.rules.__all__
    assert hasattr(splendor.rules, name)


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_values_are_frozen_and_slotted(kind):
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)


def test_a_state_is_a_value():
    state = fresh()
    assert state == fresh()
    assert hash(state) == hash(fresh())
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.turn = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.players[0].points = 99


def test_a_step_has_the_new_state_and_its_events():
    state, events = (step := act(fresh(), "take DSE")).state, step.events
    assert state.turn == 1
    assert [type(event).__name__ for event in events] == ["Took"]
    assert isinstance(events, tuple)


def test_not_your_turn_is_an_illegal_action():
    with pytest.raises(NotYourTurn) as refusal:
        act(fresh(), "take DSE", seat=1)
    assert refusal.value.detail == "It is the turn of seat 0"


def test_what_is_no_action_at_all_is_a_fault_of_the_program():
    with pytest.raises(TypeError, match="not an action"):
        apply(fresh(), 0, "take DSE")


def test_options_have_the_defaults_of_the_printed_game():
    assert Options() == Options(target=15, relaxed_take=False, hide_reserved=False)


def test_every_module_says_what_it_is():
    assert all(module.__doc__ for module in MODULES)


def test_no_module_outgrows_the_house_rule():
    for module in MODULES:
        assert len(inspect.getsource(module).splitlines()) <= 350, module.__name__
