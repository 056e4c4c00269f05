"""A channel inside one process, between several servers in it."""

import asyncio
from collections.abc import Callable


class MemoryChannel:
    def __init__(self) -> None:
        self._listeners: list[asyncio.Queue[str]] = []

    async def publish(self, text: str) -> None:
        for listener in self._listeners:
            listener.put_nowait(text)

    async def subscribe(self, heard: Callable[[str], None], ready: Callable[[], None]) -> None:
        texts: asyncio.Queue[str] = asyncio.Queue()
        self._listeners.append(texts)
        try:
            ready()
            while True:
                heard(await texts.get())
        finally:
            self._listeners.remove(texts)
