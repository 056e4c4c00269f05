"""A game as it is played in a live room: the fold of its journal, and what each audience sees of it.

An *audience* is a seat of the game, or None for everybody who only watches.
"""

from dataclasses import dataclass, replace
from typing import Literal

from splendor import records, rules
from splendor.rooms.clock import new_clock
from splendor.rooms.history import History, Turn
from splendor.rooms.moments import stamp
from splendor.rooms.patch import Change, Kind, View

Audience = int | None

ABOUT_TIME = ("clock", "deputy")
"""Rows of the journal that change nothing on the table: between them the game stays as everybody saw it."""
NO_ACTION = ("by", "votes")
"""What stands beside an action that its seat's player did not do themselves."""


@dataclass(frozen=True, slots=True)
class Last:
    """The action that may be taken back, number `seq` of `seat`: the game as it was `before`, and whether that is
    "free" or, because somebody learned something by it or the turn was taken back so often already, the others have to
    be asked."""

    seq: int
    seat: int
    before: rules.State
    undo: Literal["free", "ask"]


class Move:
    """The `move` message of those who see the same: made once for each kind of patch, when somebody asks for it."""

    def __init__(self, facts: View, change: Change, entry: View) -> None:
        self._facts = facts
        self._change = change
        self._entry = entry
        self._messages: dict[Kind, View] = {}

    def message(self, kind: Kind) -> View:
        message = self._messages.get(kind)
        if message is None:
            message = self._messages[kind] = {
                **self._facts,
                "patch": self._change.patch(kind),
                "entry": self._entry,
            }
        return message


OWN = ("take", "reserve", "buy", "return", "noble")
"""What a player does themselves, and may take back."""
FREELY = 5
"""So often a turn is taken back without asking. The others can't act while it is, and their clocks run: who would not
stop could take all their time, and make the log as long as they like."""


