"""The table's manners at real pages: who hosts, who was removed, what is taken back, who is away, who goes on."""

import re
from datetime import UTC, datetime

import pytest
from playwright.async_api import expect

from support.fake_time import FakeTime
from support.party import in_the_lobby, playing, playing_on
from support.positions import about_to_get_stuck
from support.server import Served, serving
from support.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.anyio

NOW = datetime.now(UTC)
CLOCK = {"bank": 600, "increment": 5}


async def test_fault_07_a_shared_victory_is_told_as_shared_on_every_page(served: Served, visitors: Visitors) -> None:
    position, (_, action) = about_to_get_stuck(all_of_them=True)
    async with playing_on(served, position, watchers=1) as party:
        pages = [await visitors.come(served.url, table.person) for table in party.everyone]
        for page in pages:
            await page.at_table(party.code)
        await party.act(action)
        for page in pages:
            await expect(page.find(".ribbon.end .verdict")).to_contain_text("share the victory")
            await page.find(".ribbon.end summary").click()
            await expect(page.find(".ribbon.end tbody tr.won")).to_have_count(2)
            assert await page.find(".ribbon.end tbody td:first-child").all_inner_texts() == ["1", "1"]


async def test_fault_45_when_the_host_goes_another_can_start_and_is_told(sqlite: str, visitors: Visitors) -> None:
    time = FakeTime(NOW)
    async with serving(sqlite, limits="off", time=time) as served, in_the_lobby(served.url, 3) as party:
        lin = await visitors.come(served.url, party.people[1])
        await lin.open(f"/r/{party.code}")
        await expect(lin.find(".seat")).to_contain_text("Ada starts the game.")
        await party.players[0].close()
        await party.players[1].until(lambda table: not table.room["seats"][0]["online"])
        await time.passes(30)
        await expect(lin.page.get_by_text("You are the host now.").first).to_be_visible()
        await lin.button("One point less").click()
        await expect(lin.find(".stepper output")).to_have_text("14")
        await lin.button("Start the game").click()
        await expect(lin.find("main.table .tiers")).to_be_visible()
        ada = await visitors.come(served.url, party.people[0])
        await ada.at_table(party.code)
        await expect(ada.find(".mine .holding")).to_be_visible()
        party.players[0] = party.players[1]


async def test_fault_47_who_was_removed_sees_why_watches_and_sits_again_when_let(
    served: Served, visitors: Visitors
) -> None:
    async with in_the_lobby(served.url, 2) as party:
        host, lin = [await visitors.come(served.url, person) for person in party.people]
        for page in (host, lin):
            await page.open(f"/r/{party.code}")
            await page.is_live()
        await host.find(".chair .cross").first.click()
        await host.find("dialog").get_by_role("button", name="Remove", exact=True).click()
        await expect(lin.find(".toast")).to_contain_text("The host has taken you from this seat.")
        for _ in range(2):
            await expect(lin.find(".seat")).to_contain_text("You can watch.")
            await expect(lin.button("Take a seat")).to_have_count(0)
            await expect(lin.button("Sit here")).to_have_count(0)
            await lin.page.reload()
        await host.button("Menu").click()
        await host.button("Who is here").click()
        await host.find("dialog").get_by_role("button", name=re.compile("Let sit again")).click()
        await host.page.keyboard.press("Escape")
        await lin.button("Take a seat").click()
        await expect(host.find(".chairs")).to_contain_text("Lin")


async def test_fault_47_who_was_removed_from_a_game_is_not_offered_a_chair_for_the_next(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 3) as party:
        bo = await visitors.come(served.url, party.people[2])
        await bo.at_table(party.code)
        await party.host.send("kick", seat=2)
        await expect(bo.find(".toast")).to_contain_text("The host has taken you from this seat.")
        await party.players[1].send("resign", game=party.game["id"])
        await expect(bo.find(".again")).to_contain_text("The host has taken you from this table. You can watch.")
        await expect(bo.button("I’m in")).to_have_count(0)
        await bo.button("Chairs and options").click()
        await expect(bo.find("dialog .places li")).to_have_count(3)
        await expect(bo.button("Sit here")).to_have_count(0)
        await bo.page.keyboard.press("Escape")
        await party.host.send("admit", player=party.people[2].id)
        await bo.button("I’m in").click()
        await party.host.until(lambda table: table.room["rematch"] == [party.people[2].id])


