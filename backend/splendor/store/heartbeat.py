"""The servers' sign of life: one row that all of them write."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.store.tables import heartbeat
from splendor.store.upsert import insert


async def beat(connection: AsyncConnection, now: datetime) -> datetime | None:
    """Notes the moment, unless a later one is noted already; returns the one that was."""
    last: datetime | None = (await connection.execute(select(heartbeat.c.at))).scalar_one_or_none()
    if last is None or last < now:
        statement = insert(connection, heartbeat).values(id=1, at=now)
        await connection.execute(
            statement.on_conflict_do_update(
                index_elements=[heartbeat.c.id],
                set_={"at": statement.excluded.at},
                where=heartbeat.c.at < statement.excluded.at,
            )
        )
    return last
