"""Rooms in a list: enough to choose one by."""

from collections.abc import Sequence

from splendor.records import Room
from splendor.rooms.moments import stamp
from splendor.web.services import Services
from splendor.wire.http import RoomSummary


async def summaries(deps: Services, rooms: Sequence[Room], caller: str | None = None) -> list[RoomSummary]:
    """`caller` asks for their own rooms, and is told where it is their turn."""
    ids = list({player for room in rooms for player in room.seats if player})
    names = {id: player.name for id, player in (await deps.store.players(ids)).items()}
    return [
        RoomSummary(
            code=room.code,
            status=room.status,
            public=room.public,
            names=[names[player] if player else None for player in room.seats],
            watching=watching(deps, room.code),
            your_turn=await is_turn_of(deps, room, caller) if caller else None,
            touched=stamp(room.touched),
        )
        for room in rooms
    ]


def watching(deps: Services, code: str) -> int:
    live = deps.rooms.live.get(code)
    return len(live.shown["watchers"]) if live else 0


async def is_turn_of(deps: Services, room: Room, player: str) -> bool:
    if room.status != "playing":
        return False
    play = (await deps.rooms.get(room.code)).play
    return play is not None and not play.is_over and play.seat_of(player) == play.state.turn
