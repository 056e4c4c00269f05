"""Two processes over one store in memory, with a line between them that a test can cut."""

from typing import Any

from rooms.stage import CODE, Guest, Stage
from splendor.rooms.elsewhere import Elsewhere
from splendor.rooms.heart import Heart
from splendor.rooms.ports import Note
from splendor.rooms.presence import Presence
from splendor.rooms.register import Register
from splendor.rooms.room import Room
from splendor.rooms.rooms import Rooms


class Line:
    """The feed of one process; what it publishes the others hear at once, unless the line is cut."""

    is_shared = True

    def __init__(self, fleet: "Fleet") -> None:
        self.fleet = fleet
        self.is_cut = False
        self.notes: list[Note] = []

    def publish(self, *note: str | int) -> None:
        self.notes.append(note)
        for process in self.fleet.processes:
            if process.feed is not self and not self.is_cut and not process.feed.is_cut:
                process.elsewhere.heard(note)


class Process:
    def __init__(self, fleet: "Fleet", name: str) -> None:
        stage = fleet.stage
        self.fleet = fleet
        self.feed = Line(fleet)
        presence = Presence(name)
        self.rooms = Rooms(stage.store, "client", time=stage.time, presence=presence, feed=self.feed)
        self.elsewhere = Elsewhere(self.rooms)
        self.register = Register(stage.store, presence, self.feed)
        self.heart = Heart(self.rooms, name, self.elsewhere)

    async def room(self) -> Room:
        return await self.rooms.get(CODE)

    async def enter(self, *ids: str) -> list[Guest]:
        room = await self.room()
        for id in ids:
            self.fleet.stage.store.tokens.add(f"secret of {id}")
        guests = [Guest(room, self.fleet.stage.store.people[id]) for id in ids]
        for guest in guests:
            guest.viewer.token = f"secret of {guest.id}"
        await self.fleet.settle()
        return guests


class Fleet:
    """`near` and `far` serve the same rooms."""

    def __init__(self, *seats: str | None, **changes: Any) -> None:
        self.stage = Stage(*seats, **changes)
        self.processes: list[Process] = []
        self.near, self.far = Process(self, "near"), Process(self, "far")
        self.processes += [self.near, self.far]

    async def settle(self) -> None:
        """What is written is written, and what is heard is looked up."""
        for process in self.processes:
            await process.register.write()
        for _ in range(3):
            for process in self.processes:
                await process.elsewhere.settle()

    async def passes(self, seconds: float) -> None:
        """Time passes, and every process gives its signs of life."""
        while seconds > 0:
            step = min(seconds, 2.0)
            seconds -= step
            await self.stage.time.passes(step)
            for process in self.processes:
                await process.heart.beat()
            await self.settle()

    def kill(self, process: Process) -> None:
        """The process is gone: nothing of it is done any more."""
        self.processes.remove(process)
        process.feed.is_cut = True
        for room in process.rooms.live.values():
            if room.watch is not None:
                room.watch.stop()
