"""Actions: the rows of the journal."""

from sqlalchemy import ARRAY, RowMapping, bindparam, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Action
from splendor.store.tables import actions
from splendor.store.upsert import insert

Key = tuple[str, int]
"""A game and a number of it."""


COLUMNS = ("game_id", "seq", "seat", "action", "at")
ADD = text(
    f"INSERT INTO actions ({', '.join(COLUMNS)}) SELECT * FROM unnest({', '.join(f':{name}' for name in COLUMNS)}) "
    "ON CONFLICT DO NOTHING RETURNING game_id, seq"
).bindparams(*(bindparam(name, type_=ARRAY(actions.c[name].type)) for name in COLUMNS))
"""For Postgres: one statement whatever the number of rows, so that it is prepared once; its values are columns."""


def key_of(action: Action) -> Key:
    return action.game, action.seq


async def add(connection: AsyncConnection, new: list[Action]) -> set[Key]:
    """Stores those whose number is still free and returns their keys. No two of `new` may have the same key."""
    # In one order everywhere: two processes that insert the same keys crosswise would wait for each other.
    rows = [(a.game, a.seq, a.seat, a.action, a.at) for a in sorted(new, key=key_of)]
    if connection.dialect.name == "postgresql":
        added = await connection.execute(ADD, dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True)))
    else:
        statement = insert(connection, actions).on_conflict_do_nothing().returning(actions.c.game_id, actions.c.seq)
        added = await connection.execute(statement, [dict(zip(COLUMNS, row, strict=True)) for row in rows])
    return {(game, seq) for game, seq in added}


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
