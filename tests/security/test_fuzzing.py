"""Anything at all, sent to a real server by every way in: it is always answered, or ended as the protocol says; nothing
of the server's inside comes back; and what is refused has changed nothing.

The server runs in a loop of the test's own, and stands still between two examples."""

import asyncio
import contextlib
import json
import logging
import random
import shutil
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

import splendor
from security.generated import Strategy, like, meant, spoiled, texts, values
from security.state import database, live
from splendor import rules
from splendor.web.outbox import CLOSE
from splendor.wire import client, http
from splendor.wire.server import ServerMessage
from support import positions, raw
from support.invariants import patched_view_is_the_fresh_one
from support.party import Party, at_the_table, store_game
from support.peer import Person, Table
from support.positions import Position
from support.push_service import Browser
from support.random_player import choose
from support.server import Served, serving

T = TypeVar("T")

HERE = str(Path(splendor.__file__).parents[1])
INSIDE = ("Traceback", "site-packages", HERE, "sqlalchemy", "sqlite", "pydantic", "asyncpg")
ENDS = {1002, 1007, 1009, *CLOSE.values()}
"""The codes with which the protocol lets a socket end."""
BROWSER = Browser("https://push.example/x").subscription
_message: TypeAdapter[Any] = TypeAdapter(ServerMessage)
_refusal = TypeAdapter(http.Refusal)


def often(examples: int) -> Any:
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass(eq=False)
class House(logging.Handler):
    """A server and four people; `faults`: what it logged as such."""

    runner: asyncio.Runner
    served: Served
    database_url: str
    people: list[Person]
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        self.faults.append(record.getMessage())

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        answer = self.runner.run(what)
        faults, self.faults = self.faults, []
        assert faults == []
        return answer

    def state(self) -> Any:
        return database(self.database_url), live(self.served)


@pytest.fixture(scope="module")
def house(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path_factory.mktemp('fuzzing') / 'splendor.db')}"

    async def people(served: Served) -> list[Person]:
        return [await Person.make(served.url, name) for name in ("Ada", "Lin", "Bo", "Guest")]

    with asyncio.Runner() as runner:
        stack = contextlib.AsyncExitStack()
        served = runner.run(stack.enter_async_context(serving(url, limits="off", room_idle=3600)))
        house = House(runner, served, url, runner.run(people(served)))
        logging.getLogger().addHandler(house)
        yield house
        logging.getLogger().removeHandler(house)
        runner.run(stack.aclose())


def tells_nothing(text: str) -> None:
    assert not [inside for inside in INSIDE if inside in text], text


# Messages

WORDS: dict[str, list[Any]] = {
    "game": ["$game"],
    "seq": ["$seq", "$next", "$next", "$next", "$far"],
    "card": [f"$card {n}" for n in range(12)],
    "noble": ["$noble"],
    "player": [f"$player {n}" for n in range(4)],
    "tokens": [{"ruby": 2}, {"onyx": 1, "ruby": 1, "emerald": 1}, {"gold": 1}],
    "deck": [1, 2, 3],
    "action": ["$legal"],
}
_good = like(client.ClientMessage, WORDS)
_act = like(client.Act, WORDS)
WHO = [0, 1, 2, 3, *[None] * 6]
"""None: whose turn it is."""
messages: Strategy = st.integers(0, 4).flatmap([_good, _good, _act, _act, spoiled(_good)].__getitem__)


def a_beginning() -> Position:
    deal, options = rules.deal("5eed", 3), rules.Options()
    return Position(deal, options, (), rules.new_game(deal, 3, options))


POSITIONS = [
    a_beginning,
    a_beginning,
    lambda: positions.mid_game(3),
    lambda: positions.final_round_begun_by(0),
    lambda: positions.deck_3_used_up(),
    lambda: positions.one_before("return")[0],
]


def words_of(party: Party) -> dict[str, Any]:
    game = party.players[0].game or {"id": "g", "seq": 1, "market": {}, "nobles": []}
    market = [card for row in game["market"].values() for card in row]
    return {
        "$game": game["id"], "$seq": game["seq"], "$next": game["seq"] + 1, "$far": game["seq"] + 9,
        "$noble": next(iter(game["nobles"]), "N-01"), "$legal": something_legal(party),
        **{f"$card {n}": card for n, card in enumerate(market)},
        **{f"$player {n}": table.person.id for n, table in enumerate(party.everyone)},
    }  # fmt: skip


