"""Another site's page: it can make a visitor's browser call us, and must get nothing done and learn nothing by it.
Beside it: addresses that a caller names, and what a browser is told to keep."""

import json
from http.cookies import SimpleCookie
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from security.state import database, live
from splendor.web.identity import COOKIE, SECURE_COOKIE
from support import raw
from support.calls import call, refused
from support.peer import Person
from support.push_service import Browser
from support.server import Served, serving

pytestmark = pytest.mark.anyio

CHANGING: list[tuple[str, str, Any]] = [
    ("POST", "/api/me", {"name": "Eve"}),
    ("POST", "/api/me/link", None),
    ("POST", "/api/me/claim", {"code": "aaaa-bbbb-cccc"}),
    ("POST", "/api/me/push", Browser("https://push.example/x").subscription),
    ("DELETE", "/api/me/push", {"endpoint": "https://push.example/x"}),
    ("POST", "/api/rooms", {}),
]
"""Every call that changes something."""


def foreign(url: str) -> list[str]:
    """Origins that are not ours, though some look like it."""
    host, port = url.removeprefix("http://").split(":")
    return [
        "https://evil.example", "null", "", "file://", "http://[x", f"http://{host}", f"http://{host}:{int(port) + 1}",
        f"http://{host}:{port}.evil.example", f"http://evil.example#{host}:{port}", f"http://evil.example/{host}:{port}",
        f"http://{host}:{port}@evil.example", f"http://evil@{host}:{port}", f"http://x{host}:{port}",
        f"http://{host}.evil.example:{port}", f"//evil.example\\@{host}:{port}", f"http://localhost:{port}",
    ]  # fmt: skip


async def test_the_list_of_calls_that_change_something_is_complete(served: Served) -> None:
    schema = served.app.openapi()
    found = {(method.upper(), path) for path, methods in schema["paths"].items() for method in methods}
    assert {each for each in found if each[0] != "GET"} == {(method, path) for method, path, _ in CHANGING}


async def test_no_other_sites_page_opens_a_socket(served: Served) -> None:
    """With the visitor's own cookie, as the browser sends it."""
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    address = f"{served.url.replace('http', 'ws', 1)}/api/rooms/{code}/ws"
    cookie = {"Cookie": f"{COOKIE}={ada.token}"}
    for origin in foreign(served.url):
        with pytest.raises(InvalidStatus) as caught:
            await connect(address, additional_headers={**cookie, "Origin": origin})
        assert caught.value.response.status_code == 403, origin
        assert ada.id not in str(caught.value.response.body)
    with pytest.raises(InvalidStatus):
        await connect(address, additional_headers={**cookie, "Sec-Fetch-Site": "cross-site"})
    async with connect(address, additional_headers={**cookie, "Origin": served.url}) as socket:
        assert ada.id in str(await socket.recv())


@pytest.mark.parametrize(("method", "path", "body"), CHANGING, ids=lambda value: str(value)[:20])
async def test_no_other_sites_page_changes_anything(
    served: Served, sqlite: str, method: str, path: str, body: Any
) -> None:
    ada = await Person.make(served.url, "Ada")
    await ada.make_room()
    before = database(sqlite), live(served)
    cookie = {"Cookie": f"{COOKIE}={ada.token}"}
    for origin in foreign(served.url):
        answer = await call(served.url, method, path, json=body, headers={**cookie, "Origin": origin})
        refused(answer, 403, "forbidden")
        assert "access-control-allow-origin" not in answer.headers
    for site in ("cross-site", "same-site"):
        headers = {**cookie, "Sec-Fetch-Site": site}
        refused(await call(served.url, method, path, json=body, headers=headers), 403, "forbidden")
    assert (database(sqlite), live(served)) == before


FORMS = {
    "application/x-www-form-urlencoded": "name=Eve&code=x",
    "multipart/form-data; boundary=x": '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nEve\r\n--x--\r\n',
    "text/plain": '{"name":"Eve","x":"="}',
    "text/plain; charset=utf-8": '{"name":"Eve"}',
    "": '{"name":"Eve"}',
}


