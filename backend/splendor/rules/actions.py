"""What a seat can do, as values, and the same on the wire.

An action means itself only: whether it is legal depends on the state and is judged by `apply`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from splendor.rules.components import LEVELS
from splendor.rules.illegal import UnreadableAction
from splendor.rules.tokens import TOKENS, Tokens, counts, tokens_of


@dataclass(frozen=True, slots=True)
class Take:
    """Tokens from the bank (E01-E06)."""

    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Reserve:
    """A face-up `card`, or the top card of the `deck` of that level, unseen (E17): exactly one of the two."""

    card: str | None = None
    deck: int | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    """A card of the market or of one's hand. Without `pay` colours pay first and gold what is missing (E24)."""

    card: str
    pay: Tokens | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """Excess tokens back to the bank (E09-E11)."""

    tokens: Tokens


@dataclass(frozen=True, slots=True)
class ChooseNoble:
    """Which of several nobles visits (E30)."""

    noble: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing else is legal (E08). Only the game itself says so."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat leaves the game, at any time (E47)."""


@dataclass(frozen=True, slots=True)
class End:
    """The table ends the game as it stands, at any time. Only the room says so, on whichever seat's account."""


Action: TypeAlias = Take | Reserve | Buy | Return | ChooseNoble | Pass | Resign | End


def action_to_json(action: Action) -> dict[str, Any]:
    """As on the wire and in the journal.

    >>> action_to_json(Buy("L1-03", (0, 0, 0, 1, 0, 1)))
    {'type': 'buy', 'card': 'L1-03', 'pay': {'ruby': 1, 'gold': 1}}
    """
    match action:
        case Take(tokens):
            return {"type": "take", "tokens": counts(tokens)}
        case Reserve(card=None, deck=deck):
            return {"type": "reserve", "deck": deck}
        case Reserve(card=card):
            return {"type": "reserve", "card": card}
        case Buy(card, pay):
            return {"type": "buy", "card": card} | ({} if pay is None else {"pay": counts(pay)})
        case Return(tokens):
            return {"type": "return", "tokens": counts(tokens)}
        case ChooseNoble(noble):
            return {"type": "noble", "noble": noble}
        case Pass():
            return {"type": "pass"}
        case Resign():
            return {"type": "resign"}
        case End():
            return {"type": "end"}


def action_from_json(record: Mapping[str, Any]) -> Action:
    """Raises UnreadableAction, which names what it does not understand; null stands for a field left out.

    >>> action_from_json({"type": "take", "tokens": {"ruby": 2}})
    Take(tokens=(0, 0, 0, 2, 0, 0))
    """
    fields = {name: value for name, value in record.items() if value is not None}
    kind = fields.pop("type", None)
    action: Action
    match kind, fields:
        case "take", {"tokens": tokens}:
            action = Take(_tokens(tokens))
        case "reserve", {"card": card}:
            action = Reserve(card=_id(card))
        case "reserve", {"deck": deck}:
            if type(deck) is not int or deck not in LEVELS:
                raise UnreadableAction(f"a deck is 1, 2 or 3, not {deck!r}")
            action = Reserve(deck=deck)
        case "buy", {"card": card}:
            action = Buy(_id(card), _tokens(fields["pay"]) if "pay" in fields else None)
        case "return", {"tokens": tokens}:
            action = Return(_tokens(tokens))
        case "noble", {"noble": noble}:
            action = ChooseNoble(_id(noble))
        case "pass", _:
            action = Pass()
        case "resign", _:
            action = Resign()
        case "end", _:
            action = End()
        case (("take" | "reserve" | "buy" | "return" | "noble"), _):
            raise UnreadableAction(f"'{kind}' lacks a field that it needs")
        case _:
            raise UnreadableAction(f"there is no action {kind!r}")
    unknown = fields.keys() - action_to_json(action).keys()
    if unknown:
        raise UnreadableAction(f"'{kind}' does not take {', '.join(sorted(map(repr, unknown)))}")
    return action


def _tokens(by_name: Any) -> Tokens:
    if not isinstance(by_name, Mapping):
        raise UnreadableAction(f"tokens are counted by name, not {by_name!r}")
    for name, count in by_name.items():
        if name not in TOKENS:
            raise UnreadableAction(f"there is no token {name!r}")
        if type(count) is not int or not 1 <= count <= 10:
            raise UnreadableAction(f"a count of {name} is a whole number from 1 to 10, not {count!r}")
    return tokens_of(dict(by_name))


def _id(value: Any) -> str:
    if not isinstance(value, str):
        raise UnreadableAction(f"an id is a text, not {value!r}")
    return value
