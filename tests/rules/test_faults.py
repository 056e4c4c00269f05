"""What went wrong in other implementations, each by its number in our collection of faults."""

import pytest

from rules.tables import act, after, fresh, hand, owned, refused, table
from splendor.rules import (
    Buy,
    Pass,
    Return,
    UnreadableAction,
    action_from_json,
    apply,
    entry,
    legal_actions,
    must_pass,
    view,
)
from splendor.rules.notation import state_from_text, state_to_text
from splendor.rules.ranking import ranked

FIFTEEN = "L3-04,L3-08,L3-12"


def test_fault_01_a_refused_take_leaves_nothing_with_the_player():
    state = table(bank="044445")
    for _ in range(20):
        assert refused(state, "take DSE") == "E01"
    assert state.players[0].tokens == (0,) * 6
    assert state.turn == 0


@pytest.mark.parametrize("first", ["take DSE", "reserve L1-01", "buy L1-02"])
@pytest.mark.parametrize("second", ["take RRO", "take DSE", "reserve L1-03", "buy L1-04", "pass"])
def test_fault_03_one_action_a_turn(first, second):
    state = table(hand("111111"), hand(), row1="01,02,03,04/05")
    assert refused(act(state, first).state, second, seat=0) == "E13"


def test_fault_04_a_blind_reserve_from_an_empty_deck_leaves_no_cardless_slot():
    state = table(hand("000210"), hand(), row1="01,02,03,04/05", row3="01,02,03,04/")
    assert refused(state, "reserve deck 3") == "E18"
    assert state.bank[5] == 5
    assert after(state, "buy L1-01").players[0].cards == ("L1-01",)


def test_fault_05_three_nobles_at_once_by_buying_a_reserved_card():
    """Choose one of all three, the next is offered after the next turn, be it one of tokens."""
    cards = owned(diamond=4, sapphire=4, emerald=4).replace("L1-17,", "")  # the fourth emerald is in the hand
    state = table(hand("000700", cards=cards, reserved="L1-17?"), hand(), nobles="N-02,N-01,N-03,N-06")
    state = after(state, "buy L1-17")
    assert view(state, 0)["moves"]["noble"] == ["N-01", "N-03", "N-06"]
    state = after(state, "noble N-03")
    assert state.players[0].nobles == ("N-03",)
    assert state.nobles == ("N-02", "N-01", "N-06")
    state = after(state, "take DSE; take DSE")
    assert view(state, 0)["moves"]["noble"] == ["N-01", "N-06"]


def test_fault_06_a_noble_is_in_one_place_also_after_choosing_anew():
    cards = owned(diamond=4, sapphire=4, onyx=4)
    waiting = after(table(hand(cards=cards), hand(), nobles="N-01,N-02"), "take RR")
    for noble, other in (("N-01", "N-02"), ("N-02", "N-01")):
        chosen = after(waiting, f"noble {noble}")
        assert chosen.players[0].nobles == (noble,)
        assert chosen.nobles == (other,)
        assert refused(chosen, f"noble {other}", seat=0) == "E13"
    assert waiting.nobles == ("N-01", "N-02")


def test_fault_07_ties():
    nine, eight = f"{FIFTEEN},{owned(diamond=6)}", f"{FIFTEEN},{owned(onyx=5)}"
    over = after(table(hand(cards=nine), hand(cards=eight)), "take RR; take DSE")
    assert over.result.to_json() == {"winners": [1], "ranking": [1, 0], "by": "cards"}
    over = after(table(hand(cards=eight), hand(cards=eight)), "take RR; take DSE")
    assert over.result.to_json() == {"winners": [0, 1], "ranking": [0, 1], "by": "shared"}


@pytest.mark.parametrize("resigns", [False, True])
def test_fault_08_the_final_round_survives_being_put_away(resigns):
    state = table(hand(), hand(cards=FIFTEEN), hand(), hand(), bank="777775", turn=1)
    state = state_from_text(state_to_text(after(state, "take DSE")))
    assert state.final_round
    turns = []
    while state.phase != "over":
        if resigns and state.turn == 2:
            state = act(state, "resign", seat=3).state
        turns.append(state.turn)
        state = state_from_text(state_to_text(after(state, "take DSE")))
    assert turns == ([2] if resigns else [2, 3])


