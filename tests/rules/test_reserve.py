"""Rulings E12, E15-E23: reserving."""

import pytest

from rules.tables import act, after, fresh, hand, refused, table
from splendor.rules import CARDS, Held, Reserve, legal_actions

ROW = {"row1": "01,02,03,04/05,06", "row2": "01,02,03,04/05", "row3": "01,02,03,04/"}


def reserves(state):
    return [action for action in legal_actions(state) if isinstance(action, Reserve)]


def test_e15_a_card_and_a_gold():
    state = act(table(**ROW), "reserve L1-02").state
    assert state.players[0].reserved == (Held("L1-02", False),)
    assert state.players[0].tokens == (0, 0, 0, 0, 0, 1)
    assert state.bank == (4, 4, 4, 4, 4, 4)


def test_e15_without_gold_it_is_still_legal_and_brings_none():
    state = act(table(bank="444440", **ROW), "reserve L1-02").state
    assert state.players[0].reserved == (Held("L1-02", False),)
    assert state.players[0].tokens == (0,) * 6


def test_e12_the_gold_is_not_optional_at_ten_tokens():
    state = act(table(hand("222220"), hand(), **ROW), "reserve L1-02").state
    assert state.phase == "return"
    assert state.players[0].tokens == (2, 2, 2, 2, 2, 1)
    assert state.bank[5] == 4
    assert {action.tokens.index(1) for action in legal_actions(state)} == set(range(6))
    assert after(state, "return G").players[0].tokens == (2, 2, 2, 2, 2, 0)
    assert after(state, "return S").players[0].tokens == (2, 1, 2, 2, 2, 1)


def test_e12_at_ten_tokens_without_gold_in_the_bank_nothing_returns():
    assert act(table(hand("222220"), hand(), bank="222220", **ROW), "reserve L1-02").state.turn == 1


def test_e16_three_at_most_open_and_blind_together():
    state = table(hand(reserved="L1-10,L2-10?,L3-10"), hand(), **ROW)
    assert reserves(state) == []
    assert refused(state, "reserve L1-01") == "E16"
    assert refused(state, "reserve deck 1") == "E16"


def test_e16_a_third_is_still_legal():
    state = table(hand(reserved="L1-10,L2-10?"), hand(), **ROW)
    assert len(after(state, "reserve deck 1").players[0].reserved) == 3


def test_e17_any_market_card_or_the_top_of_any_deck():
    state = fresh(4)
    assert len(reserves(state)) == 12 + 3
    for level in (1, 2, 3):
        reserved = act(state, f"reserve deck {level}").state
        assert reserved.players[0].reserved == (Held(state.decks[level - 1][0], True),)
        assert reserved.decks[level - 1] == state.decks[level - 1][1:]
        assert reserved.market == state.market


def test_e17_what_is_not_in_the_market_cannot_be_reserved():
    state = table(hand(), hand(cards="L1-20", reserved="L1-21"), **ROW)
    for card in ("L1-05", "L1-20", "L1-21", "L9-99", ""):
        assert refused(state, Reserve(card=card)) == "E17"
    for odd in (Reserve(), Reserve(card="L1-01", deck=1), Reserve(deck=0), Reserve(deck=4)):
        assert refused(state, odd) == "E17"


def test_e18_no_blind_reserve_from_an_empty_deck():
    state = table(**ROW)
    assert refused(state, "reserve deck 3") == "E18"
    assert Reserve(deck=3) not in reserves(state)
    assert Reserve(deck=2) in reserves(state)


def test_e19_where_the_deck_is_empty_the_slot_stays_empty_in_its_place():
    state = act(table(**ROW), "reserve L3-02").state
    assert state.market[2] == ("L3-01", None, "L3-03", "L3-04")
    again = after(state, "reserve L3-04")
    assert again.market[2] == ("L3-01", None, "L3-03", None)
    assert refused(again, "reserve L3-02") == "E17"


@pytest.mark.parametrize("slot", range(4))
def test_e28_the_reserved_card_is_replaced_in_its_slot(slot):
    state = fresh()
    card = state.market[0][slot]
    row = list(state.market[0])
    row[slot] = state.decks[0][0]
    assert act(state, f"reserve {card}").state.market[0] == tuple(row)


def test_e22_a_card_that_one_could_buy_may_be_reserved():
    state = table(hand("011110"), hand(), **ROW)
    assert after(state, "reserve L1-02").players[0].reserved[0].card == "L1-02"


def test_e23_not_reserved_and_bought_in_one_turn():
    state = act(table(hand("011110"), hand(), **ROW), "reserve L1-02").state
    assert state.turn == 1
    assert refused(state, "buy L1-02", seat=0) == "E13"


def test_e12_e21_the_owner_of_a_blind_reserve_has_the_card_before_returning():
    state = act(table(hand("222220"), hand(), **ROW), "reserve deck 1").state
    assert state.phase == "return"
    assert CARDS[state.players[0].reserved[0].card].id == "L1-05"
