"""The printed components of the base game: 90 development cards and 10 nobles, read from the two csv files."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from splendor.rules.tokens import COLOURS, Colours

LEVELS: Final = (1, 2, 3)


def _named(row: Colours) -> tuple[tuple[int, int], ...]:
    return tuple((index, n) for index, n in enumerate(row) if n)


@dataclass(frozen=True, slots=True)
class Card:
    """A development card. `cost` is in tokens of the five colours, `bonus` the colour that it makes cheaper.

    >>> CARDS["L1-01"].bonus, CARDS["L1-01"].cost
    ('diamond', (0, 0, 0, 2, 1))
    """

    id: str
    level: int
    bonus: str
    points: int
    cost: Colours
    bonuses: Colours = field(repr=False)
    """The bonus as a count: one of its colour."""
    needs: tuple[tuple[int, int], ...] = field(repr=False)
    """The cost again, as (index of the colour, number) where it is not zero: what affordability is judged by."""


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble. `requirement` is in bonuses, not tokens (E31)."""

    id: str
    points: int
    requirement: Colours
    needs: tuple[tuple[int, int], ...] = field(repr=False)


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = (files("splendor.rules") / name).read_text(encoding="utf-8")
    yield from csv.DictReader(text.splitlines())


def _colours(row: dict[str, str]) -> Colours:
    return tuple(int(row[colour]) for colour in COLOURS)


def _card(row: dict[str, str]) -> Card:
    cost = _colours(row)
    bonus = tuple(int(colour == row["bonus"]) for colour in COLOURS)
    return Card(row["id"], int(row["level"]), row["bonus"], int(row["points"]), cost, bonus, _named(cost))


def _noble(row: dict[str, str]) -> Noble:
    requirement = _colours(row)
    return Noble(row["id"], int(row["points"]), requirement, _named(requirement))


CARDS: Final[Mapping[str, Card]] = MappingProxyType({row["id"]: _card(row) for row in _rows("cards.csv")})
NOBLES: Final[Mapping[str, Noble]] = MappingProxyType({row["id"]: _noble(row) for row in _rows("nobles.csv")})
