"""The patience of writing: a database that is away for a while is waited for, one that is broken is not, and whatever
happens to a COMMIT, a row is stored once and its answer is true."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import create_async_engine

from splendor.records import Refused, Unavailable
from splendor.store import Database, actions, players, rooms
from splendor.store.connections import Connections, OutcomeUnknown
from splendor.store.outage import Away
from store.desk import GAMES, Desk
from support import postgres
from support.line import Line
from support.samples import a_line, a_room, a_table, an_action

pytestmark = pytest.mark.anyio


@pytest.fixture
async def desk(database_url: str) -> AsyncIterator[Desk]:
    connections = Connections(database_url, patience=20)
    desk = Desk(connections, patience=20)
    await desk.set_up()
    yield desk
    await desk.journal.close()
    await connections.close()


def refuse_statements(desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """From now on every statement fails so."""

    def fails(*_: object, **__: object) -> None:
        raise error

    dialect = desk.connections.engine.sync_engine.dialect
    monkeypatch.setattr(dialect, "do_execute", fails)
    monkeypatch.setattr(dialect, "do_executemany", fails)


def sqlite_error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(name)
    error.sqlite_errorname = name
    return error


def run(connection: Any, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()


async def test_what_waits_while_the_database_is_away_is_stored_once_it_is_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        refuse_statements(desk, away, ConnectionRefusedError("nobody there"))
        early = [asyncio.create_task(desk.journal.append(an_action(game, 1))) for game in GAMES[:3]]
        line = asyncio.create_task(desk.journal.say(a_line(desk.room, desk.ada)))
        await asyncio.sleep(0.25)
        late = asyncio.create_task(desk.journal.append(an_action("g3", 1)))
        left = asyncio.create_task(desk.journal.append(an_action("g4", 1)))
        await asyncio.sleep(0.25)
        assert not [task for task in (*early, line, late) if task.done()]
        left.cancel()
        for question in (desk.connections.ping(), desk.connections.write(lambda c: players.make(c, "Lin", "i"))):
            with pytest.raises(Unavailable):
                await asyncio.wait_for(question, 0.2)
    assert await asyncio.gather(*early, late) == [True] * 4
    await line
    for game in GAMES[:4]:
        assert await desk.stored(game) == [an_action(game, 1)]
    assert await desk.stored("g4") == []
    assert await desk.said() == [a_line(desk.room, desk.ada)]


@pytest.mark.parametrize("name", ["BUSY", "FULL", "READONLY_DBMOVED", "IOERR_FSYNC", "LOCKED", "CANTOPEN"])
async def test_what_sqlite_may_be_able_to_do_later_is_waited_for(
    migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    desk = Desk(Connections(f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'x.db')}"), patience=20)
    await desk.set_up()
    with monkeypatch.context() as away:
        refuse_statements(desk, away, sqlite_error(f"SQLITE_{name}"))
        append = asyncio.create_task(desk.journal.append(an_action("g0", 1)))
        await asyncio.sleep(0.25)
        assert not append.done()
    assert await append
    await desk.journal.close()
    await desk.connections.close()


@pytest.mark.parametrize("pragma", ["max_page_count=1", "query_only=ON"], ids=["full", "read-only"])
async def test_a_sqlite_that_can_not_be_written_to_takes_all_once_it_can(
    migrated_sqlite: Path, tmp_path: Path, pragma: str
) -> None:
    """SQLite's own errors, of a file that may not grow and of one that may not be written. Chat too is kept: in these
    errors SQLite says that nothing was stored."""
    desk = Desk(Connections(f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'x.db')}", patience=20), patience=20)
    await desk.set_up()

    def limit(connection: Any, _: object) -> None:
        run(connection, f"PRAGMA {pragma}")

    def unlimit(connection: Any, _: object, __: object) -> None:
        run(connection, "PRAGMA query_only=OFF", "PRAGMA max_page_count=1073741823")

    engine = desk.connections.engine
    await engine.dispose()
    event.listen(engine.sync_engine, "connect", limit)
    rows = [an_action("g0", seq, action={"long": "x" * 3000}) for seq in (1, 2, 3)]
    # What fits into the pages that there are may be stored, what does not has to wait.
    waiting = [asyncio.create_task(desk.journal.append(row)) for row in rows]
    lines = [asyncio.create_task(desk.journal.say(a_line(desk.room, desk.ada, "y" * 300))) for _ in range(20)]
    room = asyncio.create_task(
        desk.connections.write(
            lambda c: rooms.create(c, a_room(desk.ada.id, "other", options={"long": "z" * 9000})), patient=True
        )
    )
    await asyncio.sleep(0.4)
    assert not [task for task in (*waiting, *lines, room) if task.done()]
    event.remove(engine.sync_engine, "connect", limit)
    event.listen(engine.sync_engine, "checkout", unlimit)
    assert await asyncio.gather(*waiting) == [True] * 3
    await asyncio.gather(*lines)
    assert await room
    assert await desk.stored("g0") == rows
    assert len(await desk.said()) == 20
    await desk.journal.close()
    await desk.connections.close()


async def test_a_commit_that_was_not_done_is_done_later(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        desk.lose_the_commit(broken, done=False)
        tasks = [asyncio.create_task(desk.journal.append(an_action(game, 1))) for game in GAMES[:3]]
        line = asyncio.create_task(desk.journal.say(a_line(desk.room, desk.ada)))
        await asyncio.sleep(0.4)
        assert not [task for task in tasks if task.done()]
        # It has no number to be known by, and might be stored twice.
        with pytest.raises(OutcomeUnknown):
            await line
    assert await asyncio.gather(*tasks) == [True] * 3
    assert await desk.stored("g0") == [an_action("g0", 1)]


async def test_one_that_was_first_while_the_outcome_was_unknown_has_the_number(
    desk: Desk, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        desk.lose_the_commit(broken, done=False)
        ours = asyncio.create_task(desk.journal.append(an_action("g0", 1)))
        await asyncio.sleep(0.2)
        theirs = an_action("g0", 1, seat=1)
        # Another process: its commits are not lost.
        another = Connections(database_url)
        await another.write(lambda connection: actions.add(connection, [theirs]))
        await another.close()
    assert await ours is False
    assert await desk.stored("g0") == [theirs]


async def test_a_number_that_was_lost_to_oneself_is_won(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The COMMIT was done and its answer lost, then the database is away, and when it is back the row is in its own
    way; all the time nothing can be looked up."""
    find, asked, is_back = actions.find, 0, False

    async def late(*given: Any, **named: Any) -> Any:
        nonlocal asked
        asked += 1
        if not is_back:
            raise OSError("still away")
        return await find(*given, **named)

    monkeypatch.setattr(actions, "find", late)

    async def until_asked(times: int) -> None:
        async with asyncio.timeout(5):
            while asked < times:
                await asyncio.sleep(0.01)

    with monkeypatch.context() as broken:
        desk.lose_the_commit(broken, done=True)
        append = asyncio.create_task(desk.journal.append(an_action("g0", 1)))
        await until_asked(1)
    with monkeypatch.context() as away:
        refuse_statements(desk, away, ConnectionRefusedError("nobody there"))
        await until_asked(3)
    await until_asked(4)
    is_back = True
    assert await append is True
    assert await desk.stored("g0") == [an_action("g0", 1)]


