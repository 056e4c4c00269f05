"""A server that is killed again and again under a load, at moments that nobody chose."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from support.load import Load
from support.warm import WarmServer


@dataclass(frozen=True, slots=True)
class Survived:
    """What came of it, all invariants having held. `done` and `not_done`: acts whose answer a kill had taken away, by
    whether they had come to be."""

    kills: int
    acts: int
    games: int
    connections: int
    done: int
    not_done: int


async def survive(
    process: WarmServer,
    kills: int,
    dice: random.Random,
    sizes: list[int],
    *,
    longest: float = 1.0,
    tell: Callable[[int, Load], None] = lambda *_: None,
) -> Survived:
    """Plays rooms of those sizes while the server is killed so many times, up to `longest` seconds after it was up
    again; then until each has played a game to its end. Raises what did not hold."""
    load = Load(dice)
    await asyncio.to_thread(process.start)
    await load.set_up(process.url, sizes)
    async with load.playing():
        for n in range(kills):
            # Mostly among those who play; sometimes among those who come back.
            if dice.random() < 0.8:
                await load.is_played(1)
            await asyncio.sleep(dice.uniform(0, longest))
            await asyncio.to_thread(process.kill)
            await asyncio.to_thread(process.start)
            await load.holds(process.database_url)
            tell(n + 1, load)
        await load.every_room_ends_a_game()
    games = await load.holds_at_last(process.database_url)
    await load.leave()
    ledger = load.ledger
    done, not_done = ledger.resent["done"], ledger.resent["not done"]
    return Survived(kills, len(ledger.done), games, ledger.connections, done, not_done)
