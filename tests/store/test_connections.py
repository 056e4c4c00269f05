"""Connections: pragmas, retries, outages, and callers that leave in the middle."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.records import Refused, Unavailable
from splendor.store import Database, engine, players
from splendor.store.connections import Connections, OutcomeUnknown
from support import postgres
from support.line import Line
from support.samples import a_room, a_table, an_action

pytestmark = pytest.mark.anyio

NOBODY_THERE = "postgresql://postgres@127.0.0.1:1/nothing"


@pytest.fixture
async def connections(database_url: str) -> AsyncIterator[Connections]:
    connections = Connections(database_url)
    yield connections
    await connections.close()


def value(statement: str) -> Any:
    """Work that asks for one value."""

    async def ask(connection: AsyncConnection) -> Any:
        return await connection.scalar(text(statement))

    return ask


async def test_sqlite_keeps_its_promises(tmp_path: Path) -> None:
    connections = Connections(f"sqlite:///{tmp_path}/deep/er/x.db")
    await connections.reach(wait=0)
    assert (tmp_path / "deep" / "er" / "x.db").exists()
    assert await connections.read(value("PRAGMA journal_mode")) == "wal"
    assert await connections.read(value("PRAGMA synchronous")) == 2
    assert await connections.read(value("PRAGMA foreign_keys")) == 1
    assert await connections.read(value("PRAGMA busy_timeout")) == 5000
    await connections.close()


async def test_postgres_waits_for_the_disk(migrated_postgres: str) -> None:
    connections = Connections(migrated_postgres)

    async def setting(connection: AsyncConnection) -> Any:
        statement = "SELECT source FROM pg_settings WHERE name = 'synchronous_commit'"
        return await connection.scalar(text(statement))

    assert await connections.write(setting) in {"default", "command line", "configuration file"}
    await connections.close()


async def test_ping(connections: Connections) -> None:
    await connections.ping()


async def test_work_that_fails_leaves_nothing(connections: Connections) -> None:
    async def half(connection: AsyncConnection) -> None:
        await players.make(connection, "Ada", "h")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await connections.write(half)
    assert await connections.read(value("SELECT count(*) FROM players")) == 0
    await connections.write(lambda connection: players.make(connection, "Ada", "h"))
    assert await connections.read(value("SELECT count(*) FROM players")) == 1


async def test_nobody_sees_what_is_not_committed(connections: Connections) -> None:
    async def write(connection: AsyncConnection) -> int:
        await players.make(connection, "Ada", "h")
        seen: int = await connections.read(value("SELECT count(*) FROM players"))
        return seen

    assert await connections.write(write) == 0


@pytest.mark.parametrize("error", [ConnectionResetError("lost"), sqlite3.OperationalError("disk I/O error")])
async def test_a_transaction_left_open_by_a_failed_commit_is_not_handed_on(
    connections: Connections, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(_: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(connections.engine.sync_engine.dialect, "do_commit", fails)
        with pytest.raises((OutcomeUnknown, sqlite3.OperationalError)):
            await connections.write(lambda connection: players.make(connection, "Ada", "h"))
    assert await connections.read(value("SELECT count(*) FROM players")) == 0
    await connections.write(lambda connection: players.make(connection, "Lin", "i"))
    assert await connections.read(value("SELECT count(*) FROM players")) == 1


async def test_a_caller_who_leaves_in_the_middle_harms_nobody(store: Database) -> None:
    """Cancelled at every stage that there is, of a save and of a read; then all works as before."""
    room, _ = await a_table(store)
    for stage in range(40):
        current = await store.room(room.code)
        assert current is not None
        save = asyncio.create_task(store.save_room(replace(current, options={"stage": stage})))
        read = asyncio.create_task(store.room(room.code))
        for _ in range(stage):
            await asyncio.sleep(0.0002 if stage > 25 else 0)
        save.cancel()
        read.cancel()
        saved, _ = await asyncio.gather(save, read, return_exceptions=True)
        after = await store.room(room.code)
        assert after is not None
        if saved is True:
            assert after == replace(current, options={"stage": stage}, version=current.version + 1)
        else:
            assert after.version in (current.version, current.version + 1)
    current = await store.room(room.code)
    assert current is not None
    assert await store.save_room(current)


async def test_what_a_caller_left_behind_is_done_before_closing(database_url: str) -> None:
    store = Database(database_url, wait=0)
    await store.open()
    made = asyncio.create_task(store.make_player("Ada", "h"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    made.cancel()
    await store.close()
    assert made.cancelled()
    async with Database(database_url, wait=0) as again:
        assert await again.player_by_token("h")


async def test_writers_in_one_process_never_fight(store: Database) -> None:
    room, (ada, _) = await a_table(store, "g1")
    await asyncio.gather(
        *(store.create_room(a_room(ada.id, f"room-{n}")) for n in range(30)),
        *(store.append(an_action("g1", seq)) for seq in range(1, 31)),
        *(store.make_player(f"P{n}", f"p{n}") for n in range(30)),
        *(store.room(room.code) for _ in range(30)),
    )
    assert len(await store.actions("g1")) == 30
    assert len([n for n in range(30) if await store.room(f"room-{n}")]) == 30


async def test_sqlite_waits_for_another_process_that_writes(migrated_sqlite: Path, tmp_path: Path) -> None:
    path = shutil.copy(migrated_sqlite, tmp_path / "shared.db")
    async with Database(f"sqlite:///{path}", wait=0) as store:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        made = asyncio.create_task(store.make_player("Ada", "h"))
        await asyncio.sleep(0.2)
        assert not made.done()
        other.execute("COMMIT")
        other.close()
        assert (await made).name == "Ada"


async def test_a_connection_that_was_cut_while_idle_is_replaced_unseen(migrated_postgres: str) -> None:
    postgres_cut = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    async with Database(migrated_postgres, wait=0) as store:
        room, (ada, _) = await a_table(store, "g1")
        for seq in (1, 2, 3):
            await asyncio.gather(*(store.ping() for _ in range(4)))
            assert await asyncio.to_thread(postgres.ask, migrated_postgres, postgres_cut) > 0
            await asyncio.sleep(0.05)
            assert await store.append(an_action("g1", seq))
            await asyncio.to_thread(postgres.ask, migrated_postgres, postgres_cut)
            assert await store.player_by_token("hash of Ada's") == ada
        assert await store.room(room.code) == room


async def test_a_connection_that_is_cut_in_the_work_is_unavailable_or_done_again(migrated_postgres: str) -> None:
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    connections = Connections(migrated_postgres)
    tries = 0

    async def cut(connection: AsyncConnection) -> None:
        nonlocal tries
        tries += 1
        await players.make(connection, "Ada", "h")
        pid = await connection.scalar(text("SELECT pg_backend_pid()"))
        await asyncio.to_thread(postgres.ask, migrated_postgres, f"SELECT pg_terminate_backend({pid})")
        await asyncio.sleep(0.05)
        await connection.execute(text("SELECT 1"))

    with pytest.raises(Unavailable):
        await connections.write(cut)
    assert tries == 2
    assert await connections.read(value("SELECT count(*) FROM players")) == 0
    await connections.close()


async def test_a_database_that_is_not_there_is_unavailable() -> None:
    store = Database(NOBODY_THERE, wait=0.3)
    began = asyncio.get_running_loop().time()
    with pytest.raises(Unavailable, match="unavailable"):
        await store.open()
    assert 0.1 < asyncio.get_running_loop().time() - began < 2
    for call in (store.ping(), store.room("x"), store.append(an_action("g", 1)), store.make_player("Ada", "h")):
        with pytest.raises(Unavailable):
            await call
    await store.close()


async def test_opening_waits_for_a_database_that_comes_up_later(migrated_postgres: str) -> None:
    line = Line(migrated_postgres)
    async with line:
        url = line.url
    store = Database(url, wait=10)
    opening = asyncio.create_task(store.open())
    await asyncio.sleep(0.3)
    assert not opening.done()
    async with line:
        await opening
        await store.ping()
        await store.close()


async def test_an_answer_that_does_not_come_is_unavailable(
    migrated_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Connections(migrated_postgres)
    await store.ping()
    await store.close()
    monkeypatch.setattr(engine, "ANSWER_WITHIN", 0.2)
    hasty = Connections(migrated_postgres)
    began = asyncio.get_running_loop().time()
    for call in (hasty.read, hasty.write):
        with pytest.raises(Unavailable, match="TimeoutError"):
            await call(value("SELECT pg_sleep(5)"))
    assert asyncio.get_running_loop().time() - began < 2
    await hasty.ping()
    await hasty.close()


async def test_waiting_does_not_help_against_a_name_that_is_not_there(postgres_server: str) -> None:
    url = make_url(postgres_server).set(database="no_such_database_here")
    store = Database(url.render_as_string(hide_password=False), wait=30)
    began = asyncio.get_running_loop().time()
    with pytest.raises(Unavailable, match="no_such_database_here"):
        await store.open()
    assert asyncio.get_running_loop().time() - began < 5
    await store.close()


async def test_a_folder_that_can_not_be_made_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = Database(f"sqlite:///{tmp_path}/file/x.db", wait=30)
    with pytest.raises(Unavailable, match="folder"):
        await store.open()
    await store.close()


async def test_a_file_that_is_no_database_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("not a database " * 100)
    store = Database(f"sqlite:///{tmp_path}/x.db", wait=30)
    with pytest.raises(Unavailable, match="not a database"):
        await store.open()
    await store.close()


async def test_a_refusal_is_a_kind_of_unavailable(store: Database) -> None:
    """So a caller that knows only the one shows nothing as done in either case."""
    with pytest.raises(Unavailable) as caught:
        await store.create_room(a_room("nobody"))
    assert isinstance(caught.value, Refused)
