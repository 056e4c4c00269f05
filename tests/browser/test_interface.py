"""Faults of section G: names that are no markup, colours that need no colour, facts that are always there."""

import base64
import re
from itertools import combinations
from pathlib import Path

import pytest
from playwright.async_api import expect

from splendor import rules
from support.party import in_the_lobby, playing, playing_on
from support.peer import Person
from support.positions import gold_or_colour, mid_game
from support.server import Served
from support.visitor import Visitor, Visitors, script

pytestmark = pytest.mark.anyio

NASTY = ["<img src=x onerror=f()>", '"><svg/onload=f()>', "{{7*7}} ${7*7} {name}"]
TEXT = '<img src=x onerror=alert(1)> "><svg/onload=alert(1)> {{7*7}} <b>bold</b> {name} {n} &amp;'


async def nothing_was_made(visitor: Visitor) -> None:
    """No element came of what people wrote. (That no dialog opened and no error came, `visitors` sees to.)"""
    assert not await visitor.find("img[src=x], [onerror], [onload], #app b b").count()
    assert "49" not in await visitor.page.title()


async def test_names_and_chat_are_text_wherever_they_stand(served: Served, visitors: Visitors) -> None:
    people = [await Person.make(served.url, name) for name in NASTY]
    async with in_the_lobby(served.url, 2, seats=4) as party:
        for person, known in zip(people, party.people, strict=False):
            await known.call("POST", "/api/me", {"name": person.name})
        watcher = await visitors.come(served.url, people[2])
        host = await visitors.come(served.url, party.people[0])
        for visitor in (watcher, host):
            await visitor.open(f"/r/{party.code}")
            await visitor.is_live()
            await expect(visitor.find(".chairs")).to_contain_text(NASTY[0])
            await expect(visitor.find(".chairs")).to_contain_text(NASTY[1])
            await nothing_was_made(visitor)
        await expect(watcher.page.get_by_role("heading", name=NASTY[0])).to_be_visible()
        await expect(host.find(".people")).to_contain_text(NASTY[2])
        await host.page.get_by_role("textbox", name="Message to the table").fill(TEXT)
        await host.button("Send").click()
        for visitor in (watcher, host):
            await expect(visitor.find("#chat-lines")).to_contain_text(TEXT)
            await expect(visitor.find("#chat-lines")).to_contain_text(NASTY[0])
            await nothing_was_made(visitor)
        # Dialogs with names in them.
        await host.find(".chair .cross").first.click()
        await expect(host.find("dialog")).to_contain_text(f"Remove {NASTY[1]} from the table")
        await nothing_was_made(host)
        await host.page.keyboard.press("Escape")
        await host.button("Menu").click()
        await expect(host.find("#menu-name")).to_have_value(NASTY[0])
        await host.button("Who is here").click()
        await expect(host.find("dialog .people").first).to_contain_text(NASTY[1])
        await nothing_was_made(host)
        await host.page.keyboard.press("Escape")
        # At the table: who plays, what they did, the title, what is said aloud.
        await party.start()
        first, second = party.game["turn"], 1 - party.game["turn"]
        await expect(watcher.find(".bar .turn")).to_contain_text(NASTY[first])
        await expect(watcher.find(".rivals")).to_contain_text(NASTY[second])
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        await watcher.at_seq(1)
        await expect(watcher.find(".log .did")).to_contain_text(f"{NASTY[first]} took")
        await expect(watcher.find("#announcements")).to_contain_text(f"{NASTY[first]} took 2 ruby")
        await watcher.find(".rivals .cover").nth(first).click()
        await expect(watcher.find(".pop.of-player h2")).to_contain_text(NASTY[first])
        await nothing_was_made(watcher)
        await party.players[0].send("resign", game=party.game["id"])
        await expect(watcher.find(".ribbon.end .verdict")).to_contain_text(f"{NASTY[1]} wins")
        await nothing_was_made(watcher)
        await nothing_was_made(host)
    # The home page lists tables by names, and a link to another device carries one.
    async with in_the_lobby(served.url, 1, seats=4) as party:
        await party.people[0].call("POST", "/api/me", {"name": NASTY[1]})
        await party.host.send("options", options={}, public=True)
        await watcher.open("/")
        await expect(watcher.find(".tables")).to_contain_text(NASTY[1])
        await nothing_was_made(watcher)
        link = await people[0].call("POST", "/api/me/link")
        await watcher.open(link["url"])
        await nothing_was_made(watcher)
        await watcher.button("Continue here").click()
        await expect(watcher.find(".toast")).to_contain_text(f"Welcome, {NASTY[0]}.")
        await nothing_was_made(watcher)


