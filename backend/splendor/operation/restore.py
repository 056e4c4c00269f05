"""`splendor restore`: puts a copy in the place of the SQLite database, and keeps that one beside it."""

import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

from splendor.operation.backup import POSTGRES, copy, opened, require_sound, sync_folder
from splendor.operation.impossible import Impossible
from splendor.settings import Settings
from splendor.store import WrongSchema, is_embedded, known_revisions
from splendor.store.url import async_url

PATIENCE_MS = 1000


def restore(settings: Settings, file: str) -> None:
    """Raises Impossible, having changed nothing, while a server uses the database, and if the copy is no sound
    database of this game; WrongSchema if it is of a newer version."""
    if not is_embedded(settings.database_url):
        raise Impossible(POSTGRES)
    source, target = Path(file), Path(str(async_url(settings.database_url).database))
    if not source.is_file():
        raise Impossible(f"there is no file {source}")
    if target.exists() and source.samefile(target):
        raise Impossible(f"{source} is the database itself")
    with opened(source, "ro") as copied:
        require_sound(copied, source)
        revisions = {row[0] for row in copied.execute("SELECT version_num FROM alembic_version")}
    if revisions - known_revisions():
        raise WrongSchema(f"{source} is of a newer version than this: restore it with that one")
    if target.exists():
        kept = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S}")
        put_in_place(source, target, kept)
        sys.stdout.write(f"{target} is what {source} was. What it was before lies in {kept}.\n")
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        copy(source, target)
        sys.stdout.write(f"{target} is what {source} was.\n")


def put_in_place(source: Path, target: Path, kept: Path) -> None:
    """Through SQLite's own locks and journal: whoever comes meanwhile waits, and a crash leaves the old or the new."""
    try:
        with opened(target, "rw") as database, opened(source, "ro") as copied:
            database.execute(f"PRAGMA busy_timeout={PATIENCE_MS}")
            # Held from here to the end. It can't be had while anybody else has the database open.
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            database.execute("PRAGMA synchronous=FULL")
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("BEGIN EXCLUSIVE")
            database.execute("COMMIT")
            keep(database, kept)
            copied.backup(database, pages=-1)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Impossible(f"a server uses {target}: end it first") from None
        raise Impossible(f"{target} can't be replaced: {error}") from None


def keep(database: sqlite3.Connection, kept: Path) -> None:
    """What there is, under another name; whole or not at all sound, as it was."""
    if kept.exists():
        raise Impossible(f"{kept} is there already")
    with opened(kept, "rwc") as made:
        made.execute("PRAGMA synchronous=FULL")
        database.backup(made, pages=-1)
    sync_folder(kept.parent)