def test_fault_09_gold_counts_to_the_limit():
    state = table(hand("222202"), hand(), bank="222223", row1="01,02,03,04/05")
    state = after(state, "reserve L1-01")
    assert state.phase == "return"
    assert view(state, 0)["moves"]["return"] == 1
    assert {action.tokens for action in legal_actions(state)} == {
        (1, 0, 0, 0, 0, 0),
        (0, 1, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0),
        (0, 0, 0, 1, 0, 0),
        (0, 0, 0, 0, 0, 1),
    }


@pytest.mark.parametrize(
    "tokens",
    [
        {"gold": 1},
        {"ruby": -1, "sapphire": 3},
        {"ruby": 2, "sapphire": 1},
        {"ruby": 1.5},
        {"ruby": "1"},
        {"ruby": 1, "sapphire": 1, "onyx": 1, "emerald": 1},
        {"amber": 1},
        {"ruby": 10**40},
        {"ruby": 2, "onyx": 2},
        {"ruby": 10},
        {},
    ],
    ids=str,
)
def test_fault_11_odd_takes_are_all_refused(tokens):
    state = fresh(4)
    told = state_to_text(state)
    try:
        action = action_from_json({"type": "take", "tokens": tokens})
    except UnreadableAction:
        pass
    else:
        assert refused(state, action)
    assert state_to_text(state) == told


def test_fault_12_two_of_a_colour_by_the_pile_before_the_take():
    assert after(table(bank="444445"), "take RR").bank[3] == 2
    assert refused(table(bank="444345"), "take RR") == "E04"


def test_fault_13_no_legal_action_is_passed_and_ends_without_a_busy_loop():
    stuck = hand(reserved="L3-02,L3-03,L3-04")
    state = table(stuck, stuck, stuck, bank="000005", row3="05,06,--,--/")
    passes = 0
    while state.phase != "over":
        assert must_pass(state)
        assert legal_actions(state) == [Pass()]
        state = apply(state, state.turn, Pass()).state
        passes += 1
    assert passes == 3
    assert state.result.by == "shared"


def test_fault_16_affordability_knows_bonuses():
    state = table(hand(cards=owned(ruby=3)), hand(), row1="17,--,--,--/")
    assert view(state, 0)["moves"]["buy"] == {"L1-17": {}}
    state = table(hand("000101", cards=owned(ruby=1)), hand(), row1="17,--,--,--/")
    assert view(state, 0)["moves"]["buy"] == {"L1-17": {"ruby": 1, "gold": 1}}


def test_fault_17_gold_instead_of_a_colour_that_one_holds():
    state = table(hand("000301"), hand(), row1="17,--,--,--/")
    assert set(legal_actions(state)) >= {Buy("L1-17", (0, 0, 0, 3, 0, 0)), Buy("L1-17", (0, 0, 0, 2, 0, 1))}
    for pay in ("RRRG", "RR", "RG", "RRRR"):
        assert refused(state, f"buy L1-17 {pay}") == "E26"


def test_fault_18_an_empty_slot_stays_in_place_and_is_no_card():
    state = after(table(hand("000300"), hand("000300"), row1="01,17,03,--/"), "buy L1-17")
    assert state.market[0] == ("L1-01", None, "L1-03", None)
    assert view(state, 1)["market"]["1"] == ["L1-01", None, "L1-03", None]
    assert refused(state, "buy L1-17") == "E24"
    assert refused(state, "reserve L1-17") == "E17"
    assert view(state, 1)["moves"]["reserve"]["cards"] == ["L1-01", "L1-03"]


def test_fault_44_replaying_never_shuffles_the_decks():
    state = fresh(3)
    once, again = after(state, "reserve deck 1; take DSE"), after(state, "reserve deck 1; take DSE")
    assert once == again
    assert once.decks == (state.decks[0][1:], *state.decks[1:])


def test_fault_50_a_game_put_away_in_an_open_step_is_the_same():
    state = after(table(hand("222220"), hand()), "take DSE")
    back = state_from_text(state_to_text(state))
    assert back == state
    assert all(isinstance(action, Return) for action in legal_actions(back))
    assert ranked(back.players).by == "shared"


def test_fault_65_the_first_view_holds_no_deal():
    state = fresh(4)
    for viewer in (None, 0, 1, 2, 3):
        told = str(view(state, viewer))
        assert not any(card in told for deck in state.decks for card in deck)
    assert entry(act(state, "reserve deck 2").events, 3) == {
        "seat": 0,
        "type": "reserve",
        "level": 2,
        "blind": True,
        "gold": True,
    }
