"""One open connection to a room, as the room sees it."""

from dataclasses import dataclass
from typing import Protocol

from splendor.records import Player
from splendor.rooms.patch import Kind
from splendor.wire.server import ByeReason


class Peer(Protocol):
    """The other end of a connection. Neither method waits for the network."""

    def push(self, text: str) -> None:
        """Queues a message that is encoded already; a peer whose queue is full is dropped."""

    def bye(self, reason: ByeReason) -> None:
        """Says goodbye and closes."""


@dataclass(eq=False, slots=True)
class Viewer:
    """A player's connection: several of one player are all live. `audience`: as whom it was last shown the game;
    `token`: the hash of the secret by which it was let in; `patch`: the kind of patches that it asked for."""

    player: Player
    peer: Peer
    token: str = ""
    audience: int | None = None
    patch: Kind = "merge"
