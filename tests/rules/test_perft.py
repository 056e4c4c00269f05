"""The number of legal sequences to depth 3: the cheapest alarm against a rule that drifted. A number may only be
changed together with a ruling."""

import pytest

from rules.tables import act, after, fresh, hand, owned, table
from splendor.rules import apply, legal_actions


def perft(state, depth):
    """How many sequences of so many legal actions begin here."""
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, state.turn, action).state, depth - 1) for action in actions)


def test_the_first_two_depths_by_hand():
    """Two players: 10 takes of three colours, 5 of two alike, 12 cards and 3 decks to reserve. After three colours two
    piles still have four, after two alike four have."""
    assert 10 + 5 + 12 + 3 == 30
    assert 10 * (10 + 2 + 15) + 5 * (10 + 4 + 15) + 15 * 30 == 865


def rich():
    """A late position: payments in many ways, returns, a blind reserve, two nobles near."""
    ada = hand("222112", cards=owned(diamond=4, sapphire=3, onyx=2), reserved="L2-07?,L3-06")
    lin = hand("001132", cards=owned(emerald=3, ruby=3), reserved="L1-31")
    return table(
        ada, lin, bank="211311", nobles="N-01,N-08", row1="15,16,24,--/40", row2="10,11,20,30/14", row3="04,12,16,19/"
    )


def full():
    return after(table(hand("222220"), hand("222201"), bank="333334", row1="01,02,03,04/05"), "take DSE")


def last():
    state = table(hand(cards="L3-04,L3-08,L3-12"), hand("222220"), hand("111111"), bank="444443", row1="01,02,03,04/05")
    return act(state, "take RR").state


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (lambda: fresh(2), [30, 865, 24190]),
        (lambda: fresh(3), [30, 895, 26380]),
        (lambda: fresh(4), [30, 900, 26995]),
        (lambda: fresh(2, relaxed_take=True), [45, 1965, 83885]),
        (rich, [42, 1112, 27507]),
        (full, [33, 637, 10580]),
        (last, [23, 514, 10386]),
    ],
    ids=["two", "three", "four", "relaxed", "rich", "full", "last"],
)
def test_legal_sequences_are_pinned(position, counts):
    state = position()
    assert [perft(state, depth) for depth in (1, 2, 3)] == counts
