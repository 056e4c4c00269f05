"""Rooms: stored whole, saved by one of those who race, listed in order."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from splendor.records import Refused
from splendor.store import Database
from support.samples import NOON, a_game, a_line, a_room, a_table, an_action

pytestmark = pytest.mark.anyio


async def test_a_room_comes_back_as_it_was_stored(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    room = a_room(
        ada.id,
        options={"target": 21, "clock": {"bank": 300, "increment": 5}},
        seats=(None, ada.id, "bot:2:hard", None),
        kicked=("p9", "p8"),
        scores=({"game": "g0", "winners": [0], "points": [15, 9]},),
        public=True,
        touched=NOON + timedelta(microseconds=1),
    )
    assert await store.create_room(room)
    assert await store.room(room.code) == room


async def test_an_unknown_room_is_none(store: Database) -> None:
    assert await store.room("no-such-room") is None


async def test_a_code_is_taken_once(store: Database) -> None:
    room, (_, lin) = await a_table(store)
    assert not await store.create_room(a_room(lin.id, seats=(lin.id, None)))
    assert await store.room(room.code) == room


async def test_of_many_who_create_one_code_at_once_one_does(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    made = await asyncio.gather(*(store.create_room(a_room(ada.id)) for _ in range(8)))
    assert sorted(made) == [False] * 7 + [True]


async def test_a_save_stores_everything_and_counts_up(store: Database) -> None:
    room, (ada, lin) = await a_table(store)
    changed = replace(
        room,
        status="over",
        public=True,
        host=lin.id,
        options={"target": 10},
        seats=(None, ada.id, lin.id),
        kicked=("p7",),
        game="g9",
        scores=({"game": "g9", "winners": [0, 1], "points": [15, 15]},),
        touched=NOON + timedelta(hours=1),
    )
    assert await store.save_room(changed)
    assert await store.room(room.code) == replace(changed, version=room.version + 1)


async def test_when_a_room_was_created_never_changes(store: Database) -> None:
    room, _ = await a_table(store)
    assert await store.save_room(replace(room, created=NOON + timedelta(days=1)))
    stored = await store.room(room.code)
    assert stored is not None
    assert stored.created == NOON


async def test_a_stale_save_changes_nothing(store: Database) -> None:
    room, _ = await a_table(store)
    assert await store.save_room(replace(room, public=True))
    before = await store.room(room.code)
    assert not await store.save_room(replace(room, seats=(None, None), status="over"))
    assert await store.room(room.code) == before


async def test_saving_a_room_that_is_not_there_is_stale(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    assert not await store.save_room(a_room(ada.id))


@pytest.mark.parametrize("racers", [2, 12])
async def test_of_savers_at_once_one_wins(store: Database, racers: int) -> None:
    room, _ = await a_table(store)
    saved = await asyncio.gather(*(store.save_room(replace(room, options={"target": 10 + n})) for n in range(racers)))
    assert sum(saved) == 1
    stored = await store.room(room.code)
    assert stored is not None
    assert stored.options == {"target": 10 + saved.index(True)}
    assert stored.version == room.version + 1


async def test_two_stores_race_as_two_tasks_do(store: Database, database_url: str) -> None:
    room, _ = await a_table(store)
    async with Database(database_url, wait=0) as other:
        for _ in range(5):
            current = await store.room(room.code)
            assert current is not None
            saved = await asyncio.gather(store.save_room(current), other.save_room(current))
            assert sum(saved) == 1


async def test_a_player_sits_once_in_a_room(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    with pytest.raises(Refused):
        await store.save_room(replace(room, seats=(ada.id, ada.id)))
    assert await store.room(room.code) == room


async def test_players_may_change_places_in_one_save(store: Database) -> None:
    room, (ada, lin) = await a_table(store)
    assert await store.save_room(replace(room, seats=(lin.id, ada.id)))
    stored = await store.room(room.code)
    assert stored is not None
    assert stored.seats == (lin.id, ada.id)


async def test_a_room_needs_a_host_who_exists(store: Database) -> None:
    with pytest.raises(Refused):
        await store.create_room(a_room("nobody"))
    assert await store.room(a_room("nobody").code) is None


async def test_public_rooms_are_newest_first_and_paged(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    for n in range(5):
        await store.create_room(a_room(ada.id, f"room-{n}", public=True, created=NOON + timedelta(minutes=n)))
    await store.create_room(a_room(ada.id, "hidden", public=False, created=NOON + timedelta(days=1)))

    page = await store.public_rooms("lobby", None, 2)
    assert [room.code for room in page] == ["room-4", "room-3"]
    page = await store.public_rooms("lobby", page[-1].created, 2)
    assert [room.code for room in page] == ["room-2", "room-1"]
    page = await store.public_rooms("lobby", page[-1].created, 2)
    assert [room.code for room in page] == ["room-0"]
    assert page[0].seats == (ada.id, None, None, None)


async def test_public_rooms_of_one_status_or_of_all(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    for n, status in enumerate(("lobby", "playing", "over")):
        room = a_room(ada.id, status, status=status, public=True, created=NOON + timedelta(minutes=n))
        await store.create_room(room)
    assert [room.code for room in await store.public_rooms("playing", None, 9)] == ["playing"]
    assert [room.code for room in await store.public_rooms(None, None, 9)] == ["over", "playing", "lobby"]


async def test_a_limit_counts_rooms_and_not_seats(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    seats = (ada.id, "bot:1", "bot:2", "bot:3")
    for n in range(3):
        await store.create_room(a_room(ada.id, f"room-{n}", public=True, seats=seats))
    page = await store.public_rooms(None, None, 2)
    assert [room.seats for room in page] == [seats, seats]


async def test_rooms_of_a_player_are_those_not_over_in_which_they_sit(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    lin = await store.make_player("Lin", "i")
    both = (ada.id, lin.id)
    later = [NOON + timedelta(minutes=n) for n in range(4)]
    await store.create_room(a_room(ada.id, "old", seats=both, touched=later[0]))
    await store.create_room(a_room(ada.id, "new", seats=both, status="playing", touched=later[2]))
    await store.create_room(a_room(ada.id, "over", seats=both, status="over", touched=later[3]))
    await store.create_room(a_room(ada.id, "hosts-only", seats=(None, ada.id), touched=later[1]))

    rooms = await store.rooms_of(lin.id)
    assert [room.code for room in rooms] == ["new", "old"]
    assert [room.seats for room in rooms] == [both, both]
    assert await store.rooms_of("nobody") == []


async def test_who_stands_up_is_no_longer_listed(store: Database) -> None:
    room, (_, lin) = await a_table(store)
    assert [mine.code for mine in await store.rooms_of(lin.id)] == [room.code]
    assert await store.save_room(replace(room, seats=(room.seats[0], None)))
    assert await store.rooms_of(lin.id) == []


# Old rooms, and rooms with a clock


async def test_a_lobby_is_old_when_nobody_touched_it(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    for n, hours in enumerate((0, 2, 1)):
        await store.create_room(a_room(ada.id, code=f"room-{n}", touched=NOON + timedelta(hours=hours)))
    await store.create_room(a_room(ada.id, code="over", status="over"))
    assert await store.old_rooms("lobby", NOON - timedelta(seconds=1), 9) == []
    assert await store.old_rooms("lobby", NOON + timedelta(hours=1), 9) == ["room-0", "room-2"]
    assert await store.old_rooms("lobby", NOON + timedelta(days=1), 2) == ["room-0", "room-2"]


async def test_a_game_is_old_when_nothing_was_played(store: Database) -> None:
    room, _ = await a_table(store, "g1")
    game = a_game(room, "g2")
    assert await store.start_game(replace(room, status="playing", game="g2"), game)
    day = timedelta(days=1)
    assert await store.old_rooms("playing", NOON, 9) == [room.code]
    # Another game of the room tells nothing of this one.
    await store.append(an_action("g1", 1, at=NOON + 2 * day))
    assert await store.old_rooms("playing", NOON + day, 9) == [room.code]
    await store.append(an_action("g2", 1, at=NOON + 2 * day))
    await store.append(an_action("g2", 2, at=NOON + day))
    assert await store.old_rooms("playing", NOON + day, 9) == []
    assert await store.old_rooms("playing", NOON + 2 * day, 9) == [room.code]
    assert await store.old_rooms("lobby", NOON + 2 * day, 9) == []


async def test_a_room_is_deleted_with_its_seats_and_chat(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    other = a_room(ada.id, code="other")
    assert await store.create_room(other)
    for each in (room, other):
        await store.say(a_line(each, ada))
    assert await store.delete_room(room)
    assert await store.room(room.code) is None
    assert await store.chat(room.code) == []
    assert await store.rooms_of(ada.id) == [other]
    assert len(await store.chat(other.code)) == 1
    assert not await store.delete_room(room)


async def test_a_room_that_changed_meanwhile_is_not_deleted(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    await store.say(a_line(room, ada))
    assert await store.save_room(room)
    assert not await store.delete_room(room)
    assert await store.room(room.code) == replace(room, version=room.version + 1)
    assert len(await store.chat(room.code)) == 1


async def test_a_room_with_a_game_is_not_deleted(store: Database) -> None:
    room, _ = await a_table(store, "g1")
    with pytest.raises(Refused):
        await store.delete_room(room)
    assert await store.room(room.code) == room
    assert await store.game("g1") is not None


async def test_of_a_save_and_a_deletion_at_once_one_is_done(store: Database) -> None:
    for n in range(5):
        ada = await store.make_player("Ada", f"h{n}")
        room = a_room(ada.id, code=f"room-{n}")
        await store.create_room(room)
        saved, deleted = await asyncio.gather(store.save_room(room), store.delete_room(room))
        assert saved is not deleted
        assert (await store.room(room.code) is None) is deleted


async def test_rooms_with_clocks_are_those_that_play_with_one_that_counts(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    clock = {"bank": 300, "increment": 5}
    for code, status, option in (
        ("plays", "playing", {**clock, "advisory": False}),
        ("shows", "playing", {**clock, "advisory": True}),
        ("older", "playing", clock),
        ("none", "playing", None),
        ("lobby", "lobby", clock),
        ("over", "over", clock),
    ):
        await store.create_room(a_room(ada.id, code=code, status=status, options={"clock": option}))
    await store.create_room(a_room(ada.id, code="odd", status="playing", options={}))
    assert await store.rooms_with_clocks() == ["older", "plays"]


# The sign of life


async def test_a_beat_tells_of_the_one_before(store: Database) -> None:
    assert await store.beat("s", NOON) is None
    assert await store.beat("s", NOON + timedelta(seconds=5)) == NOON
    assert await store.beat("s", NOON + timedelta(seconds=9)) == NOON + timedelta(seconds=5)


async def test_a_beat_of_a_process_whose_time_is_behind_is_not_the_last(store: Database) -> None:
    await store.beat("s", NOON)
    await store.beat("s", NOON - timedelta(seconds=5))
    assert await store.beat("s", NOON + timedelta(seconds=5)) == NOON


async def test_many_may_beat_at_once(store: Database) -> None:
    answers = await asyncio.gather(*(store.beat("s", NOON + timedelta(seconds=n)) for n in range(8)))
    assert None in answers
    assert await store.beat("s", NOON + timedelta(seconds=60)) is not None
