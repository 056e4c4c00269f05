"""A database as it is at one moment, to be looked at and not changed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.operation.impossible import Impossible
from splendor.store import require_current
from splendor.store.connections import Connections
from splendor.store.url import async_url, is_embedded


def file_of(database_url: str) -> Path:
    """Where the SQLite database lies; raises Impossible if there is none."""
    path = Path(str(async_url(database_url).database))
    if not path.is_file():
        raise Impossible(f"there is no database at {path}")
    return path


@asynccontextmanager
async def snapshot(database_url: str) -> AsyncIterator[AsyncConnection]:
    """A connection over which all that is read is of one moment, whoever writes meanwhile, and nothing can be written.
    Raises Impossible, Unavailable, and WrongSchema unless the schema is this version's."""
    if is_embedded(database_url):
        file_of(database_url)
    await require_current(database_url)
    connections = Connections(database_url, pool=1)
    try:
        if connections.is_sqlite:
            reading = connections.engine
        else:
            reading = connections.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        async with reading.connect() as connection:
            if connections.is_sqlite:
                await connection.exec_driver_sql("PRAGMA query_only=ON")
                await connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        await connections.close()
