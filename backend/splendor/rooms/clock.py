"""The clock of a game, as a value that is folded from the journal: how much time each seat has left.

Time runs for the seat to act, return and noble steps included, from the game's creation on. It is charged when a row
of the journal says that something happened, so that what is left is the same for everyone who reads the journal.
Every amount is in milliseconds.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from splendor import records
from splendor.rooms.moments import stamp

Held = Literal["pause", "away"]

GRACE = 60_000
"""So long a turn's clock stands still at most because its seat is away."""


def millis(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)


def later(moment: datetime, ms: int) -> datetime:
    return moment + timedelta(milliseconds=ms)


@dataclass(frozen=True, slots=True)
class Clock:
    """`left` by seat, as it stood at `since`. `held`: it stands still since then, paused by the host or for a seat that
    is away; `grace` is what this turn has left of the latter. `over`: the game is, and nobody's time runs."""

    left: tuple[int, ...]
    increment: int
    advisory: bool
    since: datetime
    grace: int = GRACE
    held: Held | None = None
    over: bool = False

    @property
    def runs(self) -> bool:
        return self.held is None and not self.over

    def deadline(self, turn: int) -> datetime:
        """When the time of the seat to act is up, if nothing happens."""
        return later(self.since, self.left[turn])

    @property
    def grace_ends(self) -> datetime:
        """Until when a clock that is held for a seat that is away stands still."""
        return later(self.since, self.grace)

    def after(self, row: records.Action, before: int, turn: int, over: bool) -> "Clock":
        """The clock after that row of the journal, which found seat `before` to act and left seat `turn` to act."""
        at = max(row.at, self.since)
        kind = row.action["type"]
        span = _span(row, self.since, at) if kind == "clock" else 0
        clock = self._charged(before, at, span)
        if kind == "clock" and "credit" not in row.action:
            # Standing still began `span` ago.
            clock = replace(clock, held=row.action.get("held"), since=later(at, -span))
        if turn != before:
            back = kind == "undo"
            clock = clock._passed(turn if back else before, -self.increment if back else self.increment)
        return replace(clock, over=True) if over else clock

    def _charged(self, turn: int, at: datetime, free: int) -> "Clock":
        """Up to `at`, of which `free` is nobody's time."""
        spent = millis(at - self.since)
        if self.over or self.held == "pause":
            return replace(self, since=at)
        if self.held == "away":
            return replace(self, since=at, grace=max(0, self.grace - spent))
        return replace(self, since=at, left=_with(self.left, turn, -(spent - free)))

    def _passed(self, seat: int, increment: int) -> "Clock":
        """The turn has passed; what was held for its seat is held no longer. A turn taken back takes back its
        increment, or a pair of friends could make time of nothing."""
        held = None if self.held == "away" else self.held
        return replace(self, left=_with(self.left, seat, increment), grace=GRACE, held=held)

    def to_json(self) -> dict[str, Any]:
        """As `wire.views.Clock` has it: nothing in it depends on when it is looked at."""
        seen: dict[str, Any] = {"left": list(self.left)}
        if self.runs:
            seen["since"] = stamp(self.since)
        if self.held is not None and not self.over:
            seen["held"] = self.held
        return seen


def new_clock(game: records.Game) -> Clock | None:
    """The clock that the game's options ask for, running since the game was made."""
    option = game.options.get("clock")
    if option is None:
        return None
    return Clock(
        left=(option["bank"] * 1000,) * len(game.players),
        increment=option["increment"] * 1000,
        advisory=option.get("advisory", False),
        since=game.created,
    )


def _span(row: records.Action, since: datetime, at: datetime) -> int:
    """The time up to `at` that a row says is nobody's, as far as it lies after `since`: so none is given twice."""
    if "from" not in row.action:
        return 0
    begin = datetime.fromisoformat(row.action["from"])
    end = min(later(begin, row.action["credit"]), at) if "credit" in row.action else at
    return max(0, millis(end - max(begin, since)))


def _with(left: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*left[:seat], max(0, left[seat] + more), *left[seat + 1 :])
