"""The server processes' signs of life."""

from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.store.tables import servers, stays
from splendor.store.upsert import insert


async def beat(connection: AsyncConnection, server: str, now: datetime) -> datetime | None:
    """Notes that the server lives at that moment, unless a later one is noted; returns the last that any had noted."""
    last: datetime | None = (await connection.execute(select(func.max(servers.c.at)))).scalar_one()
    statement = insert(connection, servers).values(id=server, at=now)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[servers.c.id],
            set_={"at": statement.excluded.at},
            where=servers.c.at < statement.excluded.at,
        )
    )
    return last


async def bury(connection: AsyncConnection, before: datetime, now: datetime) -> list[str] | None:
    """Forgets the servers that gave their last sign before that moment, save one that gave the last of all: whoever
    was at one of them has gone `now`. Returns the rooms for which that is new; None if no server was forgotten."""
    last = select(func.max(servers.c.at)).scalar_subquery()
    dead = delete(servers).where(servers.c.at < before, servers.c.at < last).returning(servers.c.id)
    ids = list(await connection.scalars(dead))
    if not ids:
        return None
    left = update(stays).where(stays.c.server.in_(ids), stays.c.gone.is_(None)).values(gone=now)
    return sorted(set(await connection.scalars(left.returning(stays.c.room))))
