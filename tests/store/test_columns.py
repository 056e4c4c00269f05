"""Moments: aware, in UTC, to the microsecond, whatever zone they were given in."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from splendor.records import Refused
from splendor.store import Database
from support.samples import NOON, a_room, a_table, an_action

pytestmark = pytest.mark.anyio


async def test_moments_come_back_aware_and_in_utc(store: Database) -> None:
    await a_table(store, "g1")
    await store.append(an_action("g1", 1))
    room = await store.room("amber-otter-7q4k2m9x")
    game = await store.game("g1")
    assert room is not None
    assert game is not None
    moments = [room.created, room.touched, game.created, (await store.actions("g1"))[0].at]
    assert [moment.tzinfo for moment in moments] == [UTC] * 4
    assert room.created == NOON
    assert room.created.microsecond == 123456


async def test_moments_of_other_zones_are_the_same_moments(store: Database) -> None:
    await a_table(store, "g1")
    in_kathmandu = NOON.astimezone(timezone(timedelta(hours=5, minutes=45)))
    await store.append(an_action("g1", 1, at=in_kathmandu))
    at = (await store.actions("g1"))[0].at
    assert at == in_kathmandu
    assert at.utcoffset() == timedelta(0)


async def test_moments_are_compared_across_zones(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    await store.create_room(a_room(ada.id, public=True))
    west = timezone(timedelta(hours=-8))
    just_after = (NOON + timedelta(microseconds=1)).astimezone(west)
    assert len(await store.public_rooms(None, just_after, 9)) == 1
    assert len(await store.public_rooms(None, NOON.astimezone(west), 9)) == 0


async def test_a_moment_without_a_zone_is_refused(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    with pytest.raises(Refused, match="time zone"):
        await store.create_room(a_room(ada.id, created=datetime(2026, 5, 1)))
