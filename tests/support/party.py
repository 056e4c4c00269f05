"""People at one table of a real server: seated, playing, watching."""

import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from splendor import records, rules
from splendor.rooms import codes, moments
from splendor.rooms.patch import KINDS
from splendor.rooms.play import Play
from splendor.web.services import Lasting
from support.peer import Person, Table
from support.positions import Position
from support.random_player import choose
from support.server import Served

NAMES = ("Ada", "Lin", "Bo", "Cy")


@dataclass
class Party:
    """`players` by seat of the game (in the lobby: of the room), `watchers` besides. The first person hosts."""

    code: str
    people: list[Person]
    players: list[Table]
    watchers: list[Table]

    @property
    def everyone(self) -> list[Table]:
        return [*self.players, *self.watchers]

    @property
    def host(self) -> Table:
        return next(table for table in self.players if table.person is self.people[0])

    @property
    def game(self) -> dict[str, Any]:
        """As everybody may see it."""
        game = self.players[0].game
        assert game is not None
        return game

    @property
    def to_act(self) -> Table:
        return self.players[self.game["turn"]]

    async def start(self) -> None:
        await self.host.send("start")
        await self.at_seq(0)

    async def start_without(self, table: Table) -> None:
        """As `start`, with one of those who sat now among the watchers."""
        self.players.remove(table)
        self.watchers.append(table)
        await self.start()

    async def act(self, action: dict[str, Any] | rules.Action) -> None:
        """Whoever's turn it is acts; returns once everyone has seen it."""
        chosen = action if isinstance(action, dict) else rules.action_to_json(action)
        await self.to_act.act(chosen)
        await self.caught_up()

    async def play(self, actions: int, dice: random.Random) -> None:
        """So many actions at random, or fewer where the game ends."""
        for _ in range(actions):
            if self.game["phase"] != "over":
                assert self.to_act.game is not None
                await self.act(choose(self.to_act.game, self.game["turn"], dice))

    async def caught_up(self) -> None:
        """Everyone has seen all that has happened by now: frames come in order, so an answered ping comes after."""
        for table in self.everyone:
            await table.send("ping")

    async def at_seq(self, seq: int) -> None:
        for table in self.everyone:
            await table.at_seq(seq)


@contextlib.asynccontextmanager
async def in_the_lobby(url: str, players: int, watchers: int = 0, **options: Any) -> AsyncIterator[Party]:
    """A room with so many seated in order, and watchers."""
    people = [await Person.make(url, NAMES[n]) for n in range(players)]
    guests = [await Person.make(url, f"Guest {n}") for n in range(watchers)]
    code = await people[0].make_room(options={"seats": players, **options})
    async with at_the_table(code, people, guests) as party:
        for table in party.players[1:]:
            await table.send("sit")
        await party.caught_up()
        yield party


@contextlib.asynccontextmanager
async def playing(url: str, players: int, watchers: int = 0, **options: Any) -> AsyncIterator[Party]:
    """A game that has just begun."""
    async with in_the_lobby(url, players, watchers, **options) as party:
        await party.start()
        yield party


@contextlib.asynccontextmanager
async def playing_on(served: Served, position: Position, watchers: int = 0) -> AsyncIterator[Party]:
    """A game that has come to that position; it lies in the store, and the room is loaded from there."""
    url = served.url
    people = [await Person.make(url, NAMES[n]) for n in range(len(position.state.players))]
    guests = [await Person.make(url, f"Guest {n}") for n in range(watchers)]
    code = await store_game(served.app.state.services.store, people, position)
    async with at_the_table(code, people, guests) as party:
        yield party


async def store_game(store: Lasting, people: Sequence[Person], position: Position) -> str:
    """Stores a room in which those people have played to that position; gives its code."""
    now = moments.now()
    players = tuple(person.id for person in people)
    options = {"seats": len(players), **asdict(position.options), "clock": None}
    code, id = codes.room_code(), codes.game_id()
    room = records.Room(
        code=code, status="lobby", public=False, host=players[0], options=options, seats=players, created=now,
        touched=now,
    )  # fmt: skip
    game = records.Game(
        id=id, room=code, options=options, players=players, names=tuple(person.name for person in people),
        seed=secrets.token_hex(16), deal=position.deal.to_json(), created=now,
    )  # fmt: skip
    assert await store.create_room(room)
    assert await store.start_game(replace(room, status="playing", game=id), game)
    for seq, (seat, action) in enumerate(position.actions, start=1):
        row = records.Action(game=id, seq=seq, seat=seat, action=rules.action_to_json(action), at=now)
        assert await store.append(row)
    return code


@contextlib.asynccontextmanager
async def at_the_table(code: str, people: list[Person], guests: list[Person]) -> AsyncIterator[Party]:
    """All of them connected, in seat order; every other one asks for the other kind of patches."""
    async with contextlib.AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(person.at(code, KINDS[n % 2]))
            for n, person in enumerate([*people, *guests])
        ]
        players, watchers = tables[: len(people)], tables[len(people) :]
        party = Party(code, people, players, watchers)
        await party.caught_up()
        yield party


def play_of(served: Served, code: str) -> Play:
    """The game as the server has it."""
    play = served.app.state.services.rooms.live[code].play
    assert isinstance(play, Play)
    return play
