"""A journal on a desk: alone, with what its rows need beside it, and a way to break its commits."""

from dataclasses import asdict
from typing import Any

import pytest
from sqlalchemy import event

from splendor.records import Action, ChatLine, Player, Room
from splendor.store import actions, chat, players, rooms, tables
from splendor.store.connections import Connections
from splendor.store.journal import Journal
from splendor.store.upsert import insert
from support.samples import a_game, a_room

GAMES = [f"g{n}" for n in range(200)]


class Desk:
    """A journal alone, with a room and its games stored, and the commits counted."""

    def __init__(self, connections: Connections, patience: float = 0) -> None:
        self.connections = connections
        self.journal = Journal(connections, patience=patience)
        self.commits = 0
        event.listen(connections.engine.sync_engine, "commit", self._count)

    def _count(self, _: object) -> None:
        self.commits += 1

    async def set_up(self) -> None:
        async def work(connection: Any) -> tuple[Room, Player]:
            ada = await players.make(connection, "Ada", "h")
            room = a_room(ada.id)
            await rooms.create(connection, room)
            deals = [{**asdict(a_game(room, id)), "players": [ada.id]} for id in GAMES]
            await connection.execute(insert(connection, tables.games), deals)
            return room, ada

        self.room, self.ada = await self.connections.write(work)
        self.journal.open()
        self.commits = 0

    async def stored(self, game: str) -> list[Action]:
        return await self.connections.read(lambda connection: actions.after(connection, game, 0))

    async def said(self) -> list[ChatLine]:
        return await self.connections.read(lambda connection: chat.last(connection, self.room.code, 500))

    def lose_the_commit(self, monkeypatch: pytest.MonkeyPatch, *, done: bool) -> None:
        """From now on the connection is lost in every COMMIT, after or before the database did it."""
        dialect = self.connections.engine.sync_engine.dialect
        commit = dialect.do_commit

        def lost(connection: Any) -> None:
            if done:
                commit(connection)
            raise ConnectionResetError("lost in the commit")

        monkeypatch.setattr(dialect, "do_commit", lost)
