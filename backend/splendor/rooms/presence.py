"""Who is there: a player is online in a room while they have a socket to it, however many.

One small object for all rooms of a process, so that several processes can come to share what it knows.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

BRIEF = timedelta(seconds=30)
"""Who is back within this has not been away, as far as who hosts is concerned."""


@dataclass(slots=True)
class Stay:
    """`came`: since when the player is there, short absences aside; `gone`: since when they have no socket."""

    came: datetime
    gone: datetime | None = None
    sockets: int = 0


class Presence:
    def __init__(self) -> None:
        self._stays: dict[str, dict[str, Stay]] = {}

    def come(self, room: str, player: str, now: datetime) -> None:
        """A socket opened."""
        stays = self._stays.setdefault(room, {})
        stay = stays.get(player)
        if stay is None or (stay.gone is not None and now - stay.gone >= BRIEF):
            stay = stays[player] = Stay(now)
        stay.sockets += 1
        stay.gone = None

    def go(self, room: str, player: str, now: datetime) -> None:
        """A socket closed. Closing one of several is not leaving."""
        stay = self.stay(room, player)
        if stay is not None:
            stay.sockets -= 1
            if stay.sockets == 0:
                stay.gone = now

    def stay(self, room: str, player: str) -> Stay | None:
        """None for somebody who has not been there since the room came to memory."""
        return self._stays.get(room, {}).get(player)

    def forget(self, room: str) -> None:
        """The room left memory; nobody is in it."""
        self._stays.pop(room, None)
