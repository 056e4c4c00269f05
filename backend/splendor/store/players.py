"""Players: a name, and the hash of the secret that proves who one is."""

import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Player
from splendor.store.tables import players
from splendor.store.upsert import insert

SEEN_EVERY = timedelta(hours=12)
"""How exactly it is remembered when a player was last there."""


async def make(connection: AsyncConnection, name: str, token_hash: str) -> Player:
    player = Player(id=secrets.token_urlsafe(9), name=name)
    now = datetime.now(UTC)
    row = {"id": player.id, "name": name, "token_hash": token_hash, "created": now, "seen": now}
    await connection.execute(insert(connection, players).values(row))
    return player


async def by_token(connection: AsyncConnection, token_hash: str) -> tuple[Player, datetime] | None:
    """Whose secret that is, and when they were last seen."""
    statement = select(players.c.id, players.c.name, players.c.seen).where(players.c.token_hash == token_hash)
    row = (await connection.execute(statement)).first()
    return None if row is None else (Player(id=row.id, name=row.name), row.seen)


async def known_tokens(connection: AsyncConnection, token_hashes: list[str]) -> set[str]:
    """Those of them that are still somebody's."""
    return set(await connection.scalars(select(players.c.token_hash).where(players.c.token_hash.in_(token_hashes))))


async def mark_seen(connection: AsyncConnection, id: str) -> None:
    await connection.execute(update(players).where(players.c.id == id).values(seen=datetime.now(UTC)))


async def by_ids(connection: AsyncConnection, ids: list[str]) -> dict[str, Player]:
    """Those of them that there are."""
    statement = select(players.c.id, players.c.name).where(players.c.id.in_(ids))
    return {row.id: Player(id=row.id, name=row.name) for row in await connection.execute(statement)}


async def rename(connection: AsyncConnection, id: str, name: str) -> Player | None:
    """The player under the new name; None if there is no such player."""
    renamed = await connection.execute(update(players).where(players.c.id == id).values(name=name))
    return Player(id=id, name=name) if renamed.rowcount else None


async def change_token(connection: AsyncConnection, id: str, token_hash: str) -> Player:
    """Gives the player a new secret in the place of the old one."""
    change = update(players).where(players.c.id == id).values(token_hash=token_hash, seen=datetime.now(UTC))
    row = (await connection.execute(change.returning(players.c.id, players.c.name))).one()
    return Player(id=row.id, name=row.name)
