"""The messages that the server sends over the socket, as models (for documentation, types and tests)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from splendor.wire.model import Model, Reaction, Seat
from splendor.wire.views import ChatLine, Entry, Game, Room

ErrorCode = Literal[
    "bad_message",
    "unauthorized",
    "forbidden",
    "not_found",
    "not_your_turn",
    "illegal_action",
    "stale",
    "room_full",
    "seat_taken",
    "wrong_status",
    "rate_limited",
    "too_large",
]
ByeReason = Literal["restart", "protocol", "abuse", "slow", "replaced"]


class You(Model):
    """The viewer: `seat` is null for a watcher."""

    player: str
    name: str
    seat: Seat | None
    host: bool


class Welcome(Model):
    """Always first and always whole: it replaces all that the client had. `client` names the client's files, so
    that a page opened before a deploy knows that it is old. `now` is the server's time, by which clocks are counted."""

    type: Literal["welcome"]
    protocol: int
    client: str
    now: str
    you: You
    room: Room
    game: Game | None
    log: list[Entry]
    chat: list[ChatLine]


class RoomPatch(Model):
    """A merge patch on the room. Where it changes what `you` are, `you` stands beside it, whole."""

    type: Literal["room"]
    patch: dict[str, Any]
    you: You | None = None


class NewGame(Model):
    type: Literal["game"]
    game: Game


class Move(Model):
    type: Literal["move"]
    game: str
    seq: int
    patch: dict[str, Any]
    entry: Entry


class Chat(ChatLine):
    type: Literal["chat"]


class Reacted(Model):
    type: Literal["react"]
    player: str
    reaction: Reaction


class Ok(Model):
    type: Literal["ok"]
    re: str | int | None


class Refused(Model):
    type: Literal["error"]
    re: str | int | None
    code: ErrorCode
    detail: str


class Bye(Model):
    type: Literal["bye"]
    reason: ByeReason


ServerMessage = Annotated[
    Welcome | RoomPatch | NewGame | Move | Chat | Reacted | Ok | Refused | Bye, Field(discriminator="type")
]
