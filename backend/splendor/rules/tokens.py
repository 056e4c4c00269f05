"""Tokens and colours. A count of tokens is a tuple of six numbers in the order of TOKENS, gold last; a count of
bonuses, or a cost, is one of five in the order of COLOURS."""

from operator import add, sub
from typing import Final, TypeAlias

COLOURS: Final = ("diamond", "sapphire", "emerald", "ruby", "onyx")
TOKENS: Final = (*COLOURS, "gold")
GOLD: Final = 5

Colours: TypeAlias = tuple[int, ...]
"""Five numbers."""
Tokens: TypeAlias = tuple[int, ...]
"""Six numbers."""

NO_TOKENS: Final[Tokens] = (0, 0, 0, 0, 0, 0)
ONE_GOLD: Final[Tokens] = (0, 0, 0, 0, 0, 1)
LIMIT: Final = 10
"""Tokens one may hold at the end of a turn, gold included (E11)."""


def plus(held: Tokens, more: Tokens) -> Tokens:
    """
    >>> plus((0, 1, 0, 0, 0, 2), ONE_GOLD)
    (0, 1, 0, 0, 0, 3)
    """
    return tuple(map(add, held, more))


def minus(held: Tokens, less: Tokens) -> Tokens:
    return tuple(map(sub, held, less))


def counts(tokens: Tokens) -> dict[str, int]:
    """Those that are not zero, by name.

    >>> counts((0, 0, 0, 2, 0, 1))
    {'ruby': 2, 'gold': 1}
    """
    return {name: n for name, n in zip(TOKENS, tokens, strict=False) if n}


def tokens_of(by_name: dict[str, int]) -> Tokens:
    """The other way round: `by_name` may leave out what is zero, and holds no other names.

    >>> tokens_of({"gold": 1, "ruby": 2})
    (0, 0, 0, 2, 0, 1)
    """
    return tuple([by_name.get(name, 0) for name in TOKENS])
