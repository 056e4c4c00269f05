"""What the table shows and lets be done, held against what the server says: faults of sections A, B and D."""

import random
import re
from typing import Any

import pytest
from playwright.async_api import expect

from splendor import rules
from support.invariants import CARD, may_be_known
from support.party import Party, in_the_lobby, play_of, playing, playing_on
from support.positions import (
    a_card_for_nothing,
    bonus_and_gold,
    deck_3_used_up,
    gold_or_colour,
    last_move,
    one_before,
    three_nobles_come,
)
from support.random_player import choose
from support.server import Served
from support.visitor import Visitor, Visitors

pytestmark = pytest.mark.anyio


async def one_to_act(visitors: Visitors, served: Served, party: Party) -> tuple[Visitor, int]:
    seat = party.game["turn"]
    visitor = await visitors.come(served.url, party.people[seat])
    await visitor.at_table(party.code)
    await expect(visitor.find(".bar .turn.yours")).to_be_visible()
    return visitor, seat


async def bank_is_that_of_the_server(visitor: Visitor, party: Party) -> None:
    await party.caught_up()
    for token, n in party.game["bank"].items():
        await expect(visitor.pile(token).locator("b")).to_have_text(str(n))
    await expect(visitor.find(".pile.picked")).to_have_count(0)


async def test_two_may_be_taken_from_a_pile_of_four_though_one_is_picked_already(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2) as party:
        player, seat = await one_to_act(visitors, served, party)
        await player.pile("ruby").click()
        await expect(player.pile("ruby").locator("b")).to_have_text("3")
        await player.pile("ruby").click()
        await expect(player.go).to_have_text("Take 2 ruby")
        # More would be against the rules (E04, E05), and is said to be.
        await player.pile("onyx").click(force=True)
        await expect(player.find(".deed .why")).to_contain_text("Two of a kind are a whole turn")
        await player.go.click()
        await player.at_seq(1)
        await party.caught_up()
        assert party.game["players"][seat]["tokens"]["ruby"] == 2
        await party.act(choose(party.to_act.game or {}, party.game["turn"], random.Random(1)))
        # A pile of less than four gives one only.
        if party.game["bank"]["ruby"] < 4:
            await player.pile("ruby").click()
            await player.pile("ruby").click(force=True)
            await expect(player.find(".deed .why")).to_contain_text("Two of a kind need a pile of four")


async def test_tokens_picked_before_a_card_was_bought_are_in_the_bank_again(served: Served, visitors: Visitors) -> None:
    position, card = gold_or_colour()
    async with playing_on(served, position) as party:
        player, seat = await one_to_act(visitors, served, party)
        open_piles = player.find(".pile:not([aria-disabled])")
        for n in (0, 1):
            await open_piles.nth(n).click()
        await expect(player.find(".pile.picked")).to_have_count(2)
        await player.card(card).click()
        await expect(player.find(".pile.picked")).to_have_count(0)
        await player.sheet.locator("button.go").click()
        await player.at_seq(len(position.actions) + 1)
        await bank_is_that_of_the_server(player, party)
        # The others have their turns; then nothing is chosen that was not chosen now.
        while party.game["turn"] != seat:
            await party.play(1, random.Random(2))
        await expect(player.find(".bar .turn.yours")).to_be_visible()
        await bank_is_that_of_the_server(player, party)
        assert not await player.find(".chosen, .pick").count()


async def test_what_bonuses_pay_for_is_shown_as_free(served: Served, visitors: Visitors) -> None:
    position = a_card_for_nothing()
    async with playing_on(served, position) as party:
        player, seat = await one_to_act(visitors, served, party)
        moves = (party.players[seat].game or {})["moves"]
        for card in [card for row in party.game["market"].values() for card in row if card]:
            look = re.compile(r"\bcan\b")
            shown = player.card(card)
            await (expect(shown).to_have_class(look) if card in moves["buy"] else expect(shown).not_to_have_class(look))
        free = next(card for card, pay in moves["buy"].items() if not pay)
        await player.card(free).click()
        await expect(player.sheet).to_contain_text("Your bonuses pay for it all.")
        before = party.game["players"][seat]["tokens"]
        await player.sheet.get_by_role("button", name="Buy for nothing").click()
        await player.at_seq(len(position.actions) + 1)
        await party.caught_up()
        assert party.game["players"][seat]["tokens"] == before
        assert free in party.game["players"][seat]["cards"]


