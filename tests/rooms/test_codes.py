"""Names that can be read aloud and can't be guessed."""

import math
import re
from collections import Counter

import pytest

from splendor.rooms import codes


def test_a_room_code_has_two_words_and_a_tail_without_look_alikes() -> None:
    for _ in range(500):
        first, second, tail = codes.room_code().split("-")
        assert re.fullmatch("[a-z]+", first)
        assert re.fullmatch("[a-z]+", second)
        assert re.fullmatch("[a-z0-9]{8}", tail)
        assert not set(tail) & set("01ilo5suv")


def test_a_room_code_has_at_least_forty_random_bits() -> None:
    """Counted from what comes out, not from what the source says."""
    drawn = [codes.room_code().split("-") for _ in range(20_000)]
    letters = Counter(letter for _, _, tail in drawn for letter in tail)
    most = letters.most_common(1)[0][1] / letters.total()
    bits = 8 * -math.log2(most)
    words = [math.log2(len({code[place] for code in drawn})) for place in (0, 1)]
    assert bits > 37
    assert bits + sum(words) > 50
    assert len({tuple(code) for code in drawn}) == len(drawn)


def test_a_link_code_has_three_groups_of_four_and_over_fifty_bits() -> None:
    drawn = [codes.link_code() for _ in range(5_000)]
    assert all(re.fullmatch("[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}", code) for code in drawn)
    letters = Counter("".join(drawn).replace("-", ""))
    assert 12 * -math.log2(letters.most_common(1)[0][1] / letters.total()) > 50


def test_no_two_games_have_one_id() -> None:
    assert len({codes.game_id() for _ in range(1_000)}) == 1_000


@pytest.mark.parametrize("id", ["amber-otter-7q4k2m9x", "g1", "aB_-9", "x" * 64])
def test_what_a_room_or_game_could_be_called_is_looked_up(id: str) -> None:
    assert codes.is_possible(id)
    assert codes.is_possible(codes.room_code())
    assert codes.is_possible(codes.game_id())


@pytest.mark.parametrize("id", ["", "\0", "a\0b", "x" * 65, "a b", "../x", "ä", "a\n"])
def test_what_none_could_be_called_is_not(id: str) -> None:
    assert not codes.is_possible(id)