@pytest.mark.parametrize("free", [True, False])
async def test_something_is_taken_back_at_once_or_with_the_others_yes(
    served: Served, visitors: Visitors, *, free: bool
) -> None:
    async with playing(served.url, 3) as party:
        seat = party.game["turn"]
        mine, one, other = [await visitors.come(served.url, party.people[(seat + n) % 3]) for n in range(3)]
        for page in (mine, one, other):
            await page.at_table(party.code)
        for n in (1, 2):
            await party.players[(seat + n) % 3].close()  # who is asked are the pages
        before = await mine.find(".tiers").inner_text()
        card = party.game["market"]["1"][0]
        await mine.does({"type": "take", "tokens": {"ruby": 2}} if free else {"type": "reserve", "card": card})
        await mine.find("[data-spot=undo]").click()
        if not free:
            await expect(mine.find(".ribbon.ask")).to_contain_text("You asked the others")
            await expect(mine.find(".ribbon.ask .answers button")).to_have_count(0)
            await one.find(".ribbon.ask").get_by_role("button", name="Yes").click()
            await expect(other.find(".ribbon.ask .answers button")).to_have_count(2)
            await other.find(".ribbon.ask").get_by_role("button", name="No").click()
            await expect(mine.page.get_by_text("The others let it stand.").first).to_be_visible()
            assert await mine.seq() == 1
            await mine.find("[data-spot=undo]").click()
            for page in (one, other):
                await page.find(".ribbon.ask").get_by_role("button", name="Yes").click()
        for page in (mine, one, other):
            await page.at_seq(2)
            await expect(page.find(".log .did").last).to_contain_text("took that back")
            await expect(page.find(".ribbon.ask")).to_have_count(0)
        await expect(mine.find(".bar .turn.yours")).to_be_visible()
        assert await mine.find(".tiers").inner_text() == before
        await mine.does({"type": "take", "tokens": {"onyx": 1, "emerald": 1, "diamond": 1}})
        for n in (1, 2):
            party.players[(seat + n) % 3] = party.players[seat]


async def test_resigning_is_asked_twice_and_then_done(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 3) as party:
        bo = await visitors.come(served.url, party.people[2], viewport=PHONE, has_touch=True)
        await bo.at_table(party.code)
        for answer in ("Cancel", "Resign"):
            await bo.button("Menu").click()
            await bo.button("Resign").click()
            await expect(bo.find("dialog")).to_contain_text("Leave this game for good?")
            assert not party.game["players"][2]["left"]
            await bo.find("dialog").get_by_role("button", name=answer, exact=True).click()
            await party.caught_up()
        await expect(bo.find(".mine .deed")).to_contain_text("You left the game")
        await party.caught_up()
        assert party.game["players"][2]["left"]
        await bo.button("Menu").click()
        await expect(bo.button("Resign")).to_have_count(0)


async def test_fault_54_about_who_is_away_the_others_are_asked_and_they_take_over_again(
    sqlite: str, visitors: Visitors
) -> None:
    time = FakeTime(NOW)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 2, watchers=1) as party:
        seat = party.game["turn"]
        here = await visitors.come(served.url, party.people[1 - seat])
        watcher = await visitors.come(served.url, party.watchers[0].person)
        for page in (here, watcher):
            await page.at_table(party.code)
        other = party.players[1 - seat]
        await party.players[seat].close()
        await other.until(lambda table: not table.room["seats"][seat]["online"])
        await expect(here.find(".player.away")).to_be_visible()
        await expect(here.find(".ribbon.ask")).to_have_count(0)
        await time.passes(60)
        for page in (here, watcher):
            await expect(page.find(".ribbon.of-vote")).to_contain_text("is away")
        await expect(watcher.find(".ribbon.of-vote button")).to_have_count(0)
        await expect(here.find(".ribbon.of-vote button")).to_have_count(4)
        await here.find(".ribbon.of-vote").get_by_role("button", name="Play for them").click()
        await expect(here.find(".ribbon.of-vote")).to_have_count(0)
        await other.until(lambda table: table.room["seats"][seat]["bot"] == "deputy")
        await time.passes(2)
        await expect(here.find(".bar .turn.yours")).to_be_visible()
        await expect(watcher.find(".log")).to_contain_text("Played by the game.")
        back = await visitors.come(served.url, party.people[seat])
        await back.at_table(party.code)
        await time.passes()
        await expect(back.page.get_by_text("the game played 1 turn for you").first).to_be_visible()
        await here.act({"type": "reserve", "deck": 1})
        await expect(back.find(".bar .turn.yours")).to_be_visible()
        await back.act({"type": "reserve", "deck": 1})
        await expect(here.find(".bar .turn.yours")).to_be_visible()
        party.players[seat] = other


