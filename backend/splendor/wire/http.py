"""Bodies of the HTTP calls."""

from typing import Annotated, Any, Literal

from pydantic import Field

from splendor.wire.model import PARTIAL, Colour, Level, Model, Name, Seat
from splendor.wire.options import OptionsIn
from splendor.wire.server import ErrorCode
from splendor.wire.views import Options, Result


class Refusal(Model):
    """Every HTTP error: a code of the protocol, and a sentence with the facts. `unavailable`: the database is away;
    `internal`: the server has a fault."""

    code: ErrorCode | Literal["unavailable", "internal"]
    detail: str


class MeIn(Model):
    name: Name


class MeOut(Model):
    """`token` is there only when the player was just made."""

    player: str
    name: str
    token: str | None = None


class RoomSummary(Model):
    """One room in a list: names by seat (null: free), people watching, `your_turn` for the caller's own rooms."""

    code: str
    status: Literal["lobby", "playing", "over"]
    public: bool
    names: list[str | None]
    watching: int
    your_turn: bool | None = None
    touched: str


class WhoAmI(Model):
    player: str
    name: str
    rooms: list[RoomSummary]


class LinkOut(Model):
    """A one-time `url` (with its `qr` code as SVG text) and `code`, good until `expires`."""

    url: str
    code: str
    qr: str
    expires: str


class ClaimIn(Model):
    code: Annotated[str, Field(min_length=1, max_length=64)]


class PushIn(Model):
    """A browser's push subscription, as its `toJSON` gives it, without what the server does not use."""

    endpoint: Annotated[str, Field(pattern=r"^https://", max_length=1024)]
    p256dh: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+=*$", max_length=200)]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+=*$", max_length=100)]


class PushOff(Model):
    """The subscription that is given up; its keys may be there, and are not looked at."""

    endpoint: Annotated[str, Field(max_length=1024)]
    p256dh: Annotated[str, Field(max_length=200)] | None = None
    auth: Annotated[str, Field(max_length=100)] | None = None


class PushKey(Model):
    """The server's public key (VAPID), base64url, with which a browser subscribes."""

    key: str


class RoomIn(Model):
    options: OptionsIn | None = None
    public: bool = False


class RoomOut(Model):
    code: str
    url: str


class RoomPage(Model):
    """Public rooms, newest first; `next` goes into `?before=` for the next page, null on the last."""

    rooms: list[RoomSummary]
    next: str | None


class Deal(Model):
    start: Seat
    nobles: list[str]
    decks: dict[Literal["1", "2", "3"], list[str]]


class GameRecord(Model):
    """The record of a game. `deal` stands there only once it is over; `actions` are journal rows as they were
    acted, but of a running game a blind reserve names its deck alone (E21), and with `hide_reserved` one from the
    market its `level` alone (E20)."""

    id: str
    room: str
    options: Options
    names: list[str]
    status: Literal["playing", "over"]
    result: Result | None
    deal: Deal | None = None
    actions: list[dict[str, Any]]


class CardOut(Model):
    level: Level
    bonus: Colour
    points: int
    cost: Annotated[dict[Colour, int], PARTIAL]


class NobleOut(Model):
    points: int
    requires: Annotated[dict[Colour, int], PARTIAL]


class Catalog(Model):
    """All cards and nobles by id; colours that cost nothing are left out."""

    cards: dict[str, CardOut]
    nobles: dict[str, NobleOut]
