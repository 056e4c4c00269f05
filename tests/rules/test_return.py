"""Rulings E09-E11: the limit of ten tokens."""

from itertools import product

import pytest

from rules.tables import act, after, hand, refused, table
from splendor.rules import Return, legal_actions
from splendor.rules.notation import action_to_text


def waiting(tokens="222220", take="DSE", **fields):
    return after(table(hand(tokens), hand(), bank="444445", **fields), f"take {take}")


def test_e11_ten_is_the_limit_gold_included():
    assert waiting("222200", "RR").phase == "play"
    assert waiting("222201", "RR").phase == "return"
    assert waiting("000005", "DSE").phase == "play"


def test_e11_bonuses_and_reserved_cards_do_not_count():
    state = table(hand("222200", cards="L1-01,L1-02,L1-03", reserved="L1-04,L1-05,L1-06"), hand())
    assert after(state, "take RR").phase == "play"


def test_e11_in_the_return_phase_nothing_else_is_legal():
    state = waiting(row1="01,02,03,04/")
    assert state.turn == 0
    assert all(isinstance(action, Return) for action in legal_actions(state))
    for other in ("take DSE", "reserve L1-01", "buy L1-01", "noble N-01", "pass"):
        assert refused(state, other) == "E11"
    assert refused(state, "take DSE", seat=1) == "E13"


def test_e10_exactly_the_excess():
    state = waiting()
    assert refused(state, "return DS") == "E10"
    assert refused(state, "return DDSS") == "E10"
    assert refused(state, "return -") == "E10"
    assert after(state, "return DDD").players[0].tokens == (0, 3, 3, 2, 2, 0)


def test_e10_no_returning_at_ten_or_fewer():
    for tokens in ("222220", "000000", "100000"):
        assert refused(table(hand(tokens), hand()), "return D") == "E10"
        assert refused(table(hand(tokens), hand()), "return -") == "E10"


def test_e09_any_tokens_held_also_those_just_taken_and_gold():
    state = waiting("111115", "DSE")  # ten held, three come
    choices = {action_to_text(action)[7:] for action in legal_actions(state)}
    assert {"DSE", "GGG", "RGG", "DDR"} <= choices
    assert "RRG" not in choices
    assert after(state, "return DSE").players[0].tokens == (1, 1, 1, 1, 1, 5)
    back = after(state, "return GGG")
    assert back.players[0].tokens == (2, 2, 2, 1, 1, 2)
    assert back.bank == (3, 3, 3, 4, 4, 8)


def test_e09_only_tokens_that_one_holds():
    state = waiting("500050", "DSE")
    assert refused(state, "return RRR") == "E09"
    assert refused(state, "return SSS") == "E09"
    assert refused(state, "return G") == "E09"


@pytest.mark.parametrize("tokens", [(-1, 2, 2, 0, 0, 0), (4, -1, 0, 0, 0, 0), (3,), (1, 1, 1, 0, 0, 0, 0)])
def test_e09_counts_that_are_none(tokens):
    assert refused(waiting(), Return(tokens)) == "E09"


@pytest.mark.parametrize("held", ["222220", "000505", "700030", "222211"])
def test_e09_every_return_variant_is_listed_once(held):
    state = waiting(held)
    legal = legal_actions(state)
    tokens = state.players[0].tokens
    handfuls = product(*(range(n + 1) for n in tokens))
    expected = {some for some in handfuls if sum(some) == sum(tokens) - 10}
    assert {action.tokens for action in legal} == expected
    assert len(legal) == len(expected)


def test_e13_the_turn_passes_on_only_after_the_return():
    state = waiting()
    assert state.turn == 0
    step = act(state, "return DSE")
    assert (step.state.turn, step.state.phase) == (1, "play")
