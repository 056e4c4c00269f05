"""Actions: the rows of the journal."""

from sqlalchemy import RowMapping, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Action
from splendor.store.tables import actions
from splendor.store.upsert import insert

Key = tuple[str, int]
"""A game and a number of it."""


def key_of(action: Action) -> Key:
    return action.game, action.seq


async def add(connection: AsyncConnection, new: list[Action]) -> set[Key]:
    """Stores those whose number is still free and returns their keys. No two of `new` may have the same key."""
    # In one order everywhere: two processes that insert the same keys crosswise would wait for each other.
    rows = [
        {"game_id": a.game, "seq": a.seq, "seat": a.seat, "action": a.action, "at": a.at}
        for a in sorted(new, key=key_of)
    ]
    statement = insert(connection, actions).on_conflict_do_nothing().returning(actions.c.game_id, actions.c.seq)
    return {(row.game_id, row.seq) for row in await connection.execute(statement, rows)}


async def find(connection: AsyncConnection, keys: list[Key]) -> dict[Key, Action]:
    """Those of the actions that are there."""
    found = await connection.execute(select(actions).where(tuple_(actions.c.game_id, actions.c.seq).in_(keys)))
    return {key_of(action): action for action in map(_from_row, found.mappings())}


async def after(connection: AsyncConnection, game: str, after: int) -> list[Action]:
    """The game's actions with a number above `after`, in order."""
    statement = select(actions).where(actions.c.game_id == game, actions.c.seq > after).order_by(actions.c.seq)
    return [_from_row(row) for row in (await connection.execute(statement)).mappings()]


def _from_row(row: RowMapping) -> Action:
    return Action(game=row["game_id"], seq=row["seq"], seat=row["seat"], action=row["action"], at=row["at"])
