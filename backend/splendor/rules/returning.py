"""Returning what is over ten tokens (E09-E11)."""

from functools import lru_cache
from itertools import combinations_with_replacement

from splendor.rules.actions import Return
from splendor.rules.draft import Draft
from splendor.rules.events import Returned
from splendor.rules.illegal import IllegalAction
from splendor.rules.tokens import LIMIT, Tokens, minus, plus


def excess(tokens: Tokens) -> int:
    """How many must go back (E11).

    >>> excess((2, 2, 2, 2, 2, 1)), excess((1, 1, 1, 1, 1, 1))
    (1, 0)
    """
    return max(0, sum(tokens) - LIMIT)


@lru_cache(maxsize=1 << 9)
def returns(tokens: Tokens) -> tuple[Return, ...]:
    """Every legal return: exactly the excess, of any tokens held (E09, E10)."""
    choices = (
        tuple([some.count(token) for token in range(6)])
        for some in combinations_with_replacement(range(6), excess(tokens))
    )
    return tuple(Return(some) for some in choices if _has(tokens, some))


def _has(held: Tokens, some: Tokens) -> bool:
    return len(some) == len(held) and all(0 <= n <= have for n, have in zip(some, held, strict=True))


def give_back(draft: Draft, action: Return) -> None:
    due = excess(draft.tokens)
    if not _has(draft.tokens, action.tokens):
        raise IllegalAction("E09", "Only tokens that one holds can be returned")
    if sum(action.tokens) != due:
        raise IllegalAction("E10", f"Exactly {due} must be returned, not {sum(action.tokens)}")
    draft.tokens = minus(draft.tokens, action.tokens)
    draft.bank = plus(draft.bank, action.tokens)
    draft.events.append(Returned(draft.seat, action.tokens))
