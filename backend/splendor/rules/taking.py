"""Taking tokens from the bank (E01-E06)."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from splendor.rules.actions import Take
from splendor.rules.draft import Draft
from splendor.rules.events import Took
from splendor.rules.illegal import IllegalAction
from splendor.rules.tokens import COLOURS, Tokens, minus, plus

MOST: Final = 3
PAIR_NEEDS: Final = 4
"""So high must a pile be before two are taken of it (E04)."""


def sizes(available: int, relaxed: bool) -> list[int]:
    """How many different colours one may take when the bank has so many (E01, E02).

    >>> sizes(5, relaxed=False), sizes(2, relaxed=False), sizes(5, relaxed=True)
    ([3], [1, 2], [1, 2, 3])
    """
    if available >= MOST and not relaxed:
        return [MOST]
    return list(range(1, min(available, MOST) + 1))


def _colours(held: Sequence[int]) -> Tokens:
    return tuple([held.count(index) for index in range(6)])


@cache  # 243 keys twice: what matters of a pile is whether it is empty and whether it has four
def _takes(available: tuple[int, ...], pairs: tuple[int, ...], relaxed: bool) -> Mapping[Tokens, Take]:
    different = [_colours(some) for n in sizes(len(available), relaxed) for some in combinations(available, n)]
    same = [_colours((colour, colour)) for colour in pairs]
    return {tokens: Take(tokens) for tokens in sorted([*different, *same], reverse=True)}


@lru_cache(maxsize=1 << 12)
def takes(bank: Tokens, relaxed: bool) -> Mapping[Tokens, Take]:
    """Every legal take from this bank, by its tokens. How many tokens one holds does not matter (E03)."""
    return _takes(
        tuple(colour for colour in range(5) if bank[colour]),
        tuple(colour for colour in range(5) if bank[colour] >= PAIR_NEEDS),
        relaxed,
    )


def take(draft: Draft, action: Take) -> None:
    relaxed = draft.before.options.relaxed_take
    legal = takes(draft.bank[:5], relaxed).get(action.tokens)
    if legal is None:
        raise _refusal(draft.bank, action.tokens, relaxed)
    draft.bank = minus(draft.bank, legal.tokens)
    draft.tokens = plus(draft.tokens, legal.tokens)
    draft.passes = 0
    draft.events.append(Took(draft.seat, legal.tokens))


def _refusal(bank: Tokens, tokens: Tokens, relaxed: bool) -> IllegalAction:
    """Why this take is not among the legal ones: the first rule that it breaks."""
    if len(tokens) != len(bank) or min(tokens) < 0:
        return IllegalAction("E02", "A take names how many tokens of each colour, and none below zero")
    if tokens[5]:
        return IllegalAction("E06", "Gold can't be taken, it comes with a reserved card")
    if not any(tokens):
        return IllegalAction("E01", "A take of no tokens is not a turn")
    if max(tokens) > 2:
        return IllegalAction("E04", "At most two tokens of one colour can be taken")
    if max(tokens) == 2 and sum(tokens) > 2:
        return IllegalAction("E05", "Two tokens of one colour can't be taken together with another")
    if sum(tokens) > MOST:
        return IllegalAction("E02", "At most three tokens can be taken")
    for colour, pile, wanted in zip(COLOURS, bank, tokens, strict=False):
        if wanted == 1 and not pile:
            return IllegalAction("E01", f"The bank has no {colour}")
        if wanted == 2 and pile < PAIR_NEEDS:
            return IllegalAction("E04", f"Two of a colour need a pile of four, and the bank has {pile} {colour}")
    allowed = " or ".join(map(str, sizes(sum(map(bool, bank[:5])), relaxed)))
    return IllegalAction("E02", f"Different colours are taken {allowed} at a time, not {sum(tokens)}")
