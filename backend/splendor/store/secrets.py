"""The server's own secrets, each made once."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.store.tables import secrets
from splendor.store.upsert import insert


async def keep(connection: AsyncConnection, name: str, fresh: str) -> str:
    """The secret of that name: `fresh`, unless there is one. Of two who keep at once, both get the first one's."""
    await connection.execute(insert(connection, secrets).values(name=name, value=fresh).on_conflict_do_nothing())
    kept = await connection.execute(select(secrets.c.value).where(secrets.c.name == name))
    return str(kept.scalar_one())
