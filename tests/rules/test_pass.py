"""Rulings E07 and E08: passing is the game's."""

import pytest

from rules.tables import act, after, fresh, hand, owned, refused, table
from splendor.rules import Pass, entry, legal_actions, must_pass, view

FULL = "L3-02,L3-03,L3-04"
STUCK = hand(reserved=FULL)


def test_e07_no_voluntary_pass():
    assert refused(fresh(), "pass") == "E07"
    assert not must_pass(fresh())
    assert refused(table(bank="000005", row1="01,--,--,--/"), "pass") == "E07"


@pytest.mark.parametrize(
    ("player", "fields", "stuck"),
    [
        (hand(reserved=FULL), {"bank": "000005"}, True),
        (hand(reserved=FULL), {"bank": "000015"}, False),  # a token to take
        (hand(reserved=FULL[:11]), {"bank": "000005", "row1": "01,--,--,--/"}, False),  # a card to reserve
        (hand(reserved=FULL[:11]), {"bank": "000000", "row1": "--,--,--,--/02"}, False),  # a blind one
        (hand("000210", reserved=FULL), {"bank": "000005", "row1": "01,--,--,--/"}, False),  # a card to buy
        (hand("000200", reserved=FULL), {"bank": "000005", "row1": "01,--,--,--/"}, True),
        (hand("000201", reserved=FULL), {"bank": "000000", "row1": "01,--,--,--/"}, False),  # with gold
        (hand(reserved=f"{FULL[:11]},L1-01", cards=owned(ruby=2, onyx=1)), {"bank": "000000"}, False),  # free
        (hand(), {"bank": "000005"}, True),  # nothing left in the market to reserve either
    ],
)
def test_e08_only_where_nothing_else_is_legal(player, fields, stuck):
    state = table(player, hand(), **fields)
    assert must_pass(state) is stuck
    assert (legal_actions(state) == [Pass()]) is stuck
    if stuck:
        step = act(state, "pass")
        assert step.state.turn == 1
        assert entry(step.events, None) == {"seat": 0, "type": "pass"}
    else:
        assert refused(state, "pass") == "E07"


def test_e08_whoever_must_pass_has_no_moves_in_the_view():
    moves = view(table(STUCK, hand(), bank="000005"), 0)["moves"]
    assert moves == {
        "take": {"different": [], "sizes": [], "same": []},
        "reserve": {"cards": [], "decks": [], "gold": False},
        "buy": {},
        "return": 0,
        "noble": [],
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e08_when_all_in_a_row_had_to_pass_the_game_is_over_and_ranked(players):
    best = hand(cards="L3-01", reserved=FULL)
    state = table(*[STUCK] * (players - 1), best, bank="000005")
    for turn in range(players - 1):
        assert state.turn == turn
        state = act(state, "pass").state
    step = act(state, "pass")
    assert step.state.phase == "over"
    assert step.state.result.winners == (players - 1,)
    assert step.state.result.by == "points"
    assert entry(step.events, None)["over"] is True
    assert legal_actions(step.state) == []
    assert not must_pass(step.state)


def test_e08_an_action_between_begins_the_count_anew():
    mover = hand("000003", reserved="L1-01,L3-02,L3-03")
    state = table(STUCK, mover, STUCK, bank="000000")
    state = after(state, "pass; buy L1-01; pass")  # the gold spent is in the bank, gems are not
    assert (state.phase, state.turn, state.passes) == ("play", 0, 1)
    state = after(state, "pass")
    assert state.phase == "play"
    assert after(state, "pass").phase == "over"


def test_e08_a_reservation_between_begins_the_count_anew():
    state = table(STUCK, hand(), bank="000000", row2="07,08,09,10/")
    state = after(state, "pass; reserve L2-07; pass")
    assert (state.phase, state.passes) == ("play", 1)


def test_e08_those_who_left_do_not_count():
    state = table(STUCK, hand(left=True), STUCK, bank="000005")
    assert after(state, "pass; pass").phase == "over"


def test_e08_a_pass_is_no_clients_to_send_in_other_steps():
    state = after(table(hand("222220"), hand()), "take DSE")
    assert not must_pass(state)
    assert refused(state, "pass") == "E11"
