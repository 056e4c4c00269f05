"""The table at every width: nothing lies over anything, nothing is cut off, nothing has to be scrolled for."""

from typing import Any

import pytest
from playwright.async_api import expect

from support.party import playing_on
from support.positions import mid_game
from support.server import Served
from support.visitor import Visitors, script

pytestmark = pytest.mark.anyio

SIZES = [
    (320, 640),
    (360, 640),
    (390, 844),
    (414, 896),
    (600, 900),
    (700, 960),
    (768, 1024),
    (900, 800),
    (1024, 768),
    (1100, 800),
    (1239, 800),
    (1240, 800),
    (1449, 900),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
]
ONE_SCREEN = [(1440, 900), (768, 1024), (360, 640)]
"""Where nothing is to be scrolled for."""

MEASURE = script("layout.js")

TARGETS = script("targets.js")


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_nothing_overlaps_or_is_cut_off_at_any_width(served: Served, visitors: Visitors, players: int) -> None:
    async with playing_on(served, mid_game(players), watchers=1) as party:
        player = await visitors.come(served.url, party.people[0])
        await player.at_table(party.code)
        await expect(player.find(".bar .turn.yours")).to_be_visible()
        wrong: dict[Any, Any] = {}
        for width, height in SIZES:
            await player.page.set_viewport_size({"width": width, "height": height})
            seen = await player.page.evaluate(MEASURE)
            faults = [fault for kind in ("overlaps", "hidden", "cut", "outside") for fault in seen[kind]]
            if seen["scrollWidth"] > seen["innerWidth"]:
                faults.append(f"{seen['scrollWidth']} px wide")
            if (width, height) in ONE_SCREEN and seen["scrollHeight"] > seen["innerHeight"]:
                faults.append(f"{seen['scrollHeight']} px high")
            if seen["small"] > seen["text"] * 0.1:
                faults.append(f"{seen['small']} of {seen['text']} letters under 12 px")
            if faults:
                wrong[width, height] = faults
        assert not wrong, "\n".join(f"{size}: {faults}" for size, faults in wrong.items())


@pytest.mark.parametrize(("width", "height"), [(360, 640), (768, 1024)])
async def test_everything_to_press_is_large_enough_for_a_finger(
    served: Served, visitors: Visitors, width: int, height: int
) -> None:
    async with playing_on(served, mid_game(4), watchers=1) as party:
        view = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
        player = await visitors.come(served.url, party.people[0], **view)
        small: dict[str, Any] = {}

        async def measure(where: str) -> None:
            found = await player.page.evaluate(TARGETS)
            if found:
                small[where] = found

        await player.at_table(party.code)
        await measure("table")
        for token in player.find(".pile:not([aria-disabled])"), player.find(".card.can").first:
            await token.first.click()
            await measure("composing")
            await player.page.keyboard.press("Escape")
        await player.find(".rivals .cover").first.click()
        await measure("player")
        await player.page.keyboard.press("Escape")
        await player.find(".talk").click()
        await measure("log")
        await player.page.keyboard.press("Escape")
        await player.button("Menu").click()
        await measure("menu")
        await player.button("Invite, share the link").click()
        await measure("share")
        await player.page.keyboard.press("Escape")
        await player.open("/")
        await expect(player.button("New game")).to_be_visible()
        await measure("home")
        await player.button("New game").click()
        await expect(player.find(".felt")).to_be_visible()
        await measure("lobby")
        assert not small, small
