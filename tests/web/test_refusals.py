"""Whatever is asked wrongly is answered in the protocol's words."""

import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from support.calls import JSON, call, refused
from support.peer import Person
from support.server import Served

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nope", "/api/me/nope", "/api/rooms/x/y/z", "/nope", "/r/"])
async def test_an_unknown_path_is_not_found(served: Served, method: str, path: str) -> None:
    """But for a person who mistyped an address: see test_pages."""
    answer = await call(served.url, method, path)
    if method == "GET" and not path.startswith("/api"):
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
    else:
        refused(answer, 404, "not_found")


async def test_there_is_no_socket_at_an_unknown_path(served: Served) -> None:
    for path in ("/", "/nope", "/api/nope", "/static/x"):
        with pytest.raises(InvalidStatus) as caught:
            await connect(served.url.replace("http", "ws", 1) + path)
        assert caught.value.response.status_code in (403, 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "/api/me"), ("DELETE", "/api/rooms"), ("GET", "/api/me/claim"), ("POST", "/healthz"), ("POST", "/")],
)
async def test_a_method_that_a_path_does_not_have_is_refused(served: Served, method: str, path: str) -> None:
    refused(await call(served.url, method, path), 405, "bad_message")


@pytest.mark.parametrize("id", ["no-such-game", "%00", "x" * 300, "a%2Fb", "%ED%A0%80"])
async def test_an_unknown_game_is_not_found(served: Served, id: str) -> None:
    refused(await call(served.url, "GET", f"/api/games/{id}"), 404, "not_found")


BAD_BODIES = {
    "no json": b"{",
    "empty": b"",
    "a key twice": b'{"name":"Ada","name":"Eve"}',
    "a key twice, escaped": b'{"name":"Ada","n\\u0061me":"Eve"}',
    "not a number": b'{"name":NaN}',
    "infinity": b'{"name":1e999}',
    "no utf-8": b'{"name":"\xff\xfe"}',
    "utf-16": '{"name":"Ada"}'.encode("utf-16"),
    "half a surrogate pair": b'{"name":"\\ud800"}',
    "half a surrogate pair as key": b'{"name":"Ada","\\ud800":1}',
    "too deep": b"[" * 4000,
    "an array": b"[]",
    "null": b"null",
    "a text": b'"Ada"',
    "a surplus key": b'{"name":"Ada","admin":true}',
    "two documents": b'{"name":"Ada"}{"name":"Eve"}',
    "a control character": b'{"name":"a\nb"}',
}


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES)
async def test_a_body_that_is_not_as_it_should_be_is_refused(served: Served, body: bytes) -> None:
    detail = refused(await call(served.url, "POST", "/api/me", content=body, headers=JSON), 400, "bad_message")
    if b"name" in body and body.count(b"Ada") and b"Eve" in body and b"}{" not in body:
        assert "twice" in detail
    if b"admin" in body:
        assert "admin" in detail


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("path", ["/api/me", "/api/rooms", "/api/me/claim"])
async def test_a_body_has_at_most_4096_bytes(served: Served, path: str, chunked: bool) -> None:
    ada = await Person.make(served.url, "Ada")
    fitting = json.dumps({"name": "x" * (4096 - 12)}).encode()
    assert len(fitting) == 4096

    async def in_chunks(body: bytes):  # type: ignore[no-untyped-def]
        for start in range(0, len(body), 1000):
            yield body[start : start + 1000]

    for body, status, code in ((fitting, 400, "bad_message"), (fitting + b" ", 413, "too_large")):
        content = in_chunks(body) if chunked else body
        answer = await call(served.url, "POST", path, content=content, headers={**JSON, **ada.headers})
        refused(answer, status, code)


async def test_a_fault_of_the_server_does_not_tell_of_itself(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr(served.app.state.services.store, "game", broken)
    answer = await call(served.url, "GET", "/api/games/g1")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
