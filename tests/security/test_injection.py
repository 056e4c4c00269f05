"""Texts that people choose: names, chat, codes, addresses. They are shown as texts, stored as texts, and are nothing
else, in no page, no statement and no log."""

import logging
import re
import unicodedata
from html.parser import HTMLParser

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from security.state import database
from splendor.web.headers import POLICY
from support import raw
from support.calls import JSON, call, refused
from support.party import in_the_lobby, playing
from support.peer import Person
from support.server import Served, serving

pytestmark = pytest.mark.anyio

SCRIPTS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=a()>",
    '"><svg/onload=alert(1)>',
    "'-alert(1)-'",
    "{{7*7}}${7*7}",
    "</title><script>",
    "javascript:alert(1)",
    "&lt;b&gt;&#60;",
]


class Page(HTMLParser):
    """What a page would run or style by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.fetched: list[str] = []
        self._within: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag in ("script", "style") and not names.get("src"):
            self._within = tag
        self.inline += [f"{tag} {name}" for name in names if name.startswith("on") or name == "style"]
        self.fetched += [str(names[name]) for name in ("src", "href") if names.get(name)]
        self.inline += [each for each in self.fetched if each.lower().startswith(("javascript:", "data:text"))]

    def handle_endtag(self, tag: str) -> None:
        self._within = None if tag == self._within else self._within

    def handle_data(self, data: str) -> None:
        if self._within and data.strip():
            self.inline.append(f"{self._within}: {data}")


async def test_the_page_runs_nothing_but_the_clients_files(served: Served) -> None:
    """Whatever the address: there is no text of the caller's in it, and the policy lets nothing else run."""
    plain = await raw.get(served.url, "/")
    page = Page()
    page.feed(plain.body.decode())
    assert page.inline == []
    assert {each for each in page.fetched if not each.startswith("/")} == set()
    for text in SCRIPTS:
        code = text.replace(" ", "%20").replace("<", "%3C").replace('"', "%22")
        for path in (f"/r/{code}", f"/{code}", f"/no/{code}?q={code}", f"/claim?{code}", f"//{code}"):
            answer = await raw.get(served.url, path)
            assert answer.body == plain.body, path
            assert answer.headers["content-security-policy"] == POLICY
    assert not re.search(r"unsafe|\*|https?:|blob:|nonce|sha256", POLICY)
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'"} <= set(POLICY.split("; "))


async def test_what_is_answered_to_a_script_is_no_page(served: Served) -> None:
    """A refusal may name a key that the caller sent; it is JSON, and nobody may take it for anything else."""
    ada = await Person.make(served.url, "Ada")
    for text in SCRIPTS:
        answers = [
            await call(served.url, "POST", "/api/me", json={text: 1}),
            await call(served.url, "POST", "/api/rooms", json={"options": {text: 1}}, headers=ada.headers),
            await call(served.url, "POST", "/api/me/claim", json={"code": text}),
            await call(served.url, "GET", "/api/rooms", params={"status": text}),
            await call(served.url, "GET", "/api/rooms", params={"before": text}),
            await raw.get(served.url, f"/api/rooms/{text.replace(' ', '+')}"),
        ]
        for answer in answers:
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "default-src 'none'" in answer.headers["content-security-policy"]


async def test_names_and_chat_come_back_as_they_were_sent_in_json_alone(served: Served) -> None:
    async with in_the_lobby(served.url, 2) as party:
        for text in SCRIPTS:
            name = text[:24]
            await party.people[0].call("POST", "/api/me", {"name": name})
            await party.host.send("chat", text=text)
            for path in (f"/api/rooms/{party.code}", "/api/me"):
                answer = await call(served.url, "GET", path, headers=party.people[0].headers)
                assert answer.headers["content-type"] == "application/json"
                assert name in str(answer.json())
            await party.caught_up()
            assert party.players[1].chat[-1]["text"] == text
            assert name not in (await call(served.url, "GET", f"/r/{party.code}")).text


