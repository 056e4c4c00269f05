"""Subscriptions and the server's own secrets."""

import asyncio
from typing import Any

import pytest

from splendor.records import Refused, Subscription
from splendor.store import Database, subscriptions

pytestmark = pytest.mark.anyio


def a_subscription(player: str, name: str = "phone", **changes: Any) -> Subscription:
    fields = {"player": player, "endpoint": f"https://push.example/{name}", "p256dh": "BKey", "auth": "sec-ret_"}
    return Subscription(**{**fields, **changes})


async def test_it_comes_back_as_it_was_stored_oldest_first(store: Database) -> None:
    ada = await store.make_player("Ada", "h")
    both = [a_subscription(ada.id, "phone"), a_subscription(ada.id, "desk")]
    for subscription in both:
        await store.subscribe(subscription)
    assert await store.subscriptions(ada.id) == both
    assert await store.subscriptions("nobody") == []


async def test_one_browser_is_there_once_with_its_newest_keys_and_player(store: Database) -> None:
    ada, lin = await store.make_player("Ada", "h"), await store.make_player("Lin", "i")
    await store.subscribe(a_subscription(ada.id))
    await store.subscribe(a_subscription(ada.id, auth="another"))
    assert [subscription.auth for subscription in await store.subscriptions(ada.id)] == ["another"]
    await store.subscribe(a_subscription(lin.id))
    assert await store.subscriptions(ada.id) == []
    assert await store.subscriptions(lin.id) == [a_subscription(lin.id)]


async def test_only_their_player_gives_them_up_but_the_server_may(store: Database) -> None:
    ada, lin = await store.make_player("Ada", "h"), await store.make_player("Lin", "i")
    await store.subscribe(a_subscription(ada.id))
    await store.subscribe(a_subscription(ada.id, "desk"))
    await store.unsubscribe(lin.id, "https://push.example/phone")
    assert len(await store.subscriptions(ada.id)) == 2
    await store.unsubscribe(ada.id, "https://push.example/phone")
    await store.drop_subscription("https://push.example/desk")
    assert await store.subscriptions(ada.id) == []


async def test_with_one_too_many_the_oldest_is_forgotten(store: Database) -> None:
    ada, lin = await store.make_player("Ada", "h"), await store.make_player("Lin", "i")
    await store.subscribe(a_subscription(lin.id, "lin"))
    for n in range(subscriptions.MOST + 2):
        await store.subscribe(a_subscription(ada.id, str(n)))
    kept = [subscription.endpoint.rpartition("/")[2] for subscription in await store.subscriptions(ada.id)]
    assert kept == [str(n) for n in range(2, subscriptions.MOST + 2)]
    assert len(await store.subscriptions(lin.id)) == 1


async def test_a_subscription_is_somebodys(store: Database) -> None:
    with pytest.raises(Refused):
        await store.subscribe(a_subscription("nobody"))


async def test_a_secret_is_made_once_also_by_two_at_once(store: Database, database_url: str) -> None:
    async with Database(database_url, wait=0) as other:
        made = await asyncio.gather(*(each.secret("vapid", f"{n}") for n, each in enumerate([store, other] * 3)))
    assert len(set(made)) == 1
    assert await store.secret("vapid", "late") == made[0]
    assert await store.secret("another", "fresh") == "fresh"
