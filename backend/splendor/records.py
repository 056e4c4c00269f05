"""What is stored, as values: the nouns that the live rooms and the store share.

A leaf: it imports nothing of ours, so that `rooms` need not know the store nor the store the rooms.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

Status = Literal["lobby", "playing", "over"]


class Unavailable(Exception):
    """The store could not say whether it did what was asked; nothing may be shown to anyone as done."""


class Refused(Unavailable):
    """The database did not take what it was given: nothing was stored, and asking again will not help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody who holds a secret (of which only the hash is kept); the name is a label."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Seat `seat` of `game` asks to take back action `seq`, until a moment; `yes`: the seats that agree."""

    game: str
    seat: int
    seq: int
    until: datetime
    yes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballots:
    """What the others chose about seat `seat`, to act in `round` of `game` and away `since` then: `choices` by the seat
    that chose."""

    game: str
    round: int
    seat: int
    since: datetime | None
    choices: dict[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room as it lasts. `seats` holds player ids (None: free) and its length is the number of seats; `kicked` may
    watch but not sit; `version` counts the saves and settles races between them; `scores` as on the wire; `ready` are
    in for another game; `ask` and `ballots` may be about what is past already."""

    code: str
    status: Status
    public: bool
    host: str
    options: dict[str, Any]
    seats: tuple[str | None, ...]
    kicked: tuple[str, ...] = ()
    game: str | None = None
    scores: tuple[dict[str, Any], ...] = ()
    ready: tuple[str, ...] = ()
    ask: Ask | None = None
    ballots: Ballots | None = None
    version: int = 0
    created: datetime
    touched: datetime

    @property
    def people(self) -> list[str]:
        """Everybody whom the record names, and whose name is shown."""
        return [player for player in (*self.seats, *self.kicked) if player]


def saved(room: Room) -> Room:
    """The room as the store has it after a save: its version is one higher."""
    return replace(room, version=room.version + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as it was dealt: with `players`, `options` and `deal` it is rebuilt exactly by folding its actions (E49).
    `seed` is the hexadecimal seed that the deal came from; `result` as on the wire, None while the game runs."""

    id: str
    room: str
    options: dict[str, Any]
    players: tuple[str, ...]
    names: tuple[str, ...]
    seed: str
    deal: dict[str, Any]
    result: dict[str, Any] | None = None
    created: datetime
    finished: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One row of the journal: `action` as on the wire, with `pass` and `resign` beside what clients send."""

    game: str
    seq: int
    seat: int
    action: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    room: str
    player: str
    name: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """That a player is in a room, as the process `server` knows it: since `came`, short absences aside; `gone`: since
    when they have no socket there, None while they have one."""

    room: str
    player: str
    server: str
    came: datetime
    gone: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """How far a room is: its `version`, its game's last number `seq`, its last chat line's number."""

    version: int
    game: str | None
    seq: int
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """A browser in which a player wants to be called when it is their turn: where to, and what to encrypt it with. An
    `endpoint` is one browser's, and a secret between it and us."""

    player: str
    endpoint: str
    p256dh: str
    auth: str
