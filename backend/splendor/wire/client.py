"""The messages that a client may send over the socket, and the one function that reads them."""

import json
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from splendor.wire.actions import Action
from splendor.wire.model import ChatText, Model, Reaction, Seat
from splendor.wire.options import OptionsIn

GameId = Annotated[str, Field(max_length=64)]
Seq = Annotated[int, Field(ge=1, le=1_000_000)]
MessageId = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=-(2**53), le=2**53)]


class Message(Model):
    id: MessageId | None = None


class Sit(Message):
    type: Literal["sit"]
    seat: Seat | None = None


class Stand(Message):
    type: Literal["stand"]


class SetOptions(Message):
    type: Literal["options"]
    options: OptionsIn
    public: bool | None = None


class Bot(Message):
    type: Literal["bot"]
    seat: Seat
    level: Annotated[str, Field(max_length=16)] | None = None


class Kick(Message):
    type: Literal["kick"]
    seat: Seat


class Start(Message):
    type: Literal["start"]


class Act(Message):
    type: Literal["act"]
    game: GameId
    seq: Seq
    action: Action


class Undo(Message):
    type: Literal["undo"]
    game: GameId
    seq: Seq


class Resign(Message):
    type: Literal["resign"]
    game: GameId


class Absent(Message):
    type: Literal["absent"]
    seat: Seat
    choice: Literal["wait", "skip", "bot", "end"]


class Rematch(Message):
    """Says that one is in for another game, or (`ready` false) no longer."""

    type: Literal["rematch"]
    ready: bool = True


class Consent(Message):
    """An answer to a player who asks to take back action `seq`."""

    type: Literal["consent"]
    game: GameId
    seq: Seq
    yes: bool


class Pause(Message):
    """Stops the clocks of a running game, or (`paused` false) lets them run on."""

    type: Literal["pause"]
    game: GameId
    paused: bool


class Admit(Message):
    """Lets somebody who was removed sit again."""

    type: Literal["admit"]
    player: Annotated[str, Field(max_length=64)]


class React(Message):
    """A quick reaction: shown for a moment, kept nowhere."""

    type: Literal["react"]
    reaction: Reaction


class Say(Message):
    type: Literal["chat"]
    text: ChatText


class Ping(Message):
    type: Literal["ping"]
    resync: bool = False


ClientMessage = Annotated[
    Sit
    | Stand
    | SetOptions
    | Bot
    | Kick
    | Start
    | Act
    | Undo
    | Resign
    | Absent
    | Rematch
    | Consent
    | Pause
    | Admit
    | React
    | Say
    | Ping,
    Field(discriminator="type"),
]
_messages: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class BadMessage(ValueError):
    """A message that can't be read. `re` is its id, where that much could be read."""

    def __init__(self, detail: str, re: str | int | None = None) -> None:
        super().__init__(detail)
        self.re = re


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def read_json(text: str) -> Any:
    """JSON as the standard has it: duplicate keys, NaN and Infinity are refused (ValueError), and half a surrogate
    pair, which no UTF-8 can say, so that no answer could repeat it."""
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        if "\\u" in text or not text.isascii():
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("half a surrogate pair is no text") from None


def first_fault(error: ValidationError) -> str:
    """One sentence that names the first thing that is wrong, without repeating what was sent."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else fault["msg"]


def read_message(text: str) -> ClientMessage:
    """The message in `text`. Raises BadMessage with a sentence for the sender."""
    try:
        raw = read_json(text)
    except ValueError as error:
        raise BadMessage(f"not JSON: {error}") from None
    if not isinstance(raw, dict):
        raise BadMessage("a message is a JSON object")
    try:
        return _messages.validate_python(raw)
    except ValidationError as error:
        raise BadMessage(first_fault(error), _usable_id(raw)) from None


def id_of(text: str) -> str | int | None:
    """The id of a message that is refused unread, so that its sender does not wait for ever; None if it has none."""
    try:
        raw = read_json(text)
    except ValueError:
        return None
    return _usable_id(raw) if isinstance(raw, dict) else None


def _usable_id(raw: dict[str, Any]) -> str | int | None:
    id = raw.get("id")
    usable = (isinstance(id, str) and len(id) <= 64) or (type(id) is int and abs(id) <= 2**53)
    return id if usable else None