async def test_a_qr_code_is_a_picture_of_the_link_and_nothing_else(served: Served) -> None:
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    for host in ("evil.example", 'a"onload=alert(1)', "<script>"):
        answer = await raw.get(served.url, f"/api/rooms/{code}/qr.svg")
        forged = await raw.exchange(
            served.url, f"GET /api/rooms/{code}/qr.svg HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        )
        for picture in (answer, forged):
            if picture.status == 200:
                assert picture.headers["content-type"] == "image/svg+xml"
                text = picture.body.decode()
                assert not re.search(r"script|onload|href|evil", text)
                assert set(re.findall(r"<(\w+)", text)) == {"svg", "path"}


# Statements

TRICKS = [
    "'; DROP TABLE players; --",
    "' OR '1'='1",
    "\\",
    "%' OR 1=1 --",
    "a'||pg_sleep(9)||'",
    "$$;$$",
    "\x00'",
    ":name",
    "?",
    "%s",
]


async def test_no_text_is_a_part_of_a_statement(sqlite: str) -> None:
    async with serving(sqlite, limits="off") as served:
        ada = await Person.make(served.url, "Ada")
        code = await ada.make_room(public=True)
        tables = database(sqlite).keys()
        async with ada.at(code) as table:
            for trick in TRICKS:
                for headers in ({"Authorization": f"Bearer {trick}"}, {"Cookie": f"splendor={trick}"}):
                    if "\x00" not in trick:
                        refused(await call(served.url, "GET", "/api/me", headers=headers), 401, "unauthorized")
                assert (await call(served.url, "POST", "/api/me/claim", json={"code": trick})).status_code == 404
                for path in ("/api/rooms/{}", "/api/games/{}", "/api/catalog/{}"):
                    path = path.format("".join(f"%{byte:02x}" for byte in trick.encode()))
                    assert (await raw.get(served.url, path)).status == 404
                for key in ("status", "before"):
                    assert (await call(served.url, "GET", "/api/rooms", params={key: trick})).status_code == 400
                off = {"endpoint": f"https://push.example/{trick}"}
                answer = await call(served.url, "DELETE", "/api/me/push", json=off, headers=ada.headers)
                assert answer.status_code == 204
                for message in ({"type": "resign", "game": trick}, {"type": "admit", "player": trick}):
                    answer = await (await table.post(message))
                    assert answer["code"] == "not_found"
                if "\x00" in trick:
                    continue
                assert (await ada.call("POST", "/api/me", {"name": trick[:24]}))["name"] == trick[:24]
                await table.send("chat", text=trick)
                assert table.chat[-1]["text"] == trick
        kept = database(sqlite)
        assert kept.keys() == tables
        assert len(kept["players"]) == 1
        assert len(kept["chat"]) == len(TRICKS) - 1


# Logs

OURS_HERE = ("httpx", "httpcore", "websockets")
"""Who logs on the callers' side of this test."""
BREAKS = ["a\nb", "a\r\nforged: line", "\x1b[2J\x1b[31m", "\u2028", "\x85", "\x00", "%s%n{0}", "a\tb"]


async def test_nobody_writes_a_line_of_the_log(
    served: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is sent wherever: a record of the log is one line, and what steers a terminal is not in it. Nor are the
    secrets of those who called."""
    caplog.set_level(logging.DEBUG)
    ada = await Person.make(served.url, "Ada")
    code = await ada.make_room()
    link = await ada.call("POST", "/api/me/link")
    for text in BREAKS:
        quoted = "".join(f"%{byte:02x}" for byte in text.encode())
        for path in (f"/{quoted}", f"/r/{quoted}", f"/api/rooms/{quoted}", f"/api/games/{quoted}", f"/api/{quoted}"):
            await raw.get(served.url, path, f"User-Agent: forged{quoted}", f"X-Forwarded-For: {quoted}")
        await raw.exchange(served.url, f"GET /{text} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        await call(served.url, "POST", "/api/me", json={"name": text})
        await call(served.url, "POST", "/api/me/claim", json={"code": text})
        with pytest.raises(InvalidStatus):
            await connect(
                f"{served.url.replace('http', 'ws', 1)}/api/rooms/{quoted}/ws", additional_headers=ada.headers
            )
        async with ada.at(code) as table:
            for message in ({"type": text}, {"type": "chat", "text": text}, {"type": "resign", "game": text}):
                await (await table.post(message))

    async def broken(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(served.app.state.services.store, "game", broken)
    await raw.get(served.url, "/api/games/forged%0aline")
    assert (await raw.get(served.url, "/api/games/abc")).status == 500
    written = [
        record
        for record in caplog.records
        if not record.name.startswith(("httpx", "httpcore", "websockets", "aiosqlite"))
    ]
    assert written
    for record in written:
        message = record.getMessage().removesuffix("\n")
        assert not [c for c in message if unicodedata.category(c) in ("Cc", "Zl", "Zp", "Cs")], message
        for secret in (ada.token, link["code"]):
            assert secret not in message


# Names that deceive

DECEPTIVE = {
    "an override of the direction": "Ada\u202etxt.exe",
    "an isolate": "\u2066Ada\u2069",
    "a mark of the order of bytes": "Ada\ufeff",
    "a line of its own": "Ada\u2028Lin",
    "a paragraph": "Ada\u2029",
    "nothing to be seen": "\u200b\u200d\u2060",
    "an empty letter": "\u3164",
    "half a character": "Ada\ud800",
    "a control character": "Ada\x9b31m",
    "a deleted one": "Ada\x7f",
}


@pytest.mark.parametrize("name", DECEPTIVE.values(), ids=DECEPTIVE)
async def test_a_name_shows_itself_in_its_own_place(served: Served, sqlite: str, name: str) -> None:
    """What would turn around or blank the text beside it is refused, in names and in chat. That two names may look the
    same is no secret of anybody's: a name is a label, and a player is told from another by their seat and their id."""
    import json

    body = json.dumps({"name": name}).encode()
    refused(await call(served.url, "POST", "/api/me", content=body, headers=JSON), 400, "bad_message")
    assert database(sqlite)["players"] == []


async def test_a_table_of_such_names_is_played_to_its_end_all_the_same(served: Served) -> None:
    async with playing(served.url, 2) as party:
        await party.people[0].call("POST", "/api/me", {"name": "\u05e9\u05dc\u05d5\u05dd <b>"})
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        assert party.game["seq"] == 1
