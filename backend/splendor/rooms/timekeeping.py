"""What is done about a running game's clock. Callers hold the turnstile, and have the game certain.

Every deed is a row of the journal, judged on the clock as the journal makes it: several processes may all try, and the
number decides which one did it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from splendor import rules
from splendor.rooms import spine
from splendor.rooms.clock import millis
from splendor.rooms.moments import stamp
from splendor.rooms.play import Play
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room

WORTH_A_ROW = 1000
"""Milliseconds: what a restart took less than is not given back."""


@dataclass(frozen=True, slots=True)
class Outage:
    """From the last sign of life of any process until this one began."""

    begin: datetime
    end: datetime


async def pause(room: Room, play: Play, paused: bool) -> None:
    """The host stops the clock, or lets it run on; what is so already is left as it is."""
    is_read = False
    while True:
        if play.is_over:
            raise Refusal("wrong_status", "the game is over")
        if play.clock is None:
            raise Refusal("wrong_status", "this game has no clock")
        if (play.clock.held == "pause") == paused:
            if is_read or not room.feed.is_shared:
                return
            is_read, play.certain = True, False  # what another process did may not be known here yet
            await spine.certain(room, play)
            continue
        held = {"held": "pause"} if paused else {}
        if await spine.note(room, play, play.state.turn, {"type": "clock", **held}):
            return


async def hold(room: Room, play: Play, since: datetime) -> None:
    """The clock stands still for a seat that has been away `since` then."""
    row = {"type": "clock", "held": "away", "from": stamp(since)}
    await spine.note(room, play, play.state.turn, row)


async def run_on(room: Room, play: Play) -> None:
    await spine.note(room, play, play.state.turn, {"type": "clock"})


async def time_out(room: Room, play: Play) -> None:
    """The turn of whoever ran out of time is finished for them (E48)."""

    def is_due() -> bool:
        clock = play.clock
        return clock is not None and clock.runs and not clock.advisory and room.now() >= clock.deadline(play.state.turn)

    await finish_turn(room, play, is_due, by="clock")


async def finish_turn(room: Room, play: Play, is_due: Callable[[], bool], **beside: Any) -> None:
    """Plays the game's own moves (E48) until the turn has passed, or is no longer to be finished: its player is back,
    or another process was first."""
    while is_due():
        won = await spine.commit(room, play, play.state.turn, rules.timeout_action(play.state), **beside)
        if won and play.state.phase in ("play", "over"):
            break
    await spine.follow(room, play)


async def credit(room: Room, play: Play, outage: Outage) -> None:
    """Gives back the time that ran while no process was alive. Where that has been done the clock has been charged
    since then, and there is nothing left to give."""
    while (clock := play.clock) is not None and clock.runs:
        begin = max(outage.begin, clock.since)
        lost = millis(outage.end - begin)
        if lost < WORTH_A_ROW:
            return
        if await spine.note(room, play, play.state.turn, {"type": "clock", "credit": lost, "from": stamp(begin)}):
            return
