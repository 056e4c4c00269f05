"""The socket of a room: who is let in, and what is made of what they send."""

import contextlib
import json
from typing import Any

import pytest
from pydantic import TypeAdapter
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from splendor.records import Unavailable
from splendor.wire.http import Refusal
from support.party import playing
from support.peer import Person, Table
from support.server import Served, serving

pytestmark = pytest.mark.anyio


def address(served: Served, code: str) -> str:
    return f"{served.url.replace('http', 'ws', 1)}/api/rooms/{code}/ws"


async def turned_away(served: Served, code: str, status: int, refusal: str, **options: Any) -> None:
    """Before it opens, with the reason."""
    with pytest.raises(InvalidStatus) as caught:
        await connect(address(served, code), **options)
    response = caught.value.response
    assert response.status_code == status
    assert TypeAdapter(Refusal).validate_json(response.body, strict=True).code == refusal


@pytest.mark.parametrize("token", [None, "wrong"])
async def test_a_stranger_is_turned_away_before_the_socket_opens(served: Served, token: str | None) -> None:
    ada = await Person.make(served.url, "Ada")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    await turned_away(served, await ada.make_room(), 401, "unauthorized", additional_headers=headers)


@pytest.mark.parametrize("code", ["no-such-room", "%00", "x" * 100])
async def test_there_is_no_socket_of_an_unknown_room(served: Served, code: str) -> None:
    ada = await Person.make(served.url, "Ada")
    await turned_away(served, code, 404, "not_found", additional_headers=ada.headers)


