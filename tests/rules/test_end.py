"""Rulings E37-E40 and E46: how a game ends, and who has won."""

import pytest

from rules.tables import act, after, hand, refused, table
from splendor.rules import Player, apply, entry, legal_actions, timeout_action
from splendor.rules.ranking import ranked
from splendor.rules.turns import QUIET_ROUNDS

FIFTEEN = "L3-04,L3-08,L3-12"
TEN = "L3-04,L3-08"


def seats(players, **cards):
    return [hand(cards=cards.get(f"s{seat}", "")) for seat in range(players)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("trigger", range(4))
@pytest.mark.parametrize("start", range(4))
def test_e37_all_have_the_same_number_of_turns(players, trigger, start):
    if trigger >= players or start >= players:
        return
    state = table(*seats(players, **{f"s{trigger}": FIFTEEN}), bank="777775", start=start, turn=start)
    turns = [0] * players
    announced = []
    while state.phase != "over":
        turns[state.turn] += 1
        step = act(state, "take DSE")
        announced += [turn for turn in [state.turn] if "final_round" in entry(step.events, None)]
        state = step.state
    assert turns == [1] * players
    last = (start - 1) % players
    assert announced == ([] if trigger == last else [trigger])
    assert state.final_round
    assert state.result.winners == (trigger,)


def test_e37_nothing_happens_below_the_target():
    state = after(table(hand(cards="L3-04,L3-08,L3-11"), hand()), "take RR; take DSE")
    assert state.players[0].points == 14
    assert (state.phase, state.final_round, state.round) == ("play", False, 2)


def test_e37_nobles_count():
    four_four = ",".join(f"L1-{n:02}" for n in (1, 2, 3, 4, 9, 10, 11, 12))
    state = table(hand(cards=f"L3-04,L3-08,L3-01,{four_four}"), hand(), nobles="N-01")
    assert state.players[0].points == 13
    assert after(state, "take RR").final_round


@pytest.mark.parametrize(("target", "final"), [(10, True), (11, False)])
def test_e37_the_table_may_choose_the_target(target, final):
    state = table(hand(cards=TEN), hand(), target=target)
    assert after(state, "take RR").final_round is final


def test_e37_after_the_end_nothing_is_legal():
    state = after(table(hand(), hand(cards=FIFTEEN)), "take RR; take DSE")
    assert state.phase == "over"
    assert legal_actions(state) == []
    for action in ("take DSE", "pass", "resign", "end", "return D", "noble N-01"):
        for seat in (0, 1):
            assert refused(state, action, seat) == "E37"


def test_e38_most_points_win_and_not_the_first_at_the_target():
    over = after(table(hand(cards=FIFTEEN), hand(cards=f"{FIFTEEN},L1-08")), "take RR; take DSE")
    assert over.result.to_json() == {"winners": [1], "ranking": [1, 0], "by": "points"}


def test_e39_a_tie_goes_to_the_fewest_cards_bought():
    over = after(table(hand(cards=f"{FIFTEEN},L1-01"), hand(cards=FIFTEEN)), "take RR; take DSE")
    assert over.result.to_json() == {"winners": [1], "ranking": [1, 0], "by": "cards"}


def test_e39_reserved_cards_and_nobles_are_not_bought():
    visited = Player(points=15, cards=("L3-04", "L3-12", "L2-03"), nobles=("N-01",))
    bought = Player(points=15, cards=("L3-04", "L3-12", "L2-03", "L2-06"))
    assert ranked((bought, visited)).winners == (1,)
    players = hand(cards=FIFTEEN, reserved="L1-01,L1-02,L1-03"), hand(cards=f"{FIFTEEN},L1-04")
    assert after(table(*players), "take RR; take DSE").result.winners == (0,)


def test_e39b_then_the_fewest_reserved_in_hand():
    players = hand(cards=FIFTEEN, reserved="L1-01,L1-02?"), hand(cards=FIFTEEN, reserved="L1-03?")
    over = after(table(*players), "take RR; take DSE")
    assert over.result.to_json() == {"winners": [1], "ranking": [1, 0], "by": "reserved"}


def test_e40_then_the_victory_is_shared():
    players = hand("111110", cards=FIFTEEN), hand(cards=FIFTEEN), hand(cards=TEN)
    over = after(table(*players), "take RR; take DSE; take OO")
    assert over.result.to_json() == {"winners": [0, 1], "ranking": [0, 1, 2], "by": "shared"}


def test_e40_all_may_share():
    over = after(table(*[hand(cards=FIFTEEN)] * 4, bank="777775"), ";".join(["take DSE"] * 4))
    assert over.result.to_json() == {"winners": [0, 1, 2, 3], "ranking": [0, 1, 2, 3], "by": "shared"}


def test_the_whole_ranking_follows_the_same_criteria():
    players = (
        Player(points=9, cards=("a",) * 5),
        Player(points=15, cards=("a",) * 9),
        Player(points=9, cards=("a",) * 4),
        Player(points=15, cards=("a",) * 8),
    )
    assert ranked(players).ranking == (3, 1, 2, 0)
    assert ranked(players).by == "cards"


def quiet(rounds, state):
    """So many rounds in which everybody takes three tokens and gives them back."""
    for _ in range(rounds * sum(not player.left for player in state.players)):
        if state.phase == "over":
            break
        state = after(state, "take DSE; return DSE")
    return state


TENS = [hand("222220")] * 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e46_twenty_full_rounds_without_buying_or_reserving(players):
    state = table(*TENS[:players], row1="01,02,03,04/05")
    assert quiet(QUIET_ROUNDS - 1, state).phase == "play"
    over = quiet(QUIET_ROUNDS, state)
    assert over.phase == "over"
    assert over.round == QUIET_ROUNDS
    assert over.turn == players - 1
    assert over.result.by == "shared"


@pytest.mark.parametrize("deed", ["reserve L1-01; return G", "buy L1-02", "reserve deck 1; return G"])
def test_e46_a_purchase_or_a_reservation_begins_the_count_anew(deed):
    state = quiet(5, table(*TENS[:2], row1="01,02,03,04/05,06"))
    assert state.round == 6
    state = after(state, deed)
    assert state.busy_round == 6
    turns = int(state.turn == 1)
    while state.phase != "over":
        turns += state.phase == "play"
        state = apply(state, state.turn, timeout_action(state)).state
    assert state.round == 6 + QUIET_ROUNDS
    assert turns == 2 * (QUIET_ROUNDS + 1)


def test_e46_the_last_round_is_played_out():
    """Quiet counts at the end of rounds only, so that all have had the same number of turns."""
    state = table(hand("222220"), hand("222220"), round=25, busy_round=4)
    assert after(state, "take DSE; return DSE").phase == "play"
    assert after(state, "take DSE; return DSE; take DSE; return DSE").phase == "over"