@pytest.mark.parametrize("kind", FORMS)
async def test_what_a_form_can_send_is_not_taken_for_a_call(served: Served, sqlite: str, kind: str) -> None:
    """A form needs no leave of ours to be sent, and an old browser may send it without Origin. The cookie is Lax, so
    that it is not even sent along; here it is."""
    ada = await Person.make(served.url, "Ada")
    before = database(sqlite)
    for path in ("/api/me", "/api/me/claim", "/api/rooms", "/api/me/push"):
        headers = {"Cookie": f"{COOKIE}={ada.token}", "Content-Type": kind}
        answer = await call(served.url, "POST", path, content=FORMS[kind], headers=headers)
        refused(answer, 400, "bad_message")
    assert database(sqlite) == before


async def test_no_page_may_ask_first_either(served: Served) -> None:
    """There is no CORS: a preflight is a method that there is not."""
    for _, path, _ in CHANGING:
        headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        answer = await call(served.url, "OPTIONS", path, headers=headers)
        assert answer.status_code == 405
        assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_over_tls_a_page_that_came_without_is_another_site(sqlite: str) -> None:
    """It may have been written by somebody on the way."""
    tls = {"X-Forwarded-Proto": "https", "Host": "gems.example"}
    for settings in ({}, {"public_url": "https://Gems.example"}):
        async with serving(sqlite, limits="off", **settings) as served:
            for origin, status in (("https://gems.example", 200), ("http://gems.example", 403)):
                headers = {**tls, "Origin": origin}
                answer = await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers=headers)
                assert answer.status_code == status, (settings, origin)


# Cookies


@pytest.mark.parametrize("planted", ["attacker", "x" * 43, "", "a;b", '"quoted"'])
async def test_a_cookie_that_somebody_planted_is_not_adopted(served: Served, planted: str) -> None:
    """What is unknown names nobody, and who then becomes somebody gets a secret of the server's own making."""
    answer = await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers={"Cookie": f"{COOKIE}={planted}"})
    token = answer.json()["token"]
    assert token != planted
    assert SimpleCookie(answer.headers["set-cookie"])[COOKIE].value == token
    refused(await call(served.url, "GET", "/api/me", headers={"Cookie": f"{COOKIE}={planted}"}), 401, "unauthorized")


async def test_a_claim_gives_a_new_secret_in_the_place_of_both_that_there_were(served: Served) -> None:
    """Also of one that an attacker knows, since they gave it: they do not become who the victim becomes."""
    ada, attacker = await Person.make(served.url, "Ada"), await Person.make(served.url, "Mallory")
    link = await ada.call("POST", "/api/me/link")
    headers = {"Cookie": f"{COOKIE}={attacker.token}"}
    answer = await call(served.url, "POST", "/api/me/claim", json={"code": link["code"]}, headers=headers)
    token = SimpleCookie(answer.headers["set-cookie"])[COOKIE].value
    assert token not in (ada.token, attacker.token)
    refused(await call(served.url, "GET", "/api/me", headers=ada.headers), 401, "unauthorized")
    assert (await attacker.call("GET", "/api/me"))["player"] == attacker.id


