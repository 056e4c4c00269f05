"""Who sits where, under which options: pure changes of a room's record. Each returns the changed record or raises
Refusal; none looks at what is being played."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from splendor.records import Room
from splendor.rooms.refusal import Refusal
from splendor.wire.options import OptionsIn


def new_room(code: str, host: str, options: OptionsIn | None, public: bool, now: datetime) -> Room:
    """A lobby whose maker hosts it and sits in seat 0."""
    chosen = (options or OptionsIn()).model_dump()
    seats = (host, *(None for _ in range(chosen["seats"] - 1)))
    return Room(
        code=code, status="lobby", public=public, host=host, options=chosen, seats=seats, created=now, touched=now
    )


def seat_of(room: Room, player: str) -> int | None:
    return room.seats.index(player) if player in room.seats else None


def sit(room: Room, player: str, seat: int | None) -> Room:
    """`player` in `seat`, or in the first free one; who sits may also move to another."""
    _between_games(room)
    if player in room.kicked:
        raise Refusal("forbidden", "the host has removed you from the seats")
    if seat is None:
        if player in room.seats:
            return room
        seat = next((n for n, taken in enumerate(room.seats) if taken is None), None)
        if seat is None:
            raise Refusal("room_full", "all seats are taken")
    if seat >= len(room.seats):
        raise Refusal("not_found", "there is no such seat")
    if room.seats[seat] == player:
        return room
    if room.seats[seat] is not None:
        raise Refusal("seat_taken", "somebody sits there")
    others = tuple(None if taken == player else taken for taken in room.seats)
    return replace(room, seats=_with(others, seat, player))


def stand(room: Room, player: str) -> Room:
    _between_games(room)
    seat = seat_of(room, player)
    if seat is None:
        raise Refusal("forbidden", "you do not sit")
    return replace(room, seats=_with(room.seats, seat, None), ready=_without(room.ready, player))


def kick(room: Room, seat: int, host: str) -> Room:
    """The seat is free, and who sat there may watch but not sit again. Whoever hosts in the owner's absence and removes
    the owner owns the room from then on."""
    player = room.seats[seat] if seat < len(room.seats) else None
    if player is None:
        raise Refusal("not_found", "nobody sits there")
    if player == host:
        raise Refusal("forbidden", "the host can stand up, not be removed")
    owner = host if player == room.host else room.host
    kicked = room.kicked if player in room.kicked else (*room.kicked, player)
    ready = _without(room.ready, player)
    return replace(room, seats=_with(room.seats, seat, None), kicked=kicked, host=owner, ready=ready)


def admit(room: Room, player: str) -> Room:
    """Who was removed may sit again."""
    if player not in room.kicked:
        raise Refusal("not_found", "nobody of that name was removed")
    return replace(room, kicked=tuple(other for other in room.kicked if other != player))


def set_options(room: Room, options: OptionsIn, public: bool | None) -> Room:
    """The options that were named, changed; seats that fall away must be free, and those beyond move up."""
    _between_games(room)
    # A clock that is there is there as a whole: what it leaves out is as it is by default.
    given = options.model_dump()
    chosen = {**room.options, **{key: given[key] for key in options.model_fields_set}}
    seats = room.seats
    if chosen["seats"] < len(seats):
        seats = closed_up(seats)
        if len(seats) > chosen["seats"]:
            raise Refusal("seat_taken", "more players sit than that")
    seats = (*seats, *(None for _ in range(chosen["seats"] - len(seats))))
    return replace(room, options=chosen, seats=seats, public=room.public if public is None else public)


def start(room: Room, game: str, now: datetime, among: Collection[str] | None = None) -> Room:
    """The room playing `game`: those who sit (or, of them, those `among`) close up, so that seat n is player n. The
    others stand up; the seats beyond stay free."""
    _between_games(room)
    players = tuple(player for player in closed_up(room.seats) if among is None or player in among)
    if len(players) < 2:
        raise Refusal("wrong_status", "a game needs two players")
    free = (None,) * (len(room.seats) - len(players))
    seats = (*players, *free)
    return replace(
        room, status="playing", game=game, seats=seats, ready=(), ask=None, ballots=None, touched=now
    )  # fmt: skip


def rematch(room: Room, player: str, ready: bool) -> Room:
    """Notes whether the player is in for another game."""
    if player not in room.seats:
        raise Refusal("forbidden", "who sits says whether they are in for another game")
    if room.status != "over":
        raise Refusal("wrong_status", "another game comes after this one")
    others = _without(room.ready, player)
    return replace(room, ready=(*others, player) if ready else others)


def finish(room: Room, score: dict[str, Any], now: datetime) -> Room:
    """The room after its game; a score that stands there already is not added twice."""
    known = any(old["game"] == score["game"] for old in room.scores)
    scores = room.scores if known else (*room.scores, score)
    return replace(room, status="over", scores=scores, touched=now)


def _between_games(room: Room) -> None:
    """Seats and options change in the lobby and after a game, never during one."""
    if room.status == "playing":
        raise Refusal("wrong_status", "not while a game is being played")


def closed_up(seats: tuple[str | None, ...]) -> tuple[str, ...]:
    return tuple(player for player in seats if player is not None)


def _without(players: tuple[str, ...], player: str) -> tuple[str, ...]:
    return tuple(other for other in players if other != player)


def _with(seats: tuple[str | None, ...], seat: int, player: str | None) -> tuple[str | None, ...]:
    return (*seats[:seat], player, *seats[seat + 1 :])
