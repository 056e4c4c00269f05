"""Evenings at random: people act, go, come back, choose, pause; time passes, the server is killed."""

import random
from typing import Any

import pytest

from rooms.stage import CLOCK, CODE, Guest, Stage, begun, same_as_a_fresh_welcome
from splendor.records import Unavailable
from splendor.rooms.heart import Heart
from splendor.rooms.play import Play
from splendor.rooms.refusal import Refusal
from splendor.rooms.rooms import Rooms
from support.invariants import holds_in_state
from support.random_player import choose

pytestmark = pytest.mark.anyio


class Evening:
    def __init__(self, stage: Stage, guests: list[Guest], seed: int) -> None:
        self.stage = stage
        self.dice = random.Random(seed)
        self.ids = [guest.id for guest in guests]
        self.here = {guest.id: guest for guest in guests}
        (self.game,) = stage.store.games

    async def step(self) -> None:
        wanted = self.dice.choices(
            [self.act, self.go, self.come, self.wait, self.choose, self.pause, self.fail, self.restart],
            [25, 12, 9, 25, 30, 3, 3, 2],
        )[0]
        try:
            await wanted()
        except Refusal:
            pass
        except Unavailable:
            self.stage.rooms.forget(await self.stage.room())
            await self.all_again()

    def somebody(self) -> Guest | None:
        return self.dice.choice(list(self.here.values())) if self.here else None

    async def act(self) -> None:
        for guest in self.here.values():
            if guest.seen.game and "moves" in guest.seen.game:
                await guest.act(choose(guest.seen.game, guest.seen.you["seat"], self.dice))
                return

    async def go(self) -> None:
        if guest := self.somebody():
            del self.here[guest.id]
            guest.leave()

    async def come(self) -> None:
        missing = [id for id in self.ids if id not in self.here]
        if missing:
            (guest,) = await self.stage.enter(self.dice.choice(missing))
            self.here[guest.id] = guest

    async def wait(self) -> None:
        await self.stage.time.passes(self.dice.choice([0, 0.5, 2, 5, 20, 35, 61]))

    async def choose(self) -> None:
        guest = self.somebody()
        if guest and guest.seen.room.get("vote"):
            seat = guest.seen.room["vote"]["seat"]
            (choice,) = self.dice.choices(["wait", "skip", "bot", "end"], [25, 35, 37, 3])
            await guest.send("absent", seat=seat, choice=choice)

    async def pause(self) -> None:
        if guest := self.somebody():
            await guest.send("pause", game=self.game, paused=self.dice.random() < 0.3)

    async def fail(self) -> None:
        self.stage.store.outages = [self.dice.choice(["before", "after"])]

    async def restart(self) -> None:
        stage = self.stage
        await Heart(stage.rooms, "s").beat()
        stage.time.alarms.clear()
        stage.time.jumps(self.dice.choice([1, 30]))
        stage.store.outages = []
        stage.rooms = Rooms(stage.store, "client", time=stage.time)
        await stage.rooms.open(await Heart(stage.rooms, "s").start())
        await self.all_again()

    async def all_again(self) -> None:
        here = list(self.here)
        self.here = {guest.id: guest for guest in await self.stage.enter(*here)}

    async def holds(self) -> None:
        room = await self.stage.room()
        play = room.play
        assert play is not None
        journal = self.stage.store.journal[self.game]
        assert [row.seq for row in journal] == list(range(1, len(journal) + 1))
        holds_in_state(play.state)
        if play.certain:
            fold = Play(self.stage.store.games[self.game], journal)
            assert (fold.state, fold.clock, fold.deputies) == (play.state, play.clock, play.deputies)
            assert fold.views == play.views
        if play.clock is not None:
            assert min(play.clock.left) >= 0
        same_as_a_fresh_welcome(room, list(self.here.values()))
        for guest in self.here.values():
            guest.seen.forget_frames()


@pytest.mark.parametrize("clock", [None, CLOCK, {**CLOCK, "bank": 600}, {**CLOCK, "advisory": True}])
@pytest.mark.parametrize("seed", range(6))
async def test_an_evening(seed: int, clock: dict[str, Any] | None) -> None:
    stage, guests = await begun(players=2 + seed % 3, clock=clock)
    evening = Evening(stage, guests, seed)
    for _ in range(200):
        await evening.step()
        await evening.holds()
    # In the end everything that happened is a row, and every player may still come to their seat.
    record = stage.store.rooms[CODE]
    for guest in await stage.enter(*evening.ids):
        assert guest.seen.you["seat"] == record.seats.index(guest.id)
    if clock is None:
        assert not [row for row in stage.store.journal[evening.game] if row.action["type"] == "clock"]
