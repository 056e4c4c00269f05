"""Migrations: up, down and up again on both databases, and what a server is told about a schema."""

import asyncio
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

import splendor
from splendor.records import Unavailable
from splendor.store import Database, WrongSchema, migrate, require_current, schema_state
from splendor.store.connections import Connections
from splendor.store.tables import metadata

pytestmark = pytest.mark.anyio

CHECKOUT = Path(__file__).parents[2]
TABLES = set(metadata.tables)


async def run(url: str, work: Callable[[Config], object]) -> None:
    """An Alembic command over a connection that is handed in."""

    def over(connection: Connection) -> None:
        config = Config(toml_file=str(CHECKOUT / "pyproject.toml"))
        config.attributes["connection"] = connection
        work(config)

    connections = Connections(url, pool=1)
    try:
        await connections.write(lambda connection: connection.run_sync(over))
    finally:
        await connections.close()


async def tables(url: str) -> set[str]:
    connections = Connections(url, pool=1)
    names = await connections.read(
        lambda connection: connection.run_sync(lambda sync: set(inspect(sync).get_table_names()))
    )
    await connections.close()
    return names - {"alembic_version"}


async def execute(url: str, statement: str) -> None:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(text(statement))

    connections = Connections(url, pool=1)
    await connections.write(work)
    await connections.close()


async def test_up_check_down_up(blank_url: str) -> None:
    await migrate(blank_url)
    assert await tables(blank_url) == TABLES
    await run(blank_url, command.check)
    await run(blank_url, lambda config: command.downgrade(config, "base"))
    assert await tables(blank_url) == set()
    await run(blank_url, lambda config: command.upgrade(config, "head"))
    assert await tables(blank_url) == TABLES
    await run(blank_url, command.check)


async def test_the_check_would_see_a_column_that_no_migration_makes(blank_url: str) -> None:
    await migrate(blank_url)
    await execute(blank_url, "ALTER TABLE chat DROP COLUMN text")
    with pytest.raises(CommandError, match="New upgrade operations"):
        await run(blank_url, command.check)


async def test_constraints_have_the_names_of_the_convention(blank_url: str) -> None:
    await migrate(blank_url)
    connections = Connections(blank_url, pool=1)

    def names(sync: Connection) -> set[str | None]:
        found = inspect(sync)
        return {
            *(check["name"] for check in found.get_check_constraints("actions")),
            *(key["name"] for key in found.get_foreign_keys("actions")),
            *(key["name"] for key in found.get_unique_constraints("seats")),
            *(index["name"] for index in found.get_indexes("rooms")),
            found.get_pk_constraint("actions")["name"],
        }

    assert await connections.read(lambda connection: connection.run_sync(names)) == {
        "ck_actions_seq_positive",
        "fk_actions_game_id_games",
        "uq_seats_player_room",
        "ix_rooms_public_status_created",
        "pk_actions",
    }
    await connections.close()


async def test_migrating_again_changes_nothing(blank_url: str) -> None:
    await migrate(blank_url)
    async with Database(blank_url, wait=0) as store:
        ada = await store.make_player("Ada", "h")
        await migrate(blank_url)
        assert await store.player_by_token("h") == ada


async def test_several_processes_may_migrate_at_once(blank_url: str) -> None:
    await asyncio.gather(*(migrate(blank_url) for _ in range(8)))
    assert await schema_state(blank_url) == "current"


async def test_the_state_of_a_schema(blank_url: str) -> None:
    assert await schema_state(blank_url) == "behind"
    await migrate(blank_url)
    assert await schema_state(blank_url) == "current"
    await execute(blank_url, "UPDATE alembic_version SET version_num = '9999'")
    assert await schema_state(blank_url) == "newer"


async def test_a_server_is_told_in_one_sentence_to_migrate_first(blank_url: str) -> None:
    with pytest.raises(WrongSchema, match="older than this version expects"):
        await require_current(blank_url)
    await migrate(blank_url)
    await require_current(blank_url)


async def test_a_newer_schema_is_neither_used_nor_touched(blank_url: str) -> None:
    await migrate(blank_url)
    await execute(blank_url, "UPDATE alembic_version SET version_num = '9999'")
    for refuse in (require_current, migrate):
        with pytest.raises(WrongSchema, match="newer than this version knows"):
            await refuse(blank_url)
    assert await schema_state(blank_url) == "newer"


async def test_a_migration_that_fails_leaves_no_half(blank_url: str) -> None:
    await execute(blank_url, "CREATE TABLE games (id TEXT)")
    with pytest.raises(Unavailable, match="already exists"):
        await migrate(blank_url)
    assert await tables(blank_url) == {"games"}
    assert await schema_state(blank_url) == "behind"


async def test_a_database_that_is_away_is_unavailable() -> None:
    for call in (migrate, schema_state, require_current):
        with pytest.raises(Unavailable):
            await call("postgresql://postgres@127.0.0.1:1/nothing", wait=0)


async def test_logging_stays_as_it_was(blank_url: str) -> None:
    root = logging.getLogger()
    ours = logging.getLogger("splendor.test")
    before = (root.level, list(root.handlers), ours.disabled, ours.level)
    await migrate(blank_url)
    assert (root.level, list(root.handlers), ours.disabled, ours.level) == before


async def test_the_migrations_are_found_in_a_wheel_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "100% site" / "splendor"
    shutil.copytree(CHECKOUT / "migrations", package / "migrations")
    versions = package / "migrations" / "versions"
    newest = max(path.name for path in versions.glob("0*.py"))[:4]
    (versions / "9999_more.py").write_text(
        f'revision = "9999"\ndown_revision = "{newest}"\n\n\ndef upgrade():\n    pass\n'
    )
    url = f"sqlite:///{tmp_path}/x.db"
    await migrate(url)
    monkeypatch.setattr(splendor, "__file__", str(package / "__init__.py"))
    assert await schema_state(url) == "behind"
    await migrate(url)
    assert await schema_state(url) == "current"


def alembic(url: str, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SPLENDOR_DATABASE_URL": url}
    program = [sys.executable, "-m", "alembic", *words]
    return subprocess.run(program, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)


async def test_the_command_line(blank_url: str) -> None:
    for words in (["upgrade", "head"], ["check"]):
        done = await asyncio.to_thread(alembic, blank_url, *words)
        assert done.returncode == 0, done.stderr
    assert await schema_state(blank_url) == "current"


async def test_the_command_line_takes_the_address_as_an_argument(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    done = await asyncio.to_thread(alembic, "sqlite:///nowhere/y.db", "-x", f"database={url}", "upgrade", "head")
    assert done.returncode == 0, done.stderr
    assert await schema_state(url) == "current"


async def test_the_command_line_writes_no_sql_file(tmp_path: Path) -> None:
    done = await asyncio.to_thread(alembic, f"sqlite:///{tmp_path}/x.db", "upgrade", "head", "--sql")
    assert done.returncode != 0
    assert "not supported" in done.stderr
