"""Rulings E24-E29: buying and paying."""

from itertools import product

import pytest

from rules.tables import act, after, hand, owned, refused, table
from splendor.rules import CARDS, Buy, legal_actions
from splendor.rules.notation import action_to_text, tokens_to_text
from splendor.rules.paying import default_payment, is_payment, payments, price

ROW = {"row1": "01,02,03,04/05,06"}


def buys(state):
    return [action_to_text(action) for action in legal_actions(state) if isinstance(action, Buy)]


def test_a_market_card_is_bought_for_its_cost():
    state = act(table(hand("111221"), hand(), **ROW), "buy L1-01").state  # 2 ruby, 1 onyx
    buyer = state.players[0]
    assert buyer.cards == ("L1-01",)
    assert buyer.bonuses == (1, 0, 0, 0, 0)
    assert buyer.tokens == (1, 1, 1, 0, 1, 1)
    assert state.turn == 1


def test_a_reserved_card_is_bought_from_the_hand_and_no_slot_empties():
    state = table(hand("000210", reserved="L1-10,L1-01?"), hand(), row1="02,03,04,05/06")
    bought = after(state, "buy L1-01")
    assert bought.players[0].cards == ("L1-01",)
    assert [held.card for held in bought.players[0].reserved] == ["L1-10"]
    assert bought.market == state.market


def test_e24_others_reserves_and_absent_cards_cannot_be_bought():
    state = table(hand("777770"), hand(reserved="L1-10", cards="L1-20"), **ROW)
    for card in ("L1-10", "L1-20", "L1-05", "L9-99", "N-01", ""):
        assert refused(state, Buy(card)) == "E24"


def test_e24_gold_may_stand_for_a_colour_that_one_holds():
    state = table(hand("000211"), hand(), **ROW)
    assert sorted(buys(state)) == ["buy L1-01 ROG", "buy L1-01 RRG", "buy L1-01 RRO"]
    for text, left in [("RRO", "G"), ("ROG", "R"), ("RRG", "O")]:
        bought = after(state, f"buy L1-01 {text}")
        assert tokens_to_text(bought.players[0].tokens) == left
        assert bought.bank[5] == 5 + text.count("G")


def test_e24_without_a_payment_colours_pay_first():
    bought = after(table(hand("000123"), hand(), **ROW), "buy L1-01")
    assert bought.players[0].tokens == (0, 0, 0, 0, 1, 2)
    assert default_payment((0, 0, 0, 2, 1), (0, 0, 0, 1, 0, 1)) is None


def test_e24_gold_alone_may_pay():
    assert after(table(hand("000003"), hand(), **ROW), "buy L1-01").bank == (4, 4, 4, 4, 4, 8)


def test_e25_a_price_of_zero_is_a_legal_buy():
    state = table(hand(cards=owned(ruby=2, onyx=1)), hand(), **ROW)
    assert buys(state)[0] == "buy L1-01 -"
    for text in ("buy L1-01", "buy L1-01 -"):
        bought = after(state, text)
        assert bought.players[0].cards[-1] == "L1-01"
        assert bought.bank == state.bank
    assert refused(table(hand("000001", cards=owned(ruby=2, onyx=1)), hand(), **ROW), "buy L1-01 G") == "E26"


@pytest.mark.parametrize("pay", ["RRRO", "RROO", "RRR", "RR", "O", "-", "RRD", "RROG", "DDD", "GGGG", "RGGO"])
def test_e26_neither_more_nor_less_nor_another_colour(pay):
    assert refused(table(hand("333335"), hand(), **ROW), f"buy L1-01 {pay}") == "E26"


def test_e26_no_bonus_left_unused():
    state = table(hand("000210", cards=owned(ruby=1)), hand(), **ROW)
    assert buys(state) == ["buy L1-01 RO"]
    assert refused(state, "buy L1-01 RRO") == "E26"


