"""Names and secrets that nobody told one: they can't be guessed, and who tries is refused."""

import contextlib
import inspect
import math
import re
import secrets
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from splendor.rooms import codes
from splendor.web import identity
from support.calls import call, refused
from support.party import Party, playing
from support.peer import Person
from support.server import Served, serving

pytestmark = pytest.mark.anyio

ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}


@contextlib.asynccontextmanager
async def few_misses(database_url: str) -> AsyncIterator[tuple[Served, Party]]:
    """A server that takes three wrong names from an address, and a game at it."""
    async with serving(database_url, misses_per_hour=3) as served, playing(served.url, 2) as party:
        yield served, party


async def knock(served: Served, code: str, **headers: str) -> int:
    """The status with which a socket is answered; 101: it opens."""
    url = f"{served.url.replace('http', 'ws', 1)}/api/rooms/{code}/ws"
    try:
        async with connect(url, additional_headers=headers):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def addresses(party: Party) -> list[str]:
    room, game = f"/api/rooms/{party.code}", f"/api/games/{party.game['id']}"
    return [room, f"{room}/qr.svg", game]


@pytest.mark.parametrize("way", ["room", "QR code", "record", "socket", "secret", "secret of a socket"])
async def test_every_way_of_guessing_is_counted_with_the_others(sqlite: str, way: str) -> None:
    async with few_misses(sqlite) as (served, party):
        wrong = {"Authorization": "Bearer wrong"}
        guesses = {
            "room": lambda: status(served, "/api/rooms/amber-otter-7q4k2m9x"),
            "QR code": lambda: status(served, "/api/rooms/amber-otter-7q4k2m9x/qr.svg"),
            "record": lambda: status(served, "/api/games/0123456789abcdef"),
            "socket": lambda: knock(served, "amber-otter-7q4k2m9x", **party.people[0].headers),
            "secret": lambda: status(served, "/api/me", **wrong),
            "secret of a socket": lambda: knock(served, party.code, **wrong),
        }
        first = 401 if "secret" in way else 404
        assert [await guesses[way]() for _ in range(5)] == [first] * 3 + [429] * 2
        for other, guess in guesses.items():
            assert await guess() == 429, other


async def status(served: Served, path: str, **headers: str) -> int:
    return (await call(served.url, "GET", path, headers=headers)).status_code


async def test_from_then_on_a_right_guess_is_answered_as_a_wrong_one(sqlite: str) -> None:
    async with few_misses(sqlite) as (served, party):
        stranger = await Person.make(served.url, "Eve")
        assert await knock(served, party.code, **stranger.headers) == 101
        for _ in range(4):
            await status(served, "/api/rooms/no-such-room")
        for path in addresses(party):
            right, wrong = [await call(served.url, "GET", each) for each in (path, path.replace(party.code, "x-y-z"))]
            refused(right, 429, "rate_limited")
            own = {name: right.headers[name] for name in ("date", "x-request-id")}
            assert (right.content, dict(right.headers)) == (wrong.content, {**wrong.headers, **own})
        assert await knock(served, party.code, **stranger.headers) == 429
        assert await knock(served, "no-such-room", **stranger.headers) == 429
        # Whoever sits there comes back to their seat, and everybody else's house is another.
        assert await knock(served, party.code, **party.people[1].headers) == 101
        for path in addresses(party):
            assert await status(served, path, **ELSEWHERE) == 200
        assert await knock(served, party.code, **stranger.headers, **ELSEWHERE) == 101


async def test_what_is_there_is_not_counted(sqlite: str) -> None:
    async with few_misses(sqlite) as (served, party):
        for _ in range(5):
            assert [await status(served, path) for path in addresses(party)] == [200] * 3
            assert await status(served, "/api/me", **party.people[0].headers) == 200
            # Who has no secret yet guesses at none.
            assert await status(served, "/api/me") == 401
            assert await knock(served, party.code) == 401