async def answer_to(table: Table, text: str) -> dict[str, Any]:
    """What comes to everybody by the message comes before its answer, or after."""
    seen = len(table.frames)
    await table.raw(text)

    def answers(table: Table) -> list[dict[str, Any]]:
        frames = [json.loads(frame) for frame in table.frames[seen:]]
        return [frame for frame in frames if frame["type"] in ("ok", "error")]

    await table.until(answers)
    (answer,) = answers(table)
    return answer


@given(
    position=st.integers(0, len(POSITIONS) - 1),
    steps=st.lists(st.tuples(st.sampled_from(WHO), messages, st.booleans()), min_size=6, max_size=16),
)
@often(40)
def test_every_message_is_answered_and_what_is_refused_changes_nothing(
    house: House, position: int, steps: list[tuple[int | None, Any, bool]]
) -> None:
    async def sent() -> None:
        reached = POSITIONS[position]()
        size = len(reached.state.players)
        players, guests = house.people[:size], house.people[size:]
        code = await store_game(house.served.app.state.services.store, players, reached)
        async with at_the_table(code, players, guests) as party:
            for who, message, ascii in steps:
                await one_message(house, party, who, message, ascii)
            for table in party.everyone:
                await patched_view_is_the_fresh_one(table)

    house.run(sent())


def something_legal(party: Party) -> Any:
    game = whose_turn(party).game
    return choose(game, game["turn"], random.Random(0)) if game and "moves" in game else None


def whose_turn(party: Party) -> Table:
    return party.to_act if party.players[0].game else party.players[0]


async def one_message(house: House, party: Party, who: int | None, message: Any, ascii: bool) -> None:
    table = whose_turn(party) if who is None else party.everyone[who % len(party.everyone)]
    told = meant(message, words_of(party))
    before = house.state()
    answer = await answer_to(table, json.dumps(told, ensure_ascii=ascii))
    tells_nothing(json.dumps(answer))
    for frame in table.frames[-3:]:
        _message.validate_json(frame, strict=True)
    id = told.get("id") if isinstance(told, dict) else None
    if answer["type"] == "error":
        assert house.state() == before, told
        assert answer["re"] in (id, None)
    else:
        assert answer["re"] == id
        await party.caught_up()


# Frames

pieces = st.one_of(
    st.binary(max_size=200),
    st.text(st.characters(codec="utf-8"), max_size=200),
    st.lists(st.text(st.characters(codec="utf-8"), max_size=20), min_size=2, max_size=5),
    st.sampled_from(
        ["", "{", "[" * 4000, "9" * 4096, '{"type":"ping"}' * 2, '{"type":"ping","id":1e999}', "\0" * 65_000]
    ),
)


@given(st.lists(pieces, max_size=5))
@often(40)
def test_any_message_at_all_is_answered_once(house: House, frames: list[Any]) -> None:
    async def sent() -> None:
        code = await house.people[0].make_room()
        before = house.state()[0]
        async with house.people[3].at(code) as table:
            assert table._socket is not None
            for frame in frames:
                await table._socket.send(frame)
            await table.send("ping")
            answers = [json.loads(frame) for frame in table.frames if '"type":"error"' in frame]
            assert len(answers) == len(frames)
            for answer in answers:
                assert answer["code"] in ("bad_message", "too_large")
                tells_nothing(json.dumps(answer))
        assert house.state()[0] == before

    house.run(sent())


@given(st.binary(min_size=1, max_size=80))
@example(b"\x81\xfe\xff\xff" + b"\0" * 76)
@often(60)
def test_bytes_that_are_no_frames_end_their_own_socket_as_documented(house: House, noise: bytes) -> None:
    async def sent() -> None:
        code = await house.people[0].make_room()
        async with house.people[0].at(code) as other, house.people[3].at(code) as table:
            before = house.state()[0]
            assert table._socket is not None
            table._socket.transport.write(noise)
            table._socket.transport.write_eof()
            await table.closed()
            assert table.close_code in {*ENDS, 1000, 1005, 1006, *client_chosen(noise)}
            for frame in table.frames:
                _message.validate_json(frame, strict=True)
            await other.send("ping")
            assert house.state()[0] == before

    house.run(sent())


def client_chosen(noise: bytes) -> set[int]:
    """A close frame may happen to be among the bytes, and its code comes back."""
    return set(range(1000, 5000)) if any(byte & 0x0F == 8 for byte in noise) else set()


# HTTP

