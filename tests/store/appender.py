"""Appends until it is killed: eight games at once, and says 'game seq' once an action is durable."""

import asyncio
import itertools
import sys

from splendor.store import Database
from support.samples import an_action


async def main(url: str, games: list[str]) -> None:
    async with Database(url, wait=0) as store:

        async def play(game: str) -> None:
            for seq in itertools.count(1):
                assert await store.append(an_action(game, seq, seat=seq % 2))
                print(game, seq, flush=True)  # noqa: T201

        await asyncio.gather(*map(play, games))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
