"""What a database's error means for those who asked: it is away, or it refuses what it was given."""

from collections.abc import Iterator

import asyncpg
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
    StatementError,
)
from sqlalchemy.exc import (
    TimeoutError as NoneFree,
)

from splendor.records import Refused, Unavailable

FAILURES = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, OverflowError, UnicodeError)
"""All that a driver raises, asyncpg's own included (while connecting), and sqlite3's for values it can't bind."""

_BAD_VALUES = ("22", "23")
"""SQLSTATE classes: data exception, integrity constraint violation."""


_PASSING = ("08", "40", "53", "57", "58", "25006")
"""SQLSTATE classes: no connection, rolled back for another, out of disk or memory or connections, being shut down or
started, error of the system; and a server that may only be read for now."""

_PASSING_SQLITE = ("BUSY", "LOCKED", "FULL", "READONLY", "IOERR", "CANTOPEN", "PROTOCOL")
_NEVER_DONE = ("BUSY", "LOCKED", "FULL", "READONLY")


class Away(Unavailable):
    """The database can't do it now, and for all we know will again: waiting may help."""


class Busy(Away):
    """SQLite's file is just being set up by another: for a moment it turns away even those who would wait."""


class NoSuchDatabase(Unavailable):
    """The server answers, but does not let us in or has no such database: waiting will not help."""


def is_lost(error: BaseException) -> bool:
    """Whether the connection went away, so that a new one may do better. An answer that is late is no such case."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    return isinstance(error, OSError) and not isinstance(error, TimeoutError)


def is_passing(error: BaseException) -> bool:
    """Whether the same may go well in a moment."""
    if is_lost(error) or isinstance(error, (OSError, NoneFree)):
        return True
    cause = getattr(error, "orig", None) or error
    if name := getattr(cause, "sqlite_errorname", ""):
        return _is_of(name, _PASSING_SQLITE)
    return str(getattr(cause, "sqlstate", "")).startswith(_PASSING)


def was_never_done(error: BaseException) -> bool:
    """Whether a COMMIT that failed so surely did nothing. SQLite says it: only of a disk that failed while writing
    (IOERR) it can't know how far that came."""
    cause = getattr(error, "orig", None) or error
    return _is_of(getattr(cause, "sqlite_errorname", ""), _NEVER_DONE)


def _is_of(name: str, kinds: tuple[str, ...]) -> bool:
    """SQLite's extended codes begin with the plain one: SQLITE_IOERR_FSYNC."""
    return name.startswith(tuple(f"SQLITE_{kind}" for kind in kinds))


def pauses() -> Iterator[float]:
    """Seconds between tries: soon at first, then once a second."""
    pause = 0.1
    while True:
        yield pause
        pause = min(pause * 1.5, 1.0)


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
    return (Away if is_passing(error) else Unavailable)(f"the database is unavailable: {said}")