async def test_a_price_of_bonus_colour_and_gold_is_shown_as_it_is_paid(served: Served, visitors: Visitors) -> None:
    position, card = bonus_and_gold()
    async with playing_on(served, position) as party:
        player, seat = await one_to_act(visitors, served, party)
        pay = (party.players[seat].game or {})["moves"]["buy"][card]
        await player.card(card).click()
        saved = sum(rules.CARDS[card].cost) - sum(pay.values())
        await expect(player.sheet).to_contain_text(f"Your bonuses save {saved}.")
        await expect(player.sheet.locator(".coin")).to_have_count(sum(pay.values()))
        await expect(player.sheet.locator(".coin.golden")).to_have_count(pay["gold"])
        await player.sheet.locator("button.go").click()
        await player.at_seq(len(position.actions) + 1)
        await party.caught_up()
        assert party.players[seat].log[-1]["paid"] == pay


@pytest.mark.parametrize("golden", [False, True])
async def test_gold_may_be_paid_in_the_place_of_a_colour_or_kept(
    served: Served, visitors: Visitors, *, golden: bool
) -> None:
    position, card = gold_or_colour()
    async with playing_on(served, position) as party:
        player, seat = await one_to_act(visitors, served, party)
        pay: dict[str, int] = dict((party.players[seat].game or {})["moves"]["buy"][card])
        await player.card(card).click()
        await expect(player.sheet.locator(".coin.golden")).to_have_count(0)
        if golden:
            colour = next(iter(pay))
            await player.sheet.locator(f".coin.{colour}").last.click()
            await expect(player.sheet.locator(".coin.golden")).to_have_count(1)
            pay[colour] -= 1
            pay = {token: n for token, n in {**pay, "gold": 1}.items() if n}
        await player.sheet.locator("button.go").click()
        await player.at_seq(len(position.actions) + 1)
        await party.caught_up()
        assert party.players[seat].log[-1]["paid"] == pay


async def test_the_place_of_a_card_that_no_deck_can_fill_stays_empty_and_where_it_was(
    served: Served, visitors: Visitors
) -> None:
    position = deck_3_used_up()
    async with playing_on(served, position) as party:
        player, _ = await one_to_act(visitors, served, party)
        where = "all => all.map(one => JSON.stringify(one.getBoundingClientRect()))"
        before = await player.find(".tier > *").evaluate_all(where)
        gaps = await player.find(".tiers .gap").count()
        await expect(player.find("[data-spot=deck-3]")).to_have_attribute("aria-disabled", "true")
        await player.find("[data-spot=deck-3]").click(force=True)
        await expect(player.find(".deed .why")).to_contain_text("This deck is empty.")
        await player.does({"type": "reserve", "card": next(card for card in party.game["market"]["3"] if card)})
        await expect(player.find(".tiers .gap")).to_have_count(gaps + 1)
        await player.find(".tiers .gap").first.click()
        await player.find("h1.unseen").hover(force=True)
        assert await player.find(".tier > *").evaluate_all(where) == before
        await expect(player.find(".tiers .gap").first).to_have_attribute("aria-label", "No card left for this place")


