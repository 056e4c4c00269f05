"""What Prometheus reads is what was done, and nothing of it is anybody's business but the operator's."""

import asyncio
import json
from typing import Any

import pytest
from starlette.requests import HTTPConnection

import splendor
from splendor import metrics
from splendor.records import ChatLine, Unavailable
from splendor.rooms import moments
from splendor.settings import networks
from splendor.web.scrapers import Scrapers
from splendor.wire import PROTOCOL
from support.calls import call, refused
from support.party import playing
from support.peer import Person
from support.scrape import Samples, read, scrape, value
from support.server import Served, serving

pytestmark = pytest.mark.anyio


class Counted:
    """What was counted between two looks: the metrics are the process's, and other tests have counted before."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.before: Samples = {}

    async def begin(self) -> None:
        self.before = await scrape(self.url)

    async def end(self) -> Any:
        after = await scrape(self.url)
        return lambda name, **labels: value(after, name, **labels) - value(self.before, name, **labels)


@pytest.fixture
async def counted(served: Served) -> Counted:
    counted = Counted(served.url)
    await counted.begin()
    return counted


async def test_what_was_done_is_counted(served: Served, counted: Counted) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        await party.act({"type": "take", "tokens": {"onyx": 2}})
        await party.act({"type": "reserve", "deck": 1})
        await party.players[0].send("chat", text="hello")
        for _ in range(2):
            with pytest.raises(Exception, match="not_your_turn"):
                await party.players[1 - party.game["turn"]].act({"type": "take", "tokens": {"ruby": 1}})
        await call(served.url, "GET", f"/api/rooms/{party.code}")
        refused(await call(served.url, "GET", "/api/rooms/nope"), 404, "not_found")
        now = await scrape(served.url)
        assert value(now, "splendor_rooms") == 1
        assert value(now, "splendor_sockets") - value(counted.before, "splendor_sockets") == 3
        assert value(now, "splendor_watchers") == 1
    since = await counted.end()
    assert since("splendor_actions_total", type="take") == 2
    assert since("splendor_actions_total", type="reserve") == 1
    assert since("splendor_actions_total", type="buy") == 0
    assert since("splendor_chat_lines_total") == 1
    assert since("splendor_refusals_total", over="socket", code="not_your_turn") == 2
    assert since("splendor_refusals_total", over="http", code="not_found") == 1
    assert since("splendor_commit_seconds_count") == since("splendor_commit_rows_count") == 4
    assert since("splendor_commit_rows_sum") == 4
    assert 0 < since("splendor_commit_seconds_sum") < 60
    get = {"method": "GET", "route": "/api/rooms/{code}"}
    assert since("splendor_http_requests_total", **get, status="200") == 1
    assert since("splendor_http_requests_total", **get, status="404") == 1
    assert since("splendor_http_seconds_count", route="/api/rooms/{code}") == 2
    assert since("splendor_http_requests_total", method="POST", route="/api/rooms", status="201") == 1


async def test_records_that_wait_together_are_one_commit(served: Served, counted: Counted) -> None:
    store = served.app.state.services.store
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    await asyncio.gather(
        *(store.say(ChatLine(room=code, player=ada.id, name="Ada", text=str(n), at=moments.now())) for n in range(8))
    )
    since = await counted.end()
    assert since("splendor_commit_rows_sum") == 8
    assert since("splendor_commit_rows_count") == since("splendor_commit_seconds_count") <= 2


async def test_those_who_are_sent_away_are_counted_by_the_reason(served: Served, counted: Counted) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    async with ada.at(code) as one, ada.at(code) as other:
        link = await ada.call("POST", "/api/me/link")
        await call(served.url, "POST", "/api/me/claim", json={"code": link["code"]})
        for table in (one, other):
            await table.closed()
            assert table.byes == ["replaced"]
    async with playing(served.url, 2) as party:
        for _ in range(60):
            await party.players[0].raw("nonsense")
        await party.players[0].closed()
        room = served.app.state.services.rooms.live[party.code]
        (viewer,) = room.of(party.people[1].id)
        for _ in range(70):
            viewer.peer.push(json.dumps({"type": "react", "player": "x" * 100_000, "reaction": "nice"}))
        await party.players[1].closed()
    since = await counted.end()
    assert since("splendor_byes_total", reason="replaced") == 2
    assert since("splendor_byes_total", reason="abuse") == 1
    assert since("splendor_byes_total", reason="slow") == since("splendor_outbox_drops_total") == 1
    assert since("splendor_byes_total", reason="restart") == 0


async def test_whoever_is_still_there_at_the_end_is_counted_once(sqlite: str) -> None:
    before = read(metrics.text().decode())
    async with serving(sqlite, limits="off") as served, playing(served.url, 2, watchers=1) as party:
        served.server.should_exit = True
        for table in party.everyone:
            await table.closed()
    after = read(metrics.text().decode())
    told = [value(samples, "splendor_byes_total", reason="restart") for samples in (before, after)]
    assert told[1] - told[0] == 3
    assert value(after, "splendor_sockets") == value(before, "splendor_sockets")


async def test_what_runs_is_told(served: Served) -> None:
    now = await scrape(served.url)
    (labels,) = [
        dict(labels)
        for (name, labels), count in now.items()
        if name == "splendor_build_info" and dict(labels)["client"] == served.app.state.services.files.version
    ]
    assert labels["version"] == splendor.version()
    assert labels["protocol"] == str(PROTOCOL)


async def test_a_store_that_is_away_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away() -> None:
        raise Unavailable("away")

    await call(served.url, "GET", "/readyz")
    assert value(await scrape(served.url), "splendor_store_up") == 1
    monkeypatch.setattr(served.app.state.services.store, "ping", away)
    await call(served.url, "GET", "/readyz")
    assert value(await scrape(served.url), "splendor_store_up") == 0


async def test_no_label_holds_what_somebody_wrote(served: Served) -> None:
    async with playing(served.url, 2) as party:
        await party.players[0].send("chat", text="opensesame")
        for path in ("/opensesame", "/r/opensesame", "/api/rooms/opensesame", "/static/opensesame", "/api/opensesame"):
            for method in ("GET", "POST", "PROPFIND", "MKCOL"):
                await call(served.url, method, path)
        text = (await call(served.url, "GET", "/metrics")).text
        written = {party.code, party.game["id"], *(person.id for person in party.people), "opensesame", "PROPFIND"}
        assert not [word for word in written if word in text]
        assert 'method="other"' in text
        assert 'route="unknown"' in text


# Who may read them


def asked(peer: str | None, **headers: str) -> HTTPConnection:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "client": (peer, 1) if peer else None, "headers": raw})


@pytest.mark.parametrize(
    ("peer", "headers", "lets_in"),
    [
        ("127.0.0.1", {}, True), ("127.8.0.1", {}, True), ("::1", {}, True), ("::ffff:127.0.0.1", {}, True),
        ("10.1.2.3", {}, True), ("::ffff:10.1.2.3", {}, True), ("fd00::1", {}, True),
        ("10.2.2.3", {}, False), ("192.168.1.1", {}, False), ("203.0.113.1", {}, False), ("2001:db8::1", {}, False),
        (None, {}, False),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, False), ("10.1.2.3", {"forwarded": "for=::1"}, False),
        ("127.0.0.1", {"x_real_ip": "127.0.0.1"}, False), ("127.0.0.1", {"via": "1.1 proxy"}, False),
        ("127.0.0.1", {"x_forwarded_proto": "https"}, False),
    ],
)  # fmt: skip
async def test_local_is_who_connects_from_here_and_for_nobody_else(
    peer: str | None, headers: dict[str, str], lets_in: bool
) -> None:
    connection = asked(peer, **headers)
    assert Scrapers("local", networks("10.1.0.0/16, fd00::/8")).lets_in(connection) is lets_in
    assert Scrapers("on").lets_in(connection)
    assert not Scrapers("off").lets_in(connection)


async def test_believing_every_proxy_lets_nobody_in() -> None:
    assert not Scrapers("local", networks("*")).lets_in(asked("203.0.113.1"))


async def test_whoever_may_not_read_them_finds_nothing(sqlite: str) -> None:
    for setting, headers in (("off", {}), ("local", {"X-Forwarded-For": "127.0.0.1"})):
        async with serving(sqlite, metrics=setting) as served:
            refused(await call(served.url, "GET", "/metrics", headers=headers), 404, "not_found")
    async with serving(sqlite, metrics="on") as served:
        assert read((await call(served.url, "GET", "/metrics", headers={"X-Forwarded-For": "203.0.113.1"})).text)
