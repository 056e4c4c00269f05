"""Axe finds nothing on any page, by daylight and by lamplight."""

import re
from datetime import UTC, datetime

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from support.fake_time import FakeTime
from support.party import in_the_lobby, playing, playing_on
from support.positions import last_move, mid_game, one_before, three_nobles_come
from support.server import Served, serving
from support.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.anyio

CLOCK = {"bank": 600, "increment": 5}
AXE = Axe()
RUN = "() => axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)"


class Checked:
    """What axe found on the pages that were looked at."""

    def __init__(self) -> None:
        self.found: list[str] = []

    async def look(self, visitor: Visitor, where: str) -> None:
        for theme in ("light", "dark"):
            await visitor.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            await expect(visitor.find("html")).to_have_attribute("data-theme", theme)
            if not await visitor.page.evaluate("'axe' in window"):
                await visitor.page.evaluate(AXE.axe_script)
            for violation in await visitor.page.evaluate(RUN):
                nodes = [f"{node['target']} {node['failureSummary'][:200]}" for node in violation["nodes"][:3]]
                self.found.append(f"{where} ({theme}): {violation['id']}: {nodes}")

    def nothing(self) -> None:
        assert not self.found, "\n".join(self.found)


async def test_pages_and_dialogs(served: Served, visitors: Visitors) -> None:
    checked = Checked()
    someone = await visitors.come(served.url)
    await someone.open("/")
    await expect(someone.button("New game")).to_be_visible()
    await checked.look(someone, "home")
    await someone.button("How to play").click()
    await expect(someone.find("dialog")).to_be_visible()
    await checked.look(someone, "help")
    await someone.open("/r/amber-otter-22222222")
    await expect(someone.page.get_by_role("heading", name="No such table")).to_be_visible()
    await checked.look(someone, "404")
    await someone.open("/claim#CODE/Ada")
    await expect(someone.button("Continue here")).to_be_visible()
    await checked.look(someone, "claim")
    checked.nothing()


async def test_the_lobby(served: Served, visitors: Visitors) -> None:
    checked = Checked()
    async with in_the_lobby(served.url, 2, watchers=1, seats=4) as party:
        await party.players[1].send("chat", text="hello")
        host = await visitors.come(served.url, party.people[0])
        await host.open(f"/r/{party.code}")
        await expect(host.button("Start the game")).to_be_enabled()
        await checked.look(host, "lobby, host")
        await host.button("Menu").click()
        await checked.look(host, "menu")
        await host.button("Invite, share the link").click()
        await expect(host.find("img.qr")).to_be_visible()
        await checked.look(host, "share")
        await host.page.keyboard.press("Escape")
        guest = await visitors.come(served.url)
        await guest.open(f"/r/{party.code}")
        await expect(guest.button("Take a seat")).to_be_enabled()
        await checked.look(guest, "lobby, guest")
    checked.nothing()


async def test_a_full_table(served: Served, visitors: Visitors) -> None:
    checked = Checked()
    async with playing_on(served, mid_game(4)) as party:
        mine = await visitors.come(served.url, party.people[0])
        await mine.at_table(party.code)
        await expect(mine.find(".bar .turn.yours")).to_be_visible()
        await checked.look(mine, "my turn")
        await mine.find(".rivals .cover").first.click()
        await expect(mine.find(".pop.of-player")).to_be_visible()
        await checked.look(mine, "a player opened")
    checked.nothing()


async def test_the_table(served: Served, visitors: Visitors) -> None:
    checked = Checked()
    async with playing_on(served, mid_game(2)) as party:
        await party.players[1].send("chat", text="hello")
        mine = await visitors.come(served.url, party.people[0])
        await mine.at_table(party.code)
        await mine.find(".tiers .card.can").first.click()
        await expect(mine.sheet).to_be_visible()
        await checked.look(mine, "a card that I can buy")
        await mine.page.keyboard.press("Escape")
        await mine.find(".tiers .card:not(.can)").first.click()
        await expect(mine.sheet).to_be_visible()
        await checked.look(mine, "a card that I can't buy")
        await mine.page.keyboard.press("Escape")
        await mine.find(".pile:not([aria-disabled])").first.click()
        await checked.look(mine, "tokens picked")
        other = await visitors.come(served.url, party.people[1], viewport=PHONE)
        await other.at_table(party.code)
        await checked.look(other, "another's turn, phone")
        await other.find(".talk").click()
        await expect(other.find(".side.open")).to_be_visible()
        await checked.look(other, "log on a phone")
        watcher = await visitors.come(served.url)
        await watcher.at_table(party.code)
        await checked.look(watcher, "watching")
    checked.nothing()


@pytest.mark.parametrize("what", ["return", "noble", "end"])
async def test_a_prompt_and_the_end(served: Served, visitors: Visitors, what: str) -> None:
    checked = Checked()
    position, (seat, action) = {
        "return": lambda: one_before("return"), "noble": three_nobles_come, "end": last_move,
    }[what]()  # fmt: skip
    async with playing_on(served, position) as party:
        player = await visitors.come(served.url, party.people[seat])
        await player.at_table(party.code)
        await party.act(action)
        if what == "end":
            await player.find(".ribbon.end summary").click()
        else:
            sentence = {"return": re.compile(r"Return \d"), "noble": re.compile("Choose which noble")}[what]
            await expect(player.find(".deed")).to_contain_text(sentence)
        await checked.look(player, what)
    checked.nothing()


async def test_what_the_table_asks_and_the_dialogs_about_people(sqlite: str, visitors: Visitors) -> None:
    checked, time = Checked(), FakeTime(datetime.now(UTC))
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 3, clock=CLOCK) as party:
        seat = party.game["turn"]
        away, acting, other = [party.players[(seat + n) % 3] for n in range(3)]
        await party.act({"type": "reserve", "deck": 1})
        host = await visitors.come(served.url, party.people[0])
        await host.at_table(party.code)
        await away.send("undo", game=party.game["id"], seq=1)
        await expect(host.find(".ribbon.ask")).to_be_visible()
        await checked.look(host, "asked to take back")
        await acting.send("consent", game=party.game["id"], seq=1, yes=False)
        await host.button("Menu").click()
        await host.button("Who is here").click()
        await checked.look(host, "people")
        await host.page.keyboard.press("Escape")
        await host.button("Menu").click()
        await host.button("Resign").click()
        await checked.look(host, "resign")
        await host.page.keyboard.press("Escape")
        viewer = await visitors.come(served.url, other.person)
        await viewer.at_table(party.code)
        for page in visitors.all:
            if page is not viewer:
                await page.page.goto("about:blank")
        await acting.close()
        await other.until(lambda table: not table.room["seats"][(seat + 1) % 3]["online"])
        await time.passes(61)
        await expect(viewer.find(".ribbon.of-vote")).to_be_visible()
        await checked.look(viewer, "a seat is away")
        party.players[(seat + 1) % 3] = other
    checked.nothing()