class Play:
    """The running game of a room. Changes only through `advance`, after the journal has the row. `certain` is False
    while the journal may hold more than this. `touched`: when its last row came, or the game was made. `last` may be
    taken back; `undone` has the numbers of what was. `deputies`: the seats for which the game plays until they return.
    """

    def __init__(self, record: records.Game, rows: list[records.Action]) -> None:
        options = {key: record.options[key] for key in ("target", "relaxed_take", "hide_reserved")}
        deal = rules.Deal.from_json(record.deal)
        self.record = replace(record, deal=deal.to_json())  # the same, of the names that all games share
        self.state = rules.new_game(deal, len(record.players), rules.Options(**options))
        self.turns = History(record.id)
        self.touched = record.created
        self.clock = new_clock(record)
        self.deputies: frozenset[int] = frozenset()
        self.last: Last | None = None
        self.undone: set[int] = set()
        self._taken_back: tuple[tuple[int, int], int] = ((0, 0), 0)  # a turn (its round, its seat), and how often
        self._bare: tuple[rules.State, View] | None = None
        self._named: dict[int, tuple[View, View]] = {}
        for row in rows:
            self._fold(row, self.step(row))
        self.views = self._all_views()
        self.certain = True

    @property
    def seq(self) -> int:
        return len(self.turns)

    @property
    def is_over(self) -> bool:
        return self.state.phase == "over"

    def seat_of(self, player: str) -> Audience:
        """The player's seat in this game, unless they have left it (E47)."""
        if player not in self.record.players:
            return None
        seat = self.record.players.index(player)
        return None if self.state.players[seat].left else seat

    def has(self, seq: int, seat: int, action: rules.Action) -> bool:
        """Whether number `seq` is this very action of this very seat."""
        if not 1 <= seq <= self.seq:
            return False
        row = self.turns.turn(seq).row
        return row.seat == seat and row.action == rules.action_to_json(action)

    def named(self, seq: int) -> int:
        """The number that an action for number `seq` has or would have: rows about time may have come between it and
        the game as its player saw it."""
        if not 1 <= seq <= self.seq:
            return seq
        rows = (turn.row for turn in self.turns.beginning_with(seq))
        return next((row.seq for row in rows if row.action["type"] not in ABOUT_TIME), self.seq + 1)

    def step(self, row: records.Action) -> rules.Step:
        """What the journal's next row does on the table. An undo brings back the game as it was before the action."""
        if row.action["type"] in ABOUT_TIME:
            return rules.Step(self.state, ())
        if row.action["type"] == "undo":
            if self.last is None or self.last.seq != row.action["of"]:
                raise LookupError(f"number {row.seq} of {row.game} takes back what is not the last action")
            return rules.Step(self.last.before, ())
        action = {key: value for key, value in row.action.items() if key not in NO_ACTION}
        return rules.apply(self.state, row.seat, rules.action_from_json(action))

    def _fold(self, row: records.Action, step: rules.Step) -> Turn:
        assert row.seq == self.seq + 1, "the journal is folded in order"
        before, self.state = self.state, step.state
        if row.action["type"] == "undo":
            self.undone.add(row.action["of"])
            self._taken_back = (self.state.round, row.seat), self._times_taken_back(self.state, row.seat) + 1
            self.last = None
        elif row.action["type"] in OWN and "by" not in row.action and not self.is_over:
            is_free = self._times_taken_back(before, row.seat) < FREELY and not rules.reveals(before, step.events)
            self.last = Last(row.seq, row.seat, before, "free" if is_free else "ask")
        elif self.state is not before:
            self.last = None
        if self.clock is not None:
            self.clock = self.clock.after(row, before.turn, self.state.turn, self.is_over)
        if row.action["type"] == "deputy":
            self.deputies = self.deputies | {row.seat} if row.action["on"] else self.deputies - {row.seat}
        turn = self._told(row, step.events)
        self.turns.append(turn)
        self.touched = row.at
        return turn

    def _times_taken_back(self, state: rules.State, seat: int) -> int:
        turn, times = self._taken_back
        return times if turn == (state.round, seat) else 0

    def advance(self, row: records.Action, step: rules.Step) -> dict[Audience, Move]:
        """Takes over `step`, which `row` has made durable; gives what each audience is told of it. Audiences that see
        the same get the same object, so that it need be encoded but once."""
        turn = self._fold(row, step)
        before, self.views = self.views, self._all_views()
        made: dict[tuple[int, int, int], Move] = {}
        moves: dict[Audience, Move] = {}
        facts = {"type": "move", "game": self.record.id, "seq": row.seq}
        for audience, view in self.views.items():
            entry = turn.entry(audience, is_over=self.is_over)
            key = (id(before[audience]), id(view), id(entry))
            if key not in made:
                made[key] = Move(facts, Change(before[audience], view), entry)
            moves[audience] = made[key]
        return moves

    def view(self, audience: Audience) -> View:
        return self.views[audience]

    def log(self, audience: Audience) -> list[View]:
        return [turn.entry(audience, is_over=self.is_over) for turn in self.turns]

    def _told(self, row: records.Action, events: tuple[rules.Event, ...]) -> Turn:
        """The row with its entries in the log."""
        begin = {"seq": row.seq, "at": stamp(row.at), "seat": row.seat}
        if row.action["type"] in (*ABOUT_TIME, "undo"):
            public = {**begin, **{key: value for key, value in row.action.items() if key != "from"}}
            return Turn(row, public, public)
        beside = {key: row.action[key] for key in NO_ACTION if key in row.action}
        public = full = {**begin, **rules.entry(events, None), **beside}
        if not rules.is_told_alike(events):
            full = {**begin, **rules.entry(events, row.seat), **beside}
        return Turn(row, public, full)

    def _all_views(self) -> dict[Audience, View]:
        bare = rules.public(self.state, self._bare)
        self._bare = self.state, bare
        public: View = {
            "id": self.record.id,
            "seq": self.seq,
            "options": self.record.options,
            "clock": self.clock.to_json() if self.clock else None,
            **bare,
            "players": [self._name(seat, player) for seat, player in enumerate(bare["players"])],
        }
        views: dict[Audience, View] = {None: public}
        for seat in range(len(self.record.players)):
            more = rules.beyond(self.state, seat, public)
            views[seat] = {**public, **more} if more else public
        if self.last is not None:
            views[self.last.seat] = {**views[self.last.seat], "undo": self.last.undo}
        return views

    def _name(self, seat: int, player: View) -> View:
        """The player with their name; the same object as long as nothing about them changes."""
        bare, named = self._named.get(seat, (None, {}))
        if player is not bare:
            named = {"name": self.record.names[seat], **player}
            self._named[seat] = player, named
        return named
