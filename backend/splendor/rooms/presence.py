"""Who is there: a player is online in a room while they have a socket to it, however many, at whichever process.

One small object for all rooms of a process. It knows its own sockets at once, and those of the others as the store has
them; `unwritten` is what the store is to be told.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from splendor import records

BRIEF = timedelta(seconds=30)
"""Who is back within this has not been away, as far as who hosts is concerned."""


@dataclass(slots=True)
class Stay:
    """`came`: since when the player is there, short absences aside; `gone`: since when they have no socket; `sockets`:
    how many they have here."""

    came: datetime
    gone: datetime | None = None
    sockets: int = 0


class Presence:
    """`server`: this process by name; without one it has the rooms to itself, and nothing is written."""

    def __init__(self, server: str = "") -> None:
        self.server = server
        self.unwritten: dict[tuple[str, str], records.Stay] = {}
        self._here: dict[str, dict[str, Stay]] = {}
        self._elsewhere: dict[str, list[records.Stay]] = {}

    def come(self, room: str, player: str, now: datetime) -> None:
        """A socket opened."""
        stays = self._here.setdefault(room, {})
        own = stays.get(player)
        if own is None or own.gone is not None:
            before = self.stay(room, player)
            was_there = before is not None and (before.gone is None or now - before.gone < BRIEF)
            own = stays[player] = Stay(before.came if before is not None and was_there else now)
        own.sockets += 1
        self._note(room, player, own)

    def go(self, room: str, player: str, now: datetime, *, is_sent_away: bool = False) -> None:
        """A socket closed. Closing one of several is not leaving; nor is it, as far as others are told, if the socket
        closed because this process ends."""
        own = self._here.get(room, {}).get(player)
        if own is None:
            return
        own.sockets -= 1
        if own.sockets == 0:
            own.gone = now
            if not is_sent_away:
                self._note(room, player, own)

    def stay(self, room: str, player: str) -> Stay | None:
        """None for somebody of whom nobody knows."""
        own = self._here.get(room, {}).get(player)
        others = [Stay(stay.came, stay.gone) for stay in self._elsewhere.get(room, ()) if stay.player == player]
        if not others:
            return own
        known = [*others, own] if own is not None else others
        there = [stay for stay in known if stay.gone is None]
        if there:
            return Stay(min(stay.came for stay in there), None, own.sockets if own is not None else 0)
        return max(known, key=_gone)

    def there(self, room: str) -> set[str]:
        """Everybody who is online in the room."""
        here = {player for player, stay in self._here.get(room, {}).items() if stay.gone is None}
        return here | {stay.player for stay in self._elsewhere.get(room, ()) if stay.gone is None}

    def elsewhere(self, room: str, stays: list[records.Stay]) -> bool:
        """Takes over what the store has; False if that is no news. Of what this process wrote itself only that counts
        which it has forgotten, with the room: since when somebody has gone."""
        here = self._here.get(room, {})
        others = [
            stay for stay in stays if stay.server != self.server or (stay.player not in here and stay.gone is not None)
        ]
        if others == self._elsewhere.get(room, []):
            return False
        self._elsewhere[room] = others
        return True

    def forget(self, room: str) -> None:
        """The room left memory; nobody is in it here."""
        self._here.pop(room, None)
        self._elsewhere.pop(room, None)

    def write_all_again(self) -> None:
        """Others may have taken this process for dead, and everybody here for gone."""
        for room, stays in self._here.items():
            for player, own in stays.items():
                if own.gone is None:
                    self._note(room, player, own)

    def _note(self, room: str, player: str, own: Stay) -> None:
        if self.server:
            stay = records.Stay(room=room, player=player, server=self.server, came=own.came, gone=own.gone)
            self.unwritten[room, player] = stay


def _gone(stay: Stay) -> datetime:
    assert stay.gone is not None, "asked of those who have gone"
    return stay.gone
