"""Actions as on the wire, and back."""

import pytest
from pydantic import TypeAdapter

from rules.tables import fresh, wander
from splendor.rules import (
    Buy,
    ChooseNoble,
    End,
    Pass,
    Reserve,
    Resign,
    Return,
    Take,
    UnreadableAction,
    action_from_json,
    action_to_json,
    legal_actions,
)
from splendor.wire.actions import Action

WIRE = TypeAdapter(Action)

EXAMPLES = [
    (Take((0, 0, 1, 1, 1, 0)), {"type": "take", "tokens": {"emerald": 1, "ruby": 1, "onyx": 1}}),
    (Take((0, 0, 0, 2, 0, 0)), {"type": "take", "tokens": {"ruby": 2}}),
    (Reserve(card="L2-07"), {"type": "reserve", "card": "L2-07"}),
    (Reserve(deck=2), {"type": "reserve", "deck": 2}),
    (Buy("L1-03"), {"type": "buy", "card": "L1-03"}),
    (Buy("L1-03", (0, 0, 0, 1, 0, 1)), {"type": "buy", "card": "L1-03", "pay": {"ruby": 1, "gold": 1}}),
    (Buy("L1-03", (0, 0, 0, 0, 0, 0)), {"type": "buy", "card": "L1-03", "pay": {}}),
    (Return((0, 0, 0, 0, 0, 1)), {"type": "return", "tokens": {"gold": 1}}),
    (ChooseNoble("N-03"), {"type": "noble", "noble": "N-03"}),
    (Pass(), {"type": "pass"}),
    (Resign(), {"type": "resign"}),
    (End(), {"type": "end"}),
]


@pytest.mark.parametrize(("action", "record"), EXAMPLES)
def test_an_action_to_the_wire_and_back(action, record):
    assert action_to_json(action) == record
    assert action_from_json(record) == action


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_passes_the_wire(players):
    for before, *_ in wander(fresh(players), seed=players):
        for action in legal_actions(before):
            if action != Pass():
                sent = WIRE.validate_python(action_to_json(action), strict=True)
                assert action_from_json(sent.model_dump()) == action


def test_e08_e47_no_client_sends_a_pass_a_resignation_or_an_end():
    for action in (Pass(), Resign(), End()):
        with pytest.raises(ValueError, match="tag"):
            WIRE.validate_python(action_to_json(action), strict=True)


def test_null_stands_for_what_is_left_out():
    assert action_from_json({"type": "reserve", "card": None, "deck": 1}) == Reserve(deck=1)
    assert action_from_json({"type": "buy", "card": "L1-01", "pay": None}) == Buy("L1-01")


@pytest.mark.parametrize(
    ("record", "named"),
    [
        ({"type": "steal"}, "steal"),
        ({"type": "take", "tokens": {"amber": 1}}, "amber"),
        ({"type": "take", "tokens": {"ruby": 11}}, "11"),
        ({"type": "take", "tokens": {"ruby": 1}, "haste": 1}, "haste"),
        ({"type": "reserve", "deck": 9}, "9"),
        ({"type": "buy", "card": 3}, "3"),
        ({"type": "noble"}, "noble"),
    ],
)
def test_a_refusal_names_what_it_did_not_understand(record, named):
    with pytest.raises(UnreadableAction, match=named):
        action_from_json(record)
