"""Taking back the last action: at once where nobody learned anything by it, else when the others present agree.

An undo is a row of the journal like any other, with a number of its own. The game is then as it was before.
"""

from splendor import rules
from splendor.records import Player
from splendor.rooms import ask, spine
from splendor.rooms.play import Last, Play
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room


async def undo(room: Room, player: Player, game: str, seq: int) -> None:
    """Takes back the player's own action `seq`, or asks the others whether they may. Safe to repeat, as an act is."""
    async with room.turnstile:
        play = spine.playing(room, game)
        seat = _seat(play, player)
        await spine.certain(room, play)
        while not _is_undone(play, seat, seq):
            last = _own_last(play, seat, seq)
            if last.undo == "ask":
                if not ask.others_present(room, play, seat):
                    raise Refusal("wrong_status", "the others would have to agree, and nobody is there to ask")
                return ask.open(room, play, last)
            if await _take_back(room, play, last):
                return None
        return None


async def consent(room: Room, player: Player, game: str, seq: int, yes: bool) -> None:
    """Answers who asks to take back action `seq`. It is done as soon as all others who are there agree, and no longer
    asked once one of them does not."""
    async with room.turnstile:
        play = spine.playing(room, game)
        seat = _seat(play, player)
        await spine.certain(room, play)
        asked = room.ask
        if asked is None or asked.seq != seq:
            if yes and seq in play.undone:
                return
            raise Refusal("stale", "nobody asks for that now")
        if seat == asked.seat:
            raise Refusal("forbidden", "the others are asked")
        if not yes:
            ask.close(room)
            return
        asked.yes.add(seat)
        room.show()
        if ask.others_present(room, play, asked.seat) <= asked.yes:
            assert play.last is not None, "an ask closes with what it asks for"
            if not await _take_back(room, play, play.last):
                raise Refusal("stale", f"the game is at {play.seq}")


def _seat(play: Play, player: Player) -> int:
    seat = play.seat_of(player.id)
    if seat is None:
        raise Refusal("forbidden", "only players of this game may")
    return seat


def _own_last(play: Play, seat: int, seq: int) -> Last:
    """What may be taken back, if number `seq` of that seat is it."""
    if play.is_over:
        raise Refusal("wrong_status", "the game is over")
    if play.last is not None and play.last.seq == seq:
        if play.last.seat != seat:
            raise Refusal("forbidden", "one takes back what one did oneself")
        return play.last
    if seq == play.seq:
        raise Refusal("wrong_status", f"number {seq} can't be taken back")
    raise Refusal("stale", f"the game is at {play.seq}")


def _is_undone(play: Play, seat: int, seq: int) -> bool:
    return seq in play.undone and play.turns[seq - 1].row.seat == seat


async def _take_back(room: Room, play: Play, last: Last) -> bool:
    """False if another process was first with the number."""
    return await spine.write(room, play, last.seat, {"type": "undo", "of": last.seq}, rules.Step(last.before, ()))
