"""Games: what was dealt, and how it ended."""

from dataclasses import asdict

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Game, Room
from splendor.store import rooms
from splendor.store.tables import games
from splendor.store.upsert import insert


async def find(connection: AsyncConnection, id: str) -> Game | None:
    row = (await connection.execute(select(games).where(games.c.id == id))).mappings().first()
    if row is None:
        return None
    return Game(**{**row, "players": tuple(row["players"]), "names": tuple(row["names"])})


async def start(connection: AsyncConnection, room: Room, game: Game) -> bool:
    """Saves the room and stores its new game; False, and neither is done, if the room was stale."""
    if not await rooms.save(connection, room):
        return False
    row = {**asdict(game), "players": list(game.players), "names": list(game.names)}
    await connection.execute(insert(connection, games).values(row))
    return True


async def finish(connection: AsyncConnection, room: Room, game: Game) -> bool:
    """Saves the room and stores how its game ended; False, and neither is done, if the room was stale."""
    if not await rooms.save(connection, room):
        return False
    end = update(games).where(games.c.id == game.id).values(result=game.result, finished=game.finished)
    await connection.execute(end)
    return True
