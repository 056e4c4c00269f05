"""Brings a database to the schema that this code expects, or says how far it is from it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

import splendor
from splendor.store.connections import Connections

SchemaState = Literal["current", "behind", "newer"]
T = TypeVar("T")

_LOCK = 0x5B1E4D02
"""The number of the Postgres lock that lets one process migrate at a time; any would do that nobody else uses."""


class WrongSchema(Exception):
    """The database's schema is not the one that this code expects; the text says so in one sentence."""


async def migrate(database_url: str, wait: float = 30.0) -> None:
    """Upgrades to the newest schema. Raises WrongSchema if the database's is newer still, Unavailable if it does not
    answer for `wait` seconds. Several processes may do this at once: one does it, the others find it done."""
    await _with(database_url, wait, lambda connections: connections.write(_upgrade))


async def schema_state(database_url: str, wait: float = 30.0) -> SchemaState:
    """How the database's schema stands to this code's. Raises Unavailable."""
    return await _with(database_url, wait, lambda connections: connections.read(_state))


async def require_current(database_url: str, wait: float = 30.0) -> None:
    """Raises WrongSchema unless the schema is the one that this code expects, and Unavailable."""
    state = await schema_state(database_url, wait)
    if state == "behind":
        raise WrongSchema("the database's schema is older than this version expects: run `splendor migrate` first")
    if state == "newer":
        raise _newer()


async def _with(url: str, wait: float, work: Callable[[Connections], Awaitable[T]]) -> T:
    connections = Connections(url, pool=1)
    try:
        await connections.reach(wait)
        return await work(connections)
    finally:
        await connections.close()


async def _upgrade(connection: AsyncConnection) -> None:
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    if await _state(connection) == "newer":
        raise _newer()
    await connection.run_sync(_upgrade_over)


def _upgrade_over(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def _state(connection: AsyncConnection) -> SchemaState:
    scripts = await asyncio.to_thread(ScriptDirectory.from_config, _config())
    there = set(await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_heads()))
    if there - _revisions(scripts):
        return "newer"
    return "current" if there == set(scripts.get_heads()) else "behind"


def known_revisions() -> set[str]:
    """The schemas that this code knows, from the first to its own."""
    return _revisions(ScriptDirectory.from_config(_config()))


def _revisions(scripts: ScriptDirectory) -> set[str]:
    return {script.revision for script in scripts.walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_scripts()).replace("%", "%%"))
    return config


def _scripts() -> Path:
    """In a wheel the migrations lie inside the package, in a checkout beside `backend/`."""
    package = Path(splendor.__file__).parent
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parents[1] / "migrations"


def _newer() -> WrongSchema:
    return WrongSchema("the database's schema is newer than this version knows: run the newer version")