async def test_a_return_prompt_outlives_a_refresh_and_takes_any_token(served: Served, visitors: Visitors) -> None:
    position, (seat, action) = one_before("return")
    async with playing_on(served, position) as party:
        player, _ = await one_to_act(visitors, served, party)
        await player.act(rules.action_to_json(action))
        prompt = player.find(".mine.giving .deed")
        await expect(prompt).to_contain_text("0 chosen")
        n = (party.players[seat].game or {})["moves"]["return"]
        await player.page.reload()
        await expect(prompt).to_contain_text(f"Return {n}: 0 chosen.")
        # Nothing else can be done meanwhile.
        await player.pile("ruby").click(force=True)
        await expect(player.find(".deed .why")).to_contain_text("First return tokens")
        held = party.game["players"][seat]["tokens"]
        token = next(token for token in held if held[token] >= 1)
        give = player.find(f"[data-spot=give-{token}]")
        for _ in range(min(n, held[token])):
            await give.click()
        rest = n - min(n, held[token])
        others = [other for other in held if other != token for _ in range(held[other])]
        for other in others[:rest]:
            await player.find(f"[data-spot=give-{other}]").click()
        await player.go.click()
        await expect(player.find(".mine .count b")).to_have_text("10")
        await expect(player.find(".bar .turn.yours")).to_have_count(0)


async def test_a_choice_of_nobles_outlives_a_refresh(served: Served, visitors: Visitors) -> None:
    position, (seat, action) = three_nobles_come()
    async with playing_on(served, position) as party:
        player, _ = await one_to_act(visitors, served, party)
        await player.act(rules.action_to_json(action))
        await expect(player.find(".noble.offered")).to_have_count(3)
        await player.page.reload()
        await expect(player.find(".noble.offered")).to_have_count(3)
        await expect(player.find(".deed")).to_contain_text("Choose which noble is to come.")
        noble = party.players[seat].game["moves"]["noble"][1]  # type: ignore[index]
        await player.find(f"[data-spot={noble}]").click()
        await player.go.click()
        # One comes, the two others stay, and none is asked for again before the turn is over.
        await expect(player.find(".noble.offered")).to_have_count(0)
        await expect(player.find(".nobles .noble")).to_have_count(2)
        # And the log tells of it in a line like any other.
        heights = await player.find(".log .did").evaluate_all("lines => lines.slice(-2).map(line => line.clientHeight)")
        assert max(heights) < 80
        await party.caught_up()
        assert party.game["players"][seat]["nobles"] == [noble]


async def test_a_seat_outlives_a_refresh_in_the_lobby_on_the_others_turn_and_after_the_end(
    served: Served, visitors: Visitors
) -> None:
    async with in_the_lobby(served.url, 2) as party:
        guest = await visitors.come(served.url, party.people[1])
        await guest.open(f"/r/{party.code}")
        await expect(guest.button("Stand up")).to_be_enabled()
        await guest.page.reload()
        await expect(guest.button("Stand up")).to_be_enabled()
        await party.start()
        seat = 1 - party.game["turn"]
        waits = await visitors.come(served.url, party.people[seat])
        for _ in range(2):
            await waits.at_table(party.code)
            await expect(waits.find(".mine .holding")).to_be_visible()
            await expect(waits.find(".deed")).to_contain_text("to play")
    position, (seat, action) = last_move()
    async with playing_on(served, position) as party:
        player = await visitors.come(served.url, party.people[seat])
        await player.at_table(party.code)
        await party.act(action)
        verdict = player.find(".ribbon.end .verdict")
        await expect(verdict).to_be_visible()
        said = await verdict.inner_text()
        await player.page.reload()
        await expect(verdict).to_have_text(said, use_inner_text=True)
        await expect(player.find(".mine .holding")).to_be_visible()


