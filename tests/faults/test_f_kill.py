"""Section F of faults.md: SIGKILL, and what is there afterwards. A process is slow to start, so that several games are
killed together."""

import asyncio
import contextlib
import json
import random
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from splendor import rules
from splendor.rooms.play import Audience
from splendor.rooms.rooms import Rooms
from splendor.store import Database
from support import positions
from support.invariants import same_without_nulls
from support.party import Party, at_the_table, in_the_lobby, play_of, playing_on, store_game
from support.peer import Person, Table
from support.positions import Position
from support.random_player import choose
from support.server import Served, ServerProcess

pytestmark = pytest.mark.anyio


@dataclass
class Played:
    """A game that is killed after each of `actions`."""

    position: Position
    actions: list[rules.Action]
    people: list[Person] = field(default_factory=list)
    code: str = ""


def crafted() -> list[Played]:
    """Into and out of both prompts, into a pass that the game makes, in the final round, and to the end."""
    games = []
    for phase in ("return", "noble"):
        position, (seat, action) = positions.one_before(phase)
        after = rules.apply(position.state, seat, action).state
        games.append(Played(position, [action, rules.legal_actions(after)[0]]))
    stuck, (_, action) = positions.about_to_get_stuck(all_of_them=False)
    games.append(Played(stuck, [action]))
    ending, (_, action) = positions.last_move()
    assert ending.state.final_round
    games.append(Played(ending, [action]))
    return games


@contextlib.asynccontextmanager
async def all_tables(games: list[Played]) -> AsyncIterator[list[Party]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(at_the_table(game.code, game.people, [])) for game in games]


def shown(table: Table) -> dict[str, Any]:
    """All that a connection has, but for the count of the room's changes since it was loaded."""
    game, log = table.game, table.log
    if game is not None and game["phase"] == "over":  # a welcome then names what was hidden when the entries came
        log = [{"seq": entry["seq"], "at": entry["at"], "type": entry["type"]} for entry in log]
    return {"game": game, "log": log, "you": table.you, "chat": table.chat, "room": {**table.room, "rev": 0}}


async def test_fault_50_after_a_kill_every_game_log_and_prompt_is_what_it_was(sqlite: str) -> None:
    process = ServerProcess(sqlite, SPLENDOR_LIMITS="off")
    games = crafted()
    with process.running():
        async with Database(sqlite) as store:
            for game in games:
                game.people = [await Person.make(process.url, name) for name in ("Ada", "Lin")]
                game.code = await store_game(store, game.people, game.position)
        for n in range(2):
            async with all_tables(games) as parties:
                for game, party in zip(games, parties, strict=True):
                    if n < len(game.actions):
                        await party.act(game.actions[n])
                    await party.players[0].send("chat", text=f"round {n}")
                    await party.caught_up()
                assert {party.game["phase"] for party in parties} >= ({"return", "noble"} if n == 0 else {"play"})
                before = [[shown(table) for table in party.everyone] for party in parties]
                process.kill()
                await asyncio.gather(*(table.closed() for party in parties for table in party.everyone))
            process.start()
            async with all_tables(games) as parties:
                assert [[shown(table) for table in party.everyone] for party in parties] == before


def copied(database_url: str, folder: Path) -> str:
    """What lies on the disk now, as a kill at this moment would leave it: the file, and what is not in it yet."""
    source = Path(database_url.removeprefix("sqlite:///"))
    for tail in ("", "-wal"):
        if (part := source.with_name(source.name + tail)).exists():
            shutil.copy(part, folder / f"copy.db{tail}")
    return f"sqlite:///{folder / 'copy.db'}"


async def as_loaded(database_url: str, code: str, audiences: list[Audience]) -> list[Any]:
    """What a server that finds this on its disk makes of the game."""
    async with Database(database_url) as store:
        rooms = Rooms(store, client="")
        play = (await rooms.get(code)).play
        assert play is not None
        record = (await rooms.get(code)).record
        await rooms.close()
        return [record, play.seq, play.state, *((play.view(one), play.log(one)) for one in audiences)]


async def test_fault_50_whenever_it_is_killed_what_was_answered_is_on_the_disk(served: Served, sqlite: str) -> None:
    """A game with everything in it, both prompts too: after each answer a copy of the disk makes the same game."""
    dice, done, audiences = random.Random(13), list[str](), [None, 0, 1]
    position, (_, action) = positions.three_nobles_come()
    async with playing_on(served, position, watchers=1) as party:
        play = play_of(served, party.code)

        async def is_kept(what: str) -> None:
            await party.caught_up()
            done.append(what)
            with tempfile.TemporaryDirectory() as folder:
                room, *loaded = await as_loaded(copied(sqlite, Path(folder)), party.code, audiences)
            assert loaded == [play.seq, play.state, *((play.view(one), play.log(one)) for one in audiences)]
            assert room == served.app.state.services.rooms.live[party.code].record
            for audience, table in zip(audiences, [*party.watchers, *party.players], strict=True):
                assert same_without_nulls(table.game, json.loads(json.dumps(play.view(audience))))

        await party.act(action)
        await is_kept("buy")
        for step in range(20):
            table = party.to_act
            assert table.game is not None
            decks = table.game["moves"]["reserve"]["decks"] if step % 10 == 5 else []
            chosen = {"type": "reserve", "deck": decks[0]} if decks else choose(table.game, party.game["turn"], dice)
            await party.act(chosen)
            await is_kept(chosen["type"])
            if (table.game or {}).get("undo") == "free" and step % 3 == 0:
                await table.send("undo", game=party.game["id"], seq=party.game["seq"])
                await is_kept("undo")
        await party.players[0].send("resign", game=party.game["id"])
        await is_kept("resign")
        assert party.game["phase"] == "over"
    assert set(done) == {"take", "buy", "reserve", "return", "noble", "undo", "resign"}


async def test_fault_50_a_lobby_and_a_game_just_begun_survive_a_kill(sqlite: str) -> None:
    process = ServerProcess(sqlite)
    with process.running():
        async with in_the_lobby(process.url, 2, target=20) as lobby, in_the_lobby(process.url, 2) as party:
            await party.start()
            before = [shown(table) for table in lobby.everyone + party.everyone]
            process.kill()
        process.start()
        async with (
            at_the_table(lobby.code, lobby.people, []) as lobby_again,
            at_the_table(party.code, party.people, []) as again,
        ):
            assert [shown(table) for table in lobby_again.everyone + again.everyone] == before


async def test_fault_35_an_act_at_the_moment_of_a_crash_is_done_once_or_not_at_all(sqlite: str) -> None:
    process = ServerProcess(sqlite)
    with process.running():
        async with in_the_lobby(process.url, 2) as party:
            await party.start()
            table = party.to_act
            act = {"type": "act", "game": party.game["id"], "seq": 1, "action": {"type": "take", "tokens": {"ruby": 2}}}
            pending = await table.post(act)
            process.kill()
            await table.closed()
            answered = pending.exception() is None
        process.start()
        async with at_the_table(party.code, party.people, []) as again:
            seat = table.you["seat"]
            done = again.game["seq"] == 1
            assert done or not answered
            assert again.game["players"][seat]["tokens"]["ruby"] == (2 if done else 0)
            answer = await (await again.players[seat].post(act))
            assert answer["type"] == "ok"
            await again.caught_up()
            assert [(view.game or {})["seq"] for view in again.everyone] == [1, 1]
            assert again.game["players"][seat]["tokens"]["ruby"] == 2
