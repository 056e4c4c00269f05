"""How often: for an address, for a socket. On a clock that the test turns."""

import hashlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from splendor.rooms.refusal import Refusal
from splendor.store import Database
from splendor.store.tables import limits as limits_table
from splendor.web.limits import SWEEP_AT, Bucket, Limits, Rates, What, household
from support.calls import call, refused
from support.peer import Person
from support.server import Served, serving

pytestmark = pytest.mark.anyio


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(10, 20, clock)
    assert [bucket.take() for _ in range(21)] == [True] * 20 + [False]
    clock.now += 0.1
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 0.55
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_a_bucket_fills_to_its_burst_and_no_further() -> None:
    clock = Clock()
    bucket = Bucket(10, 20, clock)
    clock.now += 1_000
    assert [bucket.take() for _ in range(21)] == [True] * 20 + [False]
    assert not bucket.is_full
    clock.now += 2
    assert bucket.is_full


FEW = Rates(players_per_hour=3, names_per_hour=3, rooms_per_hour=3, claims_per_hour=3, misses_per_hour=3)
KINDS: tuple[What, ...] = ("players", "names", "rooms", "claims", "misses")


@pytest.fixture
async def store(sqlite: str) -> AsyncIterator[Database]:
    async with Database(sqlite) as database:
        yield database


async def is_refused(limits: Limits, what: What, address: str | None = "192.0.2.1") -> bool:
    try:
        await limits.count(what, address)
    except Refusal as refusal:
        return refusal.code == "rate_limited"
    return False


@pytest.mark.parametrize("what", KINDS)
async def test_an_address_has_so_many_an_hour(store: Database, what: What) -> None:
    clock = Clock()
    limits = Limits(FEW, store, now=clock)
    assert [await is_refused(limits, what) for _ in range(4)] == [False] * 3 + [True]
    assert not await is_refused(limits, what, "192.0.2.2")
    assert not any([await is_refused(limits, other) for other in KINDS if other != what])
    clock.now += 1199
    assert await is_refused(limits, what)
    clock.now += 1
    assert [await is_refused(limits, what) for _ in range(2)] == [False, True]
    clock.now += 3600
    assert [await is_refused(limits, what) for _ in range(4)] == [False] * 3 + [True]


async def test_two_processes_count_together(store: Database) -> None:
    one, other = Limits(FEW, store), Limits(FEW, store)
    assert [await is_refused(limits, "rooms") for limits in (one, other, one, other, one)] == [False] * 3 + [True] * 2


async def test_lifted_limits_let_everything_through(store: Database) -> None:
    limits = Limits(Rates(players_per_hour=1), store, enabled=False)
    for _ in range(100):
        await limits.count("players", "192.0.2.1")
    assert limits.pace("ada") is None


async def test_who_was_refused_is_not_asked_about_again_before_the_answer_can_be_another(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, limits = Clock(), Limits(FEW, store)
    limits.now = clock
    asked = []
    take = store.take

    async def counted(key: str, now: int, each: int, burst: int) -> int | None:
        asked.append(key)
        return await take(key, now, each, burst)

    monkeypatch.setattr(store, "take", counted)
    for _ in range(1000):
        await is_refused(limits, "claims")
    assert len(asked) == 4
    clock.now += 1200
    assert not await is_refused(limits, "claims")


async def test_the_store_learns_no_address(store: Database, sqlite: str) -> None:
    """Nor can it be found by hashing all there are, without the server's secret."""
    await Limits(FEW, store).count("players", "192.0.2.1")
    path = Path(sqlite.removeprefix("sqlite:///"))
    kept = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    for said in ("192.0.2.1", "players 192.0.2.1"):
        assert said.encode() not in kept
        assert hashlib.sha256(said.encode()).hexdigest().encode() not in kept


async def test_addresses_that_were_not_seen_for_long_are_forgotten(store: Database) -> None:
    clock = Clock()
    limits = Limits(FEW, store, now=clock)
    for n in range(20):
        await limits.count("players", f"192.0.2.{n}")
    clock.now += 1200
    await limits.count("players", "192.0.2.1")
    assert await rows(store) == 20
    clock.now += 2400
    await limits.count("players", "192.0.2.100")
    assert await rows(store) == 1


async def rows(store: Database) -> int:
    async def count(connection: AsyncConnection) -> int:
        return int((await connection.execute(select(func.count()).select_from(limits_table))).scalar_one())

    return await store._connections.read(count)


async def test_a_player_has_one_pace_whatever_sockets_they_have(store: Database) -> None:
    clock = Clock()
    limits = Limits(Rates(messages_burst=5), store, clock=clock)

    def takes(player: str) -> bool:
        pace = limits.pace(player)
        assert pace is not None
        return pace.messages.take()

    assert [takes("ada") for _ in range(6)] == [True] * 5 + [False]
    assert takes("lin")


async def test_paces_that_are_full_are_forgotten_and_others_stay(store: Database) -> None:
    clock = Clock()
    limits = Limits(Rates(messages_burst=5, messages_per_second=1), store, clock=clock)
    for n in range(SWEEP_AT):
        pace = limits.pace(f"player {n}")
        assert pace is not None
        pace.messages.take()
    clock.now += 1
    late = limits.pace("player 7")
    assert late is not None
    late.messages.take()
    limits.pace("one more")
    assert len(limits._paces) == 2
    assert limits.pace("player 7") is late


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        (None, "nonsense", True),
    ],
)
def test_a_household_is_one_address(one: str | None, other: str, same: bool) -> None:
    assert (household(one) == household(other)) is same


