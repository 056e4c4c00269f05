"""Who is in which room, as each server process knows it."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Stay
from splendor.store.tables import stays
from splendor.store.upsert import insert

KEY = [stays.c.room, stays.c.player, stays.c.server]


async def keep(connection: AsyncConnection, new: list[Stay]) -> None:
    """Each takes the place of what that server said of that player in that room."""
    # In one order everywhere, so that nobody waits for each other.
    rows = [asdict(stay) for stay in sorted(new, key=lambda stay: (stay.room, stay.player, stay.server))]
    statement = insert(connection, stays)
    changed = {"came": statement.excluded.came, "gone": statement.excluded.gone}
    await connection.execute(statement.on_conflict_do_update(index_elements=KEY, set_=changed), rows)


async def begin(connection: AsyncConnection, room: str, players: list[str], now: datetime) -> None:
    """Those of whom no server knows anything count as gone since `now`, for whichever server looks first."""
    rows = [asdict(Stay(room=room, player=player, server="", came=now, gone=now)) for player in sorted(players)]
    await connection.execute(insert(connection, stays).on_conflict_do_nothing(), rows)


async def of_rooms(connection: AsyncConnection, rooms: list[str]) -> list[Stay]:
    found = await connection.execute(select(stays).where(stays.c.room.in_(rooms)).order_by(*KEY))
    return [Stay(**row) for row in found.mappings()]


async def sweep(connection: AsyncConnection, before: datetime) -> None:
    """Forgets who left before that moment."""
    await connection.execute(delete(stays).where(stays.c.gone < before))
