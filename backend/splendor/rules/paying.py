"""Prices and payments (E24-E27)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

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
    paid = [min(pair) for pair in zip(price, tokens, strict=False)]
    missing = sum(price) - sum(paid)
    return None if missing > tokens[GOLD] else (*paid, missing)


def is_payment(pay: Tokens, price: Colours) -> bool:
    """Whether this pays the price exactly, gold standing for any colour: never more, never less (E24, E26)."""
    return (
        len(pay) == 6
        and min(pay) >= 0
        and all(given <= due for given, due in zip(pay, price, strict=False))
        and sum(pay) == sum(price)
    )


@lru_cache(maxsize=1 << 14)
def payments(price: Colours, tokens: Tokens) -> tuple[Tokens, ...]:
    """Every exact payment that can be made of these tokens, that with the least gold first (E24).

    >>> payments((0, 0, 0, 2, 0), (0, 0, 0, 2, 0, 1))
    ((0, 0, 0, 2, 0, 0), (0, 0, 0, 1, 0, 1))
    """
    return tuple(sorted(_payments(price, tokens), key=lambda pay: pay[GOLD]))


def _payments(price: Colours, tokens: Tokens) -> Iterator[Tokens]:
    due, gold = sum(price), tokens[GOLD]
    in_colour = [range(min(pair), max(-1, pair[0] - gold - 1), -1) for pair in zip(price, tokens, strict=False)]
    for paid in product(*in_colour):
        missing = due - sum(paid)
        if missing <= gold:
            yield (*paid, missing)
