"""All rooms: what is in memory, what leaves it, and what comes back from the store."""

import asyncio

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, begun
from splendor.records import Unavailable
from splendor.rooms.refusal import Refusal
from splendor.rooms.rooms import Rooms

pytestmark = pytest.mark.anyio


async def test_an_unknown_room_is_not_found_and_an_impossible_one_not_looked_up() -> None:
    stage = Stage("ada")
    for code, calls in (("no-such-room", ["room"]), ("\0", []), ("x" * 65, [])):
        stage.store.calls.clear()
        with pytest.raises(Refusal) as caught:
            await stage.rooms.get(code)
        assert caught.value.code == "not_found"
        assert stage.store.calls == calls


async def test_visitors_who_come_at_once_share_one_room_and_one_load() -> None:
    stage = Stage("ada", "lin")
    found = await asyncio.gather(*(stage.rooms.get(CODE) for _ in range(5)))
    assert all(room is found[0] for room in found)
    assert stage.store.calls == ["room"]


async def test_a_first_visitor_who_gives_up_does_not_spoil_it_for_the_others() -> None:
    stage = Stage("ada")
    first = asyncio.create_task(stage.rooms.get(CODE))
    second = asyncio.create_task(stage.rooms.get(CODE))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).record.code == CODE


async def test_a_new_room_is_stored_under_a_code_of_its_own() -> None:
    stage = Stage("ada")
    taken = 2

    def collide(name: str) -> None:
        nonlocal taken
        if name == "create_room" and taken:
            taken -= 1
            stage.store.rooms.update({"x": stage.store.rooms[CODE]})

    stage.store.before_write = collide
    room = await stage.rooms.create(stage.store.people["lin"], None, True)
    assert stage.store.rooms[room.code] == room
    assert room.host == "lin"
    assert room.public


async def test_a_code_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage("ada")
    drawn = iter([CODE, CODE, "other-room-22222222"])
    monkeypatch.setattr("splendor.rooms.codes.room_code", lambda: next(drawn))
    room = await stage.rooms.create(stage.store.people["lin"], None, False)
    assert room.code == "other-room-22222222"
    assert stage.store.rooms[CODE].host == "ada"


# Leaving memory


def idle(rooms: Rooms, seconds: float) -> None:
    """As if nobody had been in those rooms for so long."""
    for room in rooms.live.values():
        if room.idle_since is not None:
            room.idle_since -= seconds


async def test_a_room_that_nobody_has_been_in_for_a_while_leaves_memory() -> None:
    stage = Stage("ada")
    await stage.room()
    stage.rooms.sweep()
    assert CODE in stage.rooms.live
    idle(stage.rooms, 61)
    stage.rooms.sweep()
    assert stage.rooms.live == {}


async def test_a_room_stays_while_somebody_is_there_and_for_a_while_after() -> None:
    stage = Stage("ada")
    (ada,) = await stage.enter("ada")
    idle(stage.rooms, 10_000)
    stage.rooms.sweep()
    assert CODE in stage.rooms.live
    ada.leave()
    stage.rooms.sweep()
    assert CODE in stage.rooms.live
    idle(stage.rooms, 61)
    stage.rooms.sweep()
    assert stage.rooms.live == {}


async def test_a_room_in_which_something_is_being_done_stays() -> None:
    stage = Stage("ada")
    room = await stage.room()
    idle(stage.rooms, 61)
    async with room.turnstile:
        stage.rooms.sweep()
        assert CODE in stage.rooms.live
    stage.rooms.sweep()
    assert stage.rooms.live == {}


async def test_a_room_that_comes_back_is_the_one_that_left() -> None:
    stage, guests = await begun()
    for n, guest in enumerate((*guests, *guests)):
        await guest.act(TAKES[n])
        await guest.send("chat", text=f"after {n}")
    seen = guests[0].seen
    for guest in guests:
        guest.leave()
    idle(stage.rooms, 61)
    stage.rooms.sweep()
    assert stage.rooms.live == {}
    again, other = await stage.enter(*(guest.id for guest in guests))
    assert again.seen.game == seen.game
    assert other.seen.game == guests[1].seen.game
    assert again.seen.log == seen.log
    assert again.seen.chat == seen.chat
    assert again.seen.you == seen.you
    assert {**again.seen.room, "rev": 0} == {**seen.room, "rev": 0}


