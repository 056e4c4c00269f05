"""The line between us and Postgres, which a test can cut at the worst moment."""

import asyncio
from contextlib import suppress
from typing import Literal

from sqlalchemy import make_url

Cut = Literal["before", "after"]


class Line:
    """Forwards a port of this machine to a Postgres, while entered; the port stays the same when entered again.

    With `cut` set, the next COMMIT ends its connection: before the database hears of it, or after it has been done
    and before the answer comes back. `flows` is what a database that hangs does not do: connections stand, nothing
    comes over them.
    """

    def __init__(self, address: str) -> None:
        self._there = make_url(address)
        self._port = 0
        self._talks: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()
        self.flows = asyncio.Event()
        self.flows.set()
        self.cut: Cut | None = None

    @property
    def url(self) -> str:
        here = self._there.set(host="127.0.0.1", port=self._port, query={"ssl": "disable"})
        return here.render_as_string(hide_password=False)

    async def __aenter__(self) -> "Line":
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """The database goes away: whoever is connected is cut off, and nobody else is let in."""
        self._server.close()
        self.flows.set()
        for end in self._ends:
            end.transport.abort()
        if self._talks:
            await asyncio.wait(self._talks)
        await self._server.wait_closed()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        folder = self._there.query.get("host")
        if isinstance(folder, str):
            return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")
        return await asyncio.open_connection(self._there.host, self._there.port or 5432)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)
        from_there, to_there = await self._reach()
        self._ends |= {writer, to_there}
        back = asyncio.create_task(self._pass(from_there, writer))
        try:
            while some := await reader.read(65536):
                await self.flows.wait()
                if self.cut and b"COMMIT;" in some:
                    cut, self.cut = self.cut, None
                    back.cancel()
                    if cut == "after":
                        with suppress(asyncio.CancelledError):
                            await back
                        to_there.write(some)
                        await from_there.read(65536)
                    break
                to_there.write(some)
        finally:
            self._ends -= {writer, to_there}
            for end in (to_there, writer):
                end.close()
                with suppress(OSError):
                    await end.wait_closed()
            with suppress(asyncio.CancelledError, OSError):
                await back

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while some := await reader.read(65536):
            await self.flows.wait()
            writer.write(some)
        writer.close()
