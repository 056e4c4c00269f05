"""One action under way: the only thing in the rules that changes, and nobody outside of `apply` ever sees it."""

from dataclasses import dataclass

from splendor.rules.components import CARDS
from splendor.rules.events import Event, GameOver, Refilled
from splendor.rules.ranking import ranked
from splendor.rules.state import Player, State


@dataclass(frozen=True, slots=True)
class Step:
    """What an action led to: the new state, and what happened on the way."""

    state: State
    events: tuple[Event, ...]


class Draft:
    """A state in the making: the table, and of the players the one who acts. Begins as `before`, which stays as it
    is; `close` gives the state that it has become."""

    __slots__ = (
        "bank", "before", "bonuses", "busy_round", "cards", "decks", "events", "final_round", "left", "market",
        "nobles", "nobles_won", "passes", "phase", "points", "reserved", "round", "seat", "tokens", "turn",
    )  # fmt: skip

    def __init__(self, before: State, seat: int) -> None:
        self.before = before
        self.seat = seat
        self.events: list[Event] = []
        self.turn = before.turn
        self.round = before.round
        self.phase = before.phase
        self.final_round = before.final_round
        self.bank = before.bank
        self.market = before.market
        self.decks = before.decks
        self.nobles = before.nobles
        self.passes = before.passes
        self.busy_round = before.busy_round
        player = before.players[seat]
        self.tokens = player.tokens
        self.bonuses = player.bonuses
        self.points = player.points
        self.cards = player.cards
        self.reserved = player.reserved
        self.nobles_won = player.nobles
        self.left = player.left

    def draw(self, level: int) -> str | None:
        """The top card of a deck, None if it is empty."""
        deck = self.decks[level - 1]
        if not deck:
            return None
        self.decks = (*self.decks[: level - 1], deck[1:], *self.decks[level:])
        return deck[0]

    def take_from_market(self, card: str) -> None:
        """The card leaves its slot, and the slot is refilled at once, in its place (E28, E19)."""
        level = CARDS[card].level
        row = self.market[level - 1]
        slot = row.index(card)
        refill = self.draw(level)
        row = (*row[:slot], refill, *row[slot + 1 :])
        self.market = (*self.market[: level - 1], row, *self.market[level:])
        self.events.append(Refilled(level, slot, refill))

    def close(self) -> Step:
        before = self.before
        player = Player(
            self.tokens, self.bonuses, self.points, self.cards, self.reserved, self.nobles_won, self.left
        )  # fmt: skip
        players = (*before.players[: self.seat], player, *before.players[self.seat + 1 :])
        result = None
        if self.phase == "over":
            result = ranked(players)
            self.events.append(GameOver(result))
        state = State(
            before.options, players, self.turn, before.start, self.round, self.phase, self.final_round, self.bank,
            self.market, self.decks, self.nobles, self.passes, self.busy_round, result,
        )  # fmt: skip
        return Step(state, tuple(self.events))
