"""Token buckets that all processes share. A bucket is one number, the moment at which it will be full: to take one is
to put that off by what one more needs, and a bucket that is full need not be kept."""

from sqlalchemy import case, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.store.tables import limits
from splendor.store.upsert import insert


async def take(connection: AsyncConnection, key: str, now: int, each: int, burst: int) -> int | None:
    """Takes one in one statement, so that two who come at once can't both have the last; None once it is taken, or the
    moment at which one will be there."""
    statement = insert(connection, limits).values(key=key, full_at=now + each)
    statement = statement.on_conflict_do_update(
        index_elements=[limits.c.key],
        set_={"full_at": case((limits.c.full_at > now, limits.c.full_at), else_=now) + each},
        where=limits.c.full_at <= now + (burst - 1) * each,
    )
    taken = await connection.execute(statement.returning(limits.c.key))
    if taken.scalar_one_or_none() is not None:
        return None
    full_at = (await connection.execute(select(limits.c.full_at).where(limits.c.key == key))).scalar_one()
    return int(full_at) - (burst - 1) * each


async def sweep(connection: AsyncConnection, now: int) -> None:
    """Forgets the buckets that are full. One that somebody is just taking from is not waited for: it is not."""
    full = select(limits.c.key).where(limits.c.full_at <= now).with_for_update(skip_locked=True)
    await connection.execute(delete(limits).where(limits.c.key.in_(full)))
