"""Rulings E30-E36 and E13: the nobles' visits."""

import pytest

from rules.tables import act, after, hand, owned, refused, table
from splendor.rules import ChooseNoble, entry, legal_actions

PAIRS = owned(diamond=4, sapphire=4, emerald=4)  # meets N-01 and N-03, and the triple N-06
FOUR_FOUR = owned(diamond=4, sapphire=4)  # meets N-01


def test_e31_one_willing_noble_comes_by_itself():
    step = act(table(hand(cards=FOUR_FOUR), hand(), nobles="N-01,N-02"), "take RR")
    assert step.state.players[0].nobles == ("N-01",)
    assert step.state.players[0].points == 3
    assert step.state.turn == 1
    assert entry(step.events, None)["noble"] == "N-01"


def test_e31_bonuses_count_and_tokens_do_not():
    state = table(hand("440000", cards=owned(diamond=3, sapphire=4)), hand(), nobles="N-01")
    assert after(state, "take RR").players[0].nobles == ()


def test_e34_it_cannot_be_declined():
    state = after(table(hand(cards=PAIRS), hand(), nobles="N-01,N-03"), "take RR")
    assert state.phase == "noble"
    assert [action.noble for action in legal_actions(state)] == ["N-01", "N-03"]
    for other in ("pass", "take RR", "return R", "buy L1-01", "reserve deck 1"):
        assert refused(state, other) == "E30"
    assert refused(state, "noble N-01", seat=1) == "E13"


@pytest.mark.parametrize("action", ["take RR", "reserve L1-05", "reserve deck 1", "buy L1-05"])
def test_e33_at_the_end_of_every_turn_also_without_a_buy(action):
    state = table(hand("002010", cards=FOUR_FOUR), hand(), nobles="N-01", row1="05,--,--,--/06")
    assert after(state, action).players[0].nobles == ("N-01",)


def test_e33_also_on_a_turn_that_is_passed():
    state = table(hand(cards=FOUR_FOUR, reserved="L3-02,L3-03,L3-04"), hand(), nobles="N-01", bank="000005")
    assert after(state, "pass").players[0].nobles == ("N-01",)


def test_e30_several_willing_and_the_player_chooses():
    state = after(table(hand(cards=PAIRS), hand(), nobles="N-01,N-02,N-03,N-06"), "take RR")
    assert state.phase == "noble"
    assert state.players[0].nobles == ()
    assert {action.noble for action in legal_actions(state)} == {"N-01", "N-03", "N-06"}
    chosen = after(state, "noble N-03")
    assert chosen.players[0].nobles == ("N-03",)
    assert chosen.nobles == ("N-01", "N-02", "N-06")
    assert chosen.turn == 1


def test_e30_only_one_that_would_come():
    state = after(table(hand(cards=PAIRS), hand(), nobles="N-01,N-02,N-03"), "take RR")
    for noble in ("N-02", "N-06", "N-99", ""):
        assert refused(state, ChooseNoble(noble)) == "E31"


def test_e30_no_choosing_out_of_its_step():
    state = table(hand(cards=FOUR_FOUR), hand(), nobles="N-01")
    assert refused(state, "noble N-01") == "E30"


def test_e32_one_a_turn_and_the_others_come_on_later_turns():
    state = table(hand(cards=PAIRS), hand(), nobles="N-01,N-03,N-06")
    state = after(state, "take RR; noble N-01; take DSE")
    assert state.players[0].nobles == ("N-01",)
    state = after(state, "take DSE")
    assert state.phase == "noble"
    state = after(state, "noble N-06; take OO")
    assert state.players[0].nobles == ("N-01", "N-06")
    state = after(state, "take DSE")  # one is left, and comes by itself
    assert state.players[0].nobles == ("N-01", "N-06", "N-03")
    assert state.nobles == ()


def test_e35_a_noble_taken_is_not_replaced():
    state = after(table(hand(cards=FOUR_FOUR), hand(), nobles="N-01,N-02"), "take RR")
    assert state.nobles == ("N-02",)


def test_e36_also_in_the_last_round():
    players = hand(cards="L3-04,L3-08,L3-12"), hand(cards=FOUR_FOUR)
    state = after(table(*players, nobles="N-01"), "take RR")
    assert state.final_round
    over = after(state, "take DSE")
    assert over.phase == "over"
    assert over.players[1].nobles == ("N-01",)
    assert over.players[1].points == 3


def test_e36_the_choice_is_open_in_the_last_round_too():
    players = hand(cards="L3-04,L3-08,L3-12"), hand(cards=PAIRS)
    state = after(table(*players, nobles="N-01,N-03"), "take RR; take DSE")
    assert state.phase == "noble"
    assert after(state, "noble N-03").phase == "over"


def test_e13_return_comes_before_the_noble():
    state = table(hand("222220", cards=PAIRS), hand(), nobles="N-01,N-03")
    state = after(state, "take RR")
    assert state.phase == "return"
    assert state.players[0].nobles == ()
    state = after(state, "return DD")
    assert state.phase == "noble"
    state = after(state, "noble N-01")
    assert (state.phase, state.turn) == ("play", 1)


def test_e13_a_noble_of_its_own_accord_comes_after_the_return():
    state = after(table(hand("222220", cards=FOUR_FOUR), hand(), nobles="N-01"), "take RR")
    assert state.players[0].nobles == ()
    step = act(state, "return DD")
    assert step.state.players[0].nobles == ("N-01",)
    assert entry(step.events, 0) == {"seat": 0, "type": "return", "tokens": {"diamond": 2}, "noble": "N-01"}


def test_e13_the_end_is_checked_after_the_noble():
    fifteen = "L3-04,L3-08,L3-11"  # 14 points with the four below
    state = table(hand(cards=f"{fifteen},{PAIRS}"), hand(), nobles="N-01,N-03")
    assert state.players[0].points == 14
    state = after(state, "take RR")
    assert not state.final_round
    assert after(state, "noble N-01").final_round
