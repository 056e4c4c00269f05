"""Games at random in which everything happens that may: undos and what they ask, resignations, deputies, people who go
and come back, chat, records, notifications. Everything that anybody is sent is kept, word for word.

A game is played by its dice and writes down what was done; at another table the same can then be done again."""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from unittest.mock import patch

from rooms.stage import CLOCK, CODE, Stage
from splendor import rules
from splendor.push.push import Call
from splendor.rooms.deeds import perform
from splendor.rooms.patch import KINDS
from splendor.rooms.play import Play
from splendor.rooms.record import game_record
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room, encode
from splendor.rooms.rooms import Rooms
from splendor.rooms.viewer import Viewer
from splendor.wire.client import read_message
from support.invariants import may_be_known
from support.positions import Position
from support.random_player import choose as choose_action

SEATED = ("ada", "lin", "bo", "cy")
WATCHER = "eve"
PUBLIC = "public"
"""Who is nobody in particular: what can be asked for over HTTP."""
SEED = "5eed0123456789abcdef0123456789ab"
LONGEST = 220
AFTERWARDS = 12
"""Actions of the next game."""
Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """What a game is played with. `seed` decides what happens in it, `listener` is who tries to find out."""

    seed: int
    options: rules.Options
    clock: bool
    deal: rules.Deal
    players: tuple[str, ...]
    listener: str

    @classmethod
    def of(cls, seed: int) -> "Table":
        """Every number of players comes with every choice of options in twelve that follow one another."""
        dice = random.Random(seed)
        players = SEATED[: 2 + seed % 3]
        deal = rules.deal(f"{dice.getrandbits(128):032x}", len(players))
        options = rules.Options(
            target=dice.choice([10, 15]), relaxed_take=seed // 3 % 2 == 1, hide_reserved=seed // 6 % 2 == 1
        )
        return cls(seed, options, dice.random() < 0.25, deal, players, dice.choice([*players, WATCHER]))


@dataclass(frozen=True, slots=True)
class Deed:
    """Somebody comes, goes, sends a message; or (by nobody) time passes, or the public has a look."""

    who: str
    does: str | float | Message


@dataclass(frozen=True, slots=True)
class Ear:
    """The other end of a connection."""

    keep: Callable[[str], None]

    def push(self, text: str) -> None:
        self.keep(text)

    def bye(self, reason: str) -> None:
        raise AssertionError(f"nobody is to be sent away: {reason}")


@dataclass
class Overheard:
    """A game under way.

    `heard`: by person, every text that they were sent; `known`: the cards that they may know of by now. `known_before`
    and `heard_before` (how many texts): the same before the last deed. `done`: how often what was done, without what
    was refused.
    """

    table: Table
    heard: dict[str, list[str]] = field(default_factory=dict)
    known: dict[str, set[str]] = field(default_factory=dict)
    known_before: dict[str, set[str]] = field(default_factory=dict)
    heard_before: dict[str, int] = field(default_factory=dict)
    script: list[Deed] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    async def open(self) -> None:
        table = self.table
        self.stage = stage = Stage(*table.players)
        stage.rooms = Rooms(stage.store, "client", herald=self, time=stage.time)
        stage.play_on(Position(table.deal, table.options, (), rules.new_game(table.deal, self.size, table.options)))
        game, record = stage.store.games["g1"], stage.store.rooms[CODE]
        options = {**game.options, "clock": {**CLOCK, "bank": 600} if table.clock else None}
        stage.store.games["g1"] = replace(game, options=options, seed=SEED)
        stage.store.rooms[CODE] = replace(record, options=options)
        self.room: Room = await stage.rooms.get(CODE)
        self.here: dict[str, Viewer] = {}
        self._note_what_may_be_known()
        for id in (*table.players, WATCHER):
            self._come(id)

    @property
    def size(self) -> int:
        return len(self.table.players)

    @property
    def play(self) -> Play:
        assert self.room.play is not None
        return self.room.play

    def seat(self, id: str) -> int | None:
        players = self.play.record.players
        return players.index(id) if id in players else None

    @property
    def seeds(self) -> list[str]:
        return [game.seed for game in self.stage.store.games.values()]

    def _note_what_may_be_known(self) -> None:
        """At every change of the game, before anybody is told of it."""
        tell, new_game = self.room.tell, self.room.new_game

        def note() -> None:
            for id in (*self.table.players, WATCHER, PUBLIC):
                self.known.setdefault(id, set()).update(may_be_known(self.play.state, self.seat(id)))

        def told(messages: dict[int | None, Any]) -> None:
            note()
            tell(messages)

        def dealt(play: Play) -> None:
            self.known.clear()
            note()
            new_game(play)

        self.room.tell, self.room.new_game = told, dealt  # type: ignore[method-assign]
        note()

    def keep(self, id: str, text: str) -> None:
        self.heard.setdefault(id, []).append(text)

    def call(self, player: str, room: str) -> None:
        """As the herald of the rooms."""
        self.keep(player, Call(player, room).text().decode())

    # What people do

    async def do(self, deed: Deed) -> None:
        self.known_before = {id: set(known) for id, known in self.known.items()}
        self.heard_before = {id: len(texts) for id, texts in self.heard.items()}
        self.script.append(deed)
        match deed.does:
            case "come":
                self._come(deed.who)
            case "go":
                self.room.leave(self.here.pop(deed.who))
            case "look":
                self._look()
            case float() as seconds:
                await self.stage.time.passes(seconds)
            case dict() as message:
                await self._send(deed.who, message)
            case other:
                raise ValueError(f"nobody does {other}")
        # Something may be due by what was done.
        await self.stage.time.passes()

    def _come(self, id: str) -> None:
        """With either kind of patches, now this, now that."""
        ear = Ear(lambda text: self.keep(id, text))
        kind = KINDS[(len(self.script) + len(self.here)) % len(KINDS)]
        viewer = self.here[id] = Viewer(self.stage.store.people[id], ear, patch=kind)
        self.room.join(viewer)

    async def _send(self, who: str, message: Message) -> None:
        """Keeps the answer, too."""
        try:
            await perform(self.room, self.here[who], read_message(json.dumps(message)))
        except Refusal as refusal:
            self.keep(who, encode({"type": "error", "re": None, "code": refusal.code, "detail": refusal.detail}))
        else:
            self.keep(who, encode({"type": "ok", "re": None}))
            self.done[message["type"]] += 1

    def _look(self) -> None:
        """The game that is being played, and the room. Of one that is over everything may be read."""
        game = self.play.record
        self.keep(PUBLIC, encode(game_record(game, self.stage.store.journal[game.id])))
        self.keep(PUBLIC, encode(self.room.shown))


