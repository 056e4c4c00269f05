"""A player asks the others to take back what cannot be taken back freely; open for a while, kept in memory only."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from splendor.rooms import moments
from splendor.rooms.patch import View
from splendor.rooms.play import Last, Play
from splendor.rooms.room import Room

PATIENCE = 30.0
"""Seconds in which all others present must have agreed."""


@dataclass(slots=True, kw_only=True)
class Ask:
    """Seat `seat` of `game` asks to take back action `seq`; `yes`: the seats that agree."""

    game: str
    seat: int
    seq: int
    until: datetime
    timer: asyncio.TimerHandle
    yes: set[int] = field(default_factory=set)

    def view(self) -> View:
        return {"seat": self.seat, "seq": self.seq, "until": moments.stamp(self.until), "yes": sorted(self.yes)}

    def is_about(self, play: Play | None) -> bool:
        """Whether it still asks for something: that action is the last, and nothing has come after it."""
        return play is not None and play.record.id == self.game and play.last is not None and play.last.seq == self.seq


def open(room: Room, play: Play, last: Last) -> None:
    """Asks the others, unless it is being asked already."""
    if room.ask is not None:
        return
    timer = room.later(PATIENCE, lambda: close(room))
    until = room.now() + timedelta(seconds=PATIENCE)
    room.ask = Ask(game=play.record.id, seat=last.seat, seq=last.seq, until=until, timer=timer)
    room.show()


def close(room: Room) -> None:
    """Nothing is asked any more: somebody said no, or the time is up."""
    room.drop_ask()
    room.show()


def others_present(room: Room, play: Play, seat: int) -> set[int]:
    """The seats that have to agree: players of the game other than the one who asks, who are connected."""
    seats = {play.seat_of(viewer.player.id) for viewer in room.viewers}
    return {other for other in seats if other is not None and other != seat}
