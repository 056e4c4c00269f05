"""Rooms and who sits in them."""

from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Column, ColumnElement, Row, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Room
from splendor.store import undecided
from splendor.store.tables import actions, chat, rooms, seats
from splendor.store.upsert import insert


async def find(connection: AsyncConnection, code: str) -> Room | None:
    found = await _read(connection, rooms.c.code == code)
    return found[0] if found else None


async def public(connection: AsyncConnection, status: str | None, before: datetime | None, limit: int) -> list[Room]:
    """Public rooms of that status (None: any), made before that moment, newest first."""
    where: list[ColumnElement[bool]] = [rooms.c.public]
    if status is not None:
        where.append(rooms.c.status == status)
    if before is not None:
        where.append(rooms.c.created < before)
    return await _read(connection, *where, limit=limit)


async def of_player(connection: AsyncConnection, player: str) -> list[Room]:
    """Rooms not over in which the player sits, last touched first."""
    sits = select(seats.c.room).where(seats.c.player == player)
    return await _read(connection, rooms.c.code.in_(sits), rooms.c.status != "over", by=rooms.c.touched)


async def with_clocks(connection: AsyncConnection) -> list[str]:
    """Codes of the rooms that play with a clock, save one that only shows."""
    statement = select(rooms.c.code, rooms.c.options).where(rooms.c.status == "playing").order_by(rooms.c.code)
    found = [(row.code, row.options.get("clock")) for row in await connection.execute(statement)]
    return [code for code, clock in found if clock and not clock.get("advisory")]


async def old(connection: AsyncConnection, status: str, before: datetime, limit: int) -> list[str]:
    """Codes of the rooms of that status in which nothing has happened since that moment, oldest first."""
    acted = select(actions.c.seq).where(actions.c.game_id == rooms.c.game, actions.c.at > before).exists()
    statement = select(rooms.c.code).where(rooms.c.status == status, rooms.c.touched <= before, ~acted)
    return list(await connection.scalars(statement.order_by(rooms.c.touched, rooms.c.code).limit(limit)))


async def delete_unplayed(connection: AsyncConnection, room: Room) -> bool:
    """Deletes the room with its seats and chat; False, and it stays, if the stored version is not `room.version`."""
    same = (rooms.c.code == room.code) & (rooms.c.version == room.version)
    locked = await connection.execute(select(rooms.c.code).where(same).with_for_update())
    if locked.first() is None:
        return False
    for table in (seats, chat):
        await connection.execute(delete(table).where(table.c.room == room.code))
    await connection.execute(delete(rooms).where(same))
    return True


async def create(connection: AsyncConnection, room: Room) -> bool:
    """False if the code is taken."""
    row = {"code": room.code, "version": room.version, "created": room.created, **_columns(room)}
    statement = insert(connection, rooms).values(row).on_conflict_do_nothing().returning(rooms.c.code)
    if (await connection.execute(statement)).first() is None:
        return False
    await _seat(connection, room)
    return True


async def save(connection: AsyncConnection, room: Room) -> bool:
    """False, and nothing is stored, if the stored version is not `room.version`; else that goes up by one."""
    same = (rooms.c.code == room.code) & (rooms.c.version == room.version)
    saved = await connection.execute(update(rooms).where(same).values(version=room.version + 1, **_columns(room)))
    if saved.rowcount == 0:
        return False
    await connection.execute(delete(seats).where(seats.c.room == room.code))
    await _seat(connection, room)
    return True


async def _seat(connection: AsyncConnection, room: Room) -> None:
    taken = [{"room": room.code, "seat": n, "player": player} for n, player in enumerate(room.seats) if player]
    if taken:
        await connection.execute(insert(connection, seats), taken)


def _columns(room: Room) -> dict[str, Any]:
    """What a save may change."""
    return {
        "status": room.status,
        "public": room.public,
        "host": room.host,
        "options": room.options,
        "size": len(room.seats),
        "kicked": list(room.kicked),
        "game": room.game,
        "scores": list(room.scores),
        "open": undecided.to_json(room),
        "touched": room.touched,
    }


async def _read(
    connection: AsyncConnection,
    *where: ColumnElement[bool],
    by: Column[Any] = rooms.c.created,
    limit: int | None = None,
) -> list[Room]:
    """The rooms with their seats, newest first. By one statement: between two of them somebody might sit down."""
    page = select(rooms).where(*where).order_by(by.desc()).limit(limit).subquery()
    statement = (
        select(page, seats.c.seat, seats.c.player)
        .outerjoin(seats, seats.c.room == page.c.code)
        .order_by(page.c[by.name].desc(), page.c.code)
    )
    rows = await connection.execute(statement)
    return [_from_rows(list(group)) for _, group in groupby(rows, key=lambda row: row.code)]


def _from_rows(rows: list[Row[Any]]) -> Room:
    first = rows[0]
    sitting = {row.seat: row.player for row in rows}
    return Room(
        code=first.code,
        status=first.status,
        public=first.public,
        host=first.host,
        options=first.options,
        seats=tuple(sitting.get(n) for n in range(first.size)),
        kicked=tuple(first.kicked),
        game=first.game,
        scores=tuple(first.scores),
        **undecided.from_json(first.open),
        version=first.version,
        created=first.created,
        touched=first.touched,
    )
