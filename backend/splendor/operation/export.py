"""`splendor export`: the record of one game, as anybody may read it or whole."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from splendor import records
from splendor.operation.impossible import Impossible
from splendor.operation.snapshot import snapshot
from splendor.rooms.moments import stamp
from splendor.rooms.record import game_record
from splendor.settings import Settings
from splendor.store import actions, games


def export(settings: Settings, game: str, file: str | None, full: bool) -> None:
    """Writes it to the file, which must not be there yet, or to standard output. `full`: also what nobody may see
    before the game is over, for whoever looks into a fault; the operator could read it in the database anyway."""
    record = asyncio.run(_record(settings.database_url, game, full))
    text = json.dumps(record, ensure_ascii=False, indent=2) + "\n"
    if file is None:
        sys.stdout.write(text)
        return
    try:
        with Path(file).open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise Impossible(f"{file} is there already") from None


async def _record(database_url: str, id: str, full: bool) -> dict[str, Any]:
    async with snapshot(database_url) as connection:
        game = await games.find(connection, id)
        if game is None:
            raise Impossible(f"there is no game {id}")
        rows = await actions.after(connection, id, 0)
    return full_record(game, rows) if full else game_record(game, rows)


def full_record(game: records.Game, rows: list[records.Action]) -> dict[str, Any]:
    """The game as it is stored, with its seed and every row of its journal, those about time and undos included."""
    return {
        "id": game.id,
        "room": game.room,
        "options": game.options,
        "players": list(game.players),
        "names": list(game.names),
        "seed": game.seed,
        "deal": game.deal,
        "created": stamp(game.created),
        "finished": stamp(game.finished) if game.finished else None,
        "result": game.result,
        "journal": [{"seq": row.seq, "seat": row.seat, "at": stamp(row.at), "action": row.action} for row in rows],
    }
