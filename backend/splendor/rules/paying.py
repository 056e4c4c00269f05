"""Prices and payments (E24-E27)."""

from functools import lru_cache
from itertools import product
from operator import le

from splendor.rules.components import Card
from splendor.rules.tokens import GOLD, Colours, Tokens


def price(card: Card, bonuses: Colours) -> Colours:
    """What the card costs this player in each colour: cost less bonuses, never below zero.

    >>> from splendor.rules.components import CARDS
    >>> price(CARDS["L1-01"], (3, 0, 0, 1, 0))
    (0, 0, 0, 1, 1)
    """
    return tuple([cost - bonus if cost > bonus else 0 for cost, bonus in zip(card.cost, bonuses, strict=True)])


def default_payment(price: Colours, tokens: Tokens) -> Tokens | None:
    """Colours first, gold for what is missing (E24); None where that does not suffice.

    >>> default_payment((0, 0, 0, 2, 1), (4, 0, 0, 1, 1, 2))
    (0, 0, 0, 1, 1, 1)
    """
    paid = tuple(map(min, price, tokens))
    missing = sum(price) - sum(paid)
    return None if missing > tokens[GOLD] else (*paid, missing)


def is_payment(pay: Tokens, price: Colours) -> bool:
    """Whether this pays the price exactly, gold standing for any colour: never more, never less (E24, E26)."""
    return len(pay) == 6 and min(pay) >= 0 and all(map(le, pay, price)) and sum(pay) == sum(price)


def payments(price: Colours, tokens: Tokens) -> tuple[Tokens, ...]:
    """Every exact payment that can be made of these tokens, that with the least gold first (E24).

    >>> payments((0, 0, 0, 2, 0), (0, 0, 0, 2, 0, 1))
    ((0, 0, 0, 2, 0, 0), (0, 0, 0, 1, 0, 1))
    """
    return _payments(price, tuple(map(min, price, tokens)), tokens[GOLD])


@lru_cache(maxsize=1 << 13)  # tokens that the price does not ask for make no difference, so keys come back often
def _payments(price: Colours, usable: Colours, gold: int) -> tuple[Tokens, ...]:
    in_colour = [range(most, max(-1, due - gold - 1), -1) for due, most in zip(price, usable, strict=True)]
    due = sum(price)
    exact = [(*paid, due - sum(paid)) for paid in product(*in_colour) if due - sum(paid) <= gold]
    return tuple(sorted(exact, key=lambda pay: pay[GOLD]))
