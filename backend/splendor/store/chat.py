"""Chat lines."""

from dataclasses import asdict

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import ChatLine
from splendor.store.tables import chat
from splendor.store.upsert import insert


async def add(connection: AsyncConnection, lines: list[ChatLine]) -> None:
    await connection.execute(insert(connection, chat), [asdict(line) for line in lines])


async def last(connection: AsyncConnection, room: str, limit: int) -> list[ChatLine]:
    """The room's last lines, oldest first."""
    newest = (
        select(chat.c.room, chat.c.player, chat.c.name, chat.c.text, chat.c.at)
        .where(chat.c.room == room)
        .order_by(chat.c.id.desc())
        .limit(limit)
    )
    rows = (await connection.execute(newest)).mappings().all()
    return [ChatLine(**row) for row in reversed(rows)]
