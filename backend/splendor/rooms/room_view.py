"""What everybody is shown of a room: who sits, watches and hosts, and what is being decided."""

from typing import TYPE_CHECKING

from splendor.rooms import ask, moments, vote
from splendor.rooms.patch import View

if TYPE_CHECKING:
    from splendor.rooms.room import Room


def room_view(room: "Room") -> View:
    """The room as the wire has it."""
    watchers = {player: room.names[player] for player in room.presence.there(room.record.code) - {*room.record.seats}}
    asked = {"ask": ask.view(room.ask)} if room.ask is not None else {}
    return {
        "code": room.record.code,
        "status": room.record.status,
        "public": room.record.public,
        "host": room.host,
        "options": room.record.options,
        "rev": room.rev,
        "seats": [_seat(room, player) for player in room.record.seats],
        "watchers": [
            {"player": player, "name": name}
            for player, name in sorted(watchers.items(), key=lambda watcher: (watcher[1], watcher[0]))
        ],
        "game": room.record.game,
        "scores": list(room.record.scores),
        "kicked": [{"player": player, "name": room.names[player]} for player in room.record.kicked],
        "rematch": [player for player in room.record.seats if player in room.record.ready],
        "vote": _vote(room),
        **asked,
    }


def _seat(room: "Room", player: str | None) -> View | None:
    if player is None:
        return None
    gone, play = room.away(player), room.play
    deputised = play is not None and not play.is_over and play.seat_of(player) in play.deputies
    seat = {
        "player": player,
        "name": room.names[player],
        "bot": "deputy" if deputised else None,
        "online": gone is None,
    }
    return seat if gone is None else {**seat, "away": moments.stamp(gone)}


def _vote(room: "Room") -> View | None:
    """Open while a seat to act has been away for long enough, and somebody is there to decide."""
    seat = room.missing()
    present = vote.electors(room.play, room.away, seat) if room.play and seat is not None else []
    if room.play is None or seat is None or not present:
        return None
    return vote.shown(seat, vote.count(room.record.ballots, vote.wait_for(room.play, room.away), present))
