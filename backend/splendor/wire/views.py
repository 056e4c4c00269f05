"""What a client is shown of a room and of a game. The server builds these as plain dicts (they are made on
every action) and the tests hold every one of them against these models."""

from typing import Literal

from pydantic import Field

from splendor.wire.model import Colour, Level, Model, Seat, SomeTokens, Tokens


class Clock(Model):
    bank: int
    increment: int


class Options(Model):
    """The options in full, as every view shows them. `target`: E37; `relaxed_take`: E02; `hide_reserved`: E20."""

    seats: int
    target: int
    relaxed_take: bool
    hide_reserved: bool
    clock: Clock | None


class SeatView(Model):
    player: str
    name: str
    bot: str | None
    online: bool


class Watcher(Model):
    player: str
    name: str


class Score(Model):
    """One finished game of this room: its id, the winning seats, the points by seat."""

    game: str
    winners: list[Seat]
    points: list[int]


class Room(Model):
    code: str
    status: Literal["lobby", "playing", "over"]
    public: bool
    host: str
    options: Options
    rev: int
    seats: list[SeatView | None]
    watchers: list[Watcher]
    game: str | None
    scores: list[Score]


class TakeMoves(Model):
    """`different`: colours to choose distinct ones from, as many as one of `sizes`; `same`: those with two to take."""

    different: list[Colour]
    sizes: list[int]
    same: list[Colour]


class ReserveMoves(Model):
    cards: list[str]
    decks: list[Level]
    gold: bool


class Moves(Model):
    """All that the seat to act may do now. `buy`: by card, the payment made when none is named."""

    take: TakeMoves
    reserve: ReserveMoves
    buy: dict[str, SomeTokens]
    return_: int = Field(alias="return")
    noble: list[str]


class Reserved(Model):
    """`card` where the viewer may know it, else its `level` alone (E20, E21)."""

    card: str | None = None
    level: Level | None = None


class PlayerView(Model):
    name: str
    points: int
    tokens: Tokens
    bonuses: dict[Colour, int]
    cards: list[str]
    reserved: list[Reserved]
    nobles: list[str]
    left: bool


class Result(Model):
    winners: list[Seat]
    ranking: list[Seat]
    by: Literal["points", "cards", "reserved", "shared", "last_player"]


class Game(Model):
    """A game through one viewer's eyes. `moves` stands only in the view of the seat to act, `result` at the end."""

    id: str
    seq: int
    phase: Literal["play", "return", "noble", "over"]
    turn: Seat
    start: Seat
    round: int
    final_round: bool
    options: Options
    bank: Tokens
    market: dict[Literal["1", "2", "3"], list[str | None]]
    decks: dict[Literal["1", "2", "3"], int]
    nobles: list[str]
    players: list[PlayerView]
    moves: Moves | None = None
    clock: None
    result: Result | None = None


class Entry(Model):
    """One entry of the log: facts of the action numbered `seq`, through the viewer's eyes.

    take, return: `tokens`. reserve: `card` or, where the viewer may not know it, `level` alone; `blind` from a
    deck; `gold` if it brought one. buy: `card`, `paid`, `reserved` if it was bought from the hand. Where a market
    slot emptied: `slot` (0 to 3) of `level`, and `refill`, null where the deck was empty (E19). noble, or any action at
    whose end a noble came: `noble`. `final_round` on the action that started it, `over` on the one that ended the game.
    """

    seq: int
    at: str
    seat: Seat
    type: Literal["take", "reserve", "buy", "return", "noble", "pass", "resign"]
    tokens: SomeTokens | None = None
    card: str | None = None
    level: Level | None = None
    blind: bool | None = None
    gold: bool | None = None
    paid: SomeTokens | None = None
    reserved: bool | None = None
    slot: int | None = None
    refill: str | None = None
    noble: str | None = None
    final_round: bool | None = None
    over: bool | None = None


class ChatLine(Model):
    player: str
    name: str
    text: str
    at: str
