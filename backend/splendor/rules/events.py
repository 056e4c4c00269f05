"""What an action did, in full: facts for the log and the views. Who may see which of them is for `views` to say."""

from dataclasses import dataclass
from typing import TypeAlias

from splendor.rules.state import Result
from splendor.rules.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Took:
    seat: int
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Reserved:
    """`gold` if the bank had one (E15). `seen`: the whole table saw which card it was (E20, E21)."""

    seat: int
    card: str
    blind: bool
    gold: bool
    seen: bool


@dataclass(frozen=True, slots=True)
class Bought:
    """`reserved`: out of the hand."""

    seat: int
    card: str
    paid: Tokens
    reserved: bool


@dataclass(frozen=True, slots=True)
class Refilled:
    """A market slot, 0 to 3, emptied; `card` lies there now, None where the deck was empty (E19, E28)."""

    level: int
    slot: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Returned:
    seat: int
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Visited:
    """A noble came. `chosen` by the player among several (E30), in an action of its own."""

    seat: int
    noble: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class Resigned:
    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The table ended the game, on this seat's account."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRound:
    """The final round has begun, and others have a turn left in it (E37)."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameOver:
    result: Result


Event: TypeAlias = (
    Took | Reserved | Bought | Refilled | Returned | Visited | Passed | Resigned | Ended | FinalRound | GameOver
)
