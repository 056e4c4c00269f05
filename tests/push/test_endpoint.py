"""Where a push may go: to push services, and never into our own network."""

import asyncio
import socket
import ssl
from typing import Any

import pytest

from splendor.push import BadSubscription, checked, endpoint
from splendor.push.endpoint import BadEndpoint, Endpoint
from splendor.records import Subscription
from support.push_service import Browser, to_text

pytestmark = pytest.mark.anyio


def a_subscription(**changes: str) -> Subscription:
    browser = Browser("https://push.example/send/abc")
    return Subscription(player="ada", **{**browser.subscription, **changes})


def test_a_good_subscription_is_good() -> None:
    for url in (
        "https://fcm.googleapis.com/fcm/send/a:b-c_d",
        "https://push.example",
        "https://[2001:4860:4860::8888]/x",
    ):
        subscription = a_subscription(endpoint=url)
        assert checked(subscription) is subscription
    padded = a_subscription()
    assert checked(a_subscription(p256dh=padded.p256dh + "=", auth=padded.auth + "=="))


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/x",
        "https://user:pw@push.example/x",
        "https://push.example:8443/x",
        "https://push.example:0/x",
        "https://push.example:99999/x",
        "https://push.example/a b",
        "https://push.example/a\r\nHost: other",
        "https://push.example/ä",
        "https://push.exämple/",
        "https:///x",
        "https://?x",
        "https://push.example\\@127.0.0.1/",
        "https://push..example/x",
        "https://.../x",
        f"https://{'a' * 64}.example/x",
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://192.168.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://0.0.0.0/",
        "https://[::1]/x",
        "https://[fe80::1]/x",
        "https://[fc00::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://224.0.0.1/x",
    ],
)
def test_what_is_no_push_service_is_refused(url: str) -> None:
    with pytest.raises(BadSubscription) as caught:
        checked(a_subscription(endpoint=url))
    assert url[9:] not in str(caught.value)


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "AAAA"},
        {"p256dh": to_text(b"\x04" + b"\x01" * 64)},
        {"p256dh": to_text(b"\x02" + b"\x01" * 32)},
        {"p256dh": "A"},
        {"auth": "AAAA"},
        {"auth": "A" * 44},
    ],
)
def test_keys_that_are_none_are_refused(keys: dict[str, str]) -> None:
    with pytest.raises(BadSubscription):
        checked(a_subscription(**keys))


@pytest.mark.parametrize(
    ("addresses", "goes_to"),
    [
        (["127.0.0.1"], None),
        (["::1"], None),
        (["10.0.0.5", "169.254.169.254"], None),
        (["10.0.0.5", "93.184.215.14"], "93.184.215.14"),
        (["2001:4860:4860::8888"], "2001:4860:4860::8888"),
    ],
)
async def test_a_name_is_looked_at_when_it_is_pushed_to_and_no_second_time(
    addresses: list[str], goes_to: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that was public yesterday may lead into our network today."""
    asked: list[str] = []
    connected: list[tuple[str, int, str]] = []

    async def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    async def open_connection(host: str, port: int, *, server_hostname: str, **_: Any) -> Any:
        connected.append((host, port, server_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo, raising=False)
    monkeypatch.setattr(endpoint.asyncio, "open_connection", open_connection)
    target = Endpoint.read("https://push.example/x")
    with pytest.raises(BadEndpoint if goes_to is None else ConnectionRefusedError):
        await target.post({}, b"", ssl.create_default_context())
    assert asked == ["push.example"]
    assert connected == ([] if goes_to is None else [(goes_to, 443, "push.example")])


def test_the_origin_is_what_a_statement_is_for() -> None:
    assert Endpoint.read("https://Push.Example/x?y").origin == "https://push.example"
    assert Endpoint.read("https://127.0.0.1:8443/x", private=True).origin == "https://127.0.0.1:8443"
    assert Endpoint.read("https://[::1]:8443/x", private=True).origin == "https://[::1]:8443"
