"""Moving to another device: a link that is good once and for ten minutes."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from splendor.rooms import moments
from support.calls import call, refused
from support.party import playing
from support.peer import Person, Refused
from support.server import Served, serving

pytestmark = pytest.mark.anyio


async def claim(served: Served, code: str) -> Person:
    device = await Person.make(served.url, "Device")
    made = await device.call("POST", "/api/me/claim", {"code": code})
    return Person(served.url, made["player"], made["name"], made["token"])


async def test_a_link_has_all_that_is_needed_to_pass_it_on(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    link = await ada.call("POST", "/api/me/link")
    assert link.keys() == {"url", "code", "qr", "expires"}
    assert link["url"] == f"{served.url}/claim#{link['code']}"
    assert link["qr"].startswith("<svg")
    left = datetime.fromisoformat(link["expires"]) - moments.now()
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)


async def test_links_carry_the_public_address(sqlite: str) -> None:
    async with serving(sqlite, limits="off", public_url="https://gems.example") as served:
        ada = await Person.make(served.url, "Ada")
        assert (await ada.call("POST", "/api/me/link"))["url"].startswith("https://gems.example/claim#")
        room = await ada.call("POST", "/api/rooms", {})
        assert room["url"] == f"https://gems.example/r/{room['code']}"


async def test_a_claim_hands_over_the_player_and_the_old_secret_is_dead(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    link = await ada.call("POST", "/api/me/link")
    device = await Person.make(served.url, "Device")
    answer = await call(
        served.url, "POST", "/api/me/claim", json={"code": f" {link['code'].upper()} "}, headers=device.headers
    )
    body = answer.json()
    assert (body["player"], body["name"]) == (ada.id, "Ada")
    assert body["token"] not in (ada.token, device.token)
    assert body["token"] in answer.headers["set-cookie"]
    moved = Person(served.url, ada.id, "Ada", body["token"])
    assert [room["code"] for room in (await moved.call("GET", "/api/me"))["rooms"]] == [code]
    with pytest.raises(Refused, match="unauthorized"):
        await ada.call("GET", "/api/me")


async def test_a_device_without_a_player_of_its_own_can_claim(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    link = await ada.call("POST", "/api/me/link")
    answer = await call(served.url, "POST", "/api/me/claim", json={"code": link["code"]})
    assert answer.json()["player"] == ada.id


async def test_a_link_is_good_once(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    link = await ada.call("POST", "/api/me/link")
    await claim(served, link["code"])
    with pytest.raises(Refused, match="not_found"):
        await claim(served, link["code"])


async def test_a_link_ends_after_ten_minutes(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await Person.make(served.url, "Ada")
    link = await ada.call("POST", "/api/me/link")
    later = moments.now() + timedelta(minutes=10, seconds=1)
    with monkeypatch.context() as patch:
        patch.setattr(moments, "now", lambda: later)
        with pytest.raises(Refused, match="not_found"):
            await claim(served, link["code"])
    assert (await ada.call("GET", "/api/me"))["player"] == ada.id


async def test_a_new_link_takes_the_place_of_the_old(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    first, second = [await ada.call("POST", "/api/me/link") for _ in range(2)]
    with pytest.raises(Refused, match="not_found"):
        await claim(served, first["code"])
    assert (await claim(served, second["code"])).id == ada.id


@pytest.mark.parametrize("body", [{}, {"code": ""}, {"code": "x" * 65}, {"code": 1}, {"code": "x", "more": 1}, []])
async def test_what_is_no_code_is_refused(served: Served, body: object) -> None:
    refused(await call(served.url, "POST", "/api/me/claim", json=body), 400, "bad_message")


async def test_an_unknown_code_is_not_found(served: Served) -> None:
    refused(await call(served.url, "POST", "/api/me/claim", json={"code": "aaaa-bbbb-cccc"}), 404, "not_found")


async def test_all_old_sockets_end_with_replaced(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    codes = [await ada.make_room(), await ada.make_room()]
    async with ada.at(codes[0]) as one, ada.at(codes[0]) as tab, ada.at(codes[1]) as elsewhere:
        moved = await claim(served, (await ada.call("POST", "/api/me/link"))["code"])
        for table in (one, tab, elsewhere):
            await table.closed()
            assert table.byes == ["replaced"]
            assert table.close_code == 4001
        async with moved.at(codes[0]) as there:
            assert there.you["seat"] == 0


async def test_a_player_moves_in_the_midst_of_a_game_and_watches_another(served: Served) -> None:
    """In all rooms: where they play, where they watch, where they have two tabs; the others see presence alone."""
    lin = await Person.make(served.url, "Lin")
    async with playing(served.url, 2, watchers=1) as party, playing(served.url, 2) as elsewhere:
        ada = party.people[0]
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        async with ada.at(party.code) as tab, ada.at(elsewhere.code) as watching, lin.at(party.code) as lin_watches:
            before = party.players[0].game
            moved = await claim(served, (await ada.call("POST", "/api/me/link"))["code"])
            for table in (party.players[0], tab, watching):
                await table.closed()
                assert (table.byes, table.close_code) == (["replaced"], 4001)
            for table in (party.players[1], party.watchers[0], lin_watches):
                await table.until(lambda table: table.room["seats"][0]["online"] is False)
                assert table.byes == []
            for code in (party.code, elsewhere.code):
                with pytest.raises(InvalidStatus):
                    async with ada.at(code):
                        pass
            async with moved.at(party.code) as there, moved.at(elsewhere.code) as watches:
                assert there.you["seat"] == 0
                assert there.game == before
                assert watches.you["seat"] is None
                acting = there if party.game["turn"] == 0 else party.players[1]
                await acting.act({"type": "take", "tokens": {"onyx": 2}})
                await lin_watches.at_seq(2)
                assert lin_watches.room["seats"][0]["online"] is True
            with pytest.raises(Refused, match="unauthorized"):
                await ada.call("GET", "/api/me")


async def test_of_two_who_claim_one_link_at_once_one_gets_the_player(served: Served) -> None:
    async with playing(served.url, 2) as party:
        code = (await party.people[0].call("POST", "/api/me/link"))["code"]
        devices = [await Person.make(served.url, f"D{n}") for n in range(5)]
        answers = await asyncio.gather(
            *(call(served.url, "POST", "/api/me/claim", json={"code": code}, headers=d.headers) for d in devices)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404, 404]
        token = next(answer.json()["token"] for answer in answers if answer.status_code == 200)
        async with Person(served.url, party.people[0].id, "Ada", token).at(party.code) as there:
            assert there.you["seat"] == 0


async def test_a_device_that_is_replaced_while_it_connects_is_told_too(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await Person.make(served.url, "Ada")
    room = await ada.make_room()
    link = await ada.call("POST", "/api/me/link")
    rooms = served.app.state.services.rooms
    get = rooms.get

    async def slowly(code: str) -> Any:
        monkeypatch.setattr(rooms, "get", get)
        await claim(served, link["code"])
        return await get(code)

    monkeypatch.setattr(rooms, "get", slowly)
    async with ada.at(room) as table:
        await table.closed()
        assert (table.byes, table.close_code) == (["replaced"], 4001)
    assert rooms.live[room].viewers == set()
