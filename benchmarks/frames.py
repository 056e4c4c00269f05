"""Bytes that one action sends to one client: all viewers of whole random games, over real sockets, by the kind of
patches that a client asks for, and compressed where it offers to read that. Counted with the frames' heads."""

import asyncio
import contextlib
import random
import sys
from itertools import chain
from statistics import median, quantiles

from benchmarks.databases import TESTS, sqlite
from benchmarks.figures import Figure
from benchmarks.socket import Socket

PLAYERS = (2, 3, 4)
GAMES = 2
KINDS = {"merge patches": "", "indexed": "?patch=indexed", "indexed, compressed": "?patch=indexed"}


class Meter:
    """A client that counts. What comes with a move and after it, until the next, is what that action sent. `ended`: the
    room has told of the game's end, after its last move."""

    def __init__(self) -> None:
        self.actions: list[int] = []
        self.ended = asyncio.Event()

    def heard(self, frame: bytes, size: int) -> None:
        if frame.startswith(b'{"type":"move"'):
            self.actions.append(0)
        if self.actions:
            self.actions[-1] += size
        if b'"status":"over"' in frame:
            self.ended.set()


def measure() -> list[Figure]:
    sys.path.insert(0, str(TESTS))
    with sqlite() as url:
        return asyncio.run(_measure(url))


async def _measure(database_url: str) -> list[Figure]:
    from support.server import serving

    figures = []
    async with serving(database_url, limits="off") as served:
        for players in PLAYERS:
            games = [await _game(served.url, players, seed) for seed in range(GAMES)]
            for kind in KINDS:
                sizes = [game[kind] for game in games]
                title = f"bytes an action and client, {players} players, {kind}"
                figures.append(Figure.of(f"{title}: median", "B", [median(each) for each in sizes]))
                figures.append(Figure.of(f"{title}: p99", "B", [quantiles(each, n=100)[98] for each in sizes]))
    return figures


async def _game(url: str, players: int, seed: int) -> dict[str, list[int]]:
    """The sizes of all actions of a random game, as all of its players and a watcher were sent them."""
    from support.party import playing

    meters: dict[str, list[Meter]] = {kind: [] for kind in KINDS}
    async with contextlib.AsyncExitStack() as stack:
        party = await stack.enter_async_context(playing(url, players, watchers=1))
        for kind, query in KINDS.items():
            for table in party.everyone:
                meter = Meter()
                address = f"{url.replace('http', 'ws', 1)}/api/rooms/{party.code}/ws{query}"
                packed = kind.endswith("compressed")
                socket = await Socket.open(address, table.person.token, meter.heard, packed=packed)
                stack.callback(socket.close)
                meters[kind].append(meter)
        await party.play(1000, random.Random(seed))
        async with asyncio.timeout(20):
            for meter in chain.from_iterable(meters.values()):
                await meter.ended.wait()
                assert len(meter.actions) == party.game["seq"]
    return {kind: [size for meter in each for size in meter.actions] for kind, each in meters.items()}
