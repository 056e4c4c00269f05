"""`splendor verify`: plays every game again, and holds what is stored against what comes out."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import Column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor import logs
from splendor.operation.consistency import Ended, game_faults, room_faults
from splendor.operation.snapshot import snapshot
from splendor.settings import Settings
from splendor.store import actions, games, rooms, tables

PAGE = 200


@dataclass(slots=True)
class Verified:
    """How much was looked at, and what was wrong: so many lines were written about it."""

    rooms: int = 0
    games: int = 0
    actions: int = 0
    faults: int = 0


def verify(settings: Settings) -> None:
    """Writes a line for each fault, and a count. Ends with 1 if there are any."""
    found = asyncio.run(_verify(settings.database_url))
    counted = f"{found.rooms} rooms, {found.games} games, {found.actions} rows of the journal"
    sys.stdout.write(f"{counted}: {found.faults or 'no'} {'fault' if found.faults == 1 else 'faults'}\n")
    if found.faults:
        sys.exit(1)


async def _verify(database_url: str) -> Verified:
    found = Verified()
    async with snapshot(database_url) as connection:
        async for subject, fault in _faults(connection, found):
            found.faults += 1
            sys.stdout.write(f"{logs.escaped(f'{subject}: {fault}')}\n")
    return found


async def _faults(connection: AsyncConnection, found: Verified) -> AsyncIterator[tuple[str, str]]:
    """One room at a time, one game at a time: a database may be larger than memory."""
    async for code in _keys(connection, tables.rooms.c.code):
        room = await rooms.find(connection, code)
        assert room is not None, "it is there in this snapshot"
        found.rooms += 1
        ended = []
        for id in await connection.scalars(select(tables.games.c.id).where(tables.games.c.room == code)):
            game = await games.find(connection, id)
            assert game is not None, "it is there in this snapshot"
            rows = await actions.after(connection, id, 0)
            found.games += 1
            found.actions += len(rows)
            for fault in game_faults(game, rows):
                yield f"game {id}", fault
            ended.append(Ended(id, game.players, game.result))
        for fault in room_faults(room, ended):
            yield f"room {code}", fault
    async for code in _keys(connection, tables.games.c.room):
        if await rooms.find(connection, code) is None:
            yield f"room {code}", "it is gone, and games of it are there"
    async for id in _keys(connection, tables.actions.c.game_id):
        if await games.find(connection, id) is None:
            yield f"game {id}", "it is gone, and its journal is there"


async def _keys(connection: AsyncConnection, column: "Column[str]") -> AsyncIterator[str]:
    """Every value of the column once, in order."""
    last = ""
    while True:
        page = select(column).where(column > last).distinct().order_by(column).limit(PAGE)
        keys = list(await connection.scalars(page))
        for key in keys:
            yield key
        if len(keys) < PAGE:
            return
        last = keys[-1]
