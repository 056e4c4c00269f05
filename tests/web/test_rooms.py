"""Rooms over HTTP: making one, looking at one, lists."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from splendor import records
from splendor.web.routes.rooms import PAGE
from support.calls import call, refused
from support.party import in_the_lobby, playing
from support.peer import Person, http
from support.server import Served

pytestmark = pytest.mark.anyio


async def test_a_room_is_made_with_its_maker_in_seat_0(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    answer = await call(served.url, "POST", "/api/rooms", json={}, headers=ada.headers)
    assert answer.status_code == 201
    made = answer.json()
    assert made["url"] == f"{served.url}/r/{made['code']}"
    room = await http(served.url, "GET", f"/api/rooms/{made['code']}")
    assert room["host"] == ada.id
    assert room["seats"][0].pop("away")
    assert room["seats"] == [{"player": ada.id, "name": "Ada", "bot": None, "online": False}, None, None, None]
    assert (room["status"], room["public"], room["game"], room["scores"]) == ("lobby", False, None, [])


async def test_a_room_may_be_made_without_a_body_and_with_options(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    assert (await call(served.url, "POST", "/api/rooms", headers=ada.headers)).status_code == 201
    code = await ada.make_room(options={"seats": 3, "target": 21, "hide_reserved": True}, public=True)
    room = await http(served.url, "GET", f"/api/rooms/{code}")
    assert room["options"] == {
        "seats": 3, "target": 21, "relaxed_take": False, "hide_reserved": True, "clock": None,
    }  # fmt: skip
    assert room["public"] is True


@pytest.mark.parametrize(
    "body",
    [
        {"options": {"seats": 5}},
        {"options": {"nonsense": 1}},
        {"public": "yes"},
        {"surplus": 1},
        [],
        "x",
        {"options": []},
    ],
    ids=str,
)
async def test_what_makes_no_room_is_refused(served: Served, body: object) -> None:
    ada = await Person.make(served.url, "Ada")
    detail = refused(await call(served.url, "POST", "/api/rooms", json=body, headers=ada.headers), 400, "bad_message")
    for name in ("nonsense", "surplus"):
        assert (name in detail) is (name in str(body))


@pytest.mark.parametrize("code", ["no-such-room", "%00", "a%2Fb", "..", "x" * 200, "%F0%9F%98%80", "%ED%A0%80", "%20"])
async def test_an_unknown_room_is_not_found(served: Served, code: str) -> None:
    for path in (f"/api/rooms/{code}", f"/api/rooms/{code}/qr.svg"):
        refused(await call(served.url, "GET", path), 404, "not_found")


async def test_a_rooms_link_is_a_qr_code(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    answer = await call(served.url, "GET", f"/api/rooms/{await ada.make_room()}/qr.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "<script" not in answer.text


async def test_ones_rooms_say_where_it_is_ones_turn(served: Served) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        waiting = await party.people[0].make_room()
        turn = party.game["turn"]
        for seat, person in enumerate(party.people):
            rooms = {room["code"]: room for room in (await person.call("GET", "/api/me"))["rooms"]}
            assert rooms[party.code]["your_turn"] is (seat == turn)
            assert rooms[party.code]["names"] == ["Ada", "Lin"]
            assert rooms[party.code]["status"] == "playing"
            assert rooms[party.code]["watching"] == 1
        served.app.state.services.rooms.live.clear()  # and where the rooms are not in memory
        rooms = {room["code"]: room for room in (await party.people[0].call("GET", "/api/me"))["rooms"]}
        assert rooms[party.code]["your_turn"] is (turn == 0)
        assert rooms[waiting]["your_turn"] is False
        assert waiting not in {room["code"] for room in (await party.people[1].call("GET", "/api/me"))["rooms"]}


async def test_a_room_that_is_over_is_not_among_ones_rooms(served: Served) -> None:
    async with playing(served.url, 2) as party:
        await party.players[0].send("resign", game=party.game["id"])
        await party.players[1].until(lambda table: table.room["status"] == "over")
        for person in party.people:
            assert (await person.call("GET", "/api/me"))["rooms"] == []


# The public list


async def test_only_public_rooms_are_listed_and_by_status(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    await ada.make_room()
    lobby = await ada.make_room(public=True)
    async with in_the_lobby(served.url, 2) as party:
        await party.host.send("options", options={}, public=True)
        await party.start()
        for query, codes in (
            ("", {lobby, party.code}), ("?status=lobby", {lobby}), ("?status=playing", {party.code}),
        ):  # fmt: skip
            page = await http(served.url, "GET", f"/api/rooms{query}")
            assert {room["code"] for room in page["rooms"]} == codes
            assert page["next"] is None
            assert all("your_turn" not in room or room["your_turn"] is None for room in page["rooms"])


@pytest.mark.parametrize("same_moment", [False, True])
async def test_the_pages_have_every_room_once_newest_first(served: Served, same_moment: bool) -> None:
    """Also where several were made in one millisecond, across the edge of a page."""
    ada = await Person.make(served.url, "Ada")
    store = served.app.state.services.store
    first = datetime(2026, 5, 1, tzinfo=UTC)
    made = []
    for n in range(2 * PAGE + 5):
        at = first + timedelta(milliseconds=n // 3 if same_moment else n)
        room = records.Room(
            code=f"room-{n}", status="lobby", public=True, host=ada.id, seats=(ada.id, None), created=at, touched=at,
            options={"seats": 2, "target": 15, "relaxed_take": False, "hide_reserved": False, "clock": None},
        )  # fmt: skip
        assert await store.create_room(replace(room))
        made.append(room)
    seen: list[str] = []
    path = "/api/rooms?status=lobby"
    while True:
        page = await http(served.url, "GET", path)
        assert 0 < len(page["rooms"]) <= PAGE
        seen += [room["code"] for room in page["rooms"]]
        if page["next"] is None:
            break
        path = f"/api/rooms?status=lobby&before={page['next']}"
        assert parse_qs(urlsplit(path).query)["before"] == [page["next"]]  # as it is, without escaping
    assert len(seen) == len(set(seen)) == len(made)
    created = {room.code: room.created for room in made}
    assert [created[code] for code in seen] == sorted(created.values(), reverse=True)


@pytest.mark.parametrize(
    "query", ["status=over", "status=x", "before=x", "before=2026-05-01T00:00", "before=0001-01-01T00:00%2B14:00"]
)
async def test_a_list_that_can_not_be_is_refused(served: Served, query: str) -> None:
    refused(await call(served.url, "GET", f"/api/rooms?{query}"), 400, "bad_message")
