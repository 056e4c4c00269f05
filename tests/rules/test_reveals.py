"""Whether somebody learned something by an action, so that it is not freely taken back (fault 44)."""

import re

import pytest

from rules.tables import act, fresh, hand, table, wander
from splendor.rules import reveals, view

CARD = re.compile(r"L[123]-\d\d")


def seen(state, viewer):
    return set(CARD.findall(str(view(state, viewer))))


@pytest.mark.parametrize("hide_reserved", [False, True])
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_an_action_reveals_if_it_shows_anybody_a_card_that_they_did_not_see_before(players, seed, hide_reserved):
    kinds = set()
    for before, _, action, step in wander(fresh(players, hide_reserved=hide_reserved), seed):
        if step.state.phase == "over":
            break
        viewers = [None, *range(players)]
        told = any(seen(step.state, viewer) - seen(before, viewer) for viewer in viewers)
        assert reveals(before, step.events) is told, action
        kinds.add((type(action).__name__, told))
    assert {("Take", False), ("Reserve", True), ("Buy", True)} <= kinds


@pytest.mark.parametrize(
    ("action", "revealing"),
    [
        ("take DER", False),
        ("reserve L1-02", True),  # another lies in its slot
        ("reserve L2-02", False),  # the deck is empty, so that nothing is turned up
        ("reserve deck 1", True),
        ("buy L1-01", True),
        ("buy L1-10", False),  # everybody saw it when it was reserved
        ("buy L1-11", True),  # nobody else had seen it
    ],
)
def test_what_was_turned_up_drawn_or_bought_unseen_reveals(action, revealing):
    mine = hand("222211", cards=",".join(f"L1-{n}" for n in (20, 28, 36)), reserved="L1-10,L1-11?")
    state = table(mine, hand(), row1="01,02,03,04/05", row2="01,02,03,04/")
    assert reveals(state, act(state, action).events) is revealing


def test_with_hide_reserved_a_card_that_was_reserved_from_the_market_is_unseen_too():
    mine = hand("222211", cards=",".join(f"L1-{n}" for n in (20, 28, 36)), reserved="L1-10")
    state = table(mine, hand(), hide_reserved=1)
    assert reveals(state, act(state, "buy L1-10").events)
