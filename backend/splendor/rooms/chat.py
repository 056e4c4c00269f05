"""What is said in a room, as far as it is shown."""

from collections import deque
from collections.abc import Iterable

from splendor.records import ChatLine
from splendor.rooms import moments
from splendor.rooms.patch import View

KEPT = 50
REMEMBERED = 4 * KEPT
"""So many lines are known again: two processes may have the last fifty in another order."""


class Chat:
    """The last lines, oldest first, each once however often it is heard of. `last_line` is the number of the last one
    that was looked up in the store."""

    def __init__(self, lines: Iterable[ChatLine]) -> None:
        self.last_line: int | None = None
        self._shown: deque[View] = deque(maxlen=KEPT)
        self._heard: deque[int] = deque(maxlen=REMEMBERED)
        self.hear(lines)

    def hear(self, lines: Iterable[ChatLine]) -> list[View]:
        """Takes the stored lines, and gives those that were not known yet, as the wire has them."""
        new = []
        for line in lines:
            key = hash(line)
            if key not in self._heard:
                self._heard.append(key)
                new.append(
                    {"player": line.player, "name": line.name, "text": line.text, "at": moments.stamp(line.at)}
                )  # fmt: skip
        self._shown.extend(new)
        return new

    def view(self) -> list[View]:
        return list(self._shown)
