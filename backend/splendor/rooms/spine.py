"""The spine: an action is judged, made durable, made true, and shown, in this order and under one turnstile."""

from dataclasses import replace
from typing import Any

from splendor import records, rules
from splendor.records import Player
from splendor.rooms import table
from splendor.rooms.play import Play
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room


async def act(room: Room, player: Player, game: str, seq: int, action: rules.Action) -> None:
    """Plays `action` as number `seq` of `game`, or as the next where rows about time came between. Returns once it is
    durable and pushed, also where it was so before (an act is safe to repeat). Raises Refusal, having changed nothing,
    or Unavailable, when nobody can know yet."""
    async with room.turnstile:
        play = playing(room, game)
        seat = play.seat_of(player.id)
        if seat is None:
            raise Refusal("forbidden", "only players of this game act")
        await certain(room, play)
        is_read = False
        while True:
            number = play.named(seq)
            if play.has(number, seat, action):
                return
            if number > play.seq + 1 and room.feed.is_shared and not is_read:
                is_read, play.certain = True, False  # the player may know by another process what we do not yet
                await certain(room, play)
                continue
            if number != play.seq + 1:
                raise Refusal("stale", f"the game is at {play.seq}")
            if play.is_over:
                raise Refusal("wrong_status", "the game is over")
            if await commit(room, play, seat, action):
                break
        await follow(room, play)


async def resign(room: Room, player: str, game: str) -> None:
    """Takes the player out of the game (E47), whosever turn it is. Caller holds the turnstile."""
    play = playing(room, game)
    await certain(room, play)
    while True:
        seat = play.seat_of(player)
        if seat is None:
            raise Refusal("forbidden", "only players of this game resign")
        if play.is_over:
            raise Refusal("wrong_status", "the game is over")
        if await commit(room, play, seat, rules.Resign()):
            break
    await follow(room, play)


def playing(room: Room, game: str) -> Play:
    if room.play is None or room.play.record.id != game:
        raise Refusal("not_found", "there is no such game in this room")
    return room.play


async def commit(room: Room, play: Play, seat: int, action: rules.Action, **beside: Any) -> bool:
    """Judge, make durable (with what stands `beside` it: `by`, `votes`), make true, show. False if another process was
    first with this number: the game has then caught up with the journal, and the action is to be judged again."""
    try:
        step = rules.apply(play.state, seat, action)
    except rules.NotYourTurn as error:
        raise Refusal("not_your_turn", error.detail) from None
    except rules.IllegalAction as error:
        raise Refusal("illegal_action", f"{error.ruling}: {error.detail}") from None
    return await write(room, play, seat, {**rules.action_to_json(action), **beside}, step)


async def note(room: Room, play: Play, seat: int, action: dict[str, Any]) -> bool:
    """A row about time, which changes nothing on the table; False as above."""
    return await write(room, play, seat, action, rules.Step(play.state, ()))


async def write(room: Room, play: Play, seat: int, action: dict[str, Any], step: rules.Step) -> bool:
    """Makes durable what was judged, then true, then shows it; False as above."""
    row = records.Action(game=play.record.id, seq=play.seq + 1, seat=seat, action=action, at=room.now())
    # Until the store has answered, nobody knows: if this wait is cut short, the next one reads the journal first.
    play.certain = False
    won = await room.store.append(row)
    if won:
        room.feed.publish("game", room.record.code, row.game, row.seq)
        room.tell(play.advance(row, step))
        play.certain = True
        room.call_to_turn(play)
        if room.watch is not None:
            await room.watch.give_back(play, row.at)
    else:
        await certain(room, play)
    return won


async def certain(room: Room, play: Play) -> None:
    """Brings the game up to its journal, if it may be behind, and on to where somebody is to act: whoever wrote the
    last row may not have come to what follows from it."""
    if play.certain:
        return
    for row in await room.store.actions(play.record.id, after=play.seq):
        room.tell(play.advance(row, play.step(row)))
    play.certain = True
    await follow(room, play)


async def follow(room: Room, play: Play) -> None:
    """What the game does of itself after a change: passes for who can't act (E08), and ends."""
    while rules.must_pass(play.state):
        await commit(room, play, play.state.turn, rules.Pass())
    # Another process may have ended it already, and begun the next, which is not to end with it.
    while play.is_over and room.record.status == "playing" and room.record.game == play.record.id:
        view = play.view(None)
        score = {
            "game": play.record.id,
            "winners": view["result"]["winners"],
            "points": [player["points"] for player in view["players"]],
            "players": list(play.record.players),
            "names": list(play.record.names),
        }
        now = room.now()
        record = table.finish(room.record, score, now)
        if await room.store.finish_game(record, replace(play.record, result=view["result"], finished=now)):
            await room.stored(record)
        else:
            await room.reload()
