"""The line between page and server breaks in every way; the page says so, and is whole again by itself."""

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from support.party import Party, in_the_lobby, playing
from support.server import Served, ServerProcess, sqlite_url
from support.visitor import Visitor, Visitors

pytestmark = pytest.mark.anyio

SOCKET = re.compile(r"/api/rooms/[^/]+/ws\?patch=indexed$")
PROMPT = 3_000
"""Two seconds are what is promised; the third is for the two busy cores that tests run on."""
TAKES = [["diamond", "sapphire", "emerald"], ["ruby", "onyx", "diamond"], ["sapphire", "emerald", "ruby"]]


def take(n: int) -> dict[str, Any]:
    return {"type": "take", "tokens": dict.fromkeys(TAKES[n % len(TAKES)], 1)}


class Wire:
    """Stands between a page and the server. `spoil` sees each message of the server, and gives those to be passed on;
    a line that is `dead` passes nothing in either direction, and doesn't end."""

    def __init__(self, spoil: Callable[[str], list[str]] = lambda text: [text]) -> None:
        self.spoil = spoil
        self.opened = 0
        self.dead: set[int] = set()

    async def lie(self, page: Page) -> "Wire":
        await page.route_web_socket(SOCKET, self._open)
        return self

    def kill(self) -> None:
        """The line that stands now goes dead; the next one works."""
        self.dead.add(self.opened)

    def _open(self, here: WebSocketRoute) -> None:
        self.opened += 1
        mine = self.opened
        there = here.connect_to_server()
        here.on_message(lambda text: None if mine in self.dead else there.send(text))

        def back(text: str | bytes) -> None:
            if mine not in self.dead:
                for each in self.spoil(str(text)):
                    here.send(each)

        there.on_message(back)


async def at_both(visitors: Visitors, served: Served, party: Party) -> tuple[Visitor, Visitor]:
    ada, lin = [await visitors.come(served.url, person) for person in party.people[:2]]
    for visitor in (ada, lin):
        await visitor.at_table(party.code)
    return (ada, lin) if party.game["turn"] == 0 else (lin, ada)


async def test_the_server_is_killed_and_comes_back_and_no_page_was_touched(tmp_path: Path, visitors: Visitors) -> None:
    server = ServerProcess(sqlite_url(tmp_path), SPLENDOR_LIMITS="off")
    with server.running():
        async with in_the_lobby(server.url, 2, watchers=1) as party:
            await party.start()
            await party.act(take(0))
            await party.act(take(1))
            code, first, people = party.code, party.game["turn"], party.people
            guest = party.watchers[0].person
        pages = [await visitors.come(server.url, person) for person in (*people, guest)]
        for page in pages:
            await page.at_table(code)
            await page.at_seq(2)
        acting = pages[first]

        # Frozen: the deed goes out, nobody answers; killed: nobody ever will.
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        await acting.act(take(2))
        await expect(acting.go).to_have_text("Sending…")
        server.kill()

        # All see it within two seconds; the table says so and can't be played on (H68).
        for page in pages:
            await expect(page.find(".bar .turn.broken")).to_be_visible(timeout=PROMPT)
            await expect(page.find(".bar .line")).not_to_have_class(re.compile("live"), timeout=PROMPT)
            await expect(page.find("main.table")).to_have_class(re.compile("stale"), timeout=PROMPT)
            assert await page.find(".pile:not([aria-disabled=true])").count() == 0
        waiting = pages[1 - first]
        await waiting.pile("ruby").click(force=True)
        await expect(waiting.find(".deed")).to_contain_text("No connection")
        await expect(waiting.find(".pile.picked")).to_have_count(0)
        await expect(waiting.button("Send")).to_be_disabled()

        server.start()
        for page in pages:
            await page.is_live()
            # What was pressed while the server was dying has come to be (C35), once, and for all.
            await page.at_seq(3)
            await expect(page.find("main.table")).not_to_have_class(re.compile("stale"))
        await waiting.does(take(1))
        for page in pages:
            await page.at_seq(4)
        drawn = await pages[2].table_as_drawn()
        await pages[2].page.reload()
        await pages[2].at_seq(4)
        assert await pages[2].table_as_drawn() == drawn


