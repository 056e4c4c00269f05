"""A bad network between clients and a server: connections are held up, cut in the middle of a frame, half closed."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from urllib.parse import urlsplit

CUTS = ("dropped", "truncated", "half-closed", "silent")


class RoughLine:
    """Forwards a port of this machine to the server, while entered. What is done to a connection is up to the dice, and
    counted in `faults`; each direction keeps its order, and connections overtake one another.

    `fate`: the chance, with each piece that passes, that its connection comes to a bad end. `idle`: seconds after which
    it ends because nothing came from one of its sides, as at a proxy.
    """

    def __init__(self, url: str, dice: random.Random, fate: float = 0.02, idle: float | None = None) -> None:
        self._host, self._port = urlsplit(url).hostname, urlsplit(url).port
        self._dice = dice
        self._talks: set[asyncio.Task[None]] = set()
        self.fate = fate
        self.idle = idle
        self.faults: Counter[str] = Counter()
        self.url = ""

    async def __aenter__(self) -> "RoughLine":
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        if self._talks:
            await asyncio.wait(self._talks, timeout=10)
        await self._server.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)
        from_there, to_there = await asyncio.open_connection(self._host, self._port)
        ends = (writer, to_there)
        there = asyncio.create_task(self._pass(reader, to_there, ends))
        back = asyncio.create_task(self._pass(from_there, writer, ends))
        await asyncio.wait([there, back])
        for end in ends:
            end.close()
            with suppress(OSError):
                await end.wait_closed()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ends: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        with suppress(OSError):
            while some := await self._read(reader, ends):
                if self._dice.random() < 0.3:
                    self.faults["delayed"] += 1
                    await asyncio.sleep(0.03 * self._dice.random())
                if self._dice.random() < self.fate:
                    await self._end(self._dice.choice(CUTS), some, writer, ends)
                    return
                writer.write(some)
            writer.write_eof()

    async def _read(self, reader: asyncio.StreamReader, ends: tuple[asyncio.StreamWriter, ...]) -> bytes:
        try:
            return await asyncio.wait_for(reader.read(4096), self.idle)
        except TimeoutError:
            self.faults["idle"] += 1
            for end in ends:
                end.transport.abort()
            raise

    async def _end(
        self, how: str, some: bytes, writer: asyncio.StreamWriter, ends: tuple[asyncio.StreamWriter, ...]
    ) -> None:
        """`some` is what was to pass next."""
        self.faults[how] += 1
        if how == "truncated":
            # What has been given to the other side by now arrives, and no more.
            writer.write(some[: self._dice.randrange(len(some))])
            await writer.drain()
            await asyncio.sleep(0.01)
        elif how == "half-closed":
            writer.write_eof()
            await asyncio.sleep(0.3)
        elif how == "silent":
            await asyncio.sleep(0.3)
        for end in ends:
            end.transport.abort()
