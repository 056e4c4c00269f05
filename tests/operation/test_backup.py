"""A copy of the database while it is written to, and back again."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from splendor import cli
from splendor.operation import backup
from splendor.operation.impossible import Impossible
from splendor.store import Database
from support.calls import call
from support.peer import Person
from support.samples import a_table, an_action
from support.server import ServerProcess

pytestmark = pytest.mark.anyio


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code of a command, and what it said."""
    try:
        cli.main(arguments)
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    out, err = capsys.readouterr()
    return code, out + err


async def command(*arguments: str) -> None:
    """As from a shell: raises SystemExit with the code where it fails."""
    await asyncio.to_thread(cli.main, arguments)


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as database:
        found = database.execute(statement).fetchall()
    database.close()
    return found


def names(folder: Path, pattern: str) -> list[str]:
    return sorted(path.name for path in folder.glob(pattern))


async def test_a_copy_taken_while_the_server_writes_is_of_one_moment(sqlite: str, tmp_path: Path) -> None:
    """What was acknowledged before is in it; of a transaction all or nothing."""
    copies = []
    async with Database(sqlite) as store:
        await a_table(store, "g1")
        done = 0

        async def write() -> None:
            nonlocal done
            while True:
                assert await store.append(an_action("g1", done + 1))
                done += 1

        writing = asyncio.create_task(write())
        for n in range(5):
            while done < 20 * n:
                await asyncio.sleep(0.001)
            before = done
            path = tmp_path / f"copy-{n}.db"
            await command("backup", str(path), "--database-url", sqlite)
            copies.append((before, path, done))
        writing.cancel()
    for before, path, after in copies:
        seqs = [row[0] for row in rows(path, "SELECT seq FROM actions ORDER BY seq")]
        assert seqs == list(range(1, len(seqs) + 1))
        assert before <= len(seqs) <= after + 1
        assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    assert copies[-1][0] > 0
    assert names(tmp_path, "copy-*") == [path.name for _, path, _ in copies]


async def test_a_copy_never_takes_another_files_place(
    sqlite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("precious")
    code, said = run(capsys, "backup", str(tmp_path / "mine"), "--database-url", sqlite)
    assert (code, (tmp_path / "mine").read_text()) == (1, "precious")
    assert "there already" in said


async def test_a_copy_that_fails_leaves_nothing(sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise Impossible("damaged")

    monkeypatch.setattr(backup, "require_sound", damaged)
    with pytest.raises(SystemExit):
        await command("backup", str(tmp_path / "copy.db"), "--database-url", sqlite)
    assert names(tmp_path, "copy*") == []


@pytest.mark.parametrize("content", [b"", b"a letter" * 1000, None])
async def test_what_is_no_database_of_this_game_is_not_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    source = tmp_path / "x.db"
    if content is not None:
        source.write_bytes(content)
    code, said = run(capsys, "backup", str(tmp_path / "copy.db"), "--database-url", f"sqlite:///{source}")
    assert code == 1
    assert said.startswith("splendor: ")
    assert said.count("\n") == 1
    assert not (tmp_path / "copy.db").exists()
    assert source.exists() is (content is not None)


# Back again


@pytest.fixture
async def copied(sqlite: str, tmp_path: Path) -> Path:
    """A copy with one number of game g1; the database itself has gone on to three."""
    async with Database(sqlite) as store:
        await a_table(store, "g1")
        await store.append(an_action("g1", 1))
        await command("backup", str(tmp_path / "copy.db"), "--database-url", sqlite)
        await store.append(an_action("g1", 2))
        await store.append(an_action("g1", 3))
    return tmp_path / "copy.db"


COUNT = "SELECT count(*) FROM actions"


async def test_what_was_copied_is_restored_and_what_there_was_is_kept(
    sqlite: str, copied: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = run(capsys, "restore", str(copied), "--database-url", sqlite)
    assert code == 0
    (kept,) = names(tmp_path, "splendor.db.before-*")
    assert kept in said
    assert rows(tmp_path / "splendor.db", COUNT) == rows(copied, COUNT) == [(1,)]
    assert rows(tmp_path / kept, COUNT) == [(3,)]
    async with Database(sqlite) as store:
        assert await store.append(an_action("g1", 2))
    process = ServerProcess(sqlite)
    with process.running():
        assert (await call(process.url, "GET", "/readyz")).status_code == 200


async def test_a_database_that_is_gone_is_restored(copied: Path, tmp_path: Path) -> None:
    await command("restore", str(copied), "--database-url", f"sqlite:///{tmp_path}/new/other.db")
    assert rows(tmp_path / "new" / "other.db", COUNT) == [(1,)]


async def test_nothing_is_restored_under_a_server(
    sqlite: str, copied: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    process = ServerProcess(sqlite)
    with process.running():
        ada = await Person.make(process.url, "Ada")
        code, said = run(capsys, "restore", str(copied), "--database-url", sqlite)
        assert code == 1
        assert "a server uses" in said
        assert (await ada.call("GET", "/api/me"))["name"] == "Ada"
        await ada.make_room()
    assert rows(tmp_path / "splendor.db", COUNT) == [(3,)]
    assert names(tmp_path, "*.before-*") == []


@pytest.mark.parametrize("wrong", ["missing", "letter", "empty", "other", "cut", "newer", "versionless", "itself"])
async def test_what_is_no_copy_is_not_restored(
    sqlite: str, copied: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    source = copied
    match wrong:
        case "missing":
            source = tmp_path / "nowhere.db"
        case "letter":
            source.write_text("a letter " * 1000)
        case "empty":
            source.write_bytes(b"")
        case "other":
            source.unlink()
            rows(source, "CREATE TABLE recipes (id INTEGER)")
        case "cut":
            source.write_bytes(source.read_bytes()[:-8192])
        case "newer":
            with sqlite3.connect(source) as database:
                database.execute("UPDATE alembic_version SET version_num = 'from the future'")
            database.close()
        case "versionless":
            rows(source, "DELETE FROM alembic_version")
        case "itself":
            source = tmp_path / "splendor.db"
    code, said = run(capsys, "restore", str(source), "--database-url", sqlite)
    assert code == 1
    assert said.startswith("splendor: ")
    assert said.count("\n") == 1
    assert ("newer" in said) is (wrong == "newer")
    assert rows(tmp_path / "splendor.db", COUNT) == [(3,)]
    assert names(tmp_path, "*.before-*") == []


async def test_postgres_is_copied_by_its_own_programs(
    migrated_postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for deed in ("backup", "restore"):
        code, said = run(capsys, deed, str(tmp_path / "x"), "--database-url", migrated_postgres)
        assert code == 1
        assert "pg_dump" in said
    assert names(tmp_path, "*") == []
