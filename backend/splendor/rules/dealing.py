"""What chance decides, all of it before the first turn (E49)."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final, Self

from splendor.rules.components import CARDS, LEVELS, NOBLES

PLAYERS: Final = (2, 3, 4)
SHARED: Final = {id: id for id in (*CARDS, *NOBLES)}
"""However many games are read, they name the same cards: by the same strings, which take memory once."""


@dataclass(frozen=True, slots=True)
class Deal:
    """`decks` by level, in the order of drawing: the first four of each are the market's slots, left to right."""

    start: int
    nobles: tuple[str, ...]
    decks: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if len(set(self.nobles)) != len(self.nobles) or not NOBLES.keys() >= set(self.nobles):
            raise ValueError(f"not a deal of nobles: {self.nobles}")
        for level, deck in zip(LEVELS, self.decks, strict=True):
            if sorted(deck) != [card.id for card in CARDS.values() if card.level == level]:
                raise ValueError(f"not the cards of level {level}: {deck}")

    def to_json(self) -> dict[str, Any]:
        """As in the record of a game."""
        decks = {str(level): list(deck) for level, deck in zip(LEVELS, self.decks, strict=True)}
        return {"start": self.start, "nobles": list(self.nobles), "decks": decks}

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Self:
        decks = tuple(tuple(SHARED.get(id, id) for id in record["decks"][str(level)]) for level in LEVELS)
        return cls(record["start"], tuple(SHARED.get(id, id) for id in record["nobles"]), decks)


def deal(seed: str, players: int, start: int | None = None) -> Deal:
    """Decks, nobles and starting player from one seeded generator (E43, E44, E49). A rematch names its `start`;
    that changes nothing else.

    >>> first, again = deal("c0ffee", 2), deal("c0ffee", 2, start=1)
    >>> first.decks == again.decks and first.nobles == again.nobles
    True
    """
    if players not in PLAYERS:
        raise ValueError(f"two to four play, not {players!r}")
    if start is not None and start not in range(players):
        raise ValueError(f"no seat {start!r} can start among {players}")
    chance = Random(seed)
    decks = []
    for level in LEVELS:
        deck = [card.id for card in CARDS.values() if card.level == level]
        chance.shuffle(deck)
        decks.append(tuple(deck))
    nobles = list(NOBLES)
    chance.shuffle(nobles)
    drawn = chance.randrange(players)  # drawn last and always, so that a given start shifts nothing
    return Deal(drawn if start is None else start, tuple(nobles[: players + 1]), tuple(decks))
