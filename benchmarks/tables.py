"""Tables of a server under load: people at their sockets, playing one game after the other."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx
import orjson

from benchmarks.player import Player
from benchmarks.socket import Socket


@dataclass
class Tally:
    """What a run counts. `waits`: seconds from an action's sending until the last in the room has received its move."""

    is_running: bool = False
    actions: int = 0
    received: int = 0
    waits: list[float] = field(default_factory=list)


class Table:
    """One room with `seats` players and `watchers`. In a run each action follows when all have seen the one before
    (`pace` None), or at its time, `pace` seconds apart. `asleep` is set while nothing is under way."""

    def __init__(self, tally: Tally, seats: int, watchers: int) -> None:
        self.tally = tally
        self.players = [Player(seat) for seat in range(seats)]
        self.size = seats + watchers
        self.sockets: list[Socket] = []
        self.asleep = asyncio.Event()
        self.begun = asyncio.Event()
        self.pace: float | None = None
        self._game = ""
        self._seen: Counter[int] = Counter()
        self._begun = 0
        self._seq = 0
        self._sent = 0.0
        self._due = 0.0

    def run(self, pace: float | None, start: float) -> None:
        """`start`: the moment of the first action, by the loop's clock."""
        self.asleep.clear()
        self.pace, self._due = pace, start
        self._next()

    def heard(self, n: int, frame: bytes) -> None:
        """What the connection number `n` was told; players come first."""
        if frame.startswith(b'{"type":"move"'):
            at = frame.index(b'"seq":', 14) + 6
            seq = int(frame[at : frame.index(b",", at)])
            if n < len(self.players):
                self.players[n].sees(frame)
            self._seen[seq] += 1
            if self._seen[seq] == self.size:
                del self._seen[seq]
                self._seq = seq
                self._all_have_seen()
        elif frame.startswith(b'{"type":"game"'):
            if n < len(self.players):
                self.players[n].starts(frame)
            self._begun += 1
            if self._begun == self.size:
                self._begun = self._seq = 0
                self._game = orjson.loads(frame)["game"]["id"]
                self.begun.set()
                self._next()
        elif n == 0 and frame.startswith(b'{"type":"room"') and b'"status":"over"' in frame:
            for socket in self.sockets[: len(self.players)]:
                socket.send(b'{"type":"rematch","id":1}')
        elif frame.startswith((b'{"type":"error"', b'{"type":"bye"')):
            raise RuntimeError(frame.decode())

    def _all_have_seen(self) -> None:
        if self.tally.is_running and self._sent:
            self.tally.waits.append(time.perf_counter() - self._sent)
            self.tally.actions += 1
        self._sent = 0.0
        self._next()

    def _next(self) -> None:
        if not self.tally.is_running:
            self.asleep.set()
            return
        if self.pace is None:
            self._act()
        else:
            # Not what is late makes the next one late: the times stand beforehand.
            loop = asyncio.get_running_loop()
            while self._due < loop.time() - self.pace:
                self._due += self.pace
            loop.call_at(self._due, self._act)
            self._due += self.pace

    def _act(self) -> None:
        actor = next((player for player in self.players if player.moves is not None), None)
        action = actor.choose() if actor else None
        if actor is None or action is None:
            return  # over, or the game passes by itself: there is more to come
        self._sent = time.perf_counter()
        self.sockets[actor.seat].send(
            orjson.dumps({"type": "act", "id": 1, "game": self._game, "seq": self._seq + 1, "action": action})
        )


class BareTable(Table):
    """The same of a server that has no game: whoever's turn it is sends something as long as an action."""

    MESSAGE = (
        b'{"type":"act","id":1,"game":"0123456789abcdef","seq":1,'
        b'"action":{"type":"take","tokens":{"diamond":1,"sapphire":1,"onyx":1}}}'
    )

    def _act(self) -> None:
        self._sent = time.perf_counter()
        self.sockets[self._seq % len(self.players)].send(self.MESSAGE)


async def sit_down(urls: list[str], tally: Tally, rooms: int, seats: int, watchers: int, split: bool) -> list[Table]:
    """Tables in play. With several `urls` (processes on one database) the rooms take turns among them, or (`split`)
    the people of each room."""
    async with httpx.AsyncClient(timeout=60) as client:

        async def one(number: int) -> Table:
            table = Table(tally, seats, watchers)
            tokens = []
            for n in range(table.size):
                made = await client.post(f"{urls[0]}/api/me", json={"name": f"P{n}"})
                tokens.append(made.raise_for_status().json()["token"])
                client.cookies.clear()  # the next one is somebody else
            headers = {"Authorization": f"Bearer {tokens[0]}"}
            made = await client.post(f"{urls[0]}/api/rooms", headers=headers, json={"options": {"seats": seats}})
            code = made.raise_for_status().json()["code"]
            for n, token in enumerate(tokens):
                url = urls[(n if split else number) % len(urls)]
                await join(table, url, code, token)
            for seat in range(1, seats):
                table.sockets[seat].send(orjson.dumps({"type": "sit", "seat": seat}))
            return table

        tables = [await one(number) for number in range(rooms)]
    await asyncio.sleep(0.5)  # until all sit
    for table in tables:
        table.sockets[0].send(b'{"type":"start","id":1}')
    for table in tables:
        async with asyncio.timeout(20):
            await table.begun.wait()
    return tables


async def sit_down_bare(url: str, tally: Tally, rooms: int, seats: int, watchers: int) -> list[Table]:
    tables: list[Table] = [BareTable(tally, seats, watchers) for _ in range(rooms)]
    for number, table in enumerate(tables):
        for _ in range(table.size):
            await join(table, url, f"r{number}", "none")
    return tables


async def join(table: Table, url: str, code: str, token: str) -> None:
    n = len(table.sockets)
    address = f"{url.replace('http', 'ws', 1)}/api/rooms/{code}/ws"
    table.sockets.append(await Socket.open(address, token, lambda frame, _: table.heard(n, frame)))
