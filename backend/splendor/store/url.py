"""The database's address, as people write it and as the drivers want it."""

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


def make_folder(url: URL) -> None:
    """Makes the folder that a SQLite file is to lie in. Raises OSError."""
    if url.drivername in SQLITE and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
