"""What stands on every answer, and what operators ask."""

from collections.abc import Callable

import pytest

from splendor.records import Unavailable
from splendor.web.headers import ALWAYS
from splendor.wire import catalog
from support.calls import call, refused
from support.peer import Person
from support.server import Served

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "path",
    ["/", "/r/x", "/g/x", "/claim", "/api/me", "/api/rooms", "/api/rooms/x", "/api/catalog", "/healthz", "/readyz",
     "/nope", "/api/nope"],
)  # fmt: skip
async def test_every_answer_carries_the_security_headers(served: Served, path: str) -> None:
    answer = await call(served.url, "GET", path)
    for name, value in ALWAYS.items():
        assert answer.headers[name] == value
    assert "server" not in answer.headers
    assert "cache-control" in answer.headers
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert "unsafe" not in str(policy)


async def test_a_file_is_taken_for_what_it_is_called_and_for_no_page(served: Served) -> None:
    for path in ("/static/nope.js", served.app.state.services.files.base + "/src/app.js"):
        answer = await call(served.url, "GET", path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not answer.headers["content-type"].startswith("text/html")
        assert "content-security-policy" not in answer.headers


@pytest.mark.parametrize("path", ["/api/me", "/api/rooms", "/api/rooms/x", "/api/games/x", "/healthz"])
async def test_what_is_of_the_moment_is_not_kept(served: Served, path: str) -> None:
    assert (await call(served.url, "GET", path)).headers["cache-control"] == "no-store"


async def test_the_catalog_is_kept_for_ever_under_its_version_alone(served: Served) -> None:
    versioned = await call(served.url, "GET", catalog.URL)
    assert versioned.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = await call(served.url, "GET", "/api/catalog")
    assert plain.headers["cache-control"] == "no-cache"
    assert versioned.json() == plain.json() == catalog.CATALOG
    assert (len(plain.json()["cards"]), len(plain.json()["nobles"])) == (90, 10)
    refused(await call(served.url, "GET", "/api/catalog/000000000000"), 404, "not_found")


async def test_the_page_names_the_catalogs_address(served: Served) -> None:
    assert catalog.URL in (await call(served.url, "GET", "/")).text


# Health


def unreachable(*_: object, **__: object) -> Callable[..., object]:
    raise Unavailable("the database is away")


async def test_while_the_database_answers_the_server_is_ready(served: Served) -> None:
    for path in ("/healthz", "/readyz"):
        assert (await call(served.url, "GET", path)).status_code == 200


async def test_while_the_database_is_away_the_server_lives_and_says_so(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    store = served.app.state.services.store
    for name in ("ping", "player_by_token", "room", "make_player", "game", "public_rooms"):
        monkeypatch.setattr(store, name, unreachable)
    assert (await call(served.url, "GET", "/healthz")).status_code == 200
    assert (await call(served.url, "GET", "/readyz")).status_code == 503
    for method, path in (
        ("GET", "/api/me"), ("POST", "/api/rooms"), ("GET", f"/api/rooms/{code}"), ("GET", "/api/games/x"),
        ("GET", "/api/rooms"),
    ):  # fmt: skip
        answer = await call(served.url, method, path, headers=ada.headers)
        refused(answer, 503, "unavailable")
        assert answer.headers["retry-after"] == "2"
        assert "database is away" not in answer.text
    monkeypatch.undo()
    assert (await call(served.url, "GET", "/readyz")).status_code == 200


async def test_operators_may_ask_for_the_head_alone(served: Served) -> None:
    for path in ("/healthz", "/readyz"):
        assert (await call(served.url, "HEAD", path)).status_code == 200
