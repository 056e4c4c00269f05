"""Games in a room, one after the other: the first that the host starts, and the rematches that the players agree on."""

import secrets
from collections.abc import Collection

from splendor import records, rules
from splendor.rooms import codes, table
from splendor.rooms.play import Play
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room


async def rematch(room: Room, player: str, ready: bool) -> None:
    """Notes that the player is in, or no longer. The game begins when all who sit are. Caller holds the turnstile."""
    await room.change(lambda record: table.rematch(record, player, ready))
    await begin_if_all_are_in(room)


async def begin_if_all_are_in(room: Room) -> None:
    """The next game, once everyone who sits is in for it, and that is two or more. Caller holds the turnstile."""
    while room.record.status == "over":
        players = table.closed_up(room.record.seats)
        if len(players) < 2 or not set(players) <= set(room.record.ready) or await _begin(room, players):
            return


async def start(room: Room, host: str) -> None:
    """The host starts: in the lobby with all who sit; after a game with those of them who are in, and the host,
    who says so by this. Caller holds the turnstile."""

    def among(record: records.Room) -> Collection[str] | None:
        return {*record.ready, host} if record.status == "over" else None

    while True:
        if room.host != host:
            raise Refusal("forbidden", "only the host may")
        await room.judged(lambda record: table.start(record, "", room.now(), among(record)))
        if await _begin(room, among(room.record)):
            return


async def _begin(room: Room, among: Collection[str] | None) -> bool:
    """Deals a game (E49: from one seed, that nobody can guess). False if another process has changed the room, which is
    then to be looked at anew."""
    now, id, seed = room.now(), codes.game_id(), secrets.token_hex(16)
    record = table.start(room.record, id, now, among)
    players = table.closed_up(record.seats)
    game = records.Game(
        id=id,
        room=record.code,
        options={**record.options, "seats": len(players)},
        players=players,
        names=tuple(room.names[player] for player in players),
        seed=seed,
        deal=rules.deal(seed, len(players), next_start(room.record, room.play, players)).to_json(),
        created=now,
    )
    if not await room.store.start_game(record, game):
        await room.reload()
        return False
    await room.stored(record)
    if room.play is not None:
        room.call_to_turn(room.play)
    return True


def next_start(room: records.Room, former: Play | None, players: Collection[str]) -> int | None:
    """Who starts among `players`, in the order in which they sit: who follows the player that started the former game,
    or the seat that was theirs, where they have gone (E44). None for chance to say, in the first game."""
    if former is None:
        return None
    starter = former.record.players[former.state.start]
    seat = table.seat_of(room, starter)
    left_of = former.state.start if seat is None else seat
    seats = [n for n, player in enumerate(room.seats) if player in players]
    return next((n for n, seat in enumerate(seats) if seat > left_of), 0)
