"""The table at every width: nothing lies over anything, nothing is cut off, nothing has to be scrolled for."""

from typing import Any

import pytest
from playwright.async_api import expect

from support.party import in_the_lobby, playing_on
from support.positions import final_round_begun_by, last_move, mid_game, one_before, three_nobles_come
from support.server import Served
from support.visitor import Visitor, Visitors, script

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


def faults_in(seen: dict[str, Any], *, one_screen: bool) -> list[str]:
    faults = [fault for kind in ("overlaps", "hidden", "cut", "outside") for fault in seen[kind]]
    if seen["scrollWidth"] > seen["innerWidth"]:
        faults.append(f"{seen['scrollWidth']} px wide")
    if one_screen and seen["scrollHeight"] > seen["innerHeight"]:
        faults.append(f"{seen['scrollHeight']} px high")
    if seen["small"] > seen["text"] * 0.1:
        faults.append(f"{seen['small']} of {seen['text']} letters under 12 px")
    return faults


async def measured(visitor: Visitor, sizes: list[tuple[int, int]], *, whole: bool = True) -> None:
    wrong: dict[tuple[int, int], list[str]] = {}
    for width, height in sizes:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        seen = await visitor.page.evaluate(MEASURE)
        faults = faults_in(seen, one_screen=whole and (width, height) in ONE_SCREEN)
        if faults:
            wrong[width, height] = faults
    assert not wrong, "\n".join(f"{size}: {faults}" for size, faults in wrong.items())


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_nothing_overlaps_or_is_cut_off_at_any_width(served: Served, visitors: Visitors, players: int) -> None:
    async with playing_on(served, mid_game(players), watchers=1) as party:
        player = await visitors.come(served.url, party.people[0])
        await player.at_table(party.code)
        await expect(player.find(".bar .turn.yours")).to_be_visible()
        await measured(player, SIZES)


@pytest.mark.parametrize("what", ["composing", "return", "noble", "final", "end"])
async def test_nothing_overlaps_while_something_is_asked_or_over(served: Served, visitors: Visitors, what: str) -> None:
    position, seat, action = mid_game(3), 0, None
    if what in ("return", "noble", "end"):
        position, (seat, action) = {
            "return": lambda: one_before("return"), "noble": three_nobles_come, "end": last_move,
        }[what]()  # fmt: skip
    elif what == "final":
        position = final_round_begun_by(0)
        seat = position.state.turn
    async with playing_on(served, position) as party:
        player = await visitors.come(served.url, party.people[seat])
        await player.at_table(party.code)
        if what == "composing":
            await player.find(".pile:not([aria-disabled])").first.click()
            await expect(player.find(".pick")).to_be_visible()
        elif action is not None:
            await party.act(action)
            await player.at_seq(len(position.actions) + 1)
        # What is rare may be longer than the screen, but nothing of it may lie over anything.
        await measured(player, SIZES, whole=what in ("composing", "return", "noble"))


async def test_lobby_and_home_are_as_wide_as_the_screen_and_can_be_read(served: Served, visitors: Visitors) -> None:
    async with in_the_lobby(served.url, 2, watchers=1, seats=4) as party:
        for person in (party.people[0], party.watchers[0].person):
            visitor = await visitors.come(served.url, person)
            await visitor.open(f"/r/{party.code}")
            await visitor.is_live()
            await expect(visitor.find(".chairs .sitter")).to_have_count(2)
            await measured(visitor, SIZES, whole=False)
        await visitor.open("/")
        await expect(visitor.button("New game")).to_be_visible()
        await measured(visitor, SIZES, whole=False)


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
