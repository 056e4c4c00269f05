"""Rulings E41-E44 and E49: the table as it is set up."""

import pytest

from rules.tables import fresh
from splendor.rules import CARDS, NOBLES, Deal, Options, deal, new_game


@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 5), (4, 7)])
def test_e41_tokens_of_each_colour_by_players(players, each):
    assert fresh(players).bank[:5] == (each,) * 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e42_gold_is_always_five(players):
    assert fresh(players).bank[5] == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e43_one_noble_more_than_players(players):
    state = fresh(players)
    assert len(set(state.nobles)) == players + 1
    assert set(state.nobles) <= NOBLES.keys()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_e44_the_start_is_random_and_acts_first(players):
    starts = {deal(f"{n:x}", players).start for n in range(60)}
    assert starts == set(range(players))
    state = fresh(players, start=1)
    assert (state.start, state.turn, state.round) == (1, 1, 1)


def test_e44_a_rematch_names_its_start_and_changes_nothing_else():
    for seed in ("a1", "b2", "c3"):
        free, given = deal(seed, 3), deal(seed, 3, start=2)
        assert given.start == 2
        assert (free.decks, free.nobles) == (given.decks, given.nobles)


def test_e49_the_seed_settles_everything():
    assert deal("c0ffee", 4) == deal("c0ffee", 4)
    assert deal("c0ffee", 4) != deal("c0ffef", 4)


def test_e49_the_deal_of_a_seed_is_pinned():
    """A stored seed must give the same game for ever, on every version of Python."""
    settled = deal("c0ffee", 3)
    assert settled.start == 0
    assert settled.nobles == ("N-08", "N-09", "N-03", "N-02")
    assert [deck[:4] for deck in settled.decks] == [
        ("L1-31", "L1-05", "L1-33", "L1-09"),
        ("L2-10", "L2-14", "L2-18", "L2-15"),
        ("L3-05", "L3-19", "L3-14", "L3-10"),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_cards_of_each_level_lie_open_in_the_order_of_the_deal(players):
    dealt = deal("5eed", players)
    state = new_game(dealt, players, Options())
    for level, (row, deck) in enumerate(zip(state.market, state.decks, strict=True), start=1):
        assert row + deck == dealt.decks[level - 1]
        assert len(row) == 4
        assert {CARDS[card].level for card in row + deck} == {level}
    assert [len(deck) for deck in state.decks] == [36, 26, 16]


def test_a_deal_goes_to_json_and_back():
    dealt = deal("5eed", 4)
    record = dealt.to_json()
    assert record["nobles"] == list(dealt.nobles)
    assert list(record["decks"]) == ["1", "2", "3"]
    assert Deal.from_json(record) == dealt


@pytest.mark.parametrize("players", [0, 1, 5, "2"])
def test_only_two_to_four_play(players):
    with pytest.raises(ValueError, match="two to four"):
        deal("5eed", players)


@pytest.mark.parametrize("start", [-1, 2, "0"])
def test_a_start_is_a_seat(start):
    with pytest.raises(ValueError, match="seat"):
        deal("5eed", 2, start=start)


def test_a_deal_that_is_none_is_refused():
    dealt = deal("5eed", 2)
    with pytest.raises(ValueError, match="level 1"):
        Deal(0, dealt.nobles, (dealt.decks[0][1:], *dealt.decks[1:]))
    with pytest.raises(ValueError, match="nobles"):
        Deal(0, ("N-01", "N-01", "N-02"), dealt.decks)
    with pytest.raises(ValueError, match="nobles"):
        Deal(0, ("N-01", "N-02", "N-11"), dealt.decks)
    with pytest.raises(ValueError, match="not for 3 players"):
        new_game(dealt, 3, Options())
    with pytest.raises(ValueError, match="seat"):
        new_game(Deal(3, dealt.nobles, dealt.decks), 2, Options())


@pytest.mark.parametrize("target", [9, 31, 0, "15", 15.0, True])
def test_e37_a_target_is_ten_to_thirty(target):
    with pytest.raises(ValueError, match="target"):
        Options(target=target)