CALLS: list[tuple[str, str, Any]] = [
    ("POST", "/api/me", http.MeIn),
    ("GET", "/api/me", None),
    ("POST", "/api/me/link", None),
    ("POST", "/api/me/claim", http.ClaimIn),
    ("POST", "/api/me/push", http.PushIn),
    ("DELETE", "/api/me/push", http.PushOff),
    ("POST", "/api/rooms", http.RoomIn),
    ("GET", "/api/rooms", None),
    ("GET", "/api/rooms/{}", None),
    ("GET", "/api/rooms/{}/qr.svg", None),
    ("GET", "/api/games/{}", None),
    ("GET", "/api/catalog/{}", None),
]
segments = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).map(
    lambda text: "".join(f"%{byte:02x}" for byte in text.encode())
)


def body_of(model: Any) -> Strategy:
    good = like(model, {key: [value] for key, value in BROWSER.items()}) if model else values
    return st.one_of(good, good, spoiled(good)).map(lambda body: json.dumps(body).encode()) | st.binary(max_size=60)


ASKED = ["lobby", "playing", "2026-05-01T12:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "1e999"]
calls = st.sampled_from(CALLS).flatmap(
    lambda call: st.tuples(st.just(call[0]), st.just(call[1]), body_of(call[2]), segments)
)


@given(
    call=calls,
    caller=st.integers(0, 4),
    kind=st.sampled_from(["application/json"] * 5 + ["text/plain", "", "application/json; charset=utf-7"]),
    query=st.dictionaries(st.sampled_from(["status", "before", "x"]), texts | st.sampled_from(ASKED), max_size=2),
)
@often(150)
def test_every_call_is_answered_and_what_is_refused_changes_nothing(
    house: House, call: tuple[str, str, bytes, str], caller: int, kind: str, query: dict[str, str]
) -> None:
    method, path, body, segment = call
    person = [*house.people, None][caller]

    async def asked() -> httpx.Response:
        headers = {"Content-Type": kind, **(person.headers if person else {})}
        async with httpx.AsyncClient(base_url=house.served.url, timeout=20) as web:
            return await web.request(
                method, path.replace("{}", segment), params=query or None, content=body, headers=headers
            )

    before = house.state()
    answer = house.run(asked())
    assert answer.status_code < 500, answer.text
    assert "x-content-type-options" in answer.headers
    tells_nothing(answer.text)
    if answer.status_code >= 400:
        _refusal.validate_json(answer.content, strict=True)
        assert house.state() == before
    elif method == "GET":
        assert house.state()[0] == before[0]


HEADS = [
    b"Connection: close", b"Content-Length: 5", b"Transfer-Encoding: chunked", b"Cookie: splendor=x",
    b"Authorization: Bearer x", b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13",
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", b"Origin: null", b"Accept-Encoding: br;q=\xff",
    b"If-None-Match: *", b"Range: bytes=0-1", b"Expect: 100-continue", b"X-Forwarded-For: ,,,",
    b"X-Forwarded-For: [::", b"X-Forwarded-Proto: javascript", b"Content-Type: application/json",
]  # fmt: skip
METHODS = [b"GET", b"POST", b"HEAD", b"DELETE", b"OPTIONS", b"PUT", b"PATCH", b"TRACE", b"get"]
TARGETS = [b"/", b"/api/me", b"/api/rooms", b"/api/rooms/x/ws", b"/r/x", b"/healthz", b"*", b"http://x/"]


def mostly(good: list[bytes], size: int) -> Strategy:
    """One of those, and now and then anything."""
    return st.integers(0, 7).flatmap(lambda n: st.binary(max_size=size) if n == 7 else st.sampled_from(good))


@given(
    method=mostly(METHODS, 8),
    target=mostly(TARGETS, 40),
    version=mostly([b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0"], 8),
    head=st.lists(mostly(HEADS, 40), max_size=3),
    body=st.binary(max_size=60),
)
@often(150)
def test_any_bytes_are_answered_or_the_connection_ends(
    house: House, method: bytes, target: bytes, version: bytes, head: list[bytes], body: bytes
) -> None:
    sent = b"\r\n".join([b" ".join([method, target, version]), b"Host: x", *head, b"", body])
    before = database(house.database_url)

    async def exchanged() -> raw.Answer:
        return await raw.exchange(house.served.url, sent, ends=True)

    answer = house.run(exchanged())
    assert answer.status < 500
    if answer.status >= 400:
        tells_nothing(answer.text.decode("latin-1"))
    assert database(house.database_url) == before
