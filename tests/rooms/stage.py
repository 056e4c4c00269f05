"""A room on a store in memory, with people at its table whose every frame is kept."""

import json
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter

from rooms.memory_store import MemoryStore
from splendor import records, rules
from splendor.records import Player
from splendor.rooms.deeds import perform
from splendor.rooms.patch import Kind, apply
from splendor.rooms.room import Room
from splendor.rooms.rooms import Rooms
from splendor.rooms.viewer import Viewer
from splendor.wire.client import read_message
from splendor.wire.server import ServerMessage
from support.fake_time import FakeTime
from support.positions import Position

MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
CODE = "amber-otter-7q4k2m9x"
OPTIONS = {"seats": 4, "target": 15, "relaxed_take": False, "hide_reserved": False, "clock": None}
CLOCK = {"bank": 60, "increment": 5, "advisory": False}
TAKES = [{"type": "take", "tokens": tokens} for tokens in ({"ruby": 2}, {"onyx": 2}, {"emerald": 2}, {"diamond": 2})]


class Seen:
    """The other end of a connection: keeps what it is sent, and the view that the patches make of it."""

    def __init__(self, patch: Kind = "merge") -> None:
        self.patch = patch
        self.texts: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.byes: list[str] = []
        self.you: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.game: dict[str, Any] | None = None
        self.log: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []

    def push(self, text: str) -> None:
        message = json.loads(text)
        self.texts.append(text)
        self.messages.append(message)
        match message["type"]:
            case "welcome":
                self.you, self.room, self.game = message["you"], message["room"], message["game"]
                self.log, self.chat = message["log"], message["chat"]
            case "room":
                assert message["patch"]["rev"] == self.room["rev"] + 1
                self.room, self.you = apply(self.room, message["patch"], self.patch), message.get("you", self.you)
            case "game":
                self.game, self.log = message["game"], []
            case "move":
                assert self.game is not None
                assert message["seq"] == self.game["seq"] + 1
                self.game = apply(self.game, message["patch"], self.patch)
                self.log.append(message["entry"])
                assert message["entry"]["seq"] == message["seq"]
            case "chat":
                self.chat.append({key: value for key, value in message.items() if key != "type"})

    def bye(self, reason: str) -> None:
        self.byes.append(reason)

    def forget_frames(self) -> None:
        self.texts.clear()
        self.messages.clear()

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.messages]


class Guest:
    """A player at the table: their connection, and what they send."""

    def __init__(self, room: Room, player: Player, patch: Kind = "merge") -> None:
        self.room = room
        self.seen = Seen(patch)
        self.viewer = Viewer(player, self.seen, patch=patch)
        room.join(self.viewer)

    @property
    def id(self) -> str:
        return self.viewer.player.id

    async def send(self, type: str, **fields: Any) -> None:
        """As it comes over a socket: raises what the socket answers."""
        await perform(self.room, self.viewer, read_message(json.dumps({"type": type, **fields})))

    async def act(self, action: dict[str, Any], seq: int | None = None) -> None:
        play = self.room.play
        assert play is not None
        await self.send("act", game=play.record.id, seq=seq or play.seq + 1, action=action)

    def leave(self) -> None:
        self.room.leave(self.viewer)

    def come_back(self) -> "Guest":
        """The same player with a new connection."""
        return Guest(self.room, self.viewer.player)


def a_record(*seats: str | None, **changes: Any) -> records.Room:
    """A lobby of four seats with those players, hosted by the first."""
    filled = (*seats, *(None for _ in range(4 - len(seats))))
    host = next((seat for seat in seats if seat), "ada")
    room = records.Room(
        code=CODE, status="lobby", public=False, host=host, options=OPTIONS, seats=filled, created=NOON, touched=NOON
    )
    return replace(room, **changes)


class Stage:
    """The store, the live rooms, and one room in it."""

    def __init__(self, *seats: str | None, **changes: Any) -> None:
        self.store = MemoryStore()
        for id in ("ada", "lin", "bo", "cy", "eve"):
            self.store.add_player(id)
        self.store.rooms[CODE] = a_record(*seats, **changes)
        self.time = FakeTime(NOON)
        self.rooms = Rooms(self.store, "client", time=self.time)

    async def room(self) -> Room:
        return await self.rooms.get(CODE)

    async def enter(self, *ids: str) -> list[Guest]:
        room = await self.room()
        return [Guest(room, self.store.people[id]) for id in ids]

    def play_on(self, position: Position) -> str:
        """Stores that position as the game of the room's seats, as if it had been played so far."""
        record = self.store.rooms[CODE]
        players = tuple(player for player in record.seats if player)
        options = {**OPTIONS, "seats": len(players), **asdict(position.options)}
        self.store.games["g1"] = records.Game(
            id="g1",
            room=CODE,
            options=options,
            players=players,
            names=tuple(self.store.people[player].name for player in players),
            seed="5eed",
            deal=position.deal.to_json(),
            created=NOON,
        )
        self.store.rooms[CODE] = replace(record, status="playing", game="g1", options=options, seats=players)
        self.store.journal["g1"] = [
            records.Action(game="g1", seq=seq, seat=seat, action=rules.action_to_json(action), at=NOON)
            for seq, (seat, action) in enumerate(position.actions, start=1)
        ]
        return "g1"


def same_as_a_fresh_welcome(room: Room, guests: list[Guest]) -> None:
    """What the patches made of it is what somebody who comes now is shown, and all of it is as the wire has it."""
    for guest in guests:
        newcomer = Guest(room, guest.viewer.player)
        assert without_nulls(guest.seen.game) == without_nulls(newcomer.seen.game)
        assert without_nulls(guest.seen.room) == without_nulls(newcomer.seen.room)
        assert guest.seen.log == newcomer.seen.log
        assert guest.seen.you == newcomer.seen.you
        newcomer.leave()
        for text in (*guest.seen.texts, *newcomer.seen.texts):
            MESSAGE.validate_json(text)


def without_nulls(view: Any) -> Any:
    """A key that is absent and one that is null mean the same."""
    if isinstance(view, dict):
        return {key: without_nulls(value) for key, value in view.items() if value is not None}
    return view


async def begun(*extra: str, players: int = 2, clock: dict[str, Any] | None = None) -> tuple[Stage, list[Guest]]:
    """A game that has just begun: its players in order of turns, then the watchers `extra`."""
    seats = ("ada", "lin", "bo", "cy")[:players]
    stage = Stage(*seats, options={**OPTIONS, "clock": clock})
    guests = await stage.enter(*seats, *extra)
    await guests[0].send("start")
    play = (await stage.room()).play
    assert play is not None
    first = play.state.start
    ordered = guests[first:players] + guests[:first] + guests[players:]
    for guest in ordered:
        guest.seen.forget_frames()
    stage.store.calls.clear()
    stage.store.writing.clear()
    return stage, ordered