async def test_behind_tls_the_cookie_can_not_come_from_a_neighbouring_domain(sqlite: str) -> None:
    tls = {"X-Forwarded-Proto": "https", "Host": "gems.example"}
    async with serving(sqlite, limits="off") as served:
        answer = await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers=tls)
        (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
        assert cookie.key == SECURE_COOKIE == "__Host-splendor"
        assert (cookie["path"], cookie["domain"]) == ("/", "")
        assert cookie["secure"]
        assert cookie["httponly"]
        assert cookie["samesite"].lower() == "lax"
        token = answer.json()["token"]
        for name, status in ((SECURE_COOKIE, 200), (COOKIE, 401)):
            headers = {**tls, "Cookie": f"{name}={token}"}
            assert (await call(served.url, "GET", "/api/me", headers=headers)).status_code == status


async def test_who_is_no_trusted_proxy_has_no_say_about_tls(sqlite: str) -> None:
    async with serving(sqlite, limits="off", trusted_proxies="192.0.2.99") as served:
        headers = {"X-Forwarded-Proto": "https"}
        answer = await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers=headers)
        (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
        assert (cookie.key, cookie["secure"]) == (COOKIE, "")


# Addresses that the caller names


async def test_links_go_to_the_public_address_whatever_host_was_called(sqlite: str) -> None:
    evil = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    async with serving(sqlite, limits="off", public_url="https://gems.example") as served:
        ada = await Person.make(served.url, "Ada")
        headers = {**ada.headers, **evil}
        room = (await call(served.url, "POST", "/api/rooms", json={}, headers=headers)).json()
        link = (await call(served.url, "POST", "/api/me/link", headers=headers)).json()
        assert room["url"] == f"https://gems.example/r/{room['code']}"
        assert link["url"] == f"https://gems.example/claim#{link['code']}"
        path = f"/api/rooms/{room['code']}/qr.svg"
        assert (await call(served.url, "GET", path, headers=evil)).content == (
            await call(served.url, "GET", path)
        ).content


async def test_without_one_a_link_names_the_host_that_was_called_to_the_caller_alone(served: Served) -> None:
    """Nobody else is given what was made of it: it is neither stored nor kept by a cache."""
    ada = await Person.make(served.url, "Ada")
    evil = {**ada.headers, "Host": "evil.example", "X-Forwarded-Host": "worse.example"}
    answer = await call(served.url, "POST", "/api/rooms", json={}, headers=evil)
    room = answer.json()
    assert room["url"] == f"http://evil.example/r/{room['code']}"
    assert answer.headers["cache-control"] == "no-store"
    qr = await call(served.url, "GET", f"/api/rooms/{room['code']}/qr.svg", headers=evil)
    assert qr.headers["cache-control"] == "no-store"
    for path in (f"/api/rooms/{room['code']}", "/api/me"):
        assert "evil" not in (await call(served.url, "GET", path, headers=ada.headers)).text


ASTRAY = [
    "//evil.example", "//evil.example/", "//evil.example/%2e%2e", "/\\evil.example", "/r/x/", "/r//evil.example/",
    "/api/me/", "/api/rooms/", "/claim/", "/?next=https://evil.example", "/claim?url=//evil.example",
    "/static//evil.example/", "/%2f%2fevil.example",
]  # fmt: skip


@pytest.mark.parametrize("path", ASTRAY)
async def test_nobody_is_sent_to_another_site(served: Served, path: str) -> None:
    """Where a slash too many is taken away, one stays where one called."""
    answer = await raw.get(served.url, path)
    if answer.status == 307:
        assert answer.headers["location"] == served.url + path.rstrip("/")
    else:
        assert answer.status in (200, 404)
        assert not {"location", "refresh"} & answer.headers.keys()


# Frames, caches, windows


async def test_no_page_of_another_site_frames_or_opens_ours(served: Served) -> None:
    for path in ("/", "/r/amber-otter-7q4k2m9x", "/claim", "/no/such/page"):
        headers = (await call(served.url, "GET", path)).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["referrer-policy"] == "same-origin"


async def test_what_is_a_players_own_is_kept_by_no_cache(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    for method, path, body in (*CHANGING, ("GET", "/api/me", None), ("GET", f"/api/rooms/{code}", None)):
        answer = await call(served.url, method, path, json=body, headers=ada.headers)
        assert answer.headers["cache-control"] == "no-store", path
    made = await call(served.url, "POST", "/api/me", json={"name": "Lin"})
    assert "set-cookie" in made.headers
    assert made.headers["cache-control"] == "no-store"
    assert json.loads(made.content)["token"]
