"""Browsers in which players want to be called."""

import hashlib
from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Subscription
from splendor.store.tables import subscriptions
from splendor.store.upsert import insert

MOST = 10
"""Browsers of one player; with one more, the oldest is forgotten."""


async def keep(connection: AsyncConnection, subscription: Subscription) -> None:
    """Keeps it. A browser that was another player's is theirs no longer."""
    row = {
        "player": subscription.player,
        "endpoint": subscription.endpoint,
        "p256dh": subscription.p256dh,
        "auth": subscription.auth,
        "created": datetime.now(UTC),
    }
    statement = insert(connection, subscriptions).values(endpoint_hash=_hash(subscription.endpoint), **row)
    await connection.execute(statement.on_conflict_do_update(index_elements=[subscriptions.c.endpoint_hash], set_=row))
    own = subscriptions.c.player == subscription.player
    newest = select(subscriptions.c.endpoint_hash).where(own).order_by(subscriptions.c.created.desc()).limit(MOST)
    kept = list(await connection.scalars(newest))
    await connection.execute(delete(subscriptions).where(own & subscriptions.c.endpoint_hash.not_in(kept)))


async def of_player(connection: AsyncConnection, player: str) -> list[Subscription]:
    """Oldest first."""
    columns = (subscriptions.c.player, subscriptions.c.endpoint, subscriptions.c.p256dh, subscriptions.c.auth)
    statement = select(*columns).where(subscriptions.c.player == player).order_by(subscriptions.c.created)
    return [Subscription(**row) for row in (await connection.execute(statement)).mappings()]


async def forget(connection: AsyncConnection, endpoint: str, player: str | None = None) -> None:
    """Forgets that browser, if it is this player's (None: whosever it is)."""
    where = subscriptions.c.endpoint_hash == _hash(endpoint)
    if player is not None:
        where &= subscriptions.c.player == player
    await connection.execute(delete(subscriptions).where(where))


async def forget_all(connection: AsyncConnection, player: str) -> None:
    await connection.execute(delete(subscriptions).where(subscriptions.c.player == player))


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
