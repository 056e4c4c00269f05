"""What a client's message does in a room: one case for each type."""

from splendor import records, rules
from splendor.rooms import absence, rematch, spine, table, timekeeping, undo
from splendor.rooms.catching_up import be_current_if_can_be
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room
from splendor.rooms.viewer import Viewer
from splendor.wire import client
from splendor.wire.actions import Action


async def perform(room: Room, viewer: Viewer, message: client.ClientMessage) -> None:
    """Does what `message` asks for. Returns when that is durable and shown; raises Refusal, having changed nothing."""
    player = viewer.player
    match message:
        case client.Act():
            await spine.act(room, player, message.game, message.seq, read_action(message.action))
        case client.Ping():
            if message.resync:
                await be_current_if_can_be(room)
                room.welcome(viewer)
        case client.Say():
            async with room.turnstile:
                await room.say(player, message.text)
        case client.Sit():
            async with room.turnstile:
                await room.change(lambda record: table.sit(record, player.id, message.seat))
        case client.Stand():
            async with room.turnstile:
                await room.change(lambda record: table.stand(record, player.id))
                await rematch.begin_if_all_are_in(room)
        case client.SetOptions():
            async with room.turnstile:
                await room.change(
                    lambda record: table.set_options(hosted(room, record, player.id), message.options, message.public)
                )
        case client.Start():
            async with room.turnstile:
                await rematch.start(room, player.id)
        case client.Kick():
            async with room.turnstile:
                await kick(room, player.id, message.seat)
                await rematch.begin_if_all_are_in(room)
        case client.Admit():
            async with room.turnstile:
                await room.change(lambda record: table.admit(hosted(room, record, player.id), message.player))
        case client.Rematch():
            async with room.turnstile:
                await rematch.rematch(room, player.id, message.ready)
        case client.Undo():
            await undo.undo(room, player, message.game, message.seq)
        case client.Consent():
            await undo.consent(room, player, message.game, message.seq, message.yes)
        case client.React():
            room.feed.publish("react", room.record.code, player.id, message.reaction)
            room.tell_all({"type": "react", "player": player.id, "reaction": message.reaction})
        case client.Resign():
            async with room.turnstile:
                await spine.resign(room, player.id, message.game)
        case client.Pause():
            async with room.turnstile:
                await pause(room, player.id, message)
        case client.Absent():
            async with room.turnstile:
                await absence.choose(room, player.id, message.seat, message.choice)
        case _:
            raise Refusal("wrong_status", f"{message.type} is not to be had yet")


def read_action(sent: Action) -> rules.Action:
    try:
        return rules.action_from_json(sent.model_dump(exclude_none=True))
    except rules.UnreadableAction as error:
        raise Refusal("bad_message", str(error)) from None


def hosted(room: Room, record: records.Room, player: str) -> records.Room:
    if room.host != player:
        raise Refusal("forbidden", "only the host may")
    return record


async def pause(room: Room, player: str, message: client.Pause) -> None:
    hosted(room, room.record, player)
    play = spine.playing(room, message.game)
    await spine.certain(room, play)
    await timekeeping.pause(room, play, message.paused)


async def kick(room: Room, host: str, seat: int) -> None:
    """Frees a seat; who sat there leaves a game that is running (E47) and watches."""
    kicked = table.kick(hosted(room, room.record, host), seat, host)
    player = room.record.seats[seat]
    play = room.play
    if player is not None and kicked.status == "playing" and play and play.seat_of(player) is not None:
        await spine.resign(room, player, play.record.id)
    await room.change(lambda record: table.kick(hosted(room, record, host), table_seat(record, player), host))


def table_seat(record: records.Room, player: str | None) -> int:
    """Where the player sits now: between two looks they may have moved, and then it is them who goes, not the seat."""
    seat = table.seat_of(record, player) if player else None
    if seat is None:
        raise Refusal("not_found", "nobody sits there")
    return seat
