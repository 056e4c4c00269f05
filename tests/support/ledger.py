"""What clients were told that lasts, held against what does."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from splendor import records, rules
from splendor.store import Database

Place = tuple[str, int]
"""A game and a number of it."""


@dataclass
class Ledger:
    """`sent`: the acts by their place, as their players meant them; `done`: those that were answered with ok. `resent`
    counts those that had to be sent again because their answer was lost, by whether they had come to be. `said`: the
    chat lines that were answered."""

    sent: dict[Place, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    done: set[Place] = field(default_factory=set)
    said: list[str] = field(default_factory=list)
    resent: Counter[str] = field(default_factory=Counter)
    connections: int = 0

    def send(self, place: Place, seat: int, action: dict[str, Any]) -> None:
        meant = (seat, rules.action_to_json(rules.action_from_json(action)))
        assert self.sent.setdefault(place, meant) == meant, f"two acts for {place}"

    async def holds(self, store: Database, codes: Iterable[str]) -> None:
        """Everything that was acknowledged is there, nothing twice and nothing that nobody did; numbers without a
        gap."""
        done, said = set(self.done), list(self.said)  # more may be acknowledged while this looks
        found: set[Place] = set()
        lines: Counter[str] = Counter()
        for code in codes:
            lines.update(line.text for line in await store.chat(code, limit=100_000))
            room = await store.room(code)
            assert room is not None
            for id in games_of(room):
                found |= self._are_right(await store.actions(id))
        lost = done - found
        assert not lost, f"acknowledged and lost: {sorted(lost)}"
        missing = [text for text in said if lines[text] != 1]
        assert not missing, f"said and lost, or there twice: {missing}"

    def _are_right(self, rows: list[records.Action]) -> set[Place]:
        """The rows of a game that players made stand where and as they were sent; the game itself makes passes alone
        (E08)."""
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "a gap"
        found = set()
        for row in rows:
            if row.action["type"] == "pass":
                continue
            place = (row.game, row.seq)
            assert self.sent.get(place) == (row.seat, row.action), f"nobody did {row}"
            found.add(place)
        return found


def games_of(room: records.Room) -> list[str]:
    """All that were played in the room, by the order of their end."""
    ended = [score["game"] for score in room.scores]
    assert len(set(ended)) == len(ended), "a game ended twice"
    return list(dict.fromkeys([*ended, *([room.game] if room.game else [])]))
