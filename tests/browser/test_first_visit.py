"""What a link shows first, what it costs, and that nothing leaves the house."""

import asyncio

import pytest
from playwright.async_api import Route, expect

from support.party import in_the_lobby, playing_on
from support.positions import mid_game
from support.server import Served
from support.visitor import PHONE, Visitors

pytestmark = pytest.mark.anyio

REQUESTS = 110
"""Generous: a module is a request, and all but the first few come at once, from one connection."""
BYTES = 200_000


async def test_the_first_thing_that_a_link_shows_is_the_table(served: Served, visitors: Visitors) -> None:
    async with playing_on(served, mid_game(3)) as party:
        stranger = await visitors.come(served.url, viewport=PHONE)
        await stranger.open(f"/r/{party.code}")
        await expect(stranger.find(".tier > :not(.back)")).to_have_count(12)
        await expect(stranger.find("dialog, form.join")).to_have_count(0)
        await expect(stranger.find(".mine.watching")).to_be_visible()
    async with in_the_lobby(served.url, 2) as party:
        await stranger.open(f"/r/{party.code}")
        await expect(stranger.page.get_by_role("heading", name="Ada’s table")).to_be_visible()
        # Full: no error, a table to watch.
        await expect(stranger.find("main.lobby")).to_contain_text("All chairs are taken. You can watch.")


async def test_the_first_load_of_a_room_is_small_and_all_from_here(served: Served, visitors: Visitors) -> None:
    async with playing_on(served, mid_game(4)) as party:
        stranger = await visitors.come(served.url)
        line = await stranger.context.new_cdp_session(stranger.page)
        await line.send("Network.enable")
        sizes: list[float] = []
        line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        await stranger.at_table(party.code)
        print(f"{len(stranger.requests)} requests, {sum(sizes):.0f} bytes")  # noqa: T201
        assert len(stranger.requests) <= REQUESTS
        assert sum(sizes) <= BYTES
        # A second visit asks for nothing that it has.
        before = len(sizes)
        await stranger.page.reload()
        await stranger.is_live()
        static = [r for r in stranger.requests[-200:] if "/static/" in r.url]
        assert static
        print(f"then {sum(sizes[before:]):.0f} bytes")  # noqa: T201
        assert sum(sizes[before:]) < 20_000


@pytest.mark.parametrize(("missing", "times"), [("board/card.js", 6), ("styles/all.css", 2)])
async def test_a_page_of_which_a_file_does_not_come_opens_itself_again(
    served: Served, visitors: Visitors, missing: str, times: int
) -> None:
    """A tunnel at the wrong moment. A browser asks for a module twice by itself: the preload, and the import."""
    stranger = await visitors.come(served.url, viewport=PHONE)
    lost = 0

    async def lose(route: Route) -> None:
        nonlocal lost
        lost += 1
        await (route.abort("connectionreset") if lost <= times else route.continue_())

    await stranger.page.route(f"**/{missing}", lose)
    await stranger.open("/")
    if missing.endswith(".js"):  # nothing else is there to be seen meanwhile
        await expect(stranger.find("#late")).to_be_in_viewport()
    async with asyncio.timeout(30):
        while lost <= times:
            await asyncio.sleep(0.05)
    await expect(stranger.page.get_by_role("heading", name="Splendor").first).to_be_visible()
    await expect(stranger.find("#late")).to_be_hidden()
    assert await stranger.page.evaluate("sessionStorage.getItem('tries')") is None
    # While the page stands blank, what was fetched ahead for it is of no use, and Chromium says so.
    stranger.faults[:] = [
        fault for fault in stranger.faults if "was preloaded using link preload but not used" not in fault
    ]


async def test_an_unknown_address_and_an_unknown_room_say_so(served: Served, visitors: Visitors) -> None:
    someone = await visitors.come(served.url)
    await someone.open("/r/amber-otter-22222222")
    await expect(someone.page.get_by_role("heading", name="No such table")).to_be_visible()
    await someone.button("New game").click()
    await expect(someone.page.get_by_role("heading", name="Your table is set")).to_be_visible()
    await someone.find(".bar .home-mark").click()
    # Back from the table: the table is listed, one press away.
    await expect(someone.find("#tables-mine")).to_be_visible()
    await someone.page.go_back()
    await expect(someone.page.get_by_role("heading", name="Your table is set")).to_be_visible()
