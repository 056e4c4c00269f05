"""Bringing a room back to memory from the store, in the middle of its game."""

import asyncio
import contextlib
import random
import sys
import time
from typing import Any

from benchmarks.databases import TESTS, postgres, sqlite
from benchmarks.figures import Figure
from splendor import rules
from splendor.rooms.rooms import Rooms
from splendor.store import Database, migrate

ACTIONS = 60
RUNS = 50


def measure() -> list[Figure]:
    sys.path.insert(0, str(TESTS))
    with contextlib.ExitStack() as stack:
        urls = [stack.enter_context(sqlite()), stack.enter_context(postgres())]
        return [asyncio.run(_measure(url)) for url in urls if url]


async def _measure(url: str) -> Figure:
    from support.party import store_game
    from support.peer import Person

    await migrate(url)
    store = Database(url)
    await store.open()
    try:
        people = []
        for n in range(4):
            player = await store.make_player(f"P{n}", f"hash {n}")
            people.append(Person("", player.id, player.name, ""))
        code = await store_game(store, people, _a_game())
        waits = []
        for _ in range(RUNS):
            begin = time.perf_counter()
            room = await Rooms(store, "none").get(code)
            waits.append((time.perf_counter() - begin) * 1e3)
            assert room.play is not None
            assert room.play.seq == ACTIONS
        return Figure.of(f"reload of a game with {ACTIONS} actions, {url.partition(':')[0]}", "ms", waits)
    finally:
        await store.close()


def _a_game() -> Any:
    """A `support.positions.Position`: a random game of four, so far."""
    from support.positions import Position

    deal, options = rules.deal("bench", 4), rules.Options()
    state = rules.new_game(deal, 4, options)
    actions = []
    dice = random.Random(1)
    for _ in range(ACTIONS):
        chosen = dice.choice(rules.legal_actions(state))
        actions.append((state.turn, chosen))
        state = rules.apply(state, state.turn, chosen).state
    return Position(deal, options, tuple(actions), state)
