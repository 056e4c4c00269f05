"""Who is calling: cookie or bearer token, and from which site."""

from http.cookies import SimpleCookie

import pytest

from splendor.web.identity import COOKIE, SECURE_COOKIE, digest, site_of
from support.calls import JSON, call, refused
from support.peer import Person
from support.server import Served, serving

pytestmark = pytest.mark.anyio


async def test_a_player_is_made_with_a_secret_that_only_their_browser_holds(served: Served) -> None:
    answer = await call(served.url, "POST", "/api/me", json={"name": "  Ada "})
    assert answer.status_code == 200
    body = answer.json()
    assert body.keys() == {"player", "name", "token"}
    assert body["name"] == "Ada"
    assert len(body["token"]) >= 43
    cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    assert cookie.value == body["token"]
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) >= 300 * 24 * 3600
    assert not cookie["domain"]
    assert not cookie["secure"]


async def test_behind_tls_the_cookie_is_secure(sqlite: str) -> None:
    """The proxy says so, and is believed since it is trusted."""
    async with serving(sqlite, limits="off") as served:
        answer = await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
        assert SimpleCookie(answer.headers["set-cookie"])[SECURE_COOKIE]["secure"]


async def test_the_store_has_a_hash_of_the_secret_and_not_the_secret(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    store = served.app.state.services.store
    assert (await store.player_by_token(digest(ada.token))).id == ada.id
    assert await store.player_by_token(ada.token) is None


@pytest.mark.parametrize("way", ["bearer", "cookie", "lower-case scheme"])
async def test_who_holds_the_secret_is_the_player(served: Served, way: str) -> None:
    ada = await Person.make(served.url, "Ada")
    headers = {
        "bearer": {"Authorization": f"Bearer {ada.token}"},
        "cookie": {"Cookie": f"other=1; {COOKIE}={ada.token}"},
        "lower-case scheme": {"Authorization": f"bearer {ada.token}"},
    }[way]
    answer = await call(served.url, "GET", "/api/me", headers=headers)
    assert answer.json() == {"player": ada.id, "name": "Ada", "rooms": []}
    renamed = await call(served.url, "POST", "/api/me", json={"name": "Eve"}, headers=headers)
    assert renamed.json() == {"player": ada.id, "name": "Eve"}
    assert "set-cookie" not in renamed.headers


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic YWRhOmFkYQ=="},
        {"Cookie": f"{COOKIE}=wrong"},
        {"Cookie": f"{COOKIE}="},
        {"Cookie": ";;;=;"},
        {"Authorization": "Bearer \u00ff\u00fe"},
    ],
    ids=str,
)
async def test_nobody_else_is(served: Served, headers: dict[str, str]) -> None:
    raw = {name: value.encode("latin-1") for name, value in headers.items()}
    for method, path in (("GET", "/api/me"), ("POST", "/api/rooms"), ("POST", "/api/me/link")):
        refused(await call(served.url, method, path, headers=raw), 401, "unauthorized")


async def test_a_wrong_bearer_is_not_made_good_by_a_cookie(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    headers = {"Authorization": "Bearer wrong", "Cookie": f"{COOKIE}={ada.token}"}
    refused(await call(served.url, "GET", "/api/me", headers=headers), 401, "unauthorized")


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 25, "a\nb", "a\tb", "a\x00b", "\u202eabc", "\u2028", "\u200b\u00ad", None, 1, ["Ada"], True]
)
async def test_a_name_is_one_line_of_one_to_24_characters(served: Served, name: object) -> None:
    refused(await call(served.url, "POST", "/api/me", json={"name": name}), 400, "bad_message")


@pytest.mark.parametrize(
    "name", ["x" * 24, "<img src=x onerror=alert(1)>"[:24], "\u05d0\u05d1", "\U0001f600", "O'Neil"]
)
async def test_a_name_is_kept_as_it_is(served: Served, name: str) -> None:
    assert (await Person.make(served.url, name)).name == name


async def test_a_rename_reaches_the_rooms(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    async with ada.at(await ada.make_room()) as table:
        await ada.call("POST", "/api/me", {"name": "Countess"})
        await table.until(lambda table: table.you["name"] == "Countess")
        assert table.room["seats"][0]["name"] == "Countess"


# Origin

FOREIGN = ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "", "http://[x", "evil", "file://"]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_another_sites_page_changes_nothing(served: Served, origin: str) -> None:
    ada = await Person.make(served.url, "Ada")
    for path, body in (
        ("/api/me", {"name": "Eve"}), ("/api/rooms", {}), ("/api/me/link", None), ("/api/me/claim", {"code": "x"}),
    ):  # fmt: skip
        answer = await call(served.url, "POST", path, json=body, headers={**ada.headers, "Origin": origin})
        refused(answer, 403, "forbidden")
    assert (await ada.call("GET", "/api/me"))["name"] == "Ada"


async def test_the_page_itself_may(served: Served) -> None:
    answer = await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers={"Origin": served.url})
    assert answer.status_code == 200


async def test_the_public_address_may_and_no_other(sqlite: str) -> None:
    async with serving(sqlite, limits="off", public_url="https://gems.example/") as served:
        for origin, status in (("https://gems.example", 200), ("https://gems.example.evil", 403)):
            answer = await call(served.url, "POST", "/api/me", json={"name": "A"}, headers={"Origin": origin})
            assert answer.status_code == status


@pytest.mark.parametrize(
    ("origin", "site"),
    [
        ("https://a.example", ("https", "a.example")), ("http://A:81", ("http", "a:81")), ("null", None), ("", None),
        ("http://[", None), ("http://[::1]:8000", ("http", "[::1]:8000")),
    ],
)  # fmt: skip
def test_an_origin_names_a_site_or_none(origin: str, site: tuple[str, str] | None) -> None:
    assert site_of(origin) == site


async def test_a_body_that_says_it_is_no_json_is_not_read_as_such(served: Served) -> None:
    """A form of another site could send text/plain without asking."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = await call(served.url, "POST", "/api/me", content=b'{"name":"Ada"}', headers={"Content-Type": kind})
        refused(answer, 400, "bad_message")
    answer = await call(served.url, "POST", "/api/me", content=b'{"name":"Ada"}', headers=JSON)
    assert answer.status_code == 200