async def test_a_commit_that_found_the_disk_full_did_nothing_so_that_chat_waits_too(
    migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(Connections(f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'x.db')}"), patience=20)
    await desk.set_up()

    def full(_: object) -> None:
        raise sqlite_error("SQLITE_FULL")

    with monkeypatch.context() as broken:
        broken.setattr(desk.connections.engine.sync_engine.dialect, "do_commit", full)
        said = [asyncio.create_task(desk.journal.say(a_line(desk.room, desk.ada, text))) for text in ("a", "b")]
        await asyncio.sleep(0.3)
        assert not [each for each in said if each.done()]
    await asyncio.gather(*said)
    assert [line.text for line in await desk.said()] == ["a", "b"]
    await desk.journal.close()
    await desk.connections.close()


async def test_a_commit_that_is_still_under_way_is_not_raced(
    migrated_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lost connection's transaction lives on in the database, as it may where only the way to it broke: our row is
    not to be seen yet, and the next try waits for it at the key."""
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    desk = Desk(Connections(migrated_postgres), patience=20)
    await desk.set_up()
    row = an_action("g0", 1)
    elsewhere = create_async_engine(desk.connections.url)
    async with elsewhere.connect() as living:
        await actions.add(living, [row])
        with monkeypatch.context() as broken:
            broken.setattr(actions, "add", lambda *_: asyncio.sleep(0, set()))
            desk.lose_the_commit(broken, done=False)
            append = asyncio.create_task(desk.journal.append(row))
            await asyncio.sleep(0.15)
        await asyncio.sleep(0.5)
        assert not append.done()
        await living.commit()
    assert await append is True
    assert await desk.stored("g0") == [row]
    await elsewhere.dispose()
    await desk.journal.close()
    await desk.connections.close()


async def test_patience_ends_for_each_in_their_own_time(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(Connections(database_url, patience=0.6), patience=0.6)
    await desk.set_up()
    with monkeypatch.context() as away:
        refuse_statements(desk, away, ConnectionRefusedError("nobody there"))
        first = asyncio.create_task(desk.journal.append(an_action("g0", 1)))
        room = asyncio.create_task(desk.connections.write(lambda c: rooms.save(c, desk.room), patient=True))
        await asyncio.sleep(0.4)
        second = asyncio.create_task(desk.journal.append(an_action("g1", 1)))
        for task in (first, room):
            with pytest.raises(Unavailable, match="nobody there"):
                await task
        assert not second.done()
    assert await second is True
    assert await desk.stored("g0") == []
    await desk.journal.close()
    await desk.connections.close()


async def test_what_is_broken_for_good_is_not_waited_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as broken:
        refuse_statements(desk, broken, sqlite3.OperationalError("no such table: actions"))
        with pytest.raises((Unavailable, sqlite3.OperationalError)) as caught:
            await asyncio.wait_for(desk.journal.append(an_action("g0", 1)), 2)
        assert not isinstance(caught.value, Away)
    with pytest.raises(Refused):
        await asyncio.wait_for(
            desk.connections.write(lambda c: rooms.create(c, a_room("nobody", "other")), patient=True), 2
        )
    (tmp_path / "none.db").write_text("no database " * 100)
    spoilt = Connections(f"sqlite:///{tmp_path}/none.db")
    with pytest.raises(Unavailable, match="not a database"):
        await asyncio.wait_for(spoilt.write(lambda c: rooms.save(c, desk.room), patient=True), 2)
    await spoilt.close()


@pytest.fixture
def dropped(postgres_server: str) -> str:
    """The address of a database that there was."""
    with postgres.database(postgres_server) as url:
        return url


async def test_a_database_that_does_not_let_us_in_is_not_waited_for(dropped: str) -> None:
    connections = Connections(dropped)
    with pytest.raises(Unavailable, match="does not let us in"):
        await asyncio.wait_for(connections.write(lambda c: rooms.save(c, a_room("ada")), patient=True), 5)
    await connections.close()


async def test_a_room_is_saved_once_the_database_is_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = replace(desk.room, options={"target": 20})
    with monkeypatch.context() as away:
        refuse_statements(desk, away, ConnectionResetError("away"))
        save = asyncio.create_task(desk.connections.write(lambda c: rooms.save(c, changed), patient=True))
        await asyncio.sleep(0.3)
        assert not save.done()
    assert await save is True
    stored = await desk.connections.read(lambda c: rooms.find(c, desk.room.code))
    assert stored is not None
    assert (stored.version, stored.options) == (desk.room.version + 1, {"target": 20})


async def test_what_a_room_saved_without_an_answer_is_not_saved_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.lose_the_commit(monkeypatch, done=True)
    with pytest.raises(OutcomeUnknown):
        await asyncio.wait_for(desk.connections.write(lambda c: rooms.save(c, desk.room), patient=True), 2)


@pytest.mark.parametrize("how", ["away", "hangs"])
async def test_closing_does_not_wait_for_a_database_that_is_away(migrated_postgres: str, how: str) -> None:
    """Nothing that waits is answered as stored, and nobody waits for ever."""
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    line = Line(migrated_postgres)
    async with line:
        store = Database(line.url)
        await store.open()
        room, _ = await a_table(store, "g1", "g2")
        if how == "hangs":
            line.flows.clear()
        else:
            await line.__aexit__()
        save = asyncio.create_task(store.save_room(room))
        waiting = [asyncio.create_task(store.append(an_action("g1", 1)))]
        await asyncio.sleep(0.5)
        waiting.append(asyncio.create_task(store.append(an_action("g2", 1))))
        await asyncio.sleep(0)
        began = asyncio.get_running_loop().time()
        await store.close()
        assert asyncio.get_running_loop().time() - began < 4
        for task in waiting:
            with pytest.raises(Unavailable):
                await asyncio.wait_for(task, 0.1)
        with pytest.raises(Unavailable):
            await store.append(an_action("g1", 1))
        line.flows.set()
        with pytest.raises((Unavailable, asyncio.CancelledError)):
            await save


async def test_a_real_database_that_goes_and_comes_back(migrated_postgres: str) -> None:
    """Through all of it: cut in the COMMIT before and after it was done, away for a while, and back."""
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    line = Line(migrated_postgres)
    async with line:
        url = line.url
        store = Database(url, wait=0)
        await store.open()
        await a_table(store, "g1")
        for seq, cut in enumerate(("before", "after", "before"), start=1):
            line.cut = cut
            assert await store.append(an_action("g1", seq)) is True
            assert line.cut is None
        line.cut = "after"
        assert await store.append(an_action("g1", 3, seat=1)) is False
    waiting = asyncio.create_task(store.append(an_action("g1", 4)))
    await asyncio.sleep(0.6)
    for question in (store.ping(), store.actions("g1"), store.make_player("Bo", "b")):
        with pytest.raises(Unavailable):
            await question
    assert not waiting.done()
    async with line:
        assert await waiting is True
        assert [asdict(row) for row in await store.actions("g1")] == [asdict(an_action("g1", n)) for n in (1, 2, 3, 4)]
        await store.close()
