"""All rooms: those in memory, and the way to those that are only stored."""

import asyncio
import logging
from datetime import datetime

from splendor import records
from splendor.records import Player
from splendor.rooms import catching_up, codes, spine, table, timekeeping
from splendor.rooms.moments import Alarm, Time
from splendor.rooms.ports import Alone, Feed, Herald, Store, Unavailable
from splendor.rooms.presence import Presence
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room, load_play
from splendor.rooms.watch import AGAIN, Watch
from splendor.wire.options import OptionsIn

logger = logging.getLogger("splendor.rooms")


class Rooms:
    """The live rooms by code. A room comes from the store with the first visit, and leaves memory once it has been
    without anybody for `idle` seconds and no clock runs in it: everything that matters is stored."""

    def __init__(
        self,
        store: Store,
        client: str,
        idle: float = 60.0,
        herald: Herald | None = None,
        time: Time | None = None,
        presence: Presence | None = None,
        feed: Feed | None = None,
    ) -> None:
        self.store = store
        self.client = client
        self.idle = idle
        self.herald = herald
        self.time = time or Time()
        self.presence = presence or Presence()
        self.feed = feed or Alone()
        self.outage: timekeeping.Outage | None = None
        self.replaced = 0
        self.live: dict[str, Room] = {}
        self._recalls: dict[str, Alarm] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}

    async def get(self, code: str) -> Room:
        """The room; raises Refusal `not_found`. Callers join it before they wait for anything else."""
        room = self.live.get(code)
        if room is None and codes.is_possible(code):
            # Visitors who come at once share one load; the shield keeps it going if the first of them gives up.
            task = self._loading.get(code)
            if task is None:
                task = self._loading[code] = asyncio.create_task(self._load(code))
                task.add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(task)
        if room is None:
            raise Refusal("not_found", "there is no such room")
        return room

    async def open(self, outage: timekeeping.Outage | None) -> None:
        """Loads the rooms in which a clock runs, so that it runs out without a visitor; gives back to each what the
        server's absence took."""
        self.outage = outage
        await self.tend()

    async def tend(self) -> None:
        """Has the rooms in memory in which a clock runs, also those of a process that is no more."""
        for code in await self.store.rooms_with_clocks():
            await self._fetch(code)

    async def close(self) -> None:
        """Nothing is done by itself any more."""
        for room in self.live.values():
            if room.watch is not None:
                room.watch.stop()
        for alarm in self._recalls.values():
            alarm.cancel()
        await self.time.settle()

    async def create(self, host: Player, options: OptionsIn | None, public: bool) -> records.Room:
        while True:
            room = table.new_room(codes.room_code(), host.id, options, public, self.time.now())
            if await self.store.create_room(room):
                return room

    async def public(self, status: str | None, before: datetime | None, limit: int) -> list[records.Room]:
        return await self.store.public_rooms(status, before, limit)

    def rename(self, player: Player) -> None:
        self.feed.publish("name", player.id)
        for room in self.live.values():
            room.rename(player)

    def replace(self, player: str) -> None:
        """Says goodbye to all connections of a player who goes on at another device. `replaced` counts that, for those
        who were let in before and have not joined yet."""
        self.replaced += 1
        self.feed.publish("token", player)
        for room in self.live.values():
            for viewer in room.of(player):
                viewer.peer.bye("replaced")

    def forget(self, room: Room) -> None:
        """Drops a room of which memory may be behind the store; its viewers come back to a fresh one. What still waits
        at its turnstile must not go through: the fresh one would not learn of it."""
        room.turnstile.is_shut = True
        if self.live.get(room.record.code) is room:
            del self.live[room.record.code]
        for viewer in list(room.viewers):
            viewer.peer.bye("restart")
        if room.watch is not None:
            room.watch.stop()
            if room.watch.must_stay:
                self._recall(room.record.code)

    def _recall(self, code: str) -> None:
        """Has a room come to memory again, though nobody may visit it."""

        async def load() -> None:
            del self._recalls[code]
            await self._fetch(code)

        if code not in self._recalls:
            self._recalls[code] = self.time.at(self.time.now() + AGAIN, load)

    async def _fetch(self, code: str) -> None:
        """Has a room in memory, sooner or later. One that can't be read keeps nobody from the others."""
        try:
            await self.get(code)
        except Refusal:  # it was closed meanwhile
            pass
        except Unavailable:
            self._recall(code)
        except Exception:  # whatever is wrong with this one, the background task goes on to the next
            logger.exception("room %s could not be loaded", code)

    def sweep(self) -> None:
        """Lets go of the rooms that nobody has been in for a while."""
        now = asyncio.get_running_loop().time()
        for room in list(self.live.values()):
            unused = room.idle_since is not None and now - room.idle_since >= self.idle
            must_stay = room.watch is not None and room.watch.must_stay
            if unused and not must_stay and not room.turnstile.locked():
                self.drop(room)

    def drop(self, room: Room) -> None:
        """The room, in which nobody is, leaves memory."""
        del self.live[room.record.code]
        self.presence.forget(room.record.code)
        if room.watch is not None:
            room.watch.stop()

    async def sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(max(self.idle / 4, 0.05))
            self.sweep()

    async def _load(self, code: str) -> Room | None:
        record = await self.store.room(code)
        if record is None:
            return None
        stays = await self._stays(record) if self.feed.is_shared else []
        self.presence.elsewhere(code, stays)
        people = sorted({*record.people, *self.presence.there(code)})
        names = {id: player.name for id, player in (await self.store.players(people)).items()}
        play = await load_play(self.store, record.game) if record.game else None
        lines = await self.store.chat(code)
        room = Room(
            self.store, self.client, record, play, lines, names, self.time, self.presence, self.herald, self.feed
        )  # fmt: skip
        if play is not None:
            # A crash may have come between an action and what the game does of itself after it.
            async with room.turnstile:
                await spine.follow(room, play)
                if self.outage is not None:
                    await timekeeping.credit(room, play, self.outage)
        room.watch = Watch(room)
        self.live[code] = room
        room.watch.arm()
        if self.feed.is_shared:
            await self._look_again(room)
        return room

    async def _look_again(self, room: Room) -> None:
        """What other processes told of the room while it was being read found nobody here."""
        try:
            await catching_up.be_current(room)
            await catching_up.take_over(room, await self._stays(room.record))
        except (Unavailable, Refusal):
            self.forget(room)
            raise

    async def _stays(self, record: records.Room) -> list[records.Stay]:
        """Who is in the room elsewhere. Since when a seat is away has to be the same at every process, so the first
        that looks writes it down."""
        stays = await self.store.stays([record.code])
        unknown = {player for player in record.seats if player} - {stay.player for stay in stays}
        if record.status == "playing" and unknown:
            await self.store.begin_stays(record.code, sorted(unknown), self.time.now())
            stays = await self.store.stays([record.code])
        return stays
