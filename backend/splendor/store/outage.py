"""What a database's error means for those who asked: it is away, or it refuses what it was given."""

import asyncpg
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError, StatementError

from splendor.records import Refused, Unavailable

FAILURES = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, OverflowError, UnicodeError)
"""All that a driver raises, asyncpg's own included (while connecting), and sqlite3's for values it can't bind."""

_BAD_VALUES = ("22", "23")
"""SQLSTATE classes: data exception, integrity constraint violation."""


class Busy(Unavailable):
    """SQLite's file is just being set up by another: for a moment it turns away even those who would wait."""


class NoSuchDatabase(Unavailable):
    """The server answers, but does not let us in or has no such database: waiting will not help."""


def is_lost(error: BaseException) -> bool:
    """Whether the connection went away, so that a new one may do better. An answer that is late is no such case."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    return isinstance(error, OSError) and not isinstance(error, TimeoutError)


def is_refusal(error: BaseException) -> bool:
    """Whether the database is well and the fault lies in what it was given."""
    if is_lost(error) or not isinstance(error, (StatementError, OverflowError, UnicodeError)):
        return False
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    if state is not None:
        return str(state).startswith(_BAD_VALUES)
    # Without a state it is SQLite's error, or asyncpg's for a value that it can't encode.
    if isinstance(error, InterfaceError):
        return "bind" in str(error) or "invalid input" in str(error)
    return not isinstance(error, (OperationalError, InternalError))


def meaning(error: Exception) -> Unavailable:
    """The error in the store's own words."""
    cause = getattr(error, "orig", None) or error
    said = f"{type(cause).__name__}: {cause}".splitlines()[0]
    if is_refusal(error):
        return Refused(f"the database refused it: {said}")
    if getattr(cause, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
        return Busy(f"the database is unavailable: {said}")
    state = str(getattr(cause, "sqlstate", ""))
    if state.startswith(("28", "3D")):
        return NoSuchDatabase(f"the database does not let us in: {said}")
    return Unavailable(f"the database is unavailable: {said}")