# Over HTTP


async def test_too_many_from_one_address_are_refused(sqlite: str) -> None:
    async with serving(sqlite, players_per_hour=3, names_per_hour=2, rooms_per_hour=2, claims_per_hour=2) as served:
        ada, _, _ = [await Person.make(served.url, "Ada") for _ in range(3)]
        answer = await call(served.url, "POST", "/api/me", json={"name": "Eve"})
        refused(answer, 429, "rate_limited")
        assert int(answer.headers["retry-after"]) > 0
        assert "set-cookie" not in answer.headers
        assert (await ada.call("POST", "/api/me", {"name": "Still"}))["name"] == "Still"  # a rename makes nobody
        for name, status in (("Still", 200), ("Other", 200), ("Third", 429), ("Other", 200)):
            answer = await call(served.url, "POST", "/api/me", json={"name": name}, headers=ada.headers)
            assert (name, answer.status_code) == (name, status)
        for _ in range(2):
            await ada.make_room()
        refused(await call(served.url, "POST", "/api/rooms", headers=ada.headers), 429, "rate_limited")
        for status, code in ((404, "not_found"), (404, "not_found"), (429, "rate_limited")):
            refused(await call(served.url, "POST", "/api/me/claim", json={"code": "x"}), status, code)


async def test_the_address_is_the_one_that_a_trusted_proxy_names(sqlite: str) -> None:
    async with serving(sqlite, players_per_hour=1) as served:
        for address, status in (("192.0.2.1", 200), ("192.0.2.2", 200), ("192.0.2.1", 429)):
            headers = {"X-Forwarded-For": address}
            answer = await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers=headers)
            assert answer.status_code == status


# Over a socket


def turn(served: Served) -> Clock:
    """The limits of that server, on a clock that only the test turns."""
    clock = Clock()
    served.app.state.services.limits.clock = clock
    return clock


async def test_a_socket_has_a_burst_of_twenty_and_ten_a_second(sqlite: str) -> None:
    async with serving(sqlite) as served:
        clock = turn(served)
        ada = await Person.make(served.url, "Ada")
        async with ada.at(await ada.make_room()) as table:
            answers = [await answer for answer in [await table.post({"type": "ping"}) for _ in range(25)]]
            assert [answer.get("code", "ok") for answer in answers] == ["ok"] * 20 + ["rate_limited"] * 5
            clock.now += 1
            answers = [await answer for answer in [await table.post({"type": "ping"}) for _ in range(12)]]
            assert [answer.get("code", "ok") for answer in answers] == ["ok"] * 10 + ["rate_limited"] * 2
            assert table.byes == []


@pytest.mark.parametrize("kind", ["too fast", "malformed", "binary", "too large"])
async def test_fifty_refused_in_a_row_end_the_socket(sqlite: str, kind: str) -> None:
    async with serving(sqlite, messages_burst=20 if kind == "too fast" else 1000) as served:
        turn(served)
        ada = await Person.make(served.url, "Ada")
        async with ada.at(await ada.make_room()) as table:
            sent: str | bytes = {
                "too fast": '{"type":"ping"}', "malformed": "{", "binary": b"\x00", "too large": "x" * 5000,
            }[kind]  # fmt: skip
            for _ in range(50 + (20 if kind == "too fast" else 0)):
                await table.raw(sent)
            await table.closed()
            assert table.byes == ["abuse"]
            assert table.close_code == 1008


async def test_a_good_message_in_between_is_patience_regained(sqlite: str) -> None:
    async with serving(sqlite, limits="off") as served:
        ada = await Person.make(served.url, "Ada")
        async with ada.at(await ada.make_room()) as table:
            for _ in range(3):
                for _ in range(49):
                    await table.raw("{")
                await table.send("ping")
            assert table.byes == []


async def test_lifted_limits_let_a_socket_say_what_it_will(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    async with ada.at(await ada.make_room()) as table:
        answers = [await answer for answer in [await table.post({"type": "ping"}) for _ in range(300)]]
        assert {answer["type"] for answer in answers} == {"ok"}


async def test_a_message_that_came_too_fast_is_answered_by_its_id(sqlite: str) -> None:
    async with serving(sqlite, messages_burst=1) as served:
        turn(served)
        ada = await Person.make(served.url, "Ada")
        async with ada.at(await ada.make_room()) as table:
            await table.send("ping")
            answer = await (await table.post({"type": "ping", "id": "mine"}))
            assert (answer["re"], answer["code"]) == ("mine", "rate_limited")
            await table.raw(json.dumps({"type": "ping"}))
            await table.until(lambda table: '"re":null' in table.frames[-1])


async def test_reactions_have_a_pace_of_their_own(sqlite: str) -> None:
    async with serving(sqlite, reactions_per_second=0.001, reactions_burst=3) as served:
        ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
        code = await ada.make_room()
        async with ada.at(code) as table, ada.at(code) as tab, lin.at(code) as other:
            for _ in range(3):
                await table.send("react", reaction="wow")
            for one in (table, tab):
                answer = await (await one.post({"type": "react", "reaction": "wow"}))
                assert answer["code"] == "rate_limited"
            await table.send("chat", text="I may still talk")
            await other.send("react", reaction="nice")
            await tab.send("ping")
            reactions = [frame for frame in tab.frames if '"type":"react"' in frame]
            assert len(reactions) == 4