# What is done


def choose(game: Overheard, dice: random.Random) -> Deed:
    """What happens next, by the dice."""
    play, here = game.play, sorted(game.here)
    to_act = game.table.players[play.state.turn]
    about = {"game": play.record.id, "seq": play.last.seq if play.last else 1}
    away = [id for id in game.table.players if id not in here]
    if game.room.ask is not None and dice.random() < 0.7:
        return Deed(dice.choice(here), {"type": "consent", **about, "yes": dice.random() < 0.85})
    if game.room.shown["vote"] and dice.random() < 0.8:
        voters = [id for id in here if id in game.table.players and id != to_act]
        (choice,) = dice.choices(["wait", "skip", "bot", "end"], [5, 25, 68, 2])
        message = {"type": "absent", "seat": game.room.shown["vote"]["seat"], "choice": choice}
        return Deed(dice.choice(voters), message)
    if to_act not in here and dice.random() < 0.85:
        return Deed("", dice.choice([2.0, 2.0, 5.0, 61.0])) if dice.random() < 0.8 else Deed(to_act, "come")
    (kind,) = dice.choices(list(HAPPENS), list(HAPPENS.values()))
    match kind:
        case "undo" if play.last is not None and game.table.players[play.last.seat] in here:
            return Deed(game.table.players[play.last.seat], {"type": "undo", **about})
        case "probe" if game.table.listener in here:
            action = {"type": dice.choice(["buy", "reserve"]), "card": dice.choice(sorted(rules.CARDS))}
            return Deed(game.table.listener, act(play, action))
        case "say":
            return Deed(dice.choice(here), {"type": "chat", "text": f"well played, {dice.randrange(1000)}"})
        case "react":
            return Deed(dice.choice(here), {"type": "react", "reaction": dice.choice(["nice", "wow"])})
        case "resync":
            return Deed(dice.choice(here), {"type": "ping", "resync": True})
        case "go" if len(here) > 2:
            return Deed(dice.choice(here), "go")
        case "come" if away:
            return Deed(dice.choice(away), "come")
        case "wait":
            return Deed("", dice.choice([0.5, 3.0, 20.0]))
        case "resign":
            return Deed(dice.choice(here), {"type": "resign", "game": play.record.id})
        case "pause" if game.room.host in here:
            return Deed(game.room.host, {"type": "pause", "game": play.record.id, "paused": dice.random() < 0.4})
        case "kick" if game.room.host in here:
            return Deed(game.room.host, {"type": "kick", "seat": dice.randrange(game.size)})
        case "act" if to_act in here:
            return Deed(to_act, act(play, play_on(play, dice)))
        case _:
            return Deed("", "look")


HAPPENS = {
    "act": 100, "undo": 9, "probe": 5, "say": 3, "react": 1, "resync": 4, "go": 3, "come": 8, "wait": 3, "resign": 0.3,
    "pause": 1, "kick": 0.1, "look": 5,
}  # fmt: skip


def act(play: Play, action: Message) -> Message:
    return {"type": "act", "game": play.record.id, "seq": play.seq + 1, "action": action}


def play_on(play: Play, dice: random.Random) -> Message:
    """A legal action of the seat to act, with more taken blind than a good player would."""
    view = play.view(play.state.turn)
    if view["moves"]["reserve"]["decks"] and dice.random() < 0.2:
        return {"type": "reserve", "deck": dice.choice(view["moves"]["reserve"]["decks"])}
    return choose_action(view, play.state.turn, dice)


Check = Callable[[Overheard], None]


async def play_through(table: Table, check: Check) -> Overheard:
    """A whole game, to where its end has been told; `check` after every deed."""
    game = Overheard(table)
    await game.open()
    check(game)
    dice = random.Random(table.seed)
    while not game.play.is_over and len(game.script) < LONGEST:
        await game.do(choose(game, dice))
        check(game)
    return game


async def play_the_next(game: Overheard, check: Check) -> None:
    """The beginning of another game of the same people; whatever chance decides, the table's dice decide."""
    dice = random.Random(game.table.seed)
    with patch("secrets.token_hex", lambda size: f"{dice.getrandbits(8 * size):0{2 * size}x}"):
        for id in [id for id in game.room.record.seats if id]:
            if id not in game.here:
                await game.do(Deed(id, "come"))
                check(game)
            await game.do(Deed(id, {"type": "rematch"}))
            check(game)
    for _ in range(AFTERWARDS if not game.play.is_over else 0):
        players = game.play.record.players
        await game.do(Deed(players[game.play.state.turn], act(game.play, play_on(game.play, dice))))
        await game.do(Deed("", "look"))
        check(game)


async def play_again(table: Table, script: list[Deed]) -> Overheard:
    """The same deeds at another table."""
    game = Overheard(table)
    await game.open()
    for deed in script:
        await game.do(deed)
    return game
