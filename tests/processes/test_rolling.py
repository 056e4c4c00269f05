"""A new version, one server after the other, behind a real proxy and under players: nothing is lost, and nobody sees
more of it than a connection that comes back."""

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from splendor.store import Database
from support import caddy
from support.calls import call
from support.peer import Message, Person, Table
from support.random_player import choose
from support.server import ServerProcess

pytestmark = pytest.mark.anyio

GAMES = 3
LONGEST = 10.0
"""Seconds in which somebody may be without a connection; on an idle machine it is a tenth of that."""


@dataclass
class Regular:
    """A player who comes back whenever their connection ends, as the page does. `gaps`: seconds without one."""

    person: Person
    code: str
    table: Table | None = None
    gaps: list[float] = field(default_factory=list)

    async def here(self) -> Table:
        """Their connection; a new one where the last was ended. It ends in one way alone, and comes back at once."""
        if self.table is not None and self.table.is_closed:
            assert (self.table.byes, self.table.close_code) == (["restart"], 1012)
            await self.table.close()
            began = time.monotonic()
            self.table = Table(self.person, self.code)
            await self.table.open()
            self.gaps.append(time.monotonic() - began)
        elif self.table is None:
            self.table = Table(self.person, self.code)
            await self.table.open()
        return self.table

    async def sees(self, seq: int) -> Message:
        """The game once they see it at that number, whoever told them."""
        async with asyncio.timeout(20):
            while True:
                table = await self.here()
                if table.game is not None and table.game["seq"] >= seq:
                    return table.game
                await table.changed()

    async def does(self, message: Message) -> None:
        """Until it is answered; a message may be sent again without being done twice."""
        async with asyncio.timeout(20):
            while True:
                table = await self.here()
                with contextlib.suppress(ConnectionError, ConnectionClosed):
                    answer = await (await table.post(dict(message)))
                    assert answer["type"] == "ok", answer
                    return

    async def leave(self) -> None:
        await (await self.here()).close()


class Match:
    """Two who play on until they are told to stop, and then another to whom it is shown. `done`: what was answered."""

    def __init__(self, players: list[Regular], dice: random.Random) -> None:
        self.players = players
        self.dice = dice
        self.game = ""
        self.done: list[dict[str, Any]] = []

    @classmethod
    async def begin(cls, url: str, n: int) -> "Match":
        people = [await Person.make(url, f"P{n}{seat}") for seat in range(2)]
        code = await people[0].make_room(options={"seats": 2, "target": 30})
        match = cls([Regular(person, code) for person in people], random.Random(n))
        host, guest = match.players
        await guest.does({"type": "sit"})
        table = await host.here()
        await table.until(lambda table: all(table.room["seats"]))
        await host.does({"type": "start"})
        match.game = (await host.sees(0))["id"]
        return match

    async def play(self, stop: asyncio.Event) -> None:
        seq = 0
        while not stop.is_set():
            game = await self.players[self.dice.randrange(2)].sees(seq)
            if game["phase"] == "over":
                return
            seq, seat = game["seq"], game["turn"]
            mover = self.players[seat]
            action = choose(await mover.sees(seq), seat, self.dice)
            await mover.does({"type": "act", "game": self.game, "seq": seq + 1, "action": action})
            self.done.append({"seq": seq + 1, "seat": seat, "action": action})
            seq += 1
            await asyncio.gather(*(player.sees(seq) for player in self.players))
            await asyncio.sleep(0.2)  # so that the game lasts


async def visit(url: str, code: str, stop: asyncio.Event) -> int:
    """People who come and look the whole time; how many. Each is served."""
    visits = 0
    while not stop.is_set():
        for method, path, body in (("GET", "/", None), ("GET", f"/api/rooms/{code}", None), ("POST", "/api/me", "Bo")):
            answer = await call(url, method, path, json={"name": body} if body else None)
            assert answer.status_code == 200, answer.text
            visits += 1
        await asyncio.sleep(0.02)
    return visits


async def says(url: str, status: int) -> None:
    async with asyncio.timeout(60):
        while (await call(url, "GET", "/readyz")).status_code != status:
            await asyncio.sleep(0.05)


async def restart(server: ServerProcess) -> None:
    """As an operator does: told to end, started anew, and waited for until the proxy has seen that it is there."""
    assert await asyncio.to_thread(server.terminate) in (0, -15)
    await asyncio.to_thread(server.start)
    await says(server.url, 200)
    await asyncio.sleep(1.5)  # the proxy looks twice a second


async def test_one_server_after_the_other_is_replaced_under_players(shared: str, tmp_path: Path) -> None:
    servers = [
        ServerProcess(shared, tmp_path / f"log{n}", SPLENDOR_DRAIN="1.5", SPLENDOR_LIMITS="off") for n in range(2)
    ]
    with contextlib.ExitStack() as stack:
        for server in servers:
            stack.enter_context(server.running())
            await says(server.url, 200)
        url = stack.enter_context(caddy.before(tmp_path, *(server.url for server in servers)))
        matches = [await Match.begin(url, n) for n in range(GAMES)]
        stop = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            visiting = group.create_task(visit(url, matches[0].players[0].code, stop))
            for match in matches:
                group.create_task(match.play(stop))
            await asyncio.sleep(1)
            for server in servers:
                await restart(server)
            stop.set()
        assert visiting.result() > 50
        for match in matches:
            for player in match.players:
                await player.here()
                assert player.gaps, "everybody was at one of the two that were replaced"
                assert max(player.gaps) < LONGEST
                await player.leave()
    async with Database(shared) as store:
        for match in matches:
            rows = {row.seq: row for row in await store.actions(match.game)}
            assert list(rows) == list(range(1, len(rows) + 1))
            assert len(match.done) > 10
            for done in match.done:
                assert (rows[done["seq"]].seat, rows[done["seq"]].action) == (done["seat"], done["action"])
