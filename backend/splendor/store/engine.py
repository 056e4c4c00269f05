"""SQLAlchemy's engine for either database, with what each needs to be told."""

from typing import Any

import orjson
from sqlalchemy import URL, Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

PRAGMAS = (
    "PRAGMA busy_timeout=5000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)

CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 15.0
"""Seconds after which a Postgres that hangs is given up: whoever waits is told Unavailable."""


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def make_engine(url: URL, pool: int) -> AsyncEngine:
    """`url` names an asynchronous driver. `pool` is the most connections that are open at once."""
    sqlite = url.drivername.startswith("sqlite")
    engine = create_async_engine(
        url,
        hide_parameters=True,
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
        pool_size=pool,
        max_overflow=0,
        pool_timeout=10,
        connect_args={} if sqlite else {"timeout": CONNECT_WITHIN, "command_timeout": ANSWER_WITHIN},
    )
    if sqlite:
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: DBAPIConnection, _record: object) -> None:
    # Without this the driver begins transactions when it thinks best; we begin them ourselves.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A transaction that is to write takes the file's one write lock at once: one that read first and asked for the
    lock later could be refused it without waiting. Reading is one statement each and needs no transaction."""
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
