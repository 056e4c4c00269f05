"""Ruling E48: the game moves for whoever ran out of time."""

import pytest

from rules.tables import act, after, fresh, hand, owned, table, wander
from splendor.rules import apply, legal_actions, timeout_action
from splendor.rules.notation import action_to_text


def told(state):
    return action_to_text(timeout_action(state))


@pytest.mark.parametrize(
    ("bank", "expected"),
    [
        ("444445", "take DSE"),
        ("143425", "take SER"),
        ("012345", "take ERO"),
        ("111115", "take DSE"),
        ("003015", "take EO"),
        ("007005", "take E"),
    ],
)
def test_e48_the_fullest_piles(bank, expected):
    assert told(table(bank=bank)) == expected


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ("500222", "return D"),
        ("000506", "return R"),
        ("441003", "return DS"),
        ("551001", "return DS"),
        ("602005", "return DDD"),
        ("222223", "return DSE"),
    ],
)
def test_e48_an_open_return_is_settled_of_what_one_holds_most_gold_last(tokens, expected):
    assert told(table(hand(tokens), hand(), phase="return")) == expected


def test_e48_an_open_choice_takes_the_first_noble():
    state = after(table(hand(cards=owned(diamond=4, sapphire=4, onyx=4)), hand(), nobles="N-02,N-01"), "take RR")
    assert told(state) == "noble N-02"


def test_e48_without_gems_the_first_legal_action():
    state = table(bank="000005", row2="07,08,--,--/09")
    assert told(state) == "reserve L2-07"
    full = hand("000210", reserved="L1-01,L3-03,L3-04")
    assert told(table(full, hand(), bank="000000")) == "buy L1-01 RRO"


def test_e48_where_nothing_is_legal_the_pass():
    assert told(table(hand(reserved="L3-02,L3-03,L3-04"), hand(), bank="000000")) == "pass"


def test_e48_nobodys_clock_runs_when_the_game_is_over():
    with pytest.raises(ValueError, match="over"):
        timeout_action(act(fresh(), "resign").state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("relaxed", [False, True])
def test_e48_it_is_always_legal(players, relaxed):
    for before, *_ in wander(fresh(players, relaxed_take=relaxed), seed=players):
        assert timeout_action(before) in legal_actions(before)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e46_e48_a_game_left_to_the_clock_ends(players):
    state = fresh(players)
    for _ in range(2000):
        if state.phase == "over":
            break
        state = apply(state, state.turn, timeout_action(state)).state
    assert state.phase == "over"
