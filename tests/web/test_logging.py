"""What is logged of requests and sockets, and what must never be."""

import re
from pathlib import Path
from typing import Any

import pytest

from splendor.store import Database
from splendor.web import socket
from splendor.web.headers import ALWAYS
from splendor.wire import catalog
from support.calls import call, refused
from support.captured import logged, own, read
from support.party import playing
from support.peer import Person, Table
from support.server import Served, ServerProcess

pytestmark = pytest.mark.anyio

ROUTES = [
    ("GET", "/r/amber-otter-7q4k2m9x?token=opensesame", "/r/{code}", 200),
    ("GET", "/?opensesame", "/", 200),
    ("GET", "/api/rooms/amber-otter-7q4k2m9x", "/api/rooms/{code}", 404),
    ("GET", "/api/me?x=opensesame", "/api/me", 401),
    ("POST", "/api/rooms", "/api/rooms", 401),
    ("GET", "/amber-otter-7q4k2m9x%0a%1b[2J", "unknown", 404),
    ("GET", f"/api/catalog/{catalog.VERSION}", "/api/catalog/{version}", 200),
    ("PROPFIND", "/api/me", "/api/me", 405),
]


@pytest.mark.parametrize(("method", "path", "route", "status"), ROUTES)
async def test_a_request_is_logged_under_its_template_alone(
    served: Served, method: str, path: str, route: str, status: int
) -> None:
    with logged("info") as stream:
        answer = await call(served.url, method, path)
    (line,) = own(stream)
    assert answer.status_code == status
    assert line.pop("ms") >= 0
    assert line.pop("time")
    assert line.pop("process")
    assert line == {
        "level": "info", "logger": "splendor.access", "message": "request", "route": route, "status": status,
        "method": method if method in ("GET", "POST") else "other", "request": answer.headers["x-request-id"],
    }  # fmt: skip


async def test_what_is_asked_all_the_time_is_told_at_debug_alone(served: Served) -> None:
    paths = ("/healthz", "/readyz", served.app.state.services.files.base + "/src/app.js", "/static/nope.js")
    for level, expected in (("info", []), ("debug", ["/healthz", "/readyz", "/static/{file}", "/static/{file}"])):
        with logged(level) as stream:
            for path in paths:
                await call(served.url, "GET", path)
        assert [line["route"] for line in own(stream)] == expected


async def test_each_request_has_a_number_of_its_own_also_where_the_answer_is_one_that_is_kept(served: Served) -> None:
    numbers = [(await call(served.url, "GET", "/")).headers.get_list("x-request-id") for _ in range(3)]
    assert {len(each) for each in numbers} == {1}
    assert len({each[0] for each in numbers}) == 3


