"""A load of rooms, played all at once by clients that go on through everything."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from splendor.rooms.play import Play
from splendor.rooms.room import load_play
from splendor.store import Database
from support.invariants import same_without_nulls
from support.ledger import Ledger, games_of
from support.party import in_the_lobby
from support.survivor import Survivor

OPTIONS = {"target": 10}
"""The shortest games that there are."""


@dataclass
class Load:
    """The rooms by their code, and who is in each: players and watchers."""

    dice: random.Random
    ledger: Ledger = field(default_factory=Ledger)
    rooms: dict[str, list[Survivor]] = field(default_factory=dict)

    @property
    def everyone(self) -> list[Survivor]:
        return [each for people in self.rooms.values() for each in people]

    async def set_up(self, url: str, sizes: list[int], watchers: int = 1) -> None:
        """A room of each of those sizes, its first game begun."""
        for size in sizes:
            async with in_the_lobby(url, size, watchers, **OPTIONS) as party:
                await party.start()
                people = [*party.people, *(table.person for table in party.watchers)]
                self.rooms[party.code] = [
                    Survivor(person, party.code, self.ledger, random.Random(self.dice.random())) for person in people
                ]

    def move_to(self, url: str) -> None:
        """From now on they reach the server at another address."""
        for each in self.everyone:
            each.person = each.person.at_server(url)

    def spread_over(self, urls: list[str]) -> None:
        """From now on each reaches any of those servers, by chance."""
        for each in self.everyone:
            each.places = urls

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """All play while this is entered; at the end, everything that was sent has been answered. Whatever went wrong
        at a client is raised."""
        async with asyncio.TaskGroup() as group:
            for each in self.everyone:
                each.is_stopping = False
                group.create_task(each.live())
            try:
                yield
            finally:
                for each in self.everyone:
                    each.is_stopping = True

    async def is_played(self, acts: int, within: float = 60.0) -> None:
        """So many more acts have been acknowledged."""
        enough = len(self.ledger.done) + acts
        async with asyncio.timeout(within):
            while len(self.ledger.done) < enough:
                await asyncio.sleep(0.01)

    async def every_room_ends_a_game(self, within: float = 120.0) -> None:
        def ended(people: list[Survivor]) -> bool:
            return any(each.table and each.table.room.get("scores") for each in people)

        async with asyncio.timeout(within):
            while not all(map(ended, self.rooms.values())):
                await asyncio.sleep(0.05)

    async def holds(self, database_url: str) -> None:
        async with Database(database_url) as store:
            await self.ledger.holds(store, self.rooms)

    async def holds_at_last(self, database_url: str) -> int:
        """Once nobody plays: each client's view is what the journal of its game folds to, and what is said of the games
        that ended is so. Gives their number."""
        assert self.ledger.sent.keys() == self.ledger.done, "an act was never answered"
        ended = 0
        async with Database(database_url) as store:
            await self.ledger.holds(store, self.rooms)
            for code, people in self.rooms.items():
                room = await store.room(code)
                assert room is not None
                plays = {id: await load_play(store, id) for id in games_of(room)}
                for play in plays.values():
                    assert play.is_over == (play.record.result is not None)
                    assert play.record.result == play.view(None).get("result")
                assert [score["game"] for score in room.scores] == [id for id, play in plays.items() if play.is_over]
                ended += len(room.scores)
                assert room.game is not None
                for each in people:
                    await is_shown(plays[room.game], each)
        return ended

    async def leave(self) -> None:
        for each in self.everyone:
            await each.hang_up()


async def is_shown(play: Play, one: Survivor) -> None:
    """The patches made the very view that the journal folds to, and a whole welcome says the same."""
    view = json.loads(json.dumps(play.view(play.seat_of(one.person.id))))
    table = await one.at_table()
    await table.at_seq(play.seq)  # by another server it may have come a moment ago
    for resync in (False, True):
        await table.send("ping", resync=resync)
        assert same_without_nulls(table.game, view), f"{one.person.name} in {one.code} sees something else"
