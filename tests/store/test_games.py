"""Games: begun and ended together with their room, or not at all."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from splendor.records import Refused
from splendor.store import Database
from support.samples import NOON, a_game, a_room, a_table

pytestmark = pytest.mark.anyio


async def test_a_game_comes_back_as_it_was_dealt(store: Database) -> None:
    room, _ = await a_table(store)
    game = a_game(room, names=("Ada", "Łin 🦦"))
    assert await store.start_game(replace(room, status="playing", game=game.id), game)
    assert await store.game(game.id) == game
    assert await store.room(room.code) == replace(room, status="playing", game=game.id, version=room.version + 1)


async def test_an_unknown_game_is_none(store: Database) -> None:
    assert await store.game("no-such-game") is None


async def test_a_stale_room_starts_no_game(store: Database) -> None:
    room, _ = await a_table(store)
    assert await store.save_room(room)
    assert not await store.start_game(replace(room, game="g1"), a_game(room))
    assert await store.game("g1") is None


async def test_of_starters_at_once_one_starts(store: Database) -> None:
    room, _ = await a_table(store)
    games = [a_game(room, f"g{n}") for n in range(6)]
    started = await asyncio.gather(*(store.start_game(replace(room, game=game.id), game) for game in games))
    assert sum(started) == 1
    there = [await store.game(game.id) is not None for game in games]
    assert there == started
    stored = await store.room(room.code)
    assert stored is not None
    assert stored.game == games[started.index(True)].id


async def test_a_game_that_is_refused_leaves_its_room_as_it_was(store: Database) -> None:
    room, _ = await a_table(store, "g1")
    with pytest.raises(Refused):
        await store.start_game(replace(room, status="playing"), a_game(room, "g1"))
    assert await store.room(room.code) == room


async def test_a_game_belongs_to_a_room_that_exists(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    with pytest.raises(Refused):
        await store.start_game(room, a_game(a_room(ada.id, "elsewhere")))
    assert await store.game("g1") is None


async def test_the_end_is_stored_with_the_room(store: Database) -> None:
    room, _ = await a_table(store, "g1")
    game = await store.game("g1")
    assert game is not None
    ended = replace(
        game, result={"winners": [1], "ranking": [1, 0], "by": "points"}, finished=NOON + timedelta(minutes=40)
    )
    score = {"game": "g1", "winners": [1], "points": [9, 16]}
    assert await store.finish_game(replace(room, status="over", scores=(score,)), ended)
    assert await store.game("g1") == ended
    assert await store.room(room.code) == replace(room, status="over", scores=(score,), version=room.version + 1)


async def test_a_stale_room_ends_no_game(store: Database) -> None:
    room, _ = await a_table(store, "g1")
    game = await store.game("g1")
    assert game is not None
    stale = replace(room, version=room.version - 1)
    assert not await store.finish_game(stale, replace(game, result={"winners": []}, finished=NOON))
    assert await store.game("g1") == game


async def test_an_end_changes_nothing_of_the_deal(store: Database) -> None:
    room, _ = await a_table(store, "g1")
    game = await store.game("g1")
    assert game is not None
    assert await store.finish_game(room, replace(game, seed="ff", deal={}, names=(), finished=NOON))
    assert await store.game("g1") == replace(game, finished=NOON)
