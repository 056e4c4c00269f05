"""Whose turn it is is told to them alone, once, and it is gone as soon as they look; also with the page closed."""

import json
import re

import pytest
from playwright.async_api import BrowserContext, expect

from support.party import playing
from support.server import Served
from support.visitor import Visitor, Visitors, eventually

pytestmark = pytest.mark.anyio

TAKES = ({"ruby": 1, "onyx": 1, "emerald": 1}, {"diamond": 1, "sapphire": 1, "emerald": 1})
WATCHED = """
  window.signals = [];
  navigator.vibrate = () => signals.push("vibration");
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { signals.push("sound"); return start.apply(this, when); };
"""
HIDE = "Object.defineProperty(document, 'visibilityState', { value: '%s', configurable: true });"
LOOKED = HIDE + "document.dispatchEvent(new Event('visibilitychange'))"
SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => one.title)"


async def icon(visitor: Visitor) -> str:
    return await visitor.find("link[rel=icon]").get_attribute("href") or ""


async def test_title_icon_sound_and_vibration_are_for_whose_turn_it_is_and_once(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        first, second = party.to_act, party.players[1 - party.game["turn"]]
        pages = [
            await visitors.come(served.url, table.person, has_touch=True, is_mobile=True) for table in party.everyone
        ]
        by_id = dict(zip([table.person.id for table in party.everyone], pages, strict=True))
        for page in pages:
            await page.page.add_init_script(WATCHED)
            await page.at_table(party.code)
            await page.find("h1").first.click(force=True)  # a browser makes no sound before it was touched
        mine, watcher = by_id[second.person.id], pages[2]
        await expect(mine.page).not_to_have_title(re.compile("Your turn"))
        calm = await icon(mine)
        for page in pages:
            await page.page.evaluate("signals.length = 0")
        await party.act({"type": "take", "tokens": TAKES[0]})
        await expect(mine.page).to_have_title(re.compile("Your turn"))
        assert await icon(mine) != calm
        said = await mine.page.evaluate("signals")
        assert said.count("vibration") == 1
        assert "sound" in said
        for page in (by_id[first.person.id], watcher):
            await page.at_seq(1)
            await expect(page.page).not_to_have_title(re.compile("Your turn"))
            assert await icon(page) == calm
            assert await page.page.evaluate("signals") == []
        # A reload in one's own turn is no new turn.
        await mine.page.reload()
        await mine.at_seq(1)
        assert await mine.page.evaluate("signals") == []


async def allowed(context: BrowserContext, url: str) -> None:
    await context.grant_permissions(["notifications"], origin=url)


async def test_a_notification_comes_to_a_hidden_tab_and_goes_when_it_is_looked_at(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2) as party:
        second = party.players[1 - party.game["turn"]]
        mine = await visitors.come(served.url, second.person)
        await allowed(mine.context, served.url)
        await mine.at_table(party.code)
        await mine.button("Menu").click()
        await mine.find("dialog").get_by_label("Notification while this tab is hidden").check()
        await mine.page.keyboard.press("Escape")
        await mine.page.evaluate(LOOKED % "hidden")
        await party.act({"type": "take", "tokens": TAKES[0]})
        await eventually(lambda: mine.page.evaluate(SHOWN))
        assert await mine.page.evaluate(SHOWN) == ["It is your turn"]
        await mine.page.evaluate(LOOKED % "visible")
        await eventually(lambda: mine.page.evaluate(f"async () => !(await ({SHOWN})()).length"))


async def test_a_push_is_shown_by_the_worker_unless_the_room_is_looked_at(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        mine = await visitors.come(served.url, party.people[0])
        await allowed(mine.context, served.url)
        await mine.at_table(party.code)
        await mine.button("Menu").click()
        await mine.find("dialog").get_by_label("Notification while this tab is hidden").check()
        await mine.page.keyboard.press("Escape")
        await mine.page.evaluate("navigator.serviceWorker.register('/sw.js?turn=Your+move&at={room}')")
        await mine.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        line = await mine.context.new_cdp_session(mine.page)
        registered: list[str] = []
        line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registered.extend(one["registrationId"] for one in event["registrations"]),
        )
        await line.send("ServiceWorker.enable")

        async def known() -> bool:
            return bool(registered)

        await eventually(known)

        async def push(room: str) -> None:
            message = {"origin": served.url, "registrationId": registered[-1], "data": json.dumps({"room": room})}
            await line.send("ServiceWorker.deliverPushMessage", message)

        await push(party.code)  # it is on the screen
        await push("another-table-23456789")
        await eventually(lambda: mine.page.evaluate(SHOWN))
        shown = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => one.tag)"
        assert await mine.page.evaluate(shown) == ["turn-another-table-23456789"]
