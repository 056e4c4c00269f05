"""What a room needs of the world: the store, as a Protocol, so that rooms can be tested on one in memory."""

from datetime import datetime
from typing import Protocol

from splendor.records import Action, ChatLine, Game, Player, Room, Unavailable

__all__ = ["Herald", "Store", "Unavailable"]


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

    async def beat(self, now: datetime) -> datetime | None:
        """Notes that a server lives; returns the moment that was noted last."""

    async def rooms_of(self, player: str) -> list[Room]:
        """Rooms not over in which the player sits, last touched first."""