async def test_link_codes_are_counted_before_they_are_looked_at(sqlite: str) -> None:
    async with serving(sqlite, claims_per_hour=3) as served:
        ada = await Person.make(served.url, "Ada")
        code = (await ada.call("POST", "/api/me/link"))["code"]
        for n in range(3):
            refused(await claim(served, f"aaaa-bbbb-{n:04}"), 404, "not_found")
        right, wrong = await claim(served, code), await claim(served, "aaaa-bbbb-cccc")
        refused(right, 429, "rate_limited")
        assert right.content == wrong.content
        assert (await ada.call("GET", "/api/me"))["player"] == ada.id
        assert (await claim(served, code, **ELSEWHERE)).status_code == 200


async def claim(served: Served, code: str, **headers: str):  # type: ignore[no-untyped-def]
    return await call(served.url, "POST", "/api/me/claim", json={"code": code}, headers=headers)


async def test_who_is_no_trusted_proxy_does_not_get_round_a_limit_by_naming_addresses(sqlite: str) -> None:
    async with serving(sqlite, players_per_hour=3, misses_per_hour=3, trusted_proxies="192.0.2.99") as served:
        made = [
            (await call(served.url, "POST", "/api/me", json={"name": "Ada"}, headers=named(n))).status_code
            for n in range(5)
        ]
        assert made == [200] * 3 + [429] * 2
        guessed = [await status(served, "/api/rooms/no-such-room", **named(n)) for n in range(5)]
        assert guessed == [404] * 3 + [429] * 2


def named(n: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"192.0.2.{n}", "X-Real-IP": f"192.0.2.{n}", "Forwarded": f"for=192.0.2.{n}"}


async def test_behind_a_proxy_that_is_trusted_the_address_is_the_last_that_it_named(sqlite: str) -> None:
    """What stands before it came from the caller."""
    async with serving(sqlite, misses_per_hour=3) as served:
        forged = [{"X-Forwarded-For": f"198.51.100.{n}, 192.0.2.1"} for n in range(5)]
        assert [await status(served, "/api/rooms/no-such-room", **each) for each in forged] == [404] * 3 + [429] * 2


# That there is nothing to guess by


def test_codes_ids_and_secrets_are_long_enough_to_be_unguessable() -> None:
    tail = codes._TAIL * math.log2(len(codes._ALPHABET))
    words = math.log2(len(set(codes._FIRST)) * len(set(codes._SECOND)))
    assert words + tail >= 50
    assert 12 * math.log2(len(codes._ALPHABET)) >= 57
    assert len(bytes.fromhex(codes.game_id())) * 8 == 64
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", identity.new_token())


@pytest.mark.parametrize("make", [codes.room_code, codes.link_code, codes.game_id, identity.new_token])
def test_they_come_from_the_systems_own_chance(make, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """With `secrets` turned into a constant they are constant: nothing else decides them, and no seed can be found."""
    assert len({make() for _ in range(1000)}) == 1000
    monkeypatch.setattr(secrets, "choice", lambda choices: choices[0])
    monkeypatch.setattr(secrets, "token_hex", lambda n: "0" * 2 * n)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda n: "A" * n)
    assert len({make() for _ in range(10)}) == 1


def test_no_chance_but_the_systems_is_used_outside_the_deal() -> None:
    """`random` deals the cards from a seed that `secrets` made, and is known nowhere else."""
    import splendor

    root = inspect.getfile(splendor).removesuffix("__init__.py")
    users = {path for path in _sources(root) if re.search(r"^\s*(import|from) (random|uuid|numpy)\b", path[1], re.M)}
    assert {name for name, _ in users} == {"rules/dealing.py"}


def _sources(root: str) -> list[tuple[str, str]]:
    from pathlib import Path

    return [(path.relative_to(root).as_posix(), path.read_text()) for path in Path(root).rglob("*.py")]
