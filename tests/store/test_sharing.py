"""What several processes share: signs of life, who is where, how far rooms are."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from splendor.records import Ask, Ballots, ChatLine, Head, Stay
from splendor.store import Database
from store.test_rooms import a_room

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def later(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def a_stay(player: str, server: str = "s", room: str = "r", gone: datetime | None = None) -> Stay:
    return Stay(room=room, player=player, server=server, came=NOON, gone=gone)


# Signs of life


async def test_the_dead_are_forgotten_and_who_was_there_has_gone(store: Database) -> None:
    await store.beat("dead", NOON)
    await store.beat("lives", later(10))
    await store.keep_stays([a_stay("ada", "dead"), a_stay("lin", "lives"), a_stay("bo", "dead", "q", later(3))])
    assert await store.bury(later(2), later(11)) == ["r"]
    assert await store.stays(["q", "r"]) == [
        a_stay("bo", "dead", "q", later(3)),
        a_stay("ada", "dead", gone=later(11)),
        a_stay("lin", "lives"),
    ]
    assert await store.bury(later(2), later(12)) is None


async def test_a_dead_server_where_nobody_was_is_told_of(store: Database) -> None:
    await store.beat("dead", NOON)
    await store.beat("lives", later(10))
    assert await store.bury(later(2), later(11)) == []


async def test_the_last_of_all_is_not_forgotten(store: Database) -> None:
    """By it the next server knows since when there was none."""
    await store.beat("last", NOON)
    assert await store.bury(later(60), later(70)) is None
    assert await store.beat("next", later(70)) == NOON


async def test_two_that_bury_at_once_tell_it_once(store: Database) -> None:
    await store.beat("dead", NOON)
    await store.beat("lives", later(10))
    await store.keep_stays([a_stay("ada", "dead")])
    told = await asyncio.gather(*(store.bury(later(2), later(11)) for _ in range(4)))
    assert sorted(told, key=str) == [None, None, None, ["r"]]


# Who is where


async def test_a_stay_takes_the_place_of_what_the_same_server_said(store: Database) -> None:
    await store.keep_stays([a_stay("ada"), a_stay("ada", "t"), a_stay("lin")])
    await store.keep_stays([a_stay("ada", gone=later(5))])
    assert await store.stays(["r"]) == [a_stay("ada", gone=later(5)), a_stay("ada", "t"), a_stay("lin")]
    assert await store.stays(["other"]) == []


async def test_who_is_unknown_is_gone_since_the_first_look(store: Database) -> None:
    await store.begin_stays("r", ["ada", "lin"], NOON)
    await store.begin_stays("r", ["lin", "bo"], later(5))
    stays = {stay.player: (stay.server, stay.gone) for stay in await store.stays(["r"])}
    assert stays == {"ada": ("", NOON), "lin": ("", NOON), "bo": ("", later(5))}


async def test_who_left_long_ago_is_forgotten(store: Database) -> None:
    await store.keep_stays([a_stay("ada", gone=NOON), a_stay("lin", gone=later(9)), a_stay("bo")])
    await store.sweep_stays(later(5))
    assert [stay.player for stay in await store.stays(["r"])] == ["bo", "lin"]


# How far rooms are


async def test_heads_tell_what_is_new(store: Database) -> None:
    ada = await store.make_player("Ada", "hash")
    room = a_room(ada.id)
    await store.create_room(room)
    assert await store.heads([room.code, "none"]) == {room.code: Head(version=0, game=None, seq=0, line=None)}
    await store.save_room(room)
    await store.say(ChatLine(room=room.code, player=ada.id, name="Ada", text="hi", at=NOON))
    head = (await store.heads([room.code]))[room.code]
    assert (head.version, head.seq) == (1, 0)
    assert head.line is not None
    await store.say(ChatLine(room=room.code, player=ada.id, name="Ada", text="ho", at=NOON))
    assert (await store.heads([room.code]))[room.code].line > head.line  # type: ignore[operator]


async def test_secrets_that_are_still_somebodys(store: Database) -> None:
    await store.make_player("Ada", "one")
    await store.make_player("Lin", "two")
    assert await store.known_tokens(["one", "three"]) == {"one"}
    assert await store.known_tokens([]) == set()


# What is being decided


async def test_what_is_being_decided_comes_back_as_it_was(store: Database) -> None:
    ada = await store.make_player("Ada", "hash")
    room = a_room(ada.id)
    await store.create_room(room)
    ask = Ask(game="g", seat=1, seq=7, until=later(30), yes=(0, 2))
    ballots = Ballots(game="g", round=3, seat=1, since=later(0.123), choices={0: "skip", 2: "bot"})
    for changes in (
        {"ready": (ada.id,)},
        {"ask": ask},
        {"ballots": ballots},
        {"ballots": replace(ballots, since=None)},
    ):
        current = await store.room(room.code)
        assert current is not None
        changed = replace(current, ready=(), ask=None, ballots=None)
        changed = replace(changed, **changes)
        assert await store.save_room(changed)
        assert await store.room(room.code) == replace(changed, version=changed.version + 1)