async def test_a_socket_is_logged_when_it_opens_and_when_it_closes(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    with logged("debug") as stream:
        async with ada.at(code) as table:
            await table.send("ping")
            with pytest.raises(Exception, match="wrong_status"):
                await table.send("start")
    lines = [line for line in own(stream) if line.get("room")]
    assert [line["message"] for line in lines] == ["socket opened", "done", "start is refused: wrong_status",
                                                   "socket closed"]  # fmt: skip
    assert {(line["room"], line["player"]) for line in lines} == {(code, ada.id)}
    assert len({line["socket"] for line in lines}) == 1
    assert lines[1]["type"] == "ping"
    assert lines[-1]["seconds"] >= 0


async def test_a_message_that_moves_a_game_is_logged_with_its_number(served: Served) -> None:
    async with playing(served.url, 2) as party:
        with logged("debug") as stream:
            await party.act({"type": "take", "tokens": {"ruby": 2}})
        done = [line for line in own(stream) if line.get("type") == "act"]
    assert [(line["game"], line["seq"]) for line in done] == [(party.game["id"], 1)]


async def test_a_text_that_is_none_is_no_fault_of_ours(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    with logged("debug") as stream:
        async with ada.at(code) as table:
            assert table._socket is not None
            await table._socket.send(b"\xff", text=True)
            await table.closed()
    assert table.close_code == 1007
    lines = read(stream.getvalue())
    assert "socket closed" in [line["message"] for line in lines]
    assert [line for line in lines if line["level"] in ("warning", "error")] == []


# What nobody foresaw


class Unforeseen(Exception):
    pass


def broken(*_: object, **__: object) -> Any:
    raise Unforeseen("opensesame is here\nand here: opensesame")


async def test_a_fault_is_logged_with_its_traceback_and_the_caller_is_told_no_more_than_that(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served.app.state.services.store, "public_rooms", broken)
    with logged("info") as stream:
        answer = await call(served.url, "GET", "/api/rooms?status=lobby")
    detail = refused(answer, 500, "internal")
    assert "opensesame" not in detail
    assert "Unforeseen" not in answer.text
    for name, value in ALWAYS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == "no-store"
    failed, request = own(stream)
    assert failed["level"] == "error"
    assert "in broken" in failed["exception"]
    assert failed["request"] == request["request"] == answer.headers["x-request-id"]
    assert (request["route"], request["status"]) == ("/api/rooms", 500)


async def test_a_fault_before_a_socket_opens_is_answered(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    monkeypatch.setattr(served.app.state.services.rooms, "get", broken)
    with logged("info") as stream, pytest.raises(Exception, match="500"):
        async with ada.at(code):
            pass
    assert [line["message"] for line in own(stream)] == ["a socket could not be opened"]


async def test_a_fault_in_a_socket_ends_it_with_a_goodbye_and_hurts_nobody_else(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        victim, watcher = party.to_act, party.watchers[0]
        other = next(table for table in party.players if table is not victim)

        original = socket.perform

        async def sometimes(room: Any, viewer: Any, message: Any) -> None:
            if message.type == "act":
                broken()
            await original(room, viewer, message)

        monkeypatch.setattr(socket, "perform", sometimes)
        with logged("info") as stream:
            pending = await victim.post({"type": "act", "game": party.game["id"], "seq": 2,
                               "action": {"type": "take", "tokens": {"onyx": 2}}})  # fmt: skip
            await victim.closed()
            with pytest.raises(ConnectionError):
                await pending
        assert victim.byes == ["restart"]
        assert victim.close_code == 1012
        await other.send("chat", text="still here")
        await watcher.until(lambda table: bool(table.chat))
        assert other.byes == watcher.byes == []
        failed, closed = own(stream)
        assert (failed["level"], failed["type"], failed["game"], failed["seq"]) == ("error", "act", party.game["id"], 2)
        assert "in broken" in failed["exception"]
        assert closed["message"] == "socket closed"
        monkeypatch.undo()
        async with victim.person.at(party.code) as again:
            assert again.game is not None
            await again.act({"type": "take", "tokens": {"onyx": 2}})
            await other.at_seq(2)


# What must never be there


async def secrets_of(url: str, code: str) -> set[str]:
    """All that the store holds of it and nobody may read."""
    async with Database(url) as store:
        room = await store.room(code)
        assert room is not None
        assert room.game is not None
        game = await store.game(room.game)
        assert game is not None
        return {
            game.seed,
            await store.secret("vapid", ""),
            *(card for deck in game.deal["decks"].values() for card in deck),
        }


async def all_that_happens(url: str) -> tuple[str, set[str]]:
    """People come, play, talk, move to another device, and try what they should not; gives the room and what they
    hold."""
    mischief = "\\n\u001b[2J Ada"
    held = {"pssst, the ruby is mine", "opensesame"}
    async with playing(url, 2, watchers=1, clock={"bank": 600, "increment": 5}) as party:
        await party.players[0].send("chat", text="pssst, the ruby is mine")
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        await party.act({"type": "reserve", "deck": 3})
        for name in ("\x1b[31mAda", "Ada\n{}", "Ada\u2028", "A" * 100, mischief[:24]):
            await call(url, "POST", "/api/me", json={"name": name}, headers=party.people[0].headers)
        link = await party.people[0].call("POST", "/api/me/link")
        moved = await call(url, "POST", "/api/me/claim", json={"code": link["code"]})
        held |= {link["code"], moved.json()["token"], *(person.token for person in [*party.people, *_guests(party)])}
        for raw in ("{", '{"type": "chat", "text": "pssst, the ruby is mine"', '{"type": "\\u001b[2J"}', "\x00"):
            await party.players[1].raw(raw)
        await party.players[1].raw(b"opensesame")
        headers = {"Cookie": "splendor=opensesame", "X-Request-Id": "opensesame", "User-Agent": "opensesame"}
        for path in ("/r/x?opensesame", "/opensesame", "/api/rooms/opensesame/ws", "/api/rooms/x/ws?opensesame"):
            for method in ("GET", "POST", "PROPFIND", "OPENSESAME"):
                await call(url, method, path, headers=headers)
        with pytest.raises(Exception, match="401"):
            await Table(Person(url, "", "", "opensesame"), party.code).open()
        await party.players[1].send("ping")
        return party.code, held


def _guests(party: Any) -> list[Person]:
    return [table.person for table in party.watchers]


async def test_no_log_holds_a_secret_at_any_level(database_url: str, tmp_path: Path) -> None:
    if "postgres@" in database_url:  # a server that lets everybody in takes any password
        database_url = database_url.replace("postgres@", "postgres:opensesame@")
    process = ServerProcess(database_url, log=tmp_path / "log", SPLENDOR_LOG_LEVEL="debug", SPLENDOR_LIMITS="off")
    with process.running():
        code, held = await all_that_happens(process.url)
        process.terminate()
    text = (tmp_path / "log").read_text()
    held |= await secrets_of(database_url, code)
    lines = read(text)
    assert len(held) > 90
    assert not [secret for secret in held if secret in text]
    assert not re.search(r"[^\x20-\x7e\n]|token_hash|INSERT|SELECT|[Cc]ookie", text)
    assert {line["message"] for line in lines if line["level"] in ("error", "warning")} == {
        "Invalid HTTP request received."
    }
    assert {"socket opened", "socket closed", "done", "request"} <= {line["message"] for line in lines}
