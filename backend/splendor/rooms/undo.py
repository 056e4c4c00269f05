"""Taking back the last action: at once where nobody learned anything by it, else when the others present agree.

An undo is a row of the journal like any other, with a number of its own. The game is then as it was before.
"""

from dataclasses import replace
from datetime import timedelta

from splendor import rules
from splendor.records import Ask, Player
from splendor.rooms import ask, spine
from splendor.rooms.play import Last, Play
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room

RETURN = timedelta(seconds=10)
"""In which all come back after a restart. Who is not there yet has not let the others decide."""


async def undo(room: Room, player: Player, game: str, seq: int) -> None:
    """Takes back the player's own action `seq`, or asks the others whether they may. Safe to repeat, as an act is."""
    async with room.turnstile:
        play = spine.playing(room, game)
        seat = _seat(play, player)
        await spine.certain(room, play)
        while not _is_undone(play, seat, seq):
            last = _own_last(play, seat, seq)
            if last.undo == "ask":
                if not others_present(room, play, seat):
                    raise Refusal("wrong_status", "the others would have to agree, and nobody is there to ask")
                if room.ask is None:
                    await _ask(room, ask.begun(play, last, room.now()))
                return
            if await _take_back(room, play, last):
                return


async def _ask(room: Room, asked: Ask) -> None:
    await room.change(lambda record: replace(record, ask=asked))


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
        about = asked
        await room.change(lambda record: ask.answered(record, about, seat, yes))
        if yes:
            await carry_out(room, play, about)


async def carry_out(room: Room, play: Play, asked: Ask) -> None:
    """Takes back what was asked for, if all agree. Caller holds the turnstile."""
    while is_agreed(room, play, asked):
        assert play.last is not None, "what is asked for is the last action"
        if await _take_back(room, play, play.last):
            return


def is_agreed(room: Room, play: Play, asked: Ask) -> bool:
    """Whether it is still asked, and all others who are there agree: one at least. After a restart those who are yet to
    come back have to agree, too."""
    present, found = others_present(room, play, asked.seat), room.ask
    if found is None or found.seq != asked.seq or not present:
        return False
    return present | _yet_to_come(room, play, asked.seat) <= set(found.yes)


def others_present(room: Room, play: Play, seat: int) -> set[int]:
    """The seats that have to agree: players of the game other than the one who asks, who are connected."""
    return {other for other, player in _others(play, seat) if room.away(player) is None}


def _yet_to_come(room: Room, play: Play, seat: int) -> set[int]:
    """Those of whom nothing has been seen since the room was read, though they may have been there right before."""
    if room.now() - room.opened >= RETURN:
        return set()
    stays = {other: room.presence.stay(room.record.code, player) for other, player in _others(play, seat)}
    return {
        other
        for other, stay in stays.items()
        if stay is None or (stay.gone is not None and room.opened - RETURN < stay.gone < room.opened)
    }


def _others(play: Play, seat: int) -> list[tuple[int, str]]:
    """Seat and player of the others who have not left the game."""
    players = enumerate(play.record.players)
    return [(other, player) for other, player in players if other != seat and play.seat_of(player) is not None]


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
    return seq in play.undone and play.turns.turn(seq).row.seat == seat


async def _take_back(room: Room, play: Play, last: Last) -> bool:
    """False if another process was first with the number."""
    return await spine.write(room, play, last.seat, {"type": "undo", "of": last.seq}, rules.Step(last.before, ()))
