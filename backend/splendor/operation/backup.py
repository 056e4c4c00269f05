"""`splendor backup`: a copy of a SQLite database as it is at one moment, while the server writes on."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from splendor.operation.impossible import Impossible
from splendor.operation.snapshot import file_of
from splendor.settings import Settings
from splendor.store import is_embedded

POSTGRES = "this database is Postgres's: use pg_dump and pg_restore, as docs/operating.md says"


def backup(settings: Settings, file: str) -> None:
    """Writes the copy to the file, which must not be there yet. When it is there under its name, it is whole and on
    the disk. Raises Impossible."""
    if not is_embedded(settings.database_url):
        raise Impossible(POSTGRES)
    source, target = file_of(settings.database_url), Path(file)
    if not target.name:
        raise Impossible(f"{file!r} is no name of a file")
    copy(source, target)
    sys.stdout.write(f"{target} is a copy of {source}.\n")


def copy(source: Path, target: Path) -> None:
    """Raises Impossible where there is a file of that name, or what is copied is no sound database."""
    growing = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        target.open("xb").close()  # the name is taken, also before others who want it now
    except FileExistsError:
        raise Impossible(f"{target} is there already") from None
    try:
        with opened(source, "ro") as original, opened(growing, "rwc") as made:
            # In one step: the copy is of one moment, and writers go on beside it.
            original.backup(made, pages=-1)
            made.execute("PRAGMA journal_mode=DELETE")  # one file, for whoever carries it elsewhere
            require_sound(made, source)
        with growing.open("rb") as written:
            os.fsync(written.fileno())
        growing.replace(target)
        sync_folder(target.parent)
    except BaseException as error:
        growing.unlink(missing_ok=True)
        target.unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error):
            raise Impossible(f"{source} can't be copied: {error}") from None
        raise


def opened(path: Path, mode: str) -> "closing[sqlite3.Connection]":
    """`mode`: ro, rw, rwc (makes it)."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None))


def require_sound(database: sqlite3.Connection, name: Path) -> None:
    """Raises Impossible unless the database is whole, and one of this game."""
    try:
        if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Impossible(f"{name} is damaged")
        if database.execute("SELECT version_num FROM alembic_version").fetchone() is None:
            raise Impossible(f"{name} is no database of Splendor: it has no version")
        database.execute("SELECT game_id, seq FROM actions LIMIT 1")
    except sqlite3.DatabaseError as error:
        raise Impossible(f"{name} is no database of Splendor: {error}") from None


def sync_folder(folder: Path) -> None:
    """Makes a name in it last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
