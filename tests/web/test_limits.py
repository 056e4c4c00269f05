"""How often: for an address, for a socket. On a clock that the test turns."""

import json

import pytest

from splendor.rooms.refusal import Refusal
from splendor.web.limits import SWEEP_AT, Bucket, Limits, Rates, household
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


@pytest.mark.parametrize("what", ["players", "names", "rooms", "claims"])
def test_an_address_has_so_many_an_hour(what: str) -> None:
    clock = Clock()
    limits = Limits(Rates(players_per_hour=3, names_per_hour=3, rooms_per_hour=3, claims_per_hour=3), clock=clock)
    for _ in range(3):
        limits.count(what, "192.0.2.1")
    with pytest.raises(Refusal) as caught:
        limits.count(what, "192.0.2.1")
    assert caught.value.code == "rate_limited"
    limits.count(what, "192.0.2.2")
    for other in {"players", "names", "rooms", "claims"} - {what}:
        limits.count(other, "192.0.2.1")
    clock.now += 1200
    limits.count(what, "192.0.2.1")
    with pytest.raises(Refusal):
        limits.count(what, "192.0.2.1")


def test_lifted_limits_let_everything_through() -> None:
    limits = Limits(Rates(players_per_hour=1), enabled=False)
    for _ in range(100):
        limits.count("players", "192.0.2.1")
    assert limits.socket() is None


def test_addresses_that_were_not_seen_for_long_are_forgotten() -> None:
    clock = Clock()
    limits = Limits(Rates(players_per_hour=3600), clock=clock)
    for n in range(SWEEP_AT):
        limits.count("players", f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")
    assert len(limits._buckets) == SWEEP_AT
    clock.now += 3600
    limits.count("players", "192.0.2.1")
    assert len(limits._buckets) == 1


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
        ada = await Person.make(served.url, "Ada")
        code = await ada.make_room()
        async with ada.at(code) as table, ada.at(code) as tab:
            for _ in range(3):
                await table.send("react", reaction="wow")
            answer = await (await table.post({"type": "react", "reaction": "wow"}))
            assert answer["code"] == "rate_limited"
            await table.send("chat", text="I may still talk")
            await tab.send("react", reaction="nice")
            reactions = [frame for frame in tab.frames if '"type":"react"' in frame]
            assert len(reactions) == 4
