"""Ruling E47: resigning, at any time; and a table that ends its game."""

import pytest

from rules.tables import act, after, fresh, hand, owned, refused, table
from splendor.rules import Take, entry, legal_actions, view

FIFTEEN = "L3-04,L3-08,L3-12"
PAIRS = owned(diamond=4, sapphire=4)


def plays(state, count):
    """The seats of the next turns, everybody taking three."""
    turns = []
    for _ in range(count):
        turns.append(state.turn)
        state = after(state, "take DSE")
    return turns


def test_e47_tokens_go_to_the_bank_and_cards_stay_out_of_play():
    held = hand("110002", cards="L1-01", reserved="L1-02,L2-03?", nobles="N-05")
    state = table(hand(), held, hand(), nobles="N-01", row1="10,11,12,13/14")
    step = act(state, "resign", seat=1)
    left = step.state.players[1]
    assert left.left
    assert left.tokens == (0,) * 6
    assert step.state.bank == (5, 5, 4, 4, 4, 7)
    assert (left.cards, left.reserved, left.nobles) == (
        state.players[1].cards,
        state.players[1].reserved,
        state.players[1].nobles,
    )
    assert (step.state.market, step.state.decks, step.state.nobles) == (state.market, state.decks, state.nobles)
    assert entry(step.events, None) == {"seat": 1, "type": "resign"}
    assert view(step.state, None)["players"][1]["left"] is True


def test_e47_out_of_turn_the_turn_stays():
    state = fresh(4)
    assert act(state, "resign", seat=2).state.turn == 0
    assert plays(act(state, "resign", seat=2).state, 3) == [0, 1, 3]


@pytest.mark.parametrize("phase", ["return", "noble"])
def test_e47_out_of_turn_anothers_open_step_stays(phase):
    tokens = "222220" if phase == "return" else "000000"
    cards = owned(diamond=4, sapphire=4, onyx=4) if phase == "noble" else ""
    state = after(table(hand(tokens, cards=cards), hand(), hand(), nobles="N-01,N-02"), "take DSE")
    assert state.phase == phase
    step = act(state, "resign", seat=1).state
    assert (step.phase, step.turn) == (phase, 0)
    assert after(step, "return DSE" if phase == "return" else "noble N-02").turn == 2


def test_e47_in_turn_the_next_one_acts():
    state = act(fresh(3), "resign").state
    assert (state.turn, state.phase, state.round) == (1, "play", 1)


def test_e47_an_open_return_step_disappears():
    state = after(table(hand("222220"), hand(), hand()), "take DSE")
    left = act(state, "resign").state
    assert (left.turn, left.phase) == (1, "play")
    assert left.players[0].tokens == (0,) * 6
    assert left.bank == (6, 6, 6, 6, 6, 5)


def test_e47_an_open_noble_step_disappears():
    state = after(table(hand(cards=f"{PAIRS},{owned(onyx=4)}"), hand(), hand(), nobles="N-01,N-02"), "take RR")
    left = act(state, "resign").state
    assert (left.turn, left.phase) == (1, "play")
    assert left.nobles == ("N-01", "N-02")


def test_e47_whoever_left_is_skipped_from_then_on():
    state = act(fresh(4), "resign", seat=1).state
    assert plays(state, 6) == [0, 2, 3, 0, 2, 3]


def test_e47_the_start_player_leaves_and_rounds_go_on():
    state = act(fresh(3, start=1), "resign").state
    assert (state.turn, state.round) == (2, 1)
    state = after(state, "take DSE; take DSE")
    assert (state.turn, state.round) == (2, 2)
    assert state.start == 1


def test_e47_the_last_of_the_round_leaves_in_turn():
    state = after(fresh(3), "take DSE; take DSE")
    left = act(state, "resign").state
    assert (left.turn, left.round) == (0, 2)


def test_e47_the_last_of_the_round_leaves_out_of_turn():
    state = act(fresh(3), "resign", seat=2).state
    state = after(state, "take DSE; take DSE")
    assert (state.turn, state.round) == (0, 2)


@pytest.mark.parametrize("action", ["take DSE", "resign", "pass"])
def test_e47_whoever_left_acts_no_more(action):
    state = act(fresh(3), "resign", seat=1).state
    assert refused(state, action, seat=1) == ("E47" if action == "resign" else "E13")


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_e47_only_a_seat_resigns(seat):
    assert refused(fresh(), "resign", seat=seat) == "E47"


@pytest.mark.parametrize("seat", [0, 1])
def test_e47_the_last_one_left_wins(seat):
    state = table(hand(cards=FIFTEEN), hand())
    step = act(state, "resign", seat=seat)
    assert step.state.phase == "over"
    assert step.state.result.to_json() == {"winners": [1 - seat], "ranking": [1 - seat, seat], "by": "last_player"}
    assert entry(step.events, None) == {"seat": seat, "type": "resign", "over": True}
    assert legal_actions(step.state) == []


def test_e47_in_turn_and_out_of_turn_until_one_is_left():
    state = fresh(4)
    state = act(state, "resign", seat=3).state
    state = act(state, "resign", seat=0).state
    assert (state.turn, state.phase) == (1, "play")
    state = act(state, "resign", seat=1).state
    assert state.phase == "over"
    assert state.result.winners == (2,)


