"""Runs the migrations: over the connection that the server hands in, else (`alembic` on the command line) on the
database that `-x database=…` or the variable SPLENDOR_DATABASE_URL names."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from splendor.store.connections import Connections
from splendor.store.tables import metadata

DEFAULT = "sqlite:///var/splendor.db"


def run(connection: Connection) -> None:
    # Batches, because SQLite alters a table by making it anew; one transaction, so that a failure leaves no half.
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    url = context.get_x_argument(as_dictionary=True).get("database") or os.environ.get("SPLENDOR_DATABASE_URL", DEFAULT)
    connections = Connections(url, pool=1)
    try:
        await connections.reach(wait=0)
        await connections.write(lambda connection: connection.run_sync(run))
    finally:
        await connections.close()


if context.is_offline_mode():
    raise SystemExit("the migrations run on a database; --sql is not supported")

if (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    asyncio.run(run_alone())
