"""What to do about a seat that everybody waits for: the others who are there decide, by majority."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

from splendor.records import Ballots
from splendor.rooms.play import Play

Choice = Literal["wait", "skip", "bot", "end"]
Wait = tuple[str, int, int, datetime | None]
"""What everybody waits for: the game, its round, the seat to act, and since when that is away."""
CHOICES: tuple[Choice, ...] = get_args(Choice)
PATIENCE = timedelta(seconds=60)
"""So long a seat to act has been away before the others are asked."""


def cast(ballots: Ballots | None, wait: Wait, seat: int, choice: Choice) -> Ballots:
    """The ballots with what that seat chose last."""
    if ballots is None or not is_about(ballots, wait):
        game, round, away, since = wait
        ballots = Ballots(game=game, round=round, seat=away, since=since, choices={})
    return replace(ballots, choices={**ballots.choices, seat: choice})


def is_about(ballots: Ballots, wait: Wait) -> bool:
    """Whether that is what they chose about. Who came back and left again is another absence."""
    return (ballots.game, ballots.round, ballots.seat, ballots.since) == wait


def count(ballots: Ballots | None, wait: Wait, electors: Iterable[int]) -> dict[Choice, list[int]]:
    """The seats by what they chose about that; of those who are not there nothing is counted."""
    known = ballots.choices if ballots is not None and is_about(ballots, wait) else {}
    seats = [seat for seat in electors if seat in known]
    return {choice: sorted(seat for seat in seats if known[seat] == choice) for choice in CHOICES}


def wait_for(play: Play, away: Callable[[str], datetime | None]) -> Wait:
    state = play.state
    return play.record.id, state.round, state.turn, away(play.record.players[state.turn])


def missing(play: Play, away: Callable[[str], datetime | None], now: datetime) -> int | None:
    """The seat to act, if it has been away for so long that the others are asked and nobody plays for it yet."""
    seat = play.state.turn
    if play.is_over or seat in play.deputies:
        return None
    gone = away(play.record.players[seat])
    return seat if gone is not None and now - gone >= PATIENCE else None


def electors(play: Play, away: Callable[[str], datetime | None], seat: int) -> list[int]:
    """The other seats still playing that are there."""
    return [
        other
        for other, player in enumerate(play.record.players)
        if other != seat and not play.state.players[other].left and away(player) is None
    ]


def decided(count: dict[Choice, list[int]], electors: int) -> Choice | None:
    """What more than half of them chose.

    >>> decided({"wait": [0], "skip": [2], "bot": [], "end": []}, 2)
    >>> decided({"wait": [], "skip": [2, 3], "bot": [], "end": []}, 3)
    'skip'
    """
    return next((choice for choice, seats in count.items() if 2 * len(seats) > electors), None)


def shown(seat: int, count: dict[Choice, list[int]]) -> dict[str, Any]:
    """As `wire.views.Vote` has it."""
    return {"seat": seat, "choices": count}


def votes(count: dict[Choice, list[int]]) -> dict[str, list[int]]:
    """As the journal keeps it: who chose what."""
    return {choice: seats for choice, seats in count.items() if seats}
