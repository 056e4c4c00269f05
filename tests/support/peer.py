"""A peer that speaks the protocol: what the browser client does, in Python, holding nothing but what it was sent."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from splendor.rooms.patch import Kind, apply

Message = dict[str, Any]


class Refused(Exception):
    """The server answered `error`."""

    def __init__(self, message: Message) -> None:
        super().__init__(f"{message['code']}: {message['detail']}")
        self.code: str = message["code"]
        self.detail: str = message["detail"]


class Person:
    """A player by their secret."""

    def __init__(self, url: str, id: str, name: str, token: str) -> None:
        self.url = url
        self.id = id
        self.name = name
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}

    @classmethod
    async def make(cls, url: str, name: str) -> "Person":
        made = await http(url, "POST", "/api/me", body={"name": name})
        return cls(url, made["player"], made["name"], made["token"])

    def at_server(self, url: str) -> "Person":
        """The same player, at another server."""
        return Person(url, self.id, self.name, self.token)

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        return await http(self.url, method, path, body=body, headers=self.headers)

    async def make_room(self, **body: Any) -> str:
        code = (await self.call("POST", "/api/rooms", body))["code"]
        assert isinstance(code, str)
        return code

    @contextlib.asynccontextmanager
    async def at(self, code: str, patch: Kind = "merge") -> AsyncIterator["Table"]:
        """Connected to the room, welcome received; `patch` is the kind of patches to be sent."""
        table = Table(self, code, patch)
        await table.open()
        try:
            yield table
        finally:
            await table.close()


async def http(url: str, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
    """One call; the JSON of a good answer, or Refused."""
    async with httpx.AsyncClient(base_url=url, timeout=20) as client:
        answer = await client.request(method, path, json=body, headers=headers)
    if answer.is_success:
        return answer.json()
    raise Refused(answer.json())


class Table:
    """One connection to a room: the view as the patches made it, every frame as it came."""

    def __init__(self, person: Person, code: str, patch: Kind = "merge") -> None:
        self.person = person
        self.code = code
        self.patch = patch
        self.frames: list[str] = []
        self.you: Message = {}
        self.room: Message = {}
        self.game: Message | None = None
        self.log: list[Message] = []
        self.chat: list[Message] = []
        self.byes: list[str] = []
        self._ids = itertools.count(1)
        self._waiting: dict[Any, asyncio.Future[Message]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def open(self) -> None:
        url = self.person.url.replace("http", "ws", 1) + f"/api/rooms/{self.code}/ws"
        if self.patch != "merge":
            url += f"?patch={self.patch}"
        self._socket = await connect(
            url, additional_headers=self.person.headers, compression=None, max_size=None, proxy=None
        )
        try:
            self.take(str(await self._socket.recv()))
        except BaseException:
            await self._socket.close()
            raise
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        assert self._socket is not None
        assert self._reader is not None
        await self._socket.close()
        await self._reader

    @property
    def is_gone(self) -> bool:
        """Whether the connection has ended, and all that came over it was taken."""
        return self._reader is None or self._reader.done()

    @property
    def close_code(self) -> int | None:
        assert self._socket is not None
        return self._socket.close_code

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            with contextlib.suppress(ConnectionClosed):
                async for frame in self._socket:
                    self.take(str(frame))
        finally:
            # Also where a frame was not as it has to be: who closes this is told.
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError("the socket closed before the answer"))
            self._changed.set()

    def take(self, frame: str) -> None:
        """One message of the server, as the protocol says it is to be understood."""
        self.frames.append(frame)
        message = json.loads(frame)
        match message["type"]:
            case "welcome":
                self.you, self.room, self.game = message["you"], message["room"], message["game"]
                self.log, self.chat = message["log"], message["chat"]
            case "room":
                assert message["patch"]["rev"] == self.room["rev"] + 1, "a gap in rev"
                self.room = apply(self.room, message["patch"], self.patch)
                self.you = message.get("you", self.you)
            case "game":
                self.game, self.log = message["game"], []
            case "move":
                assert self.game is not None
                assert message["game"] == self.game["id"]
                assert message["seq"] == self.game["seq"] + 1, "a gap in seq"
                self.game = apply(self.game, message["patch"], self.patch)
                assert self.game["seq"] == message["seq"]
                self.log.append(message["entry"])
            case "chat":
                self.chat = [*self.chat, {key: message[key] for key in ("player", "name", "text", "at")}][-50:]
            case "react":
                assert set(message) == {"type", "player", "reaction"}
            case "ok" | "error":
                future = self._waiting.pop(message["re"], None)
                if future is not None and not future.done():
                    future.set_result(message)
            case "bye":
                self.byes.append(message["reason"])
            case other:
                raise AssertionError(f"unknown message {other}")
        self._changed.set()

    async def raw(self, text: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def post(self, message: Message) -> asyncio.Future[Message]:
        """Sends; the future is the answer."""
        id = message.get("id", f"m{next(self._ids)}")
        future = self._waiting[id] = asyncio.get_running_loop().create_future()
        try:
            await self.raw(json.dumps({**message, "id": id}))
        except ConnectionClosed:
            del self._waiting[id]
            if not future.cancel():
                future.exception()  # the reader was first to say so; nobody waits for it
            raise
        return future

    async def send(self, type: str, **fields: Any) -> None:
        """Sends and waits for `ok`; raises Refused on `error`."""
        answer = await asyncio.wait_for(await self.post({"type": type, **fields}), 20)
        if answer["type"] == "error":
            raise Refused(answer)

    async def act(self, action: Message, seq: int | None = None) -> None:
        assert self.game is not None
        await self.send("act", game=self.game["id"], seq=seq or self.game["seq"] + 1, action=action)

    async def until(self, condition: Any, within: float = 20) -> None:
        """Waits until `condition(self)` holds."""
        async with asyncio.timeout(within):
            while not condition(self):
                self._changed.clear()
                await self._changed.wait()

    async def at_seq(self, seq: int) -> None:
        await self.until(lambda table: table.game is not None and table.game["seq"] >= seq)

    async def closed(self) -> None:
        assert self._reader is not None
        await asyncio.wait_for(asyncio.shield(self._reader), 20)
