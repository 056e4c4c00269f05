"""All that a server holds, so that a test can say that nothing changed."""

import sqlite3
from contextlib import closing
from typing import Any

from splendor.store.tables import metadata
from support.server import Served

PASSING = {"limits", "servers", "stays"}
"""What is no answer to anybody: how often something was tried, that the servers live, and who is where."""


def database(url: str) -> dict[str, list[Any]]:
    """Every row of every table of a SQLite database."""
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        tables = sorted(metadata.tables.keys() - PASSING)
        return {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}


def live(served: Served) -> dict[str, Any]:
    """What the server has in memory of each room: what it shows, and how far its game is."""
    rooms = served.app.state.services.rooms.live
    return {
        code: (room.shown, room.play.views if room.play else None, room.chat.view()) for code, room in rooms.items()
    }