async def test_the_secret_of_a_player_is_out_of_reach_of_scripts_and_of_the_others(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        pages = [await visitors.come(served.url, person) for person in (*party.people, party.watchers[0].person)]
        bodies: list[str] = []
        for page in pages:
            page.page.on("response", lambda answer: bodies.append(answer.url))
            await page.at_table(party.code)
        await party.play(6, random.Random(4))
        tokens = {person.token for person in (*party.people, party.watchers[0].person)}
        for page in pages:
            await page.at_seq(party.game["seq"])
            [cookie] = await page.context.cookies()
            assert cookie["httpOnly"]
            assert cookie["sameSite"] == "Lax"
            kept = await page.page.evaluate(
                "[document.cookie, ...Object.entries(localStorage).flat(), ...Object.entries(sessionStorage).flat()]"
            )
            assert kept[0] == ""
            everything = [*kept, *page.frames, await page.page.content()]
            assert page.frames
            assert not [text for text in everything for token in tokens if token in text]
        # Made by a page itself it is just so.
        new = await visitors.come(served.url)
        await new.open(f"/r/{party.code}")
        await new.is_live()
        [cookie] = await new.context.cookies()
        assert cookie["httpOnly"]
        assert cookie["value"] not in await new.page.evaluate("JSON.stringify(localStorage) + document.cookie")


async def test_no_frame_of_a_page_names_a_card_that_is_not_to_be_known(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2, watchers=1, hide_reserved=True) as party:
        seat = party.game["turn"]
        pages = {
            seat: await visitors.come(served.url, party.people[seat]),
            None: await visitors.come(served.url, party.watchers[0].person),
        }
        for page in pages.values():
            await page.at_table(party.code)
        known: dict[int | None, set[str]] = {seat: set(), None: set()}
        play, dice = play_of(served, party.code), random.Random(5)
        for n in range(20):
            moves = (party.to_act.game or {})["moves"]
            decks = moves["reserve"]["decks"] if n % 3 == 0 else []
            action: dict[str, Any] = (
                {"type": "reserve", "deck": decks[0]}
                if decks
                else choose(party.to_act.game or {}, party.game["turn"], dice)
            )
            await party.act(action)
            for viewer, page in pages.items():
                await page.at_seq(play.seq)
                known[viewer] |= may_be_known(play.state, viewer)
                told = {card for frame in page.frames for card in CARD.findall(frame)}
                assert told <= known[viewer]
                drawn = set(CARD.findall(await page.find("main.table").evaluate("table => table.outerHTML")))
                assert drawn <= known[viewer]


async def test_a_seat_goes_on_at_another_device(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        seat = party.game["turn"]
        desk = await visitors.come(served.url, party.people[seat])
        await desk.at_table(party.code)
        await party.players[seat].close()
        await desk.button("Menu").click()
        await desk.button("Continue on another device").click()
        await expect(desk.find("img.qr")).to_be_visible()
        assert await desk.find("img.qr").evaluate("picture => picture.naturalWidth") > 0
        link = await desk.page.get_by_role("textbox", name="Link to your other device").input_value()

        phone = await visitors.come(served.url, viewport={"width": 390, "height": 844}, has_touch=True)
        await phone.open(link)
        await expect(phone.page.get_by_role("heading")).to_contain_text("Continue")
        await phone.button("Continue here").click()
        await expect(phone.find(".bar .turn.yours")).to_be_visible()
        assert phone.code == party.code

        # The old one is told, and can't play any more.
        banner = desk.find(".banner")
        await expect(banner).to_contain_text("This seat moved to another device.")
        await expect(desk.find("main.table")).to_have_class(re.compile("stale"))
        await phone.does({"type": "take", "tokens": {"ruby": 1, "onyx": 1, "diamond": 1}})
        await banner.get_by_role("button", name="Watch from here").click()
        await desk.at_seq(1)
        await expect(desk.find(".mine.watching")).to_contain_text("You are watching.")

        # The link works once.
        thief = await visitors.come(served.url)
        await thief.open(link)
        await thief.button("Continue here").click()
        await expect(thief.find(".toast.fault")).to_contain_text("used already")
        party.players[seat] = party.players[1 - seat]


async def test_presses_between_two_drawings_all_count(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        player, _ = await one_to_act(visitors, served, party)
        press = "all => all.filter(one => one.matches('.ruby, .onyx, .emerald')).forEach(one => one.click())"
        await player.find(".pile").evaluate_all(press)
        await expect(player.find(".pile.picked")).to_have_count(3)
        await expect(player.go).to_have_text("Take 3")
        await player.go.evaluate("button => { button.click(); button.click(); }")
        await player.at_seq(1)
        await party.caught_up()
        assert party.game["seq"] == 1
