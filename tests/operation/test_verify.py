"""Whatever is broken in a database is found, what is whole is not found fault with, and nothing is changed."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Executable, delete, select, update

from splendor import cli
from splendor.operation import verify
from splendor.store.connections import Connections
from splendor.store.tables import actions, games, rooms, seats
from support import postgres
from support.calls import call
from support.captured import logging_kept
from support.party import Party, playing
from support.server import serving

pytestmark = pytest.mark.anyio


async def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """The exit code of a command, and the lines that it wrote; not those that a server in this process logs."""

    def once() -> int:
        with logging_kept():
            try:
                cli.main(arguments)
            except SystemExit as ended:
                return int(ended.code or 0)
            return 0

    code = await asyncio.to_thread(once)
    out, err = capsys.readouterr()
    return code, [*out.splitlines(), *(line for line in err.splitlines() if line.startswith("splendor: "))]


async def evening(party: Party) -> tuple[str, str]:
    """A game with an undo and a reservation, that somebody leaves, and another that goes on; gives their ids."""
    await party.act({"type": "take", "tokens": {"ruby": 2}})
    first = party.game["id"]
    await party.players[1 - party.game["turn"]].send("undo", game=first, seq=1)
    await party.caught_up()
    await party.act({"type": "reserve", "deck": 3})
    await party.act({"type": "take", "tokens": {"ruby": 2}})
    await party.players[0].send("resign", game=first)
    for table in party.players:
        await table.send("rematch", ready=True)
    for table in party.players:
        await table.until(lambda table: table.game["id"] != first)
    for token in ("onyx", "ruby", "emerald"):
        await party.act({"type": "take", "tokens": {token: 2}})
    return first, party.game["id"]


class Evening:
    """A database after it, and the statements by which it is broken."""

    def __init__(self, url: str, room: str, ended: str, running: str) -> None:
        self.url = url
        self.room = room
        self.ended = ended
        self.running = running

    async def read(self, column: Any, where: Any) -> Any:
        connections = Connections(self.url, pool=1)
        try:
            return await connections.read(lambda connection: connection.scalar(select(column).where(where)))
        finally:
            await connections.close()

    async def broken_by(self, *statements: Executable) -> None:
        connections = Connections(self.url, pool=1)

        async def execute(connection: Any) -> None:
            for statement in statements:
                await connection.execute(statement)

        try:
            await connections.write(execute)
        finally:
            await connections.close()


async def held(url: str) -> Evening:
    async with serving(url, limits="off") as served, playing(served.url, 2) as party:
        return Evening(url, party.code, *await evening(party))


@pytest.fixture(scope="module")
async def template(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    path = tmp_path_factory.mktemp("evening") / "x.db"
    shutil.copy(migrated_sqlite, path)
    return await held(f"sqlite:///{path}")


@pytest.fixture
def whole(template: Evening, tmp_path: Path) -> Evening:
    shutil.copy(template.url.removeprefix("sqlite:///"), tmp_path / "x.db")
    return Evening(f"sqlite:///{tmp_path}/x.db", template.room, template.ended, template.running)


async def test_what_is_whole_is_counted_also_while_it_is_played_on(
    database_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "PAGE", 1)
    async with serving(database_url, limits="off") as served, playing(served.url, 2) as party:
        await evening(party)
        async with playing(served.url, 2) as other:
            await other.act({"type": "take", "tokens": {"ruby": 2}})
            code, lines = await run(capsys, "verify", "--database-url", database_url)
            assert (code, lines) == (0, ["2 rooms, 3 games, 9 rows of the journal: no faults"])
            await other.act({"type": "take", "tokens": {"onyx": 2}})
    code, lines = await run(capsys, "verify", "--database-url", database_url)
    assert (code, lines) == (0, ["2 rooms, 3 games, 10 rows of the journal: no faults"])


async def test_nothing_is_changed_by_looking(whole: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    def content() -> list[str]:
        with sqlite3.connect(whole.url.removeprefix("sqlite:///")) as database:
            lines = list(database.iterdump())
        database.close()
        return lines

    before = content()
    for arguments in (["verify"], ["export", whole.running], ["export", whole.ended, "--full"]):
        code, _ = await run(capsys, *arguments, "--database-url", whole.url)
        assert code == 0
    assert content() == before


def row(game: str, seq: int) -> Any:
    return (actions.c.game_id == game) & (actions.c.seq == seq)


Break = Callable[[Evening], list[Executable]]
OTHER_RESULT = {"winners": [0, 1], "ranking": []}

BROKEN: dict[str, tuple[Break, list[str]]] = {
    "a row is gone": (
        lambda e: [delete(actions).where(row(e.running, 2))],
        ["game {running}: number 2 of the journal is missing"],
    ),
    "a number was left out": (
        lambda e: [update(actions).where(row(e.running, 3)).values(seq=4)],
        ["game {running}: number 3 of the journal is missing"],
    ),
    "an action is against the rules": (
        lambda e: [update(actions).where(row(e.running, 1)).values(action={"type": "take", "tokens": {"gold": 1}})],
        ["game {running}: number 1 does not follow"],
    ),
    "an action is another seat's": (
        lambda e: [update(actions).where(row(e.running, 2)).values(seat=1 - actions.c.seat)],
        ["game {running}: number 2 does not follow: NotYourTurn"],
    ),
    "an action is none": (
        lambda e: [update(actions).where(row(e.running, 3)).values(action={"type": "sing\nfault"})],
        ["game {running}: number 3 does not follow"],
    ),
    "an undo takes back nothing": (
        lambda e: [update(actions).where(row(e.running, 2)).values(action={"type": "undo", "of": 9})],
        ["game {running}: number 2 does not follow: LookupError"],
    ),
    "the seed is another": (
        lambda e: [update(games).where(games.c.id == e.running).values(seed="00")],
        ["game {running}: the deal is not that of the seed"],
    ),
    "the deal is none": (
        lambda e: [update(games).where(games.c.id == e.running).values(deal={})],
        ["game {running}: the deal can't be read"],
    ),
    "the result is another": (
        lambda e: [update(games).where(games.c.id == e.ended).values(result=OTHER_RESULT)],
        [
            "game {ended}: the stored result is not the one that the journal leads to",
            "room {room}: its score of {ended} is not the game's result",
        ],
    ),
    "a game that is played has a result": (
        lambda e: [update(games).where(games.c.id == e.running).values(result=OTHER_RESULT, finished=games.c.created)],
        [
            "game {running}: the stored result is not the one that the journal leads to",
            "room {room}: it is said to be playing {running}, which has ended",
            "room {room}: it does not score {running}",
        ],
    ),
    "the moment of the end is gone": (
        lambda e: [update(games).where(games.c.id == e.ended).values(finished=None)],
        ["game {ended}: the result and the moment of the end are not there together"],
    ),
    "the result is gone": (
        lambda e: [update(games).where(games.c.id == e.ended).values(finished=None, result=None)],
        [
            "room {room}: the game {ended} never ended, and is not being played",
            "room {room}: it scores {ended}, which did not end here",
        ],
    ),
    "the room names no game of its own": (
        lambda _: [update(rooms).values(game="nowhere")],
        [
            "room {room}: it names the game nowhere, which is none of its own",
            "room {room}: the game {running} never ended, and is not being played",
        ],
    ),
    "the room plays nothing": (
        lambda _: [update(rooms).values(game=None)],
        [
            "room {room}: it is said to be playing, and names no game",
            "room {room}: the game {running} never ended, and is not being played",
        ],
    ),
    "the room is over and its game is not": (
        lambda _: [update(rooms).values(status="over")],
        ["room {room}: the game {running} never ended, and is not being played"],
    ),
    "somebody else sits there": (
        lambda _: [update(seats).where(seats.c.seat == 0).values(player="stranger")],
        ["room {room}: its seats are not those of {running}"],
    ),
    "a score is gone": (
        lambda _: [update(rooms).values(scores=[])],
        ["room {room}: it does not score {ended}"],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_what_is_broken_is_found(whole: Evening, capsys: pytest.CaptureFixture[str], name: str) -> None:
    statements, expected = BROKEN[name]
    await whole.broken_by(*statements(whole))
    await finds(whole, capsys, expected)


async def finds(broken: Evening, capsys: pytest.CaptureFixture[str], expected: list[str]) -> None:
    code, lines = await run(capsys, "verify", "--database-url", broken.url)
    assert code == 1
    *found, count = lines
    assert len(found) == len(expected), found
    for line, start in zip(found, expected, strict=True):
        assert line.startswith(start.format(**vars(broken)))
    assert count.endswith(f": {len(expected)} {'fault' if len(expected) == 1 else 'faults'}")


async def test_a_score_that_is_there_twice_is_found(whole: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    (score,) = await whole.read(rooms.c.scores, rooms.c.code == whole.room)
    await whole.broken_by(update(rooms).values(scores=[score, score]))
    await finds(whole, capsys, ["room {room}: a game is scored twice"])


async def test_a_score_of_other_winners_is_found(whole: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    (score,) = await whole.read(rooms.c.scores, rooms.c.code == whole.room)
    await whole.broken_by(update(rooms).values(scores=[{**score, "winners": [0]}]))
    await finds(whole, capsys, ["room {room}: its score of {ended} is not the game's result"])


async def test_what_belongs_to_nothing_is_found(whole: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    """A database that does not hold its parts together, as SQLite by itself does not."""
    with sqlite3.connect(whole.url.removeprefix("sqlite:///")) as database:
        database.execute("DELETE FROM rooms")
        database.execute("DELETE FROM games WHERE id = ?", [whole.ended])
    database.close()
    await finds(
        whole,
        capsys,
        ["room {room}: it is gone, and games of it are there", "game {ended}: it is gone, and its journal is there"],
    )


async def test_a_game_that_is_over_and_not_ended_yet_is_no_fault(
    whole: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    """The server died between the last action and what follows from it; the next visitor finds it ended."""
    seat = await whole.read(actions.c.seat, row(whole.running, 1))
    await whole.broken_by(
        update(actions).where(row(whole.running, 3)).values(action={"type": "resign"}, seat=seat),
    )
    code, _ = await run(capsys, "verify", "--database-url", whole.url)
    assert code == 0


async def test_what_is_broken_is_found_in_postgres_too(
    migrated_postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    whole = await held(migrated_postgres)
    for name in ("the result is another", "a number was left out"):
        await whole.broken_by(*BROKEN[name][0](whole))
    code, lines = await run(capsys, "verify", "--database-url", migrated_postgres)
    assert code == 1
    wanted = [*BROKEN["the result is another"][1], *BROKEN["a number was left out"][1]]
    assert sorted(lines[:-1]) == sorted(line.format(**vars(whole)) for line in wanted)


@pytest.mark.parametrize("arguments", [["verify"], ["export", "g1"]])
async def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    code, (said,) = await run(capsys, *arguments, "--database-url", f"sqlite:///{tmp_path}/new/x.db")
    assert code == 1
    assert "there is no database" in said
    assert not (tmp_path / "new").exists()


# The record of one game


async def test_a_record_is_what_anybody_may_read(
    whole: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with serving(whole.url) as served:
        for game in (whole.ended, whole.running):
            shown = (await call(served.url, "GET", f"/api/games/{game}")).json()
            _, lines = await run(capsys, "export", game, "--database-url", whole.url)
            assert json.loads("\n".join(lines)) == shown
    code, lines = await run(capsys, "export", whole.ended, str(tmp_path / "record.json"), "--database-url", whole.url)
    assert (code, lines) == (0, [])
    assert json.loads((tmp_path / "record.json").read_text())["id"] == whole.ended
    code, lines = await run(capsys, "export", whole.running, str(tmp_path / "record.json"), "--database-url", whole.url)
    assert code == 1
    assert json.loads((tmp_path / "record.json").read_text())["id"] == whole.ended


async def test_a_record_in_full_has_what_is_hidden_and_every_row(
    whole: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    _, lines = await run(capsys, "export", whole.running, "--full", "--database-url", whole.url)
    record = json.loads("\n".join(lines))
    assert record["seed"] == await whole.read(games.c.seed, games.c.id == whole.running)
    assert record["deal"]["decks"]
    assert [row["seq"] for row in record["journal"]] == [1, 2, 3]
    _, lines = await run(capsys, "export", whole.ended, "--full", "--database-url", whole.url)
    assert {row["action"]["type"] for row in json.loads("\n".join(lines))["journal"]} >= {"undo", "resign", "reserve"}


async def test_a_game_that_is_not_there_is_told(whole: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    code, (said,) = await run(capsys, "export", "nowhere", "--database-url", whole.url)
    assert code == 1
    assert "there is no game nowhere" in said