async def test_pressing_while_there_is_no_line_does_nothing_and_says_so(tmp_path: Path, visitors: Visitors) -> None:
    server = ServerProcess(sqlite_url(tmp_path), SPLENDOR_LIMITS="off")
    with server.running():
        async with in_the_lobby(server.url, 2) as party:
            await party.start()
            code, person = party.code, party.people[party.game["turn"]]
        player = await visitors.come(server.url, person)
        await player.at_table(code)
        for token in TAKES[0]:
            await player.pile(token).click()
        await expect(player.go).to_have_text("Take 3")
        server.kill()
        await expect(player.go).to_have_text("No connection. Trying again…", timeout=PROMPT)
        await player.go.click(force=True)
        server.start()
        await player.is_live()
        # Nothing was sent behind anybody's back; the choice is still there, to be pressed again.
        await expect(player.go).to_have_text("Take 3")
        assert await player.seq() == 0
        await player.go.click()
        await player.at_seq(1)


async def test_while_the_database_is_away_the_page_says_that_it_is_saving(tmp_path: Path, visitors: Visitors) -> None:
    """What was pressed is on its way: it is said so, and can't be put down again. Once it is done it is shown."""
    server = ServerProcess(sqlite_url(tmp_path), SPLENDOR_LIMITS="off")
    with server.running():
        async with in_the_lobby(server.url, 2) as party:
            await party.start()
            code, person = party.code, party.people[party.game["turn"]]
        player = await visitors.come(server.url, person)
        await player.at_table(code)
        for token in TAKES[0]:
            await player.pile(token).click()
        clear = player.button("Clear")
        await expect(clear).to_be_enabled()
        with contextlib.closing(sqlite3.connect(tmp_path / "test.db", isolation_level=None)) as another:
            another.execute("BEGIN EXCLUSIVE")
            await player.go.click()
            await expect(player.go).to_have_text("Saving…")
            await expect(clear).to_be_disabled()
            assert await player.find(".bar .line.live").count()
            assert await player.seq() == 0
            another.execute("ROLLBACK")
        await player.at_seq(1)


