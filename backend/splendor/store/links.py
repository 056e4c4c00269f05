"""Links that carry a player to another device, each good for one time."""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Player
from splendor.store import players, subscriptions
from splendor.store.tables import links
from splendor.store.upsert import insert


async def make(connection: AsyncConnection, code_hash: str, player: str, expires: datetime) -> None:
    """Makes the player's link, in the place of the one that they had."""
    row = {"code_hash": code_hash, "expires": expires, "used": None}
    statement = insert(connection, links).values(player=player, **row)
    await connection.execute(statement.on_conflict_do_update(index_elements=[links.c.player], set_=row))


async def claim(connection: AsyncConnection, code_hash: str, token_hash: str, now: datetime) -> Player | None:
    """Uses the link up: its player now has the new secret and no longer the old. None if it is unknown, used or
    expired. Of two who claim at once, the second finds it used."""
    good = (links.c.code_hash == code_hash) & links.c.used.is_(None) & (links.c.expires > now)
    used = await connection.execute(update(links).where(good).values(used=now).returning(links.c.player))
    player = used.scalar_one_or_none()
    if player is None:
        return None
    await subscriptions.forget_all(connection, player)  # the old device is theirs no longer
    return await players.change_token(connection, player, token_hash)
