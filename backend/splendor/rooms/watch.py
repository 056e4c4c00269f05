"""What a room does by itself as time passes: clocks run out and stand still, deputies play, votes open, hosts change.

One alarm for each room, set for the next moment at which something is due, and set anew after every change.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from splendor.records import Unavailable
from splendor.rooms import absence, spine, timekeeping, undo, vote
from splendor.rooms.moments import Alarm
from splendor.rooms.play import Play
from splendor.rooms.presence import BRIEF
from splendor.rooms.room import Room

logger = logging.getLogger("splendor.rooms")

RELOAD = timedelta(seconds=2)
"""A page that is opened again is back by then, and no row tells of it. The time counts as away all the same."""
BREATH = timedelta(seconds=2)
"""A deputy plays after so long: all can follow, and the owner may come back before."""
TOUCH = timedelta(hours=1)
"""How exactly it is remembered when somebody was last in a lobby."""
AGAIN = timedelta(seconds=2)
LATER = timedelta(seconds=60)
AT_ONCE = 100
"""So much is done in one go; a table of empty clocks plays on and on."""

Deed = Callable[[], Awaitable[None]]
Due = tuple[datetime, Deed]


class Watch:
    def __init__(self, room: Room) -> None:
        self.room = room
        self._alarm: Alarm | None = None
        self._moment: datetime | None = None
        self._is_awake = False
        self._is_stopped = False

    @property
    def must_stay(self) -> bool:
        """Whether a clock runs, or will run on by itself, so that the room may not leave memory."""
        play = self.room.play
        clock = play.clock if play else None
        return clock is not None and not clock.advisory and not clock.over and clock.held != "pause"

    def arm(self) -> None:
        """Sets the alarm for the next thing to do."""
        if self._is_awake or self._is_stopped:
            return
        self._set(min((moment for moment, _ in self._due()), default=None))

    async def give_back(self, play: Play, since: datetime) -> None:
        """Nobody could act while nobody saw what had been done: that time is not the next player's."""
        await timekeeping.credit(self.room, play, timekeeping.Outage(since, self.room.now()))

    def stop(self) -> None:
        """The room leaves memory."""
        self._is_stopped = True
        self._set(None)

    def _set(self, moment: datetime | None) -> None:
        if moment == self._moment and moment is not None:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._moment = moment
        self._alarm = None if moment is None else self.room.time.at(moment, self.wake)

    async def wake(self) -> None:
        """Does what is due, and sets the alarm anew."""
        self._alarm = self._moment = None
        if self._is_awake or self._is_stopped:
            return
        self._is_awake = True
        again = None
        try:
            async with self.room.turnstile:
                if self.room.play is not None:
                    await spine.certain(self.room, self.room.play)
                for _ in range(AT_ONCE):
                    now = self.room.now()
                    deed = next((deed for moment, deed in self._due() if moment <= now), None)
                    if deed is None:
                        break
                    await deed()
                self.room.show()
        except Unavailable as error:
            if not self.room.turnstile.is_shut:
                logger.warning("room %s: the store is unavailable: %s", self.room.record.code, error)
                again = self.room.now() + AGAIN
        except Exception:  # whatever it is, the room is looked after again
            logger.exception("room %s could not be looked after", self.room.record.code)
            again = self.room.now() + LATER
        finally:
            self._is_awake = False
        if again is None:
            self.arm()
        elif not self._is_stopped:
            self._set(again)

    def _due(self) -> Iterator[Due]:
        """What there is to do, and when; the first that is due is done first."""
        room = self.room
        play = room.play
        if play is not None and not play.is_over:
            yield from self._of_deputies(play)
            yield from self._of_clock(play)
        if room.viewers:
            if room.record.status == "lobby":
                yield room.record.touched + TOUCH, self._touch
            yield from self._of_those_away()
            yield from self._of_asking()

    def _of_deputies(self, play: Play) -> Iterator[Due]:
        room = self.room
        paused = play.clock is not None and play.clock.held == "pause"
        for seat in sorted(play.deputies):
            if play.state.players[seat].left:
                continue
            if room.away(play.record.players[seat]) is None:
                yield room.now(), partial(absence.dismiss, room, play, seat)
            elif seat == play.state.turn and not paused:
                yield play.touched + BREATH, partial(absence.deputise, room, play)

    def _of_clock(self, play: Play) -> Iterator[Due]:
        room, clock, seat = self.room, play.clock, play.state.turn
        if clock is None or clock.advisory or clock.held == "pause":
            return
        gone = room.away(play.record.players[seat])
        if clock.held == "away":
            waits = gone is not None and seat not in play.deputies
            yield clock.grace_ends if waits else room.now(), partial(timekeeping.run_on, room, play)
            return
        deadline = clock.deadline(seat)
        if gone is not None and clock.grace > 0 and seat not in play.deputies:
            since = max(gone, clock.since)
            yield min(since + RELOAD, deadline), partial(timekeeping.hold, room, play, since)
        yield deadline, partial(timekeeping.time_out, room, play)

    def _of_those_away(self) -> Iterator[Due]:
        """The moments at which the room looks another way: somebody else hosts, a vote opens."""
        room, now = self.room, self.room.now()
        for player in {room.record.host, *room.record.seats} - {None}:
            gone = room.away(player) if player else None
            if gone is not None:
                for moment in (gone + BRIEF, gone + vote.PATIENCE):
                    if moment > now:
                        yield moment, self._show

    def _of_asking(self) -> Iterator[Due]:
        room, play, asked = self.room, self.room.play, self.room.ask
        if play is not None and asked is not None:
            yield asked.until, self._show
            if room.now() < room.opened + undo.RETURN:
                yield room.opened + undo.RETURN, self._show
            if undo.is_agreed(room, play, asked):  # the last who had not answered has left, or does not return
                yield room.now(), partial(undo.carry_out, room, play, asked)

    async def _show(self) -> None:
        self.room.show()

    async def _touch(self) -> None:
        now = self.room.now()
        await self.room.change(lambda record: replace(record, touched=now))
