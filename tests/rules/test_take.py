"""Rulings E01-E06 and E03: taking tokens."""

import pytest

from rules.tables import act, after, fresh, hand, refused, table
from splendor.rules import Take, legal_actions
from splendor.rules.notation import action_to_text


def takes(state):
    return {action_to_text(action)[5:] for action in legal_actions(state) if isinstance(action, Take)}


def test_e01_two_colours_left_both_or_one():
    state = table(bank="300305")
    assert takes(state) == {"DR", "D", "R"}
    assert after(state, "take DR").bank == (2, 0, 0, 2, 0, 5)
    assert after(state, "take R").bank == (3, 0, 0, 2, 0, 5)


def test_e01_one_colour_left_one_token():
    state = table(bank="003005")
    assert takes(state) == {"E"}
    assert after(state, "take E").players[0].tokens == (0, 0, 1, 0, 0, 0)


def test_e01_never_zero():
    assert refused(fresh(), "take -") == "E01"
    assert refused(table(bank="000005"), "take -") == "E01"


def test_e01_a_colour_that_is_not_there():
    assert refused(table(bank="044445"), "take DSE") == "E01"


def test_e02_exactly_three_different_while_three_are_there():
    state = fresh(4)
    assert after(state, "take DSE").players[0].tokens == (1, 1, 1, 0, 0, 0)
    assert refused(state, "take DS") == "E02"
    assert refused(state, "take D") == "E02"
    assert refused(state, "take DSER") == "E02"
    assert len(takes(table(bank="111110"))) == 10
    assert takes(table(bank="111000")) == {"DSE"}


def test_e02_relaxed_take_allows_one_two_or_three():
    state = fresh(2, relaxed_take=True)
    for text in ("take D", "take DS", "take DSE"):
        act(state, text)
    assert refused(state, "take DSER") == "E02"
    assert len(takes(state)) == 5 + 10 + 10 + 5
    assert takes(table(bank="300305", relaxed_take=1)) == {"DR", "D", "R"}


@pytest.mark.parametrize("held", ["222200", "222210", "222220"])
def test_e03_holding_eight_to_ten_does_not_limit_the_take(held):
    state = table(hand(held), hand())
    assert len(takes(state)) == 10 + 5
    taken = after(state, "take SRO")
    assert sum(taken.players[0].tokens) == sum(map(int, held)) + 3
    assert taken.phase == "return"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e04_two_of_a_colour_from_a_full_pile(players):
    state = fresh(players)
    assert after(state, "take RR").bank[3] == state.bank[3] - 2


def test_e04_the_pile_must_hold_four_before_the_take():
    state = table(bank="432105")
    assert after(state, "take DD").bank[0] == 2
    assert refused(state, "take SS") == "E04"
    assert refused(state, "take EE") == "E04"
    assert refused(state, "take RR") == "E04"
    assert refused(table(bank="700005"), "take DDD") == "E04"


def test_e04_two_of_the_only_colour_left():
    assert takes(table(bank="500005")) == {"D", "DD"}


def test_e05_never_two_plus_another():
    state = fresh(4)
    assert refused(state, "take RRO") == "E05"
    assert refused(state, "take RROO") == "E05"


def test_e06_never_gold():
    state = fresh()
    assert refused(state, "take G") == "E06"
    assert refused(state, "take GDS") == "E06"
    assert refused(state, "take GG") == "E06"


@pytest.mark.parametrize("tokens", [(-1, 3, 0, 0, 0, 0), (1, 1, 1), (1, 1, 1, -1, 0, 0), (1, 1, 1, 0, 0, 0, 0)])
def test_e02_counts_that_are_none(tokens):
    assert refused(fresh(), Take(tokens)) == "E02"


def test_a_take_moves_tokens_and_the_turn_and_nothing_else():
    state = fresh(3)
    taken = after(state, "take DEO")
    assert taken.players[0].tokens == (1, 0, 1, 0, 1, 0)
    assert taken.bank == (4, 5, 4, 5, 4, 5)
    assert taken.turn == 1
    assert (taken.market, taken.decks, taken.nobles) == (state.market, state.decks, state.nobles)
    assert taken.players[1:] == state.players[1:]
