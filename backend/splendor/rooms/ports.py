"""What a room needs of the world: the store, as a Protocol, so that rooms can be tested on one in memory."""

from datetime import datetime
from typing import Protocol

from splendor.records import Action, ChatLine, Game, Head, Player, Room, Stay, Unavailable

__all__ = ["Alone", "Feed", "Herald", "Note", "Store", "Unavailable"]

Note = tuple[str | int, ...]
"""What one process tells the others: its first word says of what (`rooms.elsewhere`)."""


class Feed(Protocol):
    """The line to the other processes that serve the same rooms. It may lose notes; what was lost is looked up."""

    @property
    def is_shared(self) -> bool:
        """Whether there may be others."""

    def publish(self, *note: str | int) -> None:
        """Tells them. Waits for nothing."""


class Alone:
    """The feed of a process that has the store to itself."""

    is_shared = False

    def publish(self, *note: str | int) -> None:
        pass


class Herald(Protocol):
    """Reaches players who are not there."""

    def call(self, player: str, room: str) -> None:
        """Tells the player that it is their turn in that room, if they wish to be told. Waits for nothing."""


class Store(Protocol):
    """What lasts. Every method that writes returns only after the commit; each raises Unavailable when the
    database can't be reached or failed."""

    async def append(self, action: Action) -> bool:
        """Makes the action durable under its number; False if that number of that game is taken already."""

    async def actions(self, game: str, after: int = 0) -> list[Action]:
        """The game's actions with a number above `after`, in order."""

    async def game(self, id: str) -> Game | None: ...

    async def room(self, code: str) -> Room | None: ...

    async def create_room(self, room: Room) -> bool:
        """False if the code is taken."""

    async def save_room(self, room: Room) -> bool:
        """Stores the room if the stored version is still `room.version`, and raises that by one; False if it is not."""

    async def start_game(self, room: Room, game: Game) -> bool:
        """`save_room` and the new game in one transaction."""

    async def finish_game(self, room: Room, game: Game) -> bool:
        """`save_room` and the game's `result` and `finished` in one transaction."""

    async def say(self, line: ChatLine) -> None: ...

    async def chat(self, room: str, limit: int = 50) -> list[ChatLine]:
        """The last lines, oldest first."""

    async def players(self, ids: list[str]) -> dict[str, Player]: ...

    async def public_rooms(self, status: str | None, before: datetime | None, limit: int) -> list[Room]:
        """Newest first; `before` pages."""

    async def rooms_with_clocks(self) -> list[str]:
        """The codes of the rooms in which a game with a clock is being played, save one that only shows."""

    async def old_rooms(self, status: str, before: datetime, limit: int) -> list[str]:
        """Codes of the rooms of that status (lobby, playing) in which nothing has happened since that moment, oldest
        first: nobody came, nothing was played."""

    async def delete_room(self, room: Room) -> bool:
        """Deletes a room in which no game was ever played, with its chat; False, and it stays, if the stored version
        is another."""

    async def beat(self, server: str, now: datetime) -> datetime | None:
        """Notes that a server lives; returns the moment that any had noted last."""

    async def bury(self, before: datetime, now: datetime) -> list[str] | None:
        """Forgets the servers without a sign of life since `before`; who was at one of them has gone `now`. Returns the
        rooms for which that is new; None if no server was forgotten."""

    async def heads(self, codes: list[str]) -> dict[str, Head]:
        """How far those of the rooms are that there are."""

    async def stays(self, codes: list[str]) -> list[Stay]:
        """Who is in those rooms, or was lately."""

    async def keep_stays(self, new: list[Stay]) -> None:
        """Each takes the place of what its server said of that player in that room."""

    async def begin_stays(self, room: str, players: list[str], now: datetime) -> None:
        """Those of whom nothing is known count as gone since `now`, for whichever server looks first."""

    async def sweep_stays(self, before: datetime) -> None:
        """Forgets who left before that moment."""

    async def known_tokens(self, token_hashes: list[str]) -> set[str]:
        """Those of them that are still somebody's."""

    async def rooms_of(self, player: str) -> list[Room]:
        """Rooms not over in which the player sits, last touched first."""