async def test_the_host_stops_the_clocks_and_lets_them_run_and_everyone_sees_it(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2, watchers=1, clock=CLOCK) as party:
        host, lin, watcher = [await visitors.come(served.url, table.person) for table in party.everyone]
        for page in (host, lin, watcher):
            await page.at_table(party.code)
            await expect(page.find("[data-clock]:visible")).to_have_count(2)
        for paused in ("Stop the clocks", "Let the clocks run on"):
            await host.button("Menu").click()
            await expect(host.find("dialog").get_by_role("button", name=paused)).to_be_visible()
            await host.find("dialog").get_by_role("button", name=paused).click()
            for page in (lin, watcher):
                shown = page.page.get_by_text("Paused by the host.").first
                await (expect(shown).to_be_visible() if paused.startswith("Stop") else expect(shown).to_have_count(0))
        await lin.button("Menu").click()
        await expect(lin.find("dialog").get_by_role("button", name="Stop the clocks")).to_have_count(0)


async def test_a_rematch_is_one_press_each_at_the_same_link_and_who_watches_watches_on(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        ada, lin, watcher = [await visitors.come(served.url, table.person) for table in party.everyone]
        for page in (ada, lin, watcher):
            await page.at_table(party.code)
        await party.players[1].send("resign", game=party.game["id"])
        address = ada.page.url
        await ada.button("I’m in").click()
        for page in (ada, lin, watcher):
            await expect(page.find(".again")).to_contain_text("1 of 2 is in")
        await lin.button("I’m in").click()
        for page in (ada, lin, watcher):
            await expect(page.find(".ribbon.end")).to_have_count(0)
            await expect(page.find("main.table .tiers")).to_be_visible()
            await page.at_seq(0)
            assert page.page.url == address
        await expect(watcher.find(".mine.watching")).to_be_visible()
        await ada.button("Menu").click()
        await ada.find("#app details summary, dialog details summary").filter(has_text="evening").click()
        await expect(ada.find("dialog")).to_contain_text("Won")


@pytest.mark.parametrize("choice", ["Skip turn", "End game"])
async def test_most_of_those_present_decide_about_who_is_away_and_the_log_says_who(
    sqlite: str, visitors: Visitors, choice: str
) -> None:
    time = FakeTime(NOW)
    async with serving(sqlite, limits="off", time=time) as served, playing(served.url, 3) as party:
        seat = party.game["turn"]
        pages = [await visitors.come(served.url, party.people[(seat + n) % 3]) for n in (1, 2)]
        for page in pages:
            await page.at_table(party.code)
        one, other = pages
        there = party.players[(seat + 1) % 3]
        await party.players[seat].close()
        await there.until(lambda table: not table.room["seats"][seat]["online"])
        await time.passes(60)
        await one.find(".ribbon.of-vote").get_by_role("button", name="Wait").click()
        await other.find(".ribbon.of-vote").get_by_role("button", name=choice).click()
        await expect(one.find(".ribbon.of-vote .who-chose")).to_have_count(2)
        assert there.game is not None
        assert there.game["seq"] == 0
        await one.find(".ribbon.of-vote").get_by_role("button", name=choice).click()
        for page in pages:
            await expect(page.find(".ribbon.of-vote")).to_have_count(0)
            await expect(page.find(".ribbon.end")).to_have_count(1 if choice == "End game" else 0)
            await expect(page.find(".log .event.calm").last).to_contain_text(f"{choice}: ")
            await expect(page.find(".log .event.calm").last).to_contain_text("You")
            await expect(page.find(".log .event.calm").last).to_contain_text(
                party.people[(seat + (2 if page is one else 1)) % 3].name
            )
        if choice == "Skip turn":
            await expect(one.find(".bar .turn.yours")).to_be_visible()
        party.players[seat] = there


async def test_between_games_a_watcher_takes_a_chair_and_plays_the_next(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2, watchers=1, seats=3) as party:
        ada, lin, guest = [await visitors.come(served.url, table.person) for table in party.everyone]
        for page in (ada, lin, guest):
            await page.at_table(party.code)
        await party.players[1].send("resign", game=party.game["id"])
        await guest.button("Chairs and options").click()
        await guest.find("dialog").get_by_role("button", name="Sit here").click()
        await expect(guest.find("dialog").get_by_role("button", name="Stand up")).to_be_visible()
        await guest.page.keyboard.press("Escape")
        for page in (ada, lin, guest):
            await page.button("I’m in").click()
        for page in (ada, lin, guest):
            await expect(page.find(".ribbon.end")).to_have_count(0)
            await page.at_seq(0)
            await expect(page.find(".mine .holding")).to_be_visible()
            await expect(page.find(".rivals .player")).to_have_count(2)


async def test_a_reaction_is_shown_at_the_place_of_who_gave_it_and_in_no_log(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        ada, lin, watcher = [await visitors.come(served.url, table.person) for table in party.everyone]
        for page in (ada, lin, watcher):
            await page.at_table(party.code)
        await ada.find(".react-bar").get_by_role("button", name="Nice!").click()
        for page in (lin, watcher):
            await expect(page.find(".player .bubble")).to_contain_text("Nice!")
            await expect(page.find(".log .did")).to_have_count(0)
            await expect(page.find("#chat-lines li")).to_have_count(0)


async def test_the_back_button_costs_no_seat(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        lin = await visitors.come(served.url, party.people[1])
        await lin.open("/")
        await lin.at_table(party.code)
        await lin.page.go_back()
        await expect(lin.button("New game")).to_be_visible()
        await lin.page.go_forward()
        await expect(lin.find(".mine .holding")).to_be_visible()


async def chat_opened(visitor: Visitor) -> None:
    await visitor.find(".talk").click()
    await expect(visitor.find(".side.open")).to_be_visible()


async def test_chat_has_a_dot_for_what_is_unread_and_a_person_may_be_muted(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        lin = await visitors.come(served.url, party.people[1], viewport=PHONE, has_touch=True)
        await lin.at_table(party.code)
        await party.players[0].send("chat", text="hello there")
        await expect(lin.find(".talk")).to_have_accessible_name(re.compile("1 new line"))
        await chat_opened(lin)
        await expect(lin.find("#chat-lines")).to_contain_text("hello there")
        await lin.page.keyboard.press("Escape")
        await expect(lin.find(".talk")).to_have_accessible_name("Log and chat")
        await lin.button("Menu").click()
        await lin.button("Who is here").click()
        await lin.find("dialog").get_by_role("button", name="Mute Ada").click()
        await lin.page.keyboard.press("Escape")
        await party.players[0].send("chat", text="and again")
        await party.players[0].send("react", reaction="nice")
        await party.caught_up()
        await chat_opened(lin)
        await expect(lin.find("#chat-lines")).not_to_contain_text("and again")


async def test_the_host_chooses_a_clock_and_all_read_what_it_means(served: Served, visitors: Visitors) -> None:
    async with in_the_lobby(served.url, 2) as party:
        host, guest = [await visitors.come(served.url, person) for person in party.people]
        for page in (host, guest):
            await page.open(f"/r/{party.code}")
            await page.is_live()
            await expect(page.find("main.lobby")).to_contain_text("An empty table is kept for 24 hours")
            await expect(page.find("main.lobby")).to_contain_text("Everyone takes the time they need.")
        banks = []
        for pace in ("Quick", "Normal", "Slow"):
            await host.find(".pace label").filter(has_text=pace).click()
            await expect(guest.find("main.lobby")).to_contain_text("When it runs out, the game plays that turn.")
            await party.host.until(
                lambda table: (table.room["options"]["clock"] or {}).get("bank") not in [None, *banks]
            )
            banks.append(party.host.room["options"]["clock"]["bank"])
        assert banks == sorted(banks)
        await host.find("label").filter(has_text="Only show the time").click()
        await expect(guest.find("main.lobby")).to_contain_text("nothing happens when it runs out")
        await host.button("Start the game").click()
        for page in (host, guest):
            await expect(page.find("[data-clock]:visible")).to_have_count(2)
