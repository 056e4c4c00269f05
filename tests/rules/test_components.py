"""The printed components: sums and shapes that one wrong digit would break."""

from collections import Counter

import pytest

from splendor.rules import CARDS, COLOURS, NOBLES

LEVELS = {
    1: {"cards": 40, "points": {0: 35, 1: 5}, "cost": 33, "sizes": {3: 10, 4: 15, 5: 15}, "highest": 4},
    2: {"cards": 30, "points": {1: 10, 2: 15, 3: 5}, "cost": 41, "sizes": {5: 5, 6: 5, 7: 10, 8: 10}, "highest": 6},
    3: {"cards": 20, "points": {3: 5, 4: 10, 5: 5}, "cost": 43, "sizes": {7: 5, 10: 5, 12: 5, 14: 5}, "highest": 7},
}
SHAPES = {
    1: {(0, "1111"), (0, "21"), (0, "2111"), (0, "22"), (0, "221"), (0, "3"), (0, "311"), (1, "4")},
    2: {(1, "322"), (1, "332"), (2, "421"), (2, "5"), (2, "53"), (3, "6")},
    3: {(3, "5333"), (4, "633"), (4, "7"), (5, "73")},
}
ROTATING = {1: {"1111", "2111", "21", "221", "4"}, 2: {"332", "421", "6"}, 3: {"5333", "633", "7", "73"}}


def of(level):
    return [card for card in CARDS.values() if card.level == level]


def shape(card):
    return "".join(str(n) for n in sorted(card.cost, reverse=True) if n)


def turned(row):
    return (row[-1], *row[:-1])


def test_there_are_ninety_cards_and_no_two_alike():
    assert len(CARDS) == 90
    assert all(id == card.id for id, card in CARDS.items())
    assert len({(card.level, card.bonus, card.points, card.cost) for card in CARDS.values()}) == 90


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_sums_of_a_level(level):
    cards, facts = of(level), LEVELS[level]
    assert len(cards) == facts["cards"]
    assert Counter(card.points for card in cards) == facts["points"]
    assert Counter(sum(card.cost) for card in cards) == facts["sizes"]
    assert max(max(card.cost) for card in cards) == facts["highest"]
    assert [sum(column) for column in zip(*(card.cost for card in cards), strict=True)] == [facts["cost"]] * 5
    for colour in COLOURS:
        same = [card for card in cards if card.bonus == colour]
        assert len(same) == facts["cards"] // 5
        assert sum(card.points for card in same) * 5 == sum(card.points for card in cards)
        assert sum(sum(card.cost) for card in same) == facts["cost"]


def test_the_sums_of_all_levels():
    assert sum(card.points for card in CARDS.values()) == 140
    assert sum(sum(card.cost) for card in CARDS.values()) == 585
    own = Counter(card.level for card in CARDS.values() if card.cost[COLOURS.index(card.bonus)])
    assert own == {1: 6, 2: 16, 3: 10}


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_has_the_same_shapes(level, colour):
    assert {(card.points, shape(card)) for card in of(level) if card.bonus == colour} == SHAPES[level]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_some_families_go_round_the_circle(level):
    family = {(COLOURS.index(card.bonus), card.cost) for card in of(level) if shape(card) in ROTATING[level]}
    assert {((bonus + 1) % 5, turned(cost)) for bonus, cost in family} == family


def test_what_is_derived_of_a_card():
    for card in CARDS.values():
        assert card.bonuses == tuple(int(colour == card.bonus) for colour in COLOURS)
        assert dict(card.needs) == {index: n for index, n in enumerate(card.cost) if n}
        assert card.id.startswith(f"L{card.level}-")


def test_the_ten_nobles():
    assert len(NOBLES) == 10
    assert all(id == noble.id and noble.points == 3 for id, noble in NOBLES.items())
    rows = {noble.requirement for noble in NOBLES.values()}
    assert len(rows) == 10
    assert [sum(column) for column in zip(*rows, strict=True)] == [17] * 5
    assert {turned(row) for row in rows} == rows
    assert Counter(tuple(sorted(row)) for row in rows) == {(0, 0, 0, 4, 4): 5, (0, 0, 3, 3, 3): 5}


def test_nobody_can_change_the_components():
    with pytest.raises(TypeError):
        CARDS["L1-01"] = None
