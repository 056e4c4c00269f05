"""A seat that is away: the others choose what becomes of its turn, and a deputy plays until it returns.

Callers hold the turnstile.
"""

from dataclasses import replace

from splendor import rules
from splendor.rooms import spine, timekeeping, vote
from splendor.rooms.play import Play
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room


async def choose(room: Room, player: str, seat: int, choice: vote.Choice) -> None:
    """The player's choice about that seat; what more than half of those present chose is done at once."""
    play = room.play
    if play is None or play.is_over:
        raise Refusal("wrong_status", "no game is running")
    await spine.certain(room, play)
    own = play.seat_of(player)
    if own is None:
        raise Refusal("forbidden", "only players of this game choose")
    if own == seat or room.missing() != seat:
        raise Refusal("wrong_status", "that seat is not to act, or has not been away for long enough")
    wait = vote.wait_for(play, room.away)
    await room.change(lambda record: replace(record, ballots=vote.cast(record.ballots, wait, own, choice)))
    present = vote.electors(play, room.away, seat)
    count = vote.count(room.record.ballots, wait, present)
    await _carry_out(room, play, wait, vote.decided(count, len(present)), vote.votes(count))


async def _carry_out(
    room: Room, play: Play, wait: vote.Wait, choice: vote.Choice | None, votes: dict[str, list[int]]
) -> None:
    def is_due() -> bool:
        return vote.wait_for(play, room.away) == wait and room.missing() is not None

    seat = wait[2]
    match choice:
        case "skip":
            await timekeeping.finish_turn(room, play, is_due, by="table", votes=votes)
        case "bot":
            while is_due() and not await spine.note(room, play, seat, {"type": "deputy", "on": True, "votes": votes}):
                pass
        case "end":
            while is_due() and not await spine.commit(room, play, seat, rules.End(), votes=votes):
                pass
            await spine.follow(room, play)


async def deputise(room: Room, play: Play) -> None:
    """Plays the turn of a seat for which the game plays."""
    seat = play.state.turn

    def is_due() -> bool:
        is_away = room.away(play.record.players[seat]) is not None
        return is_away and play.state.turn == seat and seat in play.deputies and not play.is_over

    await timekeeping.finish_turn(room, play, is_due, by="deputy")


async def dismiss(room: Room, play: Play, seat: int) -> None:
    """The seat's player is back and plays themselves."""
    await spine.note(room, play, seat, {"type": "deputy", "on": False})
