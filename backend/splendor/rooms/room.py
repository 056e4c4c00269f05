"""One live room: its record, the people connected, the game being played, and everything that is pushed to them."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Protocol

import orjson

from splendor import metrics, records, rules
from splendor.records import Ask, ChatLine, Player, Unavailable
from splendor.rooms import moments, table, vote
from splendor.rooms.ask import is_open
from splendor.rooms.chat import Chat
from splendor.rooms.hosting import acting_host
from splendor.rooms.patch import Change, Kind, View
from splendor.rooms.play import Audience, Move, Play
from splendor.rooms.ports import Alone, Feed, Herald, Store
from splendor.rooms.presence import Presence
from splendor.rooms.refusal import Refusal
from splendor.rooms.room_view import room_view
from splendor.rooms.turnstile import Turnstile
from splendor.rooms.viewer import Viewer
from splendor.wire import PROTOCOL

PATIENCE = 1.0
"""Seconds in which the store is to say whether it has more than we, where we would do well without."""


def encode(message: View) -> str:
    return orjson.dumps(message).decode()


class Watching(Protocol):
    """What looks after the room as time passes (`rooms.watch`)."""

    @property
    def must_stay(self) -> bool: ...

    def arm(self) -> None:
        """Something changed."""

    async def give_back(self, play: Play, since: datetime) -> None:
        """What was done at that moment is shown only now: the store was away."""

    def stop(self) -> None: ...


class Room:
    """A room in memory. `turnstile` lets one change through at a time; nothing is pushed that is not stored.

    `turns_begun` are the last two of this game to which their players were called, if they were not there: an undo goes
    back by one.
    """

    def __init__(
        self,
        store: Store,
        client: str,
        record: records.Room,
        play: Play | None,
        chat: Iterable[ChatLine],
        names: dict[str, str],
        time: moments.Time,
        presence: Presence,
        herald: Herald | None = None,
        feed: Feed | None = None,
    ) -> None:
        self.store = store
        self.feed = feed or Alone()
        self.client = client
        self.record = record
        self.play = play
        self.chat = Chat(chat)
        self.names = names
        self.time = time
        self.presence = presence
        self.opened = time.now()
        self.watch: Watching | None = None
        self.herald = herald
        self.turns_begun = [turn_of(play)] if play else []
        self.viewers: set[Viewer] = set()
        self.turnstile = Turnstile()
        self.rev = 0
        self.idle_since: float | None = asyncio.get_running_loop().time()
        self.shown = room_view(self)

    # What is seen

    def you(self, player: Player) -> View:
        seat = table.seat_of(self.record, player.id)
        return {"player": player.id, "name": player.name, "seat": seat, "host": self.shown["host"] == player.id}

    def audience(self, player: Player) -> int | None:
        return self.play.seat_of(player.id) if self.play else None

    def welcome(self, viewer: Viewer) -> None:
        """All of it, replacing whatever this connection had."""
        audience = viewer.audience = self.audience(viewer.player)
        viewer.peer.push(
            encode(
                {
                    "type": "welcome",
                    "protocol": PROTOCOL,
                    "client": self.client,
                    "now": moments.stamp(self.now()),
                    "you": self.you(viewer.player),
                    "room": self.shown,
                    "game": self.play.view(audience) if self.play else None,
                    "log": self.play.log(audience) if self.play else [],
                    "chat": self.chat.view(),
                }
            )
        )

    # Who is there

    def now(self) -> datetime:
        return self.time.now()

    def away(self, player: str) -> datetime | None:
        """Since when the player has no socket; None while they have one."""
        stay = self.presence.stay(self.record.code, player)
        return self.opened if stay is None else stay.gone

    @property
    def host(self) -> str:
        """Who hosts now: the owner, or in their absence another."""
        record, code = self.record, self.record.code
        people = {record.host, *(player for player in record.seats if player)}
        stays = {player: stay for player in people if (stay := self.presence.stay(code, player))}
        return acting_host(record.host, record.seats, stays, self.opened, self.now())

    @property
    def ask(self) -> Ask | None:
        """What somebody asks to take back, while that is open."""
        asked = self.record.ask
        return asked if asked is not None and is_open(asked, self.play, self.now()) else None

    def missing(self) -> int | None:
        """The seat to act, if it has been away for so long that the others may choose what becomes of its turn."""
        return vote.missing(self.play, self.away, self.now()) if self.play else None

    def join(self, viewer: Viewer) -> None:
        """Lets a connection in: first its welcome, then the others learn of it."""
        self.viewers.add(viewer)
        self.presence.come(self.record.code, viewer.player.id, self.now())
        self.idle_since = None
        self.names[viewer.player.id] = viewer.player.name
        self.show(welcoming=viewer)

    def leave(self, viewer: Viewer, *, is_sent_away: bool = False) -> None:
        """`is_sent_away`: because this process ends, and not because the player wanted to."""
        if viewer not in self.viewers:
            return
        self.viewers.remove(viewer)
        self.presence.go(self.record.code, viewer.player.id, self.now(), is_sent_away=is_sent_away)
        if not self.viewers:
            self.idle_since = asyncio.get_running_loop().time()
        self.show()

    def rename(self, player: Player) -> None:
        """A new name for everything but the game being played, which keeps the names it started with."""
        if player.id not in self.names:
            return
        self.names[player.id] = player.name
        for viewer in self.of(player.id):
            viewer.player = player
        self.show(also_you={player.id})

    def of(self, player: str) -> list[Viewer]:
        return [viewer for viewer in self.viewers if viewer.player.id == player]

    # What is pushed

    def show(self, *, welcoming: Viewer | None = None, also_you: Iterable[str] = ()) -> None:
        """Pushes what changed in the room since it was last shown; `you` goes to those for whom that changed."""
        before = self.shown
        now = room_view(self)
        if now != before:
            self.rev += 1
            self.shown = {**now, "rev": self.rev}
            change = Change(before, self.shown)
            changed = self._changed(before) | set(also_you)
            public: dict[Kind, str] = {}
            for viewer in self.viewers:
                if viewer is welcoming:
                    continue
                message = {"type": "room", "patch": change.patch(viewer.patch)}
                if viewer.player.id in changed:
                    viewer.peer.push(encode({**message, "you": self.you(viewer.player)}))
                    continue
                text = public.get(viewer.patch)
                if text is None:
                    text = public[viewer.patch] = encode(message)
                viewer.peer.push(text)
        if welcoming is not None:
            self.welcome(welcoming)
        if self.watch is not None:
            self.watch.arm()

    def _changed(self, before: View) -> set[str]:
        """The players whose seat or hostship is another than in the view `before`."""
        was = {seat["player"]: n for n, seat in enumerate(before["seats"]) if seat}
        now = {player: n for n, player in enumerate(self.record.seats) if player}
        moved = {player for player in was.keys() | now.keys() if was.get(player) != now.get(player)}
        host = self.shown["host"]
        return moved | ({before["host"], host} if before["host"] != host else set())

    def tell_all(self, message: View) -> None:
        text = encode(message)
        for viewer in self.viewers:
            viewer.peer.push(text)

    def tell(self, moves: dict[Audience, Move]) -> None:
        """Pushes to each viewer what their audience sees; what several may see is encoded once. Who has become another
        audience (they left the game) has nothing that a patch could apply to, and is welcomed anew."""
        texts: dict[int, str] = {}
        for viewer in self.viewers:
            audience = self.audience(viewer.player)
            if audience != viewer.audience:
                self.welcome(viewer)
                continue
            message = moves[audience].message(viewer.patch)
            text = texts.get(id(message))
            if text is None:
                text = texts[id(message)] = encode(message)
            viewer.peer.push(text)
        if not self._is_calm():
            self.show()

    def _is_calm(self) -> bool:
        """Whether an action at the table changes nothing about the room around it: nobody is away or replaced, nothing
        is asked, no clock runs. Most of the time it is so, and then nothing need be looked at."""
        play = self.play
        return (
            play is not None
            and play.clock is None
            and self.record.ask is None
            and not play.deputies
            and all(seat is None or (seat["online"] and seat["bot"] is None) for seat in self.shown["seats"])
        )

    def call_to_turn(self, play: Play) -> None:
        """Has the player whose turn it has become called, once for each turn, where they are not in the room."""
        turn = turn_of(play)
        if self.herald is None or play.is_over or turn in self.turns_begun or rules.must_pass(play.state):
            return
        self.turns_begun = [*self.turns_begun[-1:], turn]
        player = play.record.players[play.state.turn]
        if self.away(player) is not None:
            self.herald.call(player, self.record.code)

    # What is changed

    async def change(self, alter: Callable[[records.Room], records.Room]) -> None:
        """Stores what `alter` makes of the record, then shows it. Raises what `alter` raises; on a lost race with
        another process it is asked again with the record as that one left it. Caller holds the turnstile."""
        while True:
            altered = await self.judged(alter)
            if altered == self.record:
                return
            if await self.store.save_room(altered):
                break
            await self.reload()
        await self.stored(altered)

    async def judged(self, alter: Callable[[records.Room], records.Room]) -> records.Room:
        """What `alter` makes of the record. Where it refuses, or finds that all is so already, it is asked again with
        the record as the store has it, if that can be read: what another process did may not be known here yet."""
        if self.feed.is_shared:
            with contextlib.suppress(Refusal):
                altered = alter(self.record)
                if altered != self.record:
                    return altered
            with contextlib.suppress(Unavailable, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self.reload()
        return alter(self.record)

    async def stored(self, record: records.Room) -> None:
        """Shows what was stored just now, here and elsewhere."""
        self.feed.publish("room", record.code)
        await self.adopt(records.saved(record))

    async def reload(self) -> None:
        record = await self.store.room(self.record.code)
        if record is None:
            raise Refusal("not_found", "the room is gone")
        await self.adopt(record)

    async def adopt(self, record: records.Room) -> None:
        """Shows a record that is stored, and the game that it names where that is another."""
        await self.learn_names(record.people)
        play = self.play
        if record.game and (play is None or play.record.id != record.game):
            play = await load_play(self.store, record.game)
        self.record, old, self.play = record, self.play, play
        if play is not old:
            self.turns_begun.clear()
        self.show()
        if play is not None and play is not old:
            self.new_game(play)

    async def learn_names(self, players: Iterable[str]) -> None:
        missing = sorted({player for player in players if player not in self.names})
        if missing:
            self.names.update({id: player.name for id, player in (await self.store.players(missing)).items()})

    def new_game(self, play: Play) -> None:
        """Shows everyone a game that has begun. One that is under way already (another process began it) has a log
        besides, and takes a whole welcome."""
        if play.seq:
            for viewer in self.viewers:
                self.welcome(viewer)
            return
        texts: dict[int, str] = {}
        for viewer in self.viewers:
            viewer.audience = self.audience(viewer.player)
            view = play.view(viewer.audience)
            text = texts.get(id(view))
            if text is None:
                text = texts[id(view)] = encode({"type": "game", "game": view})
            viewer.peer.push(text)

    async def say(self, player: Player, text: str) -> None:
        line = ChatLine(room=self.record.code, player=player.id, name=player.name, text=text, at=self.now())
        await self.store.say(line)
        metrics.CHAT_LINES.inc()
        self.feed.publish("chat", self.record.code)
        if self.feed.is_shared:
            # What other processes stored before it is shown before it: the order is the same for everybody. Where the
            # store is away just now, their notes have it looked up.
            with contextlib.suppress(Unavailable):
                self.hear(await self.store.chat(self.record.code))
        self.hear([line])

    def hear(self, lines: Iterable[ChatLine]) -> None:
        """Shows those of the stored lines that were not shown yet."""
        for said in self.chat.hear(lines):
            self.tell_all({"type": "chat", **said})


def turn_of(play: Play) -> tuple[int, int]:
    """A turn comes once, but may come again after an undo."""
    return play.state.round, play.state.turn


async def load_play(store: Store, game: str) -> Play:
    """The game as its journal has it."""
    record = await store.game(game)
    if record is None:
        raise LookupError(f"a room names the game {game}, which is not stored")
    return Play(record, await store.actions(game))
