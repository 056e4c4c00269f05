"""A player asks the others to take back what cannot be taken back freely; open for a while."""

from dataclasses import replace
from datetime import datetime, timedelta

from splendor.records import Ask, Room
from splendor.rooms import moments
from splendor.rooms.patch import View
from splendor.rooms.play import Last, Play
from splendor.rooms.refusal import Refusal

PATIENCE = timedelta(seconds=30)
"""In which all others present must have agreed."""


def begun(play: Play, last: Last, now: datetime) -> Ask:
    return Ask(game=play.record.id, seat=last.seat, seq=last.seq, until=now + PATIENCE)


def is_open(ask: Ask, play: Play | None, now: datetime) -> bool:
    """Whether it still asks for something: there is time, that action is the last, and nothing has come after it."""
    last = play.last if play is not None and play.record.id == ask.game else None
    return last is not None and last.seq == ask.seq and now < ask.until


def answered(room: Room, ask: Ask, seat: int, yes: bool) -> Room:
    """The room after that seat's answer: one that does not agree ends it."""
    found = room.ask
    if found is None or (found.game, found.seq, found.until) != (ask.game, ask.seq, ask.until):
        raise Refusal("stale", "nobody asks for that now")
    if not yes:
        return replace(room, ask=None)
    return replace(room, ask=replace(found, yes=tuple(sorted({*found.yes, seat}))))


def view(ask: Ask) -> View:
    """As `wire.views.Ask` has it."""
    return {"seat": ask.seat, "seq": ask.seq, "until": moments.stamp(ask.until), "yes": list(ask.yes)}