async def test_a_double_press_acts_once(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        first, second = await at_both(visitors, served, party)
        for token in TAKES[0]:
            await first.pile(token).click()
        await first.go.dblclick()
        await second.at_seq(1)
        await party.caught_up()
        assert party.game["seq"] == 1
        await expect(second.find(".bar .turn.yours")).to_be_visible()
        assert not await first.find(".toast.fault").count()


@pytest.mark.parametrize("spoilt", ["dropped", "doubled", "reordered"])
async def test_a_frame_that_is_spoilt_on_its_way_is_healed(served: Served, visitors: Visitors, spoilt: str) -> None:
    held: list[str] = []

    def spoil(text: str) -> list[str]:
        if json.loads(text)["type"] != "move" or json.loads(text)["seq"] not in (2, 3):
            return [text]
        if spoilt == "dropped":
            return [] if json.loads(text)["seq"] == 2 else [text]
        if spoilt == "doubled":
            return [text, text]
        held.append(text)
        return held[::-1] if len(held) == 2 else []

    async with playing(served.url, 2, watchers=1) as party:
        watcher = await visitors.come(served.url, party.watchers[0].person)
        await Wire(spoil).lie(watcher.page)
        await watcher.at_table(party.code)
        dice = random.Random(3)
        await party.play(5, dice)
        await watcher.at_seq(5)
        await watcher.is_live()
        other = await visitors.come(served.url, party.watchers[0].person)
        await other.at_table(party.code)
        await other.at_seq(5)
        assert await watcher.table_as_drawn() == await other.table_as_drawn()


async def test_a_page_that_slept_on_a_dead_line_is_back_in_no_time(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        seat = party.game["turn"]
        sleeper = await visitors.come(served.url, party.people[seat])
        wire = await Wire().lie(sleeper.page)
        await sleeper.at_table(party.code)
        await sleeper.page.evaluate("window.mine = true")
        wire.kill()
        await party.play(6, random.Random(1))
        assert await sleeper.seq() == 0
        await sleeper.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await sleeper.at_seq(party.game["seq"], timeout=PROMPT)
        await sleeper.is_live()
        assert await sleeper.page.evaluate("window.mine"), "the page was loaded anew"
        assert wire.opened == 2


@pytest.mark.parametrize("role", ["player", "watcher"])
async def test_fault_36_40_a_frozen_page_wakes_up_to_the_board_as_it_is(
    served: Served, visitors: Visitors, role: str
) -> None:
    """As a tab on a phone that sleeps: not a line of its script runs meanwhile, while its socket stays open."""
    async with playing(served.url, 2, watchers=1) as party:
        seat = party.game["turn"]
        person = party.people[seat] if role == "player" else party.watchers[0].person
        sleeper = await visitors.come(served.url, person)
        await sleeper.at_table(party.code)
        await sleeper.page.evaluate("window.mine = true")
        line = await sleeper.context.new_cdp_session(sleeper.page)
        await line.send("Debugger.enable")
        await line.send("Debugger.pause")
        await party.play(6 if role == "player" else 30, random.Random(1))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(sleeper.page.evaluate("1"), 0.5)
        await line.send("Debugger.disable")
        await sleeper.at_seq(party.game["seq"], timeout=PROMPT)
        await sleeper.is_live()
        assert await sleeper.page.evaluate("window.mine"), "the page was loaded anew"
        assert not await sleeper.find(".toast.fault, .banner").count()
        other = await visitors.come(served.url, person)
        await other.at_table(party.code)
        await other.at_seq(party.game["seq"])
        assert await other.table_as_drawn() == await sleeper.table_as_drawn()


async def test_a_page_of_another_protocol_asks_to_be_loaded_anew(served: Served, visitors: Visitors) -> None:
    def newer(text: str) -> list[str]:
        message = json.loads(text)
        return [json.dumps({**message, "protocol": 99, "client": "newer"}) if message["type"] == "welcome" else text]

    async with playing(served.url, 2) as party:
        player = await visitors.come(served.url, party.people[party.game["turn"]])
        await Wire(newer).lie(player.page)
        # It goes by itself once; a server that is still behind a stale cache must not make it go round for ever.
        await player.open(f"/r/{party.code}")
        await expect(player.find(".banner")).to_contain_text("A new version is here.")
        loads = [request for request in player.requests if request.is_navigation_request()]
        assert len(loads) <= 2
        await expect(player.find("main.table .tiers")).to_be_visible()
        await player.page.unroute_all()


async def test_a_server_that_refuses_the_old_protocol_is_told_of(served: Served, visitors: Visitors) -> None:
    def bye(text: str) -> list[str]:
        if json.loads(text)["type"] == "welcome":
            return [text, json.dumps({"type": "bye", "reason": "protocol"})]
        return []

    async with playing(served.url, 2) as party:
        player = await visitors.come(served.url, party.people[0])

        async def cut(here: WebSocketRoute) -> None:
            there = here.connect_to_server()

            async def back(text: str | bytes) -> None:
                for each in bye(str(text)):
                    here.send(each)
                await here.close(code=1002)

            there.on_message(back)

        await player.page.route_web_socket(SOCKET, cut)
        await player.open(f"/r/{party.code}")
        await expect(player.find(".banner")).to_contain_text("A new version is here.")
        await expect(player.find(".banner").get_by_role("button", name="Reload")).to_be_visible()
        await expect(player.find("main.table")).to_have_class(re.compile("stale"))


async def test_two_tabs_of_one_player_both_live(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        seat = party.game["turn"]
        one = await visitors.come(served.url, party.people[seat])
        two = await visitors.another_tab(one.context, served.url)
        watcher = await visitors.come(served.url, party.watchers[0].person)
        for visitor in (one, two, watcher):
            await visitor.at_table(party.code)
        await one.page.bring_to_front()
        await one.does(take(0))
        await two.at_seq(1, timeout=PROMPT)
        await party.act(take(1))
        # The first to press acts; the other tab sees it, and has nothing left to press.
        await one.page.bring_to_front()
        for token in TAKES[2]:
            await one.pile(token).click()
        await two.page.bring_to_front()
        await two.does(take(2))
        await one.at_seq(3, timeout=PROMPT)
        await expect(one.find(".pile.picked")).to_have_count(0)
        assert await one.table_as_drawn() == await two.table_as_drawn()
        # One tab goes; the seat is still held by the other (and by the party's own line, which goes first).
        await party.players[seat].close()
        await one.page.close()
        await party.players[1 - seat].send("ping")
        room = await party.people[1 - seat].call("GET", f"/api/rooms/{party.code}")
        assert room["seats"][seat]["online"] is True
        await expect(watcher.find(".player.away")).to_have_count(0)
        await party.players[seat].open()
