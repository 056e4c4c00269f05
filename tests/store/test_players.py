"""Players and the links that carry them to another device."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from splendor.records import Player, Refused, Unavailable
from splendor.store import Database, players
from splendor.store.connections import Connections
from splendor.store.tables import links
from splendor.store.tables import players as table
from support.samples import NOON

pytestmark = pytest.mark.anyio

SOON = NOON + timedelta(minutes=10)


async def test_a_player_is_known_by_the_hash_of_their_secret(store: Database) -> None:
    ada = await store.make_player("Ada", "hash")
    assert ada.name == "Ada"
    assert await store.player_by_token("hash") == ada
    assert await store.player_by_token("other") is None


async def test_two_players_may_have_one_name_but_not_one_secret(store: Database) -> None:
    one = await store.make_player("Ada", "h1")
    two = await store.make_player("Ada", "h2")
    assert one.id != two.id
    with pytest.raises(Refused):
        await store.make_player("Eve", "h1")
    assert await store.player_by_token("h1") == one


async def test_names_are_stored_as_they_are(store: Database) -> None:
    name = "<b>Zoë</b> '; -- 🦦"
    made = await store.make_player(name, "h")
    assert await store.players([made.id]) == {made.id: Player(id=made.id, name=name)}


async def test_renaming(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    lin = await store.make_player("Lin", "i")
    renamed = Player(id=ada.id, name="Countess")
    assert await store.rename(ada.id, "Countess") == renamed
    assert await store.player_by_token("h") == renamed
    assert await store.player_by_token("i") == lin
    assert await store.rename("nobody", "X") is None


async def test_players_by_id_leaves_out_the_unknown(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    lin = await store.make_player("Lin", "i")
    assert await store.players([ada.id, "bot:1", lin.id]) == {ada.id: ada, lin.id: lin}
    assert await store.players([]) == {}


async def test_being_seen_is_noted_now_and_then(store: Database, database_url: str) -> None:
    await store.make_player("Ada", "h")
    raw = Connections(database_url)

    async def seen() -> datetime:
        moment = await raw.read(lambda connection: connection.scalar(select(table.c.seen)))
        assert isinstance(moment, datetime)
        return moment

    made = await seen()
    await store.player_by_token("h")
    assert await seen() == made
    long_ago = datetime.now(UTC) - players.SEEN_EVERY - timedelta(minutes=1)
    await raw.write(lambda connection: connection.execute(update(table).values(seen=long_ago)))
    await store.player_by_token("h")
    assert datetime.now(UTC) - await seen() < timedelta(minutes=1)
    await raw.close()


async def test_who_can_not_be_noted_as_seen_is_let_in_all_the_same(
    store: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = await store.make_player("Ada", "h")
    monkeypatch.setattr(players, "SEEN_EVERY", timedelta(0))

    async def fails(*_: object, **__: object) -> None:
        raise Unavailable("the disk is full")

    monkeypatch.setattr(players, "mark_seen", fails)
    assert await store.player_by_token("h") == ada
    assert "the disk is full" in caplog.text


async def test_a_claim_moves_the_player_to_the_new_secret(store: Database) -> None:
    ada = await store.make_player("Ada", "old")
    await store.make_link("code", ada.id, SOON)
    assert await store.claim_link("code", "new", NOON) == ada
    assert await store.player_by_token("new") == ada
    assert await store.player_by_token("old") is None


async def test_a_link_is_good_once(store: Database) -> None:
    ada = await store.make_player("Ada", "old")
    await store.make_link("code", ada.id, SOON)
    assert await store.claim_link("code", "new", NOON)
    assert await store.claim_link("code", "thief", NOON) is None
    assert await store.player_by_token("new") == ada
    assert await store.player_by_token("thief") is None


async def test_an_unknown_link_is_none(store: Database) -> None:
    assert await store.claim_link("code", "new", NOON) is None


@pytest.mark.parametrize(("late", "good"), [(timedelta(microseconds=-1), True), (timedelta(0), False)])
async def test_a_link_expires(store: Database, late: timedelta, good: bool) -> None:
    ada = await store.make_player("Ada", "old")
    await store.make_link("code", ada.id, SOON)
    assert (await store.claim_link("code", "new", SOON + late) is not None) is good
    assert (await store.player_by_token("old") is None) is good


async def test_a_new_link_takes_the_place_of_the_last(store: Database) -> None:
    ada = await store.make_player("Ada", "old")
    await store.make_link("first", ada.id, SOON)
    await store.make_link("second", ada.id, SOON)
    assert await store.claim_link("first", "new", NOON) is None
    assert await store.claim_link("second", "new", NOON) == ada


async def test_after_a_claim_another_link_can_be_made(store: Database) -> None:
    ada = await store.make_player("Ada", "one")
    for code, secret in (("first", "two"), ("second", "three")):
        await store.make_link(code, ada.id, SOON)
        assert await store.claim_link(code, secret, NOON) == ada
    assert await store.player_by_token("three") == ada
    assert await store.player_by_token("two") is None


async def test_links_of_two_players_are_apart(store: Database) -> None:
    ada = await store.make_player("Ada", "a")
    lin = await store.make_player("Lin", "l")
    await store.make_link("for ada", ada.id, SOON)
    await store.make_link("for lin", lin.id, SOON)
    assert await store.claim_link("for lin", "l2", NOON) == lin
    assert await store.claim_link("for ada", "a2", NOON) == ada


async def test_a_link_needs_a_player(store: Database) -> None:
    with pytest.raises(Refused):
        await store.make_link("code", "nobody", SOON)


async def test_of_many_who_claim_at_once_one_does(store: Database, database_url: str) -> None:
    ada = await store.make_player("Ada", "old")
    async with Database(database_url, wait=0) as other:
        for round in range(4):
            await store.make_link(f"code {round}", ada.id, SOON)
            tries = [(s, f"device {round} {n}") for n in range(5) for s in (store, other)]
            secrets = [f"{secret} {n}" for n, (_, secret) in enumerate(tries)]
            claims = await asyncio.gather(
                *(s.claim_link(f"code {round}", secret, NOON) for (s, _), secret in zip(tries, secrets, strict=True))
            )
            assert [claim for claim in claims if claim] == [ada]
            let_in = [await store.player_by_token(secret) is not None for secret in secrets]
            assert let_in == [claim is not None for claim in claims]


async def test_a_claim_whose_secret_is_refused_leaves_the_link_good(store: Database, database_url: str) -> None:
    ada = await store.make_player("Ada", "old")
    await store.make_player("Lin", "taken")
    await store.make_link("code", ada.id, SOON)
    with pytest.raises(Refused):
        await store.claim_link("code", "taken", NOON)
    raw = Connections(database_url)
    assert await raw.read(lambda connection: connection.scalar(select(links.c.used))) is None
    await raw.close()
    assert await store.claim_link("code", "new", NOON) == ada