async def test_turning_somebody_away_is_no_fault_in_the_log(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    ada = await Person.make(served.url, "Ada")
    await turned_away(served, "no-such-room", 404, "not_found", additional_headers=ada.headers)
    await ada.call("GET", "/api/me")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://[x"])
async def test_another_sites_page_is_turned_away(served: Served, origin: str) -> None:
    ada = await Person.make(served.url, "Ada")
    headers = {**ada.headers, "Origin": origin}
    await turned_away(served, await ada.make_room(), 403, "forbidden", additional_headers=headers)


async def test_the_page_itself_a_program_and_the_public_address_are_let_in(sqlite: str) -> None:
    async with serving(sqlite, limits="off", public_url="https://gems.example") as served:
        ada = await Person.make(served.url, "Ada")
        code = await ada.make_room()
        for origin in (None, served.url, "https://gems.example"):
            headers = {**ada.headers, **({"Origin": origin} if origin else {})}
            async with connect(address(served, code), additional_headers=headers) as socket:
                assert str(await socket.recv()).startswith('{"type":"welcome"')


async def test_a_cookie_lets_in_as_a_bearer_does(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    headers = {"Cookie": f"splendor={ada.token}", "Origin": served.url}
    async with connect(address(served, await ada.make_room()), additional_headers=headers) as socket:
        assert ada.id in str(await socket.recv())


@pytest.mark.parametrize("asked", ["?patch=", "?patch=Indexed", "?patch=merge&patch=indexed"])
async def test_an_unknown_kind_of_patch_is_refused_by_name(served: Served, asked: str) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    with pytest.raises(InvalidStatus) as caught:
        await connect(address(served, code) + asked, additional_headers=ada.headers)
    assert caught.value.response.status_code == 400
    refusal = TypeAdapter(Refusal).validate_json(caught.value.response.body, strict=True)
    assert refusal.code == "bad_message"
    assert refusal.detail == "patch: one of merge, indexed"


async def test_a_socket_gets_the_kind_of_patches_that_it_asked_for(served: Served) -> None:
    """Whoever asks for nothing, or for anything else, is sent what RFC 7396 says."""
    async with playing(served.url, 2) as party:
        async with contextlib.AsyncExitStack() as stack:
            sent: dict[str, dict[str, Any]] = {}
            for asked in ("", "?other=1", "?patch=merge", "?patch=indexed"):
                url, headers = address(served, party.code) + asked, party.people[0].headers
                socket = await stack.enter_async_context(connect(url, additional_headers=headers))
                assert json.loads(await socket.recv())["type"] == "welcome"
                await party.players[1].send("ping")
                sent[asked] = {"socket": socket}
            await party.act({"type": "take", "tokens": {"ruby": 2}})
            for each in sent.values():
                each["move"] = json.loads(await each["socket"].recv())
        plain, indexed = sent[""]["move"], sent["?patch=indexed"]["move"]
        assert plain == sent["?other=1"]["move"] == sent["?patch=merge"]["move"]
        assert len(plain["patch"]["players"]) == 2
        assert len(indexed["patch"]["players"]) == 1
        assert {**plain["patch"], "players": 0} == {**indexed["patch"], "players": 0}


async def test_while_the_database_is_away_one_is_told_to_come_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()

    async def away(*_: object) -> None:
        raise Unavailable("the database is away")

    monkeypatch.setattr(served.app.state.services.store, "player_by_token", away)
    await turned_away(served, code, 503, "unavailable", additional_headers=ada.headers)


# Messages


async def answer_to(table: Table, raw: str | bytes) -> str:
    seen = len(table.frames)
    await table.raw(raw)
    await table.until(lambda table: len(table.frames) > seen)
    return table.frames[seen]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "bad_message"),
        ("{", "bad_message"),
        ("[]", "bad_message"),
        ('{"type":"nosuch"}', "bad_message"),
        ('{"type":"ping","id":"\\ud800"}', "bad_message"),
        ('{"type":"ping","\\ud800":1}', "bad_message"),
        ('{"type":"chat","text":"\\ud800"}', "bad_message"),
        ('{"type":"ping","type":"ping"}', "bad_message"),
        ('{"type":"ping","id":1e999}', "bad_message"),
        ("[" * 4000, "bad_message"),
        ("9" * 4096, "bad_message"),
        (b"\x00\xff", "bad_message"),
        (b'{"type":"ping"}', "bad_message"),
        (" " * 4097, "too_large"),
        ('"' + "\u20ac" * 1400 + '"', "too_large"),
        ("x" * 65_000, "too_large"),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_a_message_that_can_not_be_taken_is_answered_and_the_socket_stays(
    served: Served, raw: str | bytes, code: str
) -> None:
    ada = await Person.make(served.url, "Ada")
    async with ada.at(await ada.make_room()) as table:
        assert f'"code":"{code}"' in await answer_to(table, raw)
        await table.send("ping")


async def test_a_message_of_4096_bytes_is_taken(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    async with ada.at(await ada.make_room()) as table:
        text = '{"type":"ping"}'
        assert '"type":"ok"' in await answer_to(table, text + " " * (4096 - len(text)))


@pytest.mark.parametrize("kind", ["text", "binary", "in fragments"])
async def test_a_frame_above_64_kb_ends_the_socket(served: Served, kind: str) -> None:
    ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
    code = await ada.make_room()
    async with ada.at(code) as table, lin.at(code) as other:
        assert table._socket is not None
        if kind == "in fragments":
            await table._socket.send(["x" * 30_000 for _ in range(3)])
        else:
            await table.raw("x" * 65_537 if kind == "text" else b"x" * 65_537)
        await table.closed()
        assert table.close_code == 1009
        await other.until(lambda table: table.room["seats"][0]["online"] is False)
        await other.send("ping")


async def test_text_that_is_no_utf_8_ends_only_its_own_socket(served: Served) -> None:
    ada, lin = await Person.make(served.url, "Ada"), await Person.make(served.url, "Lin")
    code = await ada.make_room()
    async with ada.at(code) as table, lin.at(code) as other:
        assert table._socket is not None
        await table._socket.send(b"\xff\xfe", text=True)
        await table.closed()
        assert table.close_code == 1007
        await other.until(lambda table: table.room["seats"][0]["online"] is False)
        await other.send("ping")


async def test_messages_of_one_connection_are_done_in_their_order(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    async with ada.at(await ada.make_room()) as table:
        pending = [await table.post({"type": "chat", "text": f"line {n}"}) for n in range(40)]
        for answer in pending:
            assert (await answer)["type"] == "ok"
        assert [line["text"] for line in table.chat] == [f"line {n}" for n in range(40)]


async def test_many_messages_in_one_packet_are_all_answered(served: Served) -> None:
    """More than the outbox holds: who reads is not taken for one who does not."""
    ada = await Person.make(served.url, "Ada")
    async with ada.at(await ada.make_room()) as table:
        pending = [await table.post({"type": "ping"}) for _ in range(400)]
        assert {(await answer)["type"] for answer in pending} == {"ok"}
        assert table.byes == []


async def test_when_the_store_can_not_say_the_room_is_read_anew(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row is there, but the answer was lost: everyone comes back, and the repeated act is ok."""
    async with playing(served.url, 2, watchers=1) as party:
        store = served.app.state.services.store
        table, original = party.to_act, store.append

        async def lost(row: Any) -> bool:
            await original(row)
            raise Unavailable("no answer to the COMMIT")

        monkeypatch.setattr(store, "append", lost)
        assert table.game is not None
        act = {"type": "act", "game": table.game["id"], "seq": 1, "action": {"type": "take", "tokens": {"ruby": 2}}}
        pending = await table.post(act)
        for each in party.everyone:
            await each.closed()
            assert each.byes == ["restart"]
            assert each.close_code == 1012
            assert (each.game or {})["seq"] == 0
        with pytest.raises(ConnectionError):
            await pending
        monkeypatch.undo()
        async with table.person.at(party.code) as again:
            assert (again.game or {})["seq"] == 1
            assert (await (await again.post(act)))["type"] == "ok"
            assert (again.game or {})["seq"] == 1
