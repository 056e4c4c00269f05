"""Records to store, complete and plausible, of which a test names what it is about."""

from datetime import UTC, datetime, timedelta
from typing import Any

from splendor.records import Action, ChatLine, Game, Player, Room
from splendor.store import Database

NOON = datetime(2026, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)


def a_room(host: str, code: str = "amber-otter-7q4k2m9x", **changes: Any) -> Room:
    fields: dict[str, Any] = {
        "code": code,
        "status": "lobby",
        "public": False,
        "host": host,
        "options": {"target": 15, "clock": None},
        "seats": (host, None, None, None),
        "created": NOON,
        "touched": NOON,
    }
    return Room(**{**fields, **changes})


def a_game(room: Room, id: str = "g1", **changes: Any) -> Game:
    fields: dict[str, Any] = {
        "id": id,
        "room": room.code,
        "options": room.options,
        "players": tuple(player for player in room.seats if player),
        "names": ("Ada", "Lin"),
        "seed": "00ff" * 8,
        "deal": {"start": 0, "nobles": ["N-01"], "decks": {"1": ["L1-03"], "2": [], "3": []}},
        "created": NOON,
    }
    return Game(**{**fields, **changes})


def an_action(game: str, seq: int, seat: int = 0, **changes: Any) -> Action:
    fields: dict[str, Any] = {
        "action": {"type": "take", "tokens": {"ruby": 1, "onyx": 1, "emerald": 1}},
        "at": NOON + timedelta(seconds=seq) if "at" not in changes else NOON,
    }
    return Action(game=game, seq=seq, seat=seat, **{**fields, **changes})


def a_line(room: Room, player: Player, text: str = "hello") -> ChatLine:
    return ChatLine(room=room.code, player=player.id, name=player.name, text=text, at=NOON)


async def a_table(store: Database, *games: str) -> tuple[Room, list[Player]]:
    """A stored room with Ada (who hosts) and Lin in it, and those games begun there."""
    ada = await store.make_player("Ada", "hash of Ada's")
    lin = await store.make_player("Lin", "hash of Lin's")
    room = a_room(ada.id, seats=(ada.id, lin.id))
    assert await store.create_room(room)
    for id in games:
        current = await store.room(room.code)
        assert current is not None
        assert await store.start_game(current, a_game(room, id))
    stored = await store.room(room.code)
    assert stored is not None
    return stored, [ada, lin]