async def test_a_finished_room_comes_back_with_its_scores_and_all_cards_shown() -> None:
    stage, guests = await begun()
    (id,) = stage.store.games
    await guests[0].act({"type": "reserve", "deck": 2})
    await guests[1].send("resign", game=id)
    seen = guests[0].seen
    stage.rooms.live.clear()
    (eve,) = await stage.enter("eve")
    assert eve.seen.room["scores"] == seen.room["scores"]
    assert eve.seen.room["status"] == "over"
    assert eve.seen.game == seen.game
    assert "card" in eve.seen.log[0]


async def test_five_thousand_empty_rooms_leave_nothing_behind() -> None:
    """Fault 49."""
    before = asyncio.all_tasks()
    stage = Stage("ada")
    for n in range(5_000):
        room = await stage.rooms.create(stage.store.people["ada"], None, False)
        found = await stage.rooms.get(room.code)
        if n % 100 == 0:
            Guest(found, stage.store.people["ada"]).leave()
    assert len(stage.rooms.live) == 5_000
    idle(stage.rooms, 61)
    stage.rooms.sweep()
    await asyncio.sleep(0)
    assert stage.rooms.live == {}
    assert stage.rooms._loading == {}
    assert asyncio.all_tasks() <= before


# The store does not answer


async def test_a_room_that_may_be_behind_is_dropped_and_its_viewers_told_to_come_again() -> None:
    stage, guests = await begun("eve")
    room = await stage.room()
    stage.rooms.forget(room)
    assert [guest.seen.byes for guest in guests] == [["restart"]] * 3
    fresh = await stage.room()
    assert fresh is not room
    stage.rooms.forget(room)  # again, by another of its connections: the fresh one stays
    assert await stage.room() is fresh


async def test_what_waited_in_a_room_that_was_dropped_is_not_done_there() -> None:
    """Else the room read anew would show less than the journal has."""
    stage, guests = await begun()
    room = await stage.room()
    written = asyncio.Event()

    async def fail(_: str) -> None:
        await written.wait()
        stage.store.before_write = None
        raise Unavailable("the database is away")

    async def as_a_socket_does() -> None:
        try:
            await guests[0].act(TAKES[0])
        except Unavailable:
            stage.rooms.forget(room)

    stage.store.before_write = fail
    first = asyncio.create_task(as_a_socket_does())
    await stage.store.writing.wait()
    waiting = [
        asyncio.create_task(guests[0].act(TAKES[1])),
        asyncio.create_task(guests[1].send("chat", text="still there?")),
    ]
    await asyncio.sleep(0)
    written.set()
    await first
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(answer) for answer in answers] == [Unavailable, Unavailable]
    assert stage.store.journal["".join(stage.store.games)] == []
    assert stage.store.lines == []


async def test_a_load_that_failed_is_tried_again_by_the_next_visitor() -> None:
    stage = Stage("ada")
    original = stage.store.room

    async def away(code: str) -> None:
        raise Unavailable(code)

    stage.store.room = away  # type: ignore[method-assign,assignment]
    with pytest.raises(Unavailable):
        await stage.room()
    stage.store.room = original  # type: ignore[method-assign]
    assert (await stage.room()).record.code == CODE


# Elsewhere


async def test_all_connections_of_a_player_who_goes_on_elsewhere_are_told() -> None:
    stage = Stage("ada", "lin")
    ada, lin, tab = await stage.enter("ada", "lin", "lin")
    stage.rooms.replace("lin")
    assert (ada.seen.byes, lin.seen.byes, tab.seen.byes) == ([], ["replaced"], ["replaced"])
