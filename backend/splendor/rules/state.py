"""A game at one moment, as a value: nothing in it is ever changed."""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from splendor.rules.dealing import Deal
from splendor.rules.options import Options
from splendor.rules.tokens import NO_TOKENS, Colours, Tokens

Phase: TypeAlias = Literal["play", "return", "noble", "over"]
Criterion: TypeAlias = Literal["points", "cards", "reserved", "shared", "last_player"]

GEMS: Final = {2: 4, 3: 5, 4: 7}
"""Tokens of each colour by number of players (E41)."""
GOLD_TOKENS: Final = 5
"""Always (E42)."""
MARKET_SLOTS: Final = 4


@dataclass(frozen=True, slots=True)
class Held:
    """A reserved card in the hand; `blind` if it came unseen off a deck (E17, E21)."""

    card: str
    blind: bool


@dataclass(frozen=True, slots=True)
class Player:
    """What one seat has. `points` and `bonuses` are those of `cards` and `nobles`, kept summed. `left`: resigned or
    removed (E47)."""

    tokens: Tokens = NO_TOKENS
    bonuses: Colours = (0, 0, 0, 0, 0)
    points: int = 0
    cards: tuple[str, ...] = ()
    reserved: tuple[Held, ...] = ()
    nobles: tuple[str, ...] = ()
    left: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `ranking` lists every seat, best first, those who left last; `by` is what decided (E38-E40)."""

    winners: tuple[int, ...]
    ranking: tuple[int, ...]
    by: Criterion

    def to_json(self) -> dict[str, Any]:
        return {"winners": list(self.winners), "ranking": list(self.ranking), "by": self.by}


@dataclass(frozen=True, slots=True)
class State:
    """A whole game, hidden cards included.

    `turn` is the seat to act, `start` the one that defines the round (E44). Each of `decks` is in the order of
    drawing. `market` has None where a slot stays empty (E19). `passes` counts the passes in a row (E08),
    `busy_round` is the last round in which somebody bought or reserved (E46).
    """

    options: Options
    players: tuple[Player, ...]
    turn: int
    start: int
    round: int
    phase: Phase
    final_round: bool
    bank: Tokens
    market: tuple[tuple[str | None, ...], ...]
    decks: tuple[tuple[str, ...], ...]
    nobles: tuple[str, ...]
    passes: int = 0
    busy_round: int = 0
    result: Result | None = None

    @property
    def player(self) -> Player:
        """The one to act."""
        return self.players[self.turn]


def new_game(deal: Deal, players: int, options: Options) -> State:
    """The table as it is set up (E41-E44).

    >>> from splendor.rules.dealing import deal
    >>> new_game(deal("c0ffee", 3), 3, Options()).bank
    (5, 5, 5, 5, 5, 5)
    """
    if len(deal.nobles) != players + 1:
        raise ValueError(f"this deal has {len(deal.nobles)} nobles and is not for {players} players")
    if deal.start not in range(players):
        raise ValueError(f"no seat {deal.start!r} can start among {players}")
    return State(
        options=options,
        players=(Player(),) * players,
        turn=deal.start,
        start=deal.start,
        round=1,
        phase="play",
        final_round=False,
        bank=(GEMS[players],) * 5 + (GOLD_TOKENS,),
        market=tuple(deck[:MARKET_SLOTS] for deck in deal.decks),
        decks=tuple(deck[MARKET_SLOTS:] for deck in deal.decks),
        nobles=deal.nobles,
    )
