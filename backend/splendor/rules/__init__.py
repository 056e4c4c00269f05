"""What Splendor is: pure rules as values, nothing of networks, clocks or storage.

    >>> state = new_game(deal("c0ffee", 2), 2, Options())
    >>> step = apply(state, state.turn, Take((1, 1, 1, 0, 0, 0)))
    >>> step.state.bank
    (3, 3, 3, 4, 4, 5)

The ids in the docstrings (E04, …) are those of the rulings in docs/rules.md.
"""

from splendor.rules import notation
from splendor.rules.actions import (
    Action,
    Buy,
    ChooseNoble,
    End,
    Pass,
    Reserve,
    Resign,
    Return,
    Take,
    action_from_json,
    action_to_json,
)
from splendor.rules.components import CARDS, NOBLES, Card, Noble
from splendor.rules.dealing import Deal, deal
from splendor.rules.draft import Step
from splendor.rules.events import Event
from splendor.rules.illegal import IllegalAction, NotYourTurn, UnreadableAction
from splendor.rules.legal import legal_actions, must_pass
from splendor.rules.options import Options
from splendor.rules.play import apply
from splendor.rules.state import Held, Player, Result, State, new_game
from splendor.rules.timeout import timeout_action
from splendor.rules.tokens import COLOURS, TOKENS
from splendor.rules.views import beyond, entry, is_told_alike, public, reveals, view

__all__ = [
    "CARDS",
    "COLOURS",
    "NOBLES",
    "TOKENS",
    "Action",
    "Buy",
    "Card",
    "ChooseNoble",
    "Deal",
    "End",
    "Event",
    "Held",
    "IllegalAction",
    "Noble",
    "NotYourTurn",
    "Options",
    "Pass",
    "Player",
    "Reserve",
    "Resign",
    "Result",
    "Return",
    "State",
    "Step",
    "Take",
    "UnreadableAction",
    "action_from_json",
    "action_to_json",
    "apply",
    "beyond",
    "deal",
    "entry",
    "is_told_alike",
    "legal_actions",
    "must_pass",
    "new_game",
    "notation",
    "public",
    "reveals",
    "timeout_action",
    "view",
]