def test_e47_whoever_left_cannot_win_and_ranks_last():
    state = table(hand(cards=FIFTEEN, left=True), hand(cards="L3-01"), hand(cards=FIFTEEN), turn=1)
    over = after(state, "take DSE; take RR")
    assert over.result.to_json() == {"winners": [2], "ranking": [2, 1, 0], "by": "points"}


def test_e47_the_final_round_is_about_those_still_playing():
    """Seat 0 of three triggers; seat 2, the last of the round, leaves, now seat 1 is the last."""
    state = after(table(hand(cards=FIFTEEN), hand(), hand()), "take RR")
    state = act(state, "resign", seat=2).state
    assert (state.phase, state.turn) == ("play", 1)
    assert after(state, "take DSE").phase == "over"


def test_e47_the_last_of_the_final_round_leaves_in_turn_and_the_game_is_over():
    state = after(table(hand(cards=FIFTEEN), hand(), hand()), "take RR; take DSE")
    over = act(state, "resign").state
    assert over.phase == "over"
    assert over.result.to_json() == {"winners": [0], "ranking": [0, 1, 2], "by": "points"}


def test_e47_the_last_of_the_final_round_leaves_in_the_return_step():
    state = after(table(hand(cards=FIFTEEN), hand(), hand("222220")), "take RR; take DSE; take DEO")
    assert state.phase == "return"
    assert act(state, "resign").state.phase == "over"


def test_e47_a_final_round_once_begun_stands_though_its_trigger_leaves():
    state = after(table(hand(cards=FIFTEEN), hand(), hand(cards="L3-01")), "take RR")
    state = act(state, "resign", seat=0).state
    assert state.final_round
    over = after(state, "take DSE; take OO")
    assert over.result.to_json() == {"winners": [2], "ranking": [2, 1, 0], "by": "points"}


def test_e47_whoever_leaves_at_the_noble_step_triggers_no_final_round():
    cards = f"{FIFTEEN},{PAIRS},{owned(onyx=4)}"
    state = after(table(hand(cards=cards), hand(), hand(), nobles="N-01,N-02"), "take RR")
    assert state.phase == "noble"
    assert not act(state, "resign").state.final_round


def test_e47_the_start_player_triggers_and_the_new_first_one_does_not_play_again():
    """Seat 0 has left, so seat 1 is first in the round: it triggers, seat 2 has its turn, and that is all."""
    state = table(hand(left=True), hand(cards=FIFTEEN), hand(), turn=1)
    state = after(state, "take RR")
    assert (state.final_round, state.turn) == (True, 2)
    assert after(state, "take DSE").phase == "over"


def test_e47_what_comes_into_the_bank_ends_the_passing():
    full = "L3-02,L3-03,L3-04"
    stuck = hand(reserved=full)
    state = after(table(stuck, stuck, hand("200000", reserved=full), bank="000005", row1="04,--,--,--/"), "pass; pass")
    left = act(state, "resign").state
    assert (left.turn, left.phase, left.passes) == (0, "play", 0)
    assert {action.tokens for action in legal_actions(left) if isinstance(action, Take)} == {(1, 0, 0, 0, 0, 0)}


def test_e46_e47_quiet_rounds_are_counted_though_the_last_of_the_round_leaves():
    state = table(hand(), hand(), hand(), turn=2, round=20)
    over = act(state, "resign").state
    assert over.phase == "over"
    assert over.result.by == "shared"


# The table ends the game


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_ends_a_game_as_it_stands_on_any_seats_account(seat):
    state = table(hand("100000", cards="L3-01"), hand(cards=FIFTEEN), hand(), turn=2)
    step = act(state, "end", seat=seat)
    assert (step.state.phase, step.state.turn, step.state.round) == ("over", 2, state.round)
    assert (step.state.players, step.state.bank, step.state.market) == (state.players, state.bank, state.market)
    assert step.state.result.to_json() == {"winners": [1], "ranking": [1, 0, 2], "by": "points"}
    assert entry(step.events, None) == {"seat": seat, "type": "end", "over": True}
    assert legal_actions(step.state) == []


@pytest.mark.parametrize("phase", ["return", "noble"])
def test_the_table_ends_a_game_in_the_middle_of_a_turn(phase):
    tokens = "222220" if phase == "return" else "000000"
    cards = owned(diamond=4, sapphire=4, onyx=4) if phase == "noble" else ""
    state = after(table(hand(tokens, cards=cards), hand(), hand(), nobles="N-01,N-02"), "take DSE")
    over = act(state, "end", seat=1).state
    assert over.phase == "over"
    assert over.players == state.players
    assert over.nobles == state.nobles


def test_who_left_before_the_table_ended_the_game_cannot_win():
    state = act(table(hand(cards=FIFTEEN), hand(), hand("100000")), "resign", seat=0).state
    assert act(state, "end", seat=1).state.result.to_json() == {"winners": [1, 2], "ranking": [1, 2, 0], "by": "shared"}


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_game_is_ended_on_a_seats_account(seat):
    assert refused(fresh(), "end", seat=seat) == "E47"