@pytest.mark.parametrize("deficiency", ["achromatopsia", "deuteranopia", "protanopia"])
async def test_six_kinds_of_tokens_are_told_apart_without_their_colours(
    served: Served, visitors: Visitors, tmp_path: Path, deficiency: str
) -> None:
    async with playing(served.url, 2) as party:
        player = await visitors.come(served.url, party.people[party.game["turn"]], device_scale_factor=2)
        await player.at_table(party.code)
        line = await player.context.new_cdp_session(player.page)
        await line.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
        await player.page.screenshot(path=tmp_path / f"{deficiency}.png")
        pictures = {}
        for token in rules.TOKENS:
            picture = await player.pile(token).locator(".gem").screenshot(path=tmp_path / f"{token}.png")
            pictures[token] = base64.b64encode(picture).decode()
        # Where the one is light and the other dark: how much of the picture that is, in percent.
        differs = script("differs.js")
        for one, two in combinations(rules.TOKENS, 2):
            share = await player.page.evaluate(differs, [pictures[one], pictures[two]])
            assert share > 8, f"{one} and {two}: {share} %, see {tmp_path}"
        # Nor by their lightness alone: the outline of each is another.
        outlines = await player.find(".pile .gem .body").evaluate_all(
            "all => all.map(body => body.tagName + (body.getAttribute('d') ?? body.getAttribute('points') ?? ''))"
        )
        assert len(set(outlines)) == 6
        letters = await player.find(".pile .gem .letter").all_text_contents()
        assert len(set(letters)) == 5


async def test_how_many_of_ten_is_always_told_and_of_everyone(served: Served, visitors: Visitors) -> None:
    async with playing_on(served, mid_game(4), watchers=1) as party:
        for person in (party.people[0], party.watchers[0].person):
            for size in ({"width": 1440, "height": 900}, {"width": 768, "height": 1024}, {"width": 360, "height": 640}):
                visitor = await visitors.come(served.url, person, viewport=size)
                await visitor.at_table(party.code)
                for seat in range(4):
                    mine = visitor.find(f"[data-spot=seat-{seat}]")
                    place = visitor.find(".mine, .player").filter(has=mine)
                    n = sum(party.game["players"][seat]["tokens"].values())
                    count = place.locator(".count:visible")
                    await expect(count).to_have_text(re.compile(rf"^{n}\s*/10$"))
                await visitor.context.close()
                visitors.all.remove(visitor)


async def test_a_bought_card_is_named_in_the_log_and_shown_when_pressed(served: Served, visitors: Visitors) -> None:
    position, card = gold_or_colour()
    async with playing_on(served, position, watchers=1) as party:
        watcher = await visitors.come(served.url, party.watchers[0].person)
        await watcher.at_table(party.code)
        await party.act({"type": "buy", "card": card})
        await watcher.at_seq(len(position.actions) + 1)
        line = watcher.find(".log .did").last
        await expect(line).to_contain_text("bought")
        chip = line.get_by_role("button")
        face = rules.CARDS[card]
        await expect(chip).to_have_accessible_name(re.compile(f"^Level {face.level}, {face.bonus} bonus"))
        await chip.click()
        shown = watcher.find(".pop.of-card")
        await expect(shown).to_be_visible()
        await expect(shown.locator(".large .due")).to_have_text([str(n) for n in face.cost if n])
        await watcher.page.keyboard.press("Escape")
        await expect(shown).to_have_count(0)
        # It stands at the player's place, too, for who doesn't read logs.
        await expect(watcher.find(".player .last").first).to_be_visible()


async def test_what_happened_while_one_looked_away_is_marked(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        seat = party.game["turn"]
        player = await visitors.come(served.url, party.people[1 - seat])
        await player.at_table(party.code)
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        await player.at_seq(1)
        hide = "Object.defineProperty(document, 'visibilityState', { value: '%s', configurable: true })"
        await player.page.evaluate(hide % "hidden" + "; document.dispatchEvent(new Event('visibilitychange'))")
        await party.act({"type": "take", "tokens": {"onyx": 2}})
        await party.act({"type": "take", "tokens": {"diamond": 1, "sapphire": 1, "emerald": 1}})
        await player.page.evaluate(hide % "visible" + "; document.dispatchEvent(new Event('visibilitychange'))")
        await player.at_seq(3)
        await expect(player.find(".log .since")).to_have_text("since you last looked")
        after = await player.find(".log .since ~ .did").count()
        assert after in (1, 2)
        await expect(player.page).to_have_title(re.compile("Your turn"))