def test_e26_only_tokens_that_one_holds():
    state = table(hand("000111"), hand(), **ROW)
    assert refused(state, "buy L1-01 RRO") == "E26"
    assert refused(state, "buy L1-01 RGG") == "E26"
    assert refused(table(hand("000110"), hand(), **ROW), "buy L1-01") == "E26"


@pytest.mark.parametrize("pay", [(0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 1, -1), (0, 0, -1, 2, 1, 1), (0, 0, 0, 2, 1), ()])
def test_e26_counts_that_are_no_payment(pay):
    assert refused(table(hand("333335"), hand(), **ROW), Buy("L1-01", pay)) == "E26"


def test_e27_the_own_bonus_does_not_lower_the_own_price():
    assert CARDS["L3-03"].bonus == "diamond"
    assert price(CARDS["L3-03"], (0, 0, 0, 0, 0)) == (3, 0, 0, 3, 6)
    state = table(hand("200360"), hand(), row3="03,--,--,--/")
    assert buys(state) == []
    assert refused(state, "buy L3-03") == "E26"


def test_e27_the_own_bonus_counts_at_once_for_nobles():
    state = table(hand("004000", cards=owned(diamond=3, sapphire=4)), hand(), row1="08,--,--,--/", nobles="N-01")
    bought = after(state, "buy L1-08")
    assert bought.players[0].nobles == ("N-01",)
    assert bought.players[0].points == 1 + 3


@pytest.mark.parametrize("slot", range(4))
def test_e28_refill_at_once_in_the_same_slot(slot):
    state = table(hand("333330"), hand(), **ROW)
    card = state.market[0][slot]
    bought = act(state, f"buy {card}").state
    row = list(state.market[0])
    row[slot] = "L1-05"
    assert bought.market[0] == tuple(row)
    assert bought.decks[0] == ("L1-06",)


def test_e28_the_refill_comes_before_the_noble_step():
    state = table(
        hand("004000", cards=owned(diamond=3, sapphire=4, onyx=4)), hand(), row1="08,01,--,--/07", nobles="N-01,N-02"
    )
    waiting = after(state, "buy L1-08")
    assert waiting.phase == "noble"
    assert waiting.market[0][0] == "L1-07"


def test_e29_spent_tokens_and_gold_are_in_the_bank_at_once():
    state = table(hand("000111"), hand(), bank="333320", **ROW)
    assert after(state, "buy L1-01").bank == (3, 3, 3, 4, 3, 1)


def test_e19_a_bought_slot_stays_empty_without_a_deck():
    state = after(table(hand("000210"), hand(), row1="02,01,03,04/"), "buy L1-01")
    assert state.market[0] == ("L1-02", None, "L1-03", "L1-04")
    assert refused(state, "buy L1-01") == "E24"


@pytest.mark.parametrize("card", ["L1-01", "L1-14", "L2-10", "L3-17"])
@pytest.mark.parametrize("tokens", [(1, 1, 1, 1, 1, 3), (3, 0, 3, 2, 4, 1), (2, 2, 2, 2, 2, 0), (0, 0, 0, 0, 5, 5)])
def test_e24_payments_are_all_the_exact_ones(card, tokens):
    """Against a search through every handful of the tokens held."""
    due = price(CARDS[card], (0, 0, 1, 1, 0))
    handfuls = product(*(range(n + 1) for n in tokens))
    exact = {some for some in handfuls if is_payment(some, due)}
    made = payments(due, tokens)
    assert set(made) == exact
    assert len(made) == len(set(made))
    if made:
        assert made[0] == default_payment(due, tokens)
    else:
        assert default_payment(due, tokens) is None


def test_legal_buys_name_their_payment_and_begin_with_the_default():
    state = table(hand("000211"), hand(), **ROW)
    assert buys(state)[0] == "buy L1-01 RRO"
    assert act(state, "buy L1-01").state == act(state, "buy L1-01 RRO").state
