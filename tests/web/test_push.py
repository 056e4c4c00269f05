"""Subscribing over HTTP, and from a move at one table to a notification at another place."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from splendor.push import Push
from support.calls import call, refused
from support.party import playing
from support.peer import Person
from support.push_service import Browser, PushService, claims, push_service, to_bytes
from support.server import Served, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PushService]:
    async with push_service(tmp_path) as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
        yield running


@pytest.fixture
async def pushing(sqlite: str, service: PushService) -> AsyncIterator[Served]:  # noqa: ARG001
    contact = "mailto:host@gems.example"
    async with serving(sqlite, limits="off", push_private="on", push_contact=contact) as server:
        yield server


def herald(server: Served) -> Push:
    found = server.app.state.services.push
    assert isinstance(found, Push)
    return found


async def ask(person: Person, method: str, body: Any, **headers: str) -> Any:
    return await call(person.url, method, "/api/me/push", json=body, headers={**person.headers, **headers})


async def test_who_is_not_there_is_pushed_to_when_it_is_their_turn(pushing: Served, service: PushService) -> None:
    async with playing(pushing.url, 2) as party:
        seat = party.game["turn"]
        absent = party.players[1 - seat]
        phone = Browser(service.endpoint("phone"))
        answer = await ask(absent.person, "POST", phone.subscription)
        assert (answer.status_code, answer.content) == (204, b"")
        await party.players[seat].act({"type": "take", "tokens": {"ruby": 2}})
        await absent.act({"type": "take", "tokens": {"onyx": 2}})
        await herald(pushing).idle()
        assert service.pushed == []  # they were there
        await absent.close()
        await party.players[seat].act({"type": "take", "tokens": {"emerald": 2}})
        await herald(pushing).idle()
        (pushed,) = service.pushed
        assert json.loads(phone.read(pushed.body)) == {"room": party.code, "url": f"/r/{party.code}", "kind": "turn"}
        key = (await call(pushing.url, "GET", "/api/push/key")).json()["key"]
        said = claims(pushed.headers["authorization"], key)
        assert said["sub"] == "mailto:host@gems.example"
        # And no longer, once they have had enough of it.
        assert (await ask(absent.person, "DELETE", {"endpoint": phone.endpoint})).status_code == 204
        async with absent.person.at(party.code) as back:
            await back.act({"type": "take", "tokens": {"diamond": 2}})
        await party.players[seat].act({"type": "take", "tokens": {"sapphire": 2}})
        await herald(pushing).idle()
        assert len(service.pushed) == 1


async def test_the_key_is_public_and_stays_the_same_after_a_restart(sqlite: str) -> None:
    keys = []
    for _ in range(2):
        async with serving(sqlite) as server:
            answer = await call(server.url, "GET", "/api/push/key")
            keys.append(answer.json()["key"])
            secret = await server.app.state.services.store.secret("vapid", "another")
            assert secret not in answer.text
    assert keys[0] == keys[1]
    assert len(to_bytes(keys[0])) == 65


async def test_to_subscribe_one_is_somebody_on_our_own_page(served: Served) -> None:
    browser = Browser("https://push.example/x").subscription
    for method in ("POST", "DELETE"):
        refused(await call(served.url, method, "/api/me/push", json=browser), 401, "unauthorized")
        ada = await Person.make(served.url, "Ada")
        refused(await ask(ada, method, browser, Origin="https://elsewhere.example"), 403, "forbidden")


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "https://push.example:22/x"},
        {"endpoint": "https://push.example/" + "x" * 1024},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"auth": 7},
        {"other": "key"},
    ],
)
async def test_what_is_no_subscription_is_refused(served: Served, change: dict[str, Any]) -> None:
    ada = await Person.make(served.url, "Ada")
    answer = await ask(ada, "POST", {**Browser("https://push.example/x").subscription, **change})
    detail = refused(answer, 400, "bad_message")
    assert next(iter(change)) in detail
    assert await served.app.state.services.store.subscriptions(ada.id) == []


async def test_nobody_takes_another_off_the_list(served: Served) -> None:
    ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
    browser = Browser("https://push.example/x").subscription
    store = served.app.state.services.store
    assert (await ask(ada, "POST", browser)).status_code == 204
    assert (await ask(lin, "DELETE", browser)).status_code == 204
    assert len(await store.subscriptions(ada.id)) == 1
    # A browser that has become another player's calls the one that it is now.
    assert (await ask(lin, "POST", browser)).status_code == 204
    assert await store.subscriptions(ada.id) == []
    assert len(await store.subscriptions(lin.id)) == 1


async def test_who_moves_to_another_device_is_called_at_the_old_one_no_longer(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    assert (await ask(ada, "POST", Browser("https://push.example/x").subscription)).status_code == 204
    code = (await ada.call("POST", "/api/me/link"))["code"]
    await (await Person.make(served.url, "Phone")).call("POST", "/api/me/claim", {"code": code})
    assert await served.app.state.services.store.subscriptions(ada.id) == []


async def test_the_service_worker_is_served_at_the_top(served: Served) -> None:
    files = served.app.state.services.files
    answer = await call(served.url, "GET", "/sw.js")
    if files.worker is files.missing:
        assert answer.status_code == 404
    else:
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"
