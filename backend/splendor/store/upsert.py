"""INSERT with ON CONFLICT, which both databases have and SQLAlchemy spells once for each."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert(connection: AsyncConnection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT in the words of the database that the connection leads to."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
