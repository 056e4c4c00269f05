"""What a client is shown of a room and of a game. The server builds these as plain dicts (they are made on
every action) and the tests hold every one of them against these models."""

from typing import Literal

from pydantic import Field

from splendor.wire.model import Colour, Level, Model, Seat, SomeTokens, Tokens


class ClockOption(Model):
    """Seconds for the whole game and seconds added by each turn. `advisory`: the clock only shows, nothing happens."""

    bank: int
    increment: int
    advisory: bool


class Options(Model):
    """The options in full, as every view shows them. `target`: E37; `relaxed_take`: E02; `hide_reserved`: E20."""

    seats: int
    target: int
    relaxed_take: bool
    hide_reserved: bool
    clock: ClockOption | None


class SeatView(Model):
    """`away`: since when the player has had no socket, absent while they have one. `bot`: in a running game "deputy"
    while the game plays for someone absent, until they return."""

    player: str
    name: str
    bot: str | None
    online: bool
    away: str | None = None


class Watcher(Model):
    player: str
    name: str


class Score(Model):
    """One finished game of this room: its id, the winning seats of that game, and by seat of that game the points, the
    players' ids and the names under which they played (who sits where in the room may have changed since)."""

    game: str
    winners: list[Seat]
    points: list[int]
    players: list[str]
    names: list[str]


class Vote(Model):
    """What the players present have chosen to do about the absent `seat`: their seats by choice."""

    seat: Seat
    choices: dict[Literal["wait", "skip", "bot", "end"], list[Seat]]


class Ask(Model):
    """`seat` asks to take back action `seq`; all others present must agree before `until`."""

    seat: Seat
    seq: int
    until: str
    yes: list[Seat]


class Room(Model):
    """`kicked`: who may watch but not sit. `rematch`: the players that are in for another game. `vote`: open while a
    seat has been away for long enough and others decide. `ask`: open while a player asks to take something back."""

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
    kicked: list[Watcher]
    rematch: list[str]
    vote: Vote | None = None
    ask: Ask | None = None


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


class Clock(Model):
    """Milliseconds left by seat, as they stood at `since`; from then on the time of the seat to act runs down, unless
    `since` is absent: the clock stands still. `held`: why, "pause" by the host, "away" for an absent player."""

    left: list[int]
    since: str | None = None
    held: Literal["pause", "away"] | None = None


class Game(Model):
    """A game through one viewer's eyes. `moves` stands only in the view of the seat to act, `result` at the end.
    `undo` stands in the view of the seat that acted last: "free" where it may take that back at once, "ask" where the
    others have to agree."""

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
    clock: Clock | None = None
    undo: Literal["free", "ask"] | None = None
    result: Result | None = None


class Entry(Model):
    """One entry of the log: facts of the action numbered `seq`, through the viewer's eyes.

    take, return: `tokens`. reserve: `card` or, where the viewer may not know it, `level` alone; `blind` from a
    deck; `gold` if it brought one. buy: `card`, `paid`, `reserved` if it was bought from the hand. Where a market
    slot emptied: `slot` (0 to 3) of `level`, and `refill`, null where the deck was empty (E19). noble, or any action at
    whose end a noble came: `noble`. `final_round` on the action that started it, `over` on the one that ended the game.

    `by` on what a player did not do themselves: the game for them when their time ran out ("clock", E48), because the
    table chose so ("table", then with `votes`), or for someone absent ("deputy"). undo: `of`, the number taken back.
    clock: `held` when it began to stand still, neither when it runs on, `credit` milliseconds given back after a
    restart. deputy: `on`, whether the game plays for this seat. end: the table ended the game, with `votes`.
    """

    seq: int
    at: str
    seat: Seat
    type: Literal["take", "reserve", "buy", "return", "noble", "pass", "resign", "undo", "clock", "deputy", "end"]
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
    by: Literal["clock", "table", "deputy"] | None = None
    of: int | None = None
    held: Literal["pause", "away"] | None = None
    credit: int | None = None
    on: bool | None = None
    votes: dict[str, list[Seat]] | None = None


class ChatLine(Model):
    player: str
    name: str
    text: str
    at: str
