"""The herald: calls every browser of a player, forgets those that are gone, and holds up nobody."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from splendor.push import Push, push
from splendor.push import endpoint as endpoint_module
from splendor.records import Subscription, Unavailable
from support.push_service import Browser, PushService, claims, push_service

pytestmark = pytest.mark.anyio


class Kept:
    """What is kept, in memory."""

    def __init__(self) -> None:
        self.secrets: dict[str, str] = {}
        self.browsers: dict[str, list[Subscription]] = {}
        self.is_away = False

    async def secret(self, name: str, fresh: str) -> str:
        return self.secrets.setdefault(name, fresh)

    async def subscriptions(self, player: str) -> list[Subscription]:
        if self.is_away:
            raise Unavailable("the database is away")
        return list(self.browsers.get(player, []))

    async def drop_subscription(self, endpoint: str) -> None:
        for player, browsers in self.browsers.items():
            self.browsers[player] = [browser for browser in browsers if browser.endpoint != endpoint]

    def subscribe(self, player: str, endpoint: str) -> Browser:
        browser = Browser(endpoint)
        self.browsers.setdefault(player, []).append(Subscription(player=player, **browser.subscription))
        return browser


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PushService]:
    async with push_service(tmp_path) as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
        yield running


@pytest.fixture
async def herald(kept: Kept, service: PushService) -> AsyncIterator[Push]:  # noqa: ARG001
    herald = Push(kept, "mailto:ada@example.org", private=True)
    await herald.open()
    yield herald
    await herald.close()


async def test_every_browser_of_the_player_is_told_which_room_it_is(
    herald: Push, kept: Kept, service: PushService
) -> None:
    browsers = [kept.subscribe("ada", service.endpoint(name)) for name in ("phone", "desk")]
    kept.subscribe("lin", service.endpoint("other"))
    herald.call("ada", "amber-otter-7q4k2m9x")
    await herald.idle()
    came = sorted(service.pushed, key=lambda pushed: pushed.path, reverse=True)
    assert [pushed.path for pushed in came] == ["/phone", "/desk"]
    for browser, pushed in zip(browsers, came, strict=True):
        told = json.loads(browser.read(pushed.body))
        assert told == {"room": "amber-otter-7q4k2m9x", "url": "/r/amber-otter-7q4k2m9x", "kind": "turn"}
        assert pushed.headers["content-encoding"] == "aes128gcm"
        assert pushed.headers["ttl"] == "86400"
        assert pushed.headers["host"] == service.url.removeprefix("https://")
        assert len(pushed.headers["topic"]) == 32
        said = claims(pushed.headers["authorization"], herald.public_key)
        assert said["aud"] == service.url
        assert said["sub"] == "mailto:ada@example.org"


async def test_who_does_not_wish_to_be_called_is_not(herald: Push, service: PushService) -> None:
    herald.call("ada", "r")
    await herald.idle()
    assert service.pushed == []


@pytest.mark.parametrize(
    ("status", "stays"), [(201, True), (404, False), (410, False), (429, True), (500, True), (301, True)]
)
async def test_a_browser_that_is_gone_is_forgotten(
    herald: Push, kept: Kept, service: PushService, status: int, stays: bool, caplog: pytest.LogCaptureFixture
) -> None:
    kept.subscribe("ada", service.endpoint("secret-of-the-phone"))
    kept.subscribe("ada", service.endpoint("desk"))
    service.status["/secret-of-the-phone"] = status
    with caplog.at_level(logging.DEBUG):
        herald.call("ada", "r")
        await herald.idle()
    assert len(kept.browsers["ada"]) == 1 + stays
    assert {pushed.path for pushed in service.pushed} == {"/secret-of-the-phone", "/desk"}
    assert len(service.pushed) == 2  # no redirect is followed
    assert "secret" not in caplog.text
    assert (str(status) in caplog.text) is (status != 201)


async def test_a_service_that_does_not_answer_is_given_up(
    herald: Push, kept: Kept, service: PushService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(endpoint_module, "WITHIN", 0.3)
    kept.subscribe("ada", service.endpoint("secret"))
    service.status["/secret"] = 0
    herald.call("ada", "r")
    await herald.idle()
    assert len(kept.browsers["ada"]) == 1
    assert "TimeoutError" in caplog.text
    assert "secret" not in caplog.text


async def test_browsers_that_do_not_answer_hold_up_nobody_tenfold(
    herald: Push, kept: Kept, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint_module, "WITHIN", 0.5)
    for n in range(10):
        kept.subscribe("eve", service.endpoint(f"deaf{n}"))
        service.status[f"/deaf{n}"] = 0
    kept.subscribe("ada", service.endpoint("phone"))
    for _ in range(push.CALLERS):
        herald.call("eve", "r")
    herald.call("ada", "r")
    async with asyncio.timeout(3):
        while "/phone" not in {pushed.path for pushed in service.pushed}:
            await asyncio.sleep(0.01)


async def test_a_service_that_is_not_there_or_not_trusted_loses_nothing(
    kept: Kept, service: PushService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    herald = Push(kept, "mailto:ada@example.org", private=True)
    await herald.open()
    kept.subscribe("ada", service.endpoint("secret"))
    kept.subscribe("ada", "https://127.0.0.1:1/secret")
    herald.call("ada", "r")
    await herald.idle()
    await herald.close()
    assert service.pushed == []
    assert len(kept.browsers["ada"]) == 2
    assert "SSLCertVerificationError" in caplog.text
    assert "secret" not in caplog.text


async def test_without_the_setting_nothing_goes_to_this_machine(
    kept: Kept, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    herald = Push(kept, "mailto:ada@example.org")
    await herald.open()
    for url in (service.endpoint("secret"), "https://localhost/secret", "https://127.0.0.1/secret"):
        kept.subscribe("ada", url)
    herald.call("ada", "r")
    await herald.idle()
    await herald.close()
    assert service.pushed == []
    assert kept.browsers["ada"] == []
    assert "secret" not in caplog.text


async def test_a_store_that_is_away_costs_a_call_and_not_the_herald(
    herald: Push, kept: Kept, service: PushService
) -> None:
    kept.subscribe("ada", service.endpoint("phone"))
    kept.is_away = True
    herald.call("ada", "r")
    await herald.idle()
    kept.is_away = False
    herald.call("ada", "r")
    await herald.idle()
    assert len(service.pushed) == 1


async def test_more_calls_than_can_wait_are_dropped_and_nobody_waits(
    kept: Kept, service: PushService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(push, "WAITING", 3)
    kept.subscribe("ada", service.endpoint("phone"))
    herald = Push(kept, "mailto:ada@example.org", private=True)
    for _ in range(5):
        herald.call("ada", "r")  # before it is opened: nobody takes them yet
    assert caplog.text.count("is dropped") == 2
    await herald.open()
    await herald.idle()
    await herald.close()
    assert len(service.pushed) == 3


async def test_the_key_is_made_once(kept: Kept, service: PushService) -> None:  # noqa: ARG001
    keys = set()
    for _ in range(2):
        herald = Push(kept, "mailto:ada@example.org")
        await herald.open()
        keys.add(herald.public_key)
        await herald.close()
    assert len(keys) == 1
    assert len(kept.secrets) == 1


async def test_closing_does_not_wait_for_a_service_that_hangs(kept: Kept, service: PushService) -> None:
    kept.subscribe("ada", service.endpoint("phone"))
    service.status["/phone"] = 0
    herald = Push(kept, "mailto:ada@example.org", private=True)
    await herald.open()
    herald.call("ada", "r")
    while not service.pushed:
        await asyncio.sleep(0.01)
    async with asyncio.timeout(2):
        await herald.close()
