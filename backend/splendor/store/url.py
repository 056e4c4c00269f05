"""The database's address, as people write it and as the drivers want it."""

import errno
import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

SQLITE = ("sqlite", "sqlite+aiosqlite")
POSTGRES = ("postgres", "postgresql", "postgresql+asyncpg")


def async_url(text: str) -> URL:
    """The address with its asynchronous driver. Raises ValueError, in one sentence without the password.

    >>> async_url("sqlite:///var/x.db").drivername
    'sqlite+aiosqlite'
    >>> async_url("postgres://ada@db/splendor?sslmode=require").render_as_string()
    'postgresql+asyncpg://ada@db/splendor?ssl=require'
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(
            "the database's address can't be read: it looks like sqlite:///var/splendor.db "
            "or postgresql://user:password@host/name"
        ) from None
    if url.drivername in SQLITE:
        return _sqlite(url)
    if url.drivername in POSTGRES:
        return _postgres(url)
    raise ValueError(
        f"the database's address starts with {url.drivername}://, and only sqlite:// and postgresql:// are known"
    )


def _sqlite(url: URL) -> URL:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise ValueError("SQLite needs a file that lasts, as in sqlite:///var/splendor.db")
    return url.set(drivername="sqlite+aiosqlite")


def _postgres(url: URL) -> URL:
    if not url.database:
        raise ValueError("the database's address names no database: postgresql://user:password@host/name")
    query = {"ssl" if key == "sslmode" else key: value for key, value in url.query.items()}
    return url.set(drivername="postgresql+asyncpg", query=query)


def is_embedded(text: str) -> bool:
    """Whether the database is a file of this server's own, rather than one that others may be working with."""
    return async_url(text).drivername in SQLITE


def make_file(url: URL) -> None:
    """Makes a SQLite file, empty, and the folder that it is to lie in; raises OSError if it can't be made or written
    to. One that is there is not opened: closing it again would take this process's locks off it."""
    if url.drivername not in SQLITE or not url.database:
        return
    path = Path(url.database)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch()
    elif not path.is_file() or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
