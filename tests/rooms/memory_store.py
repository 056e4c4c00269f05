"""A store in memory: `rooms.ports.Store` by the letter, with switches for the ways in which a real one fails."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import Literal

from splendor.records import Action, ChatLine, Game, Head, Player, Room, Stay, Unavailable, saved

Outage = Literal["before", "after"]
"""The database went away before it had the row, or after, so that the row is there and nobody knows."""


class MemoryStore:
    """`calls` lists what was asked, in order; `writing` is set by the first write. `before_write` runs at the start of
    every write, for a test that looks at what was shown by then or lets another process be first. `outages` are used
    up one by one, by whatever write comes next."""

    def __init__(self) -> None:
        self.people: dict[str, Player] = {}
        self.rooms: dict[str, Room] = {}
        self.games: dict[str, Game] = {}
        self.journal: dict[str, list[Action]] = defaultdict(list)
        self.lines: list[ChatLine] = []
        self.calls: list[str] = []
        self.writing = asyncio.Event()
        self.outages: list[Outage] = []
        self.beats: dict[str, datetime] = {}
        self.there: dict[tuple[str, str, str], Stay] = {}
        self.tokens: set[str] = set()
        self.before_write: Callable[[str], Awaitable[None] | None] | None = None

    def add_player(self, id: str, name: str | None = None) -> Player:
        player = self.people[id] = Player(id=id, name=name or id.capitalize())
        return player

    # The journal

    async def append(self, action: Action) -> bool:
        return await self._write("append", lambda: self._append(action))

    async def actions(self, game: str, after: int = 0) -> list[Action]:
        self.calls.append("actions")
        return [row for row in self.journal[game] if row.seq > after]

    async def say(self, line: ChatLine) -> None:
        await self._write("say", lambda: self.lines.append(line) or True)

    async def chat(self, room: str, limit: int = 50) -> list[ChatLine]:
        return [line for line in self.lines if line.room == room][-limit:]

    # Rooms and games

    async def room(self, code: str) -> Room | None:
        self.calls.append("room")
        return self.rooms.get(code)

    async def create_room(self, room: Room) -> bool:
        return await self._write("create_room", lambda: self.rooms.setdefault(room.code, room) is room)

    async def save_room(self, room: Room) -> bool:
        return await self._write("save_room", lambda: self._save(room))

    async def start_game(self, room: Room, game: Game) -> bool:
        return await self._write("start_game", lambda: self._save(room, game))

    async def finish_game(self, room: Room, game: Game) -> bool:
        return await self._write("finish_game", lambda: self._save(room, game))

    async def game(self, id: str) -> Game | None:
        return self.games.get(id)

    async def public_rooms(self, status: str | None, before: datetime | None, limit: int) -> list[Room]:
        found = [room for room in self.rooms.values() if room.public and status in (None, room.status)]
        found = [room for room in found if before is None or room.created < before]
        return sorted(found, key=lambda room: room.created, reverse=True)[:limit]

    async def rooms_with_clocks(self) -> list[str]:
        clocks = {code: room.options.get("clock") for code, room in self.rooms.items() if room.status == "playing"}
        return [code for code, clock in clocks.items() if clock and not clock.get("advisory")]

    async def old_rooms(self, status: str, before: datetime, limit: int) -> list[str]:
        old = [room for room in self.rooms.values() if room.status == status and room.touched <= before]
        old = [room for room in old if not any(row.at > before for row in self.journal[room.game or ""])]
        return [room.code for room in sorted(old, key=lambda room: room.touched)][:limit]

    async def delete_room(self, room: Room) -> bool:
        return await self._write("delete_room", lambda: self._delete(room))

    async def heads(self, codes: list[str]) -> dict[str, Head]:
        self.calls.append("heads")
        return {code: self._head(self.rooms[code]) for code in codes if code in self.rooms}

    async def beat(self, server: str, now: datetime) -> datetime | None:
        last = self.beaten
        self.beats[server] = max(now, self.beats.get(server, now))
        return last

    async def bury(self, before: datetime, now: datetime) -> list[str] | None:
        dead = {server for server, at in self.beats.items() if at < before and at < max(self.beats.values())}
        if not dead:
            return None
        self.beats = {server: at for server, at in self.beats.items() if server not in dead}
        left = [stay for stay in self.there.values() if stay.server in dead and stay.gone is None]
        for stay in left:
            self.there[stay.room, stay.player, stay.server] = replace(stay, gone=now)
        return sorted({stay.room for stay in left})

    async def stays(self, codes: list[str]) -> list[Stay]:
        return [stay for _, stay in sorted(self.there.items()) if stay.room in codes]

    async def keep_stays(self, new: list[Stay]) -> None:
        await self._write("keep_stays", lambda: self._keep(new))

    async def begin_stays(self, room: str, players: list[str], now: datetime) -> None:
        for player in players:
            self.there.setdefault((room, player, ""), Stay(room=room, player=player, server="", came=now, gone=now))

    async def sweep_stays(self, before: datetime) -> None:
        self.there = {key: stay for key, stay in self.there.items() if stay.gone is None or stay.gone >= before}

    async def known_tokens(self, token_hashes: list[str]) -> set[str]:
        return set(token_hashes) & self.tokens

    async def rooms_of(self, player: str) -> list[Room]:
        found = [room for room in self.rooms.values() if player in room.seats and room.status != "over"]
        return sorted(found, key=lambda room: room.touched, reverse=True)

    async def players(self, ids: list[str]) -> dict[str, Player]:
        return {id: self.people[id] for id in ids if id in self.people}

    # How it is done

    @property
    def beaten(self) -> datetime | None:
        """The last sign of life of any server."""
        return max(self.beats.values(), default=None)

    def _head(self, room: Room) -> Head:
        lines = [n for n, line in enumerate(self.lines, start=1) if line.room == room.code]
        seq = len(self.journal[room.game]) if room.game else 0
        return Head(version=room.version, game=room.game, seq=seq, line=lines[-1] if lines else None)

    def _keep(self, new: list[Stay]) -> bool:
        self.there |= {(stay.room, stay.player, stay.server): stay for stay in new}
        return True

    def _append(self, action: Action) -> bool:
        rows = self.journal[action.game]
        if any(row.seq == action.seq for row in rows):
            return False
        rows.append(action)
        return True

    def _save(self, room: Room, game: Game | None = None) -> bool:
        if self.rooms[room.code].version != room.version:
            return False
        self.rooms[room.code] = saved(room)
        if game is not None:
            self.games[game.id] = game
        return True

    def _delete(self, room: Room) -> bool:
        if self.rooms[room.code].version != room.version:
            return False
        del self.rooms[room.code]
        self.lines = [line for line in self.lines if line.room != room.code]
        return True

    async def _write(self, name: str, do: Callable[[], bool]) -> bool:
        self.calls.append(name)
        self.writing.set()
        if self.before_write is not None:
            waiting = self.before_write(name)
            if waiting is not None:
                await waiting
        outage = self.outages.pop(0) if self.outages else None
        if outage == "before":
            raise Unavailable("the database is away")
        done = do()
        if outage == "after":
            raise Unavailable("the database went away in the commit")
        return done

    def another_process_saves(self, code: str, **changes: object) -> None:
        """What another process does to a room behind our back."""
        self.rooms[code] = saved(replace(self.rooms[code], **changes))  # type: ignore[arg-type]
