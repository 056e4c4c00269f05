"""How far rooms are, without what they hold: by this a process sees what it has missed."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Head
from splendor.store.tables import actions, chat, rooms


async def of_rooms(connection: AsyncConnection, codes: list[str]) -> dict[str, Head]:
    """By code; rooms that there are not are left out. One statement, so that it is one moment."""
    seq = select(func.max(actions.c.seq)).where(actions.c.game_id == rooms.c.game).scalar_subquery()
    line = select(func.max(chat.c.id)).where(chat.c.room == rooms.c.code).scalar_subquery()
    statement = select(
        rooms.c.code, rooms.c.version, rooms.c.game, func.coalesce(seq, 0).label("seq"), line.label("line")
    ).where(rooms.c.code.in_(codes))
    return {
        row.code: Head(version=row.version, game=row.game, seq=row.seq, line=row.line)
        for row in await connection.execute(statement)
    }
