"""How many sockets are open at once in this process: of one household, of one player, of those who watch one room."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room
from splendor.web.limits import household


@dataclass(frozen=True, slots=True)
class Most:
    """How many there may be; each is a setting."""

    sockets_per_address: int = 400
    sockets_per_player: int = 30
    watchers_per_room: int = 200


class Crowd:
    """Counts sockets from before they open, so that of those who come at once no more than that get in. `most` is None
    where limits are lifted."""

    def __init__(self, most: Most | None) -> None:
        self.most = most
        self._households: Counter[str] = Counter()
        self._players: Counter[str] = Counter()
        self._rooms: defaultdict[str, Counter[str]] = defaultdict(Counter)

    @contextmanager
    def from_address(self, address: str | None) -> Iterator[None]:
        """One socket more of that household, while entered. Raises Refusal."""
        place = household(address)
        if self.most and self._households[place] >= self.most.sockets_per_address:
            raise Refusal("rate_limited", "too many connections from this address")
        with _one_more(self._households, place):
            yield

    @contextmanager
    def of_player(self, player: str, room: Room) -> Iterator[None]:
        """One socket more of that player, in that room, while entered. Raises Refusal. Who sits is let in however many
        watch."""
        here = self._rooms[room.record.code]
        if self.most:
            if self._players[player] >= self.most.sockets_per_player:
                raise Refusal("rate_limited", "too many connections of one player")
            watchers = here.keys() - {player, *room.record.seats}
            if player not in here and player not in room.record.seats and len(watchers) >= self.most.watchers_per_room:
                raise Refusal("rate_limited", "too many watch this room")
        try:
            with _one_more(self._players, player), _one_more(here, player):
                yield
        finally:
            if not here:
                self._rooms.pop(room.record.code, None)


@contextmanager
def _one_more(counter: Counter[str], key: str) -> Iterator[None]:
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]
