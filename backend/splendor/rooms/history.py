"""The numbered turns of a game, kept small: hardly one is looked at again, and a server has many games in memory."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from splendor import records
from splendor.rooms.patch import View

BLOCK = 16
"""So many turns are compressed together; those after the last whole block are encoded each by itself."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One numbered change of the game: the journal's row, and its entry in the log. `public` is for everybody; `full`,
    with the card that was reserved unseen, for its seat and, once the game is over, for all. Where everybody is told
    the same it is the same object."""

    row: records.Action
    public: View
    full: View

    def entry(self, audience: int | None, *, is_over: bool) -> View:
        return self.full if is_over or audience == self.row.seat else self.public


class History:
    """The turns of the game `game` in the order of their numbers, which begin with 1."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._blocks: list[bytes] = []
        self._rest: list[str] = []

    def __len__(self) -> int:
        return BLOCK * len(self._blocks) + len(self._rest)

    def __iter__(self) -> Iterator[Turn]:
        return self.beginning_with(1)

    def beginning_with(self, seq: int) -> Iterator[Turn]:
        """Number `seq`, which is at least 1, and all after it. A block is read when its first turn is asked for."""
        block, skipped = divmod(seq - 1, BLOCK)
        for number in range(block, len(self._blocks) + 1):
            is_whole = number < len(self._blocks)
            encoded = zlib.decompress(self._blocks[number]) if is_whole else _joined(self._rest)
            for kept in orjson.loads(encoded)[skipped:]:
                yield self._turn(kept)
            skipped = 0

    def append(self, turn: Turn) -> None:
        """Takes the turn with the next number."""
        row = turn.row
        alike = [row.seat, row.action, turn.public]
        encoded = orjson.dumps(alike if turn.full is turn.public else [*alike, turn.full])
        # What orjson gives keeps the 4 kB that it was written in for as long as it lives; a copy does not.
        self._rest.append(encoded.decode())
        if len(self._rest) == BLOCK:
            self._blocks.append(zlib.compress(_joined(self._rest)))
            self._rest = []

    def turn(self, seq: int) -> Turn:
        """Raises LookupError where no turn has that number yet."""
        if not 1 <= seq <= len(self):
            raise LookupError(f"{self._game} has no number {seq}")
        return next(self.beginning_with(seq))

    def _turn(self, kept: list[Any]) -> Turn:
        seat, action, public = kept[:3]
        at = datetime.fromisoformat(public["at"])
        row = records.Action(game=self._game, seq=public["seq"], seat=seat, action=action, at=at)
        return Turn(row, public, kept[-1])


def _joined(turns: list[str]) -> bytes:
    return f"[{','.join(turns)}]".encode()
