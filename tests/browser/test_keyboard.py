"""A whole game by keyboard alone, told move by move to those who can't see it."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import expect

from browser.driver import choose
from splendor import rules
from support.party import playing
from support.random_player import choose as at_random
from support.server import Served
from support.visitor import Visitor, Visitors, spread

pytestmark = pytest.mark.anyio

LISTEN = """
  window.said = [];
  addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) said.push(node.textContent);
  }).observe(document.getElementById("announcements"), { childList: true }));
"""
MOVE = re.compile(r"^(You|Ada|Lin) (took|gave back|bought|reserved|drew and reserved|welcomed a noble|had no move)")
VERBS = {
    "take": "took",
    "return": "gave back",
    "buy": "bought",
    "reserve": "reserved",
    "noble": "welcomed a noble",
    "pass": "had no move",
}
NUMBERS = {token: str(n) for n, token in enumerate(rules.TOKENS, start=1)}


async def focus(visitor: Visitor, selector: str) -> None:
    """By Tab alone, as somebody without a mouse gets there."""
    at = "selector => Boolean(document.activeElement?.matches(selector))"
    for _ in range(90):
        if await visitor.page.evaluate(at, selector):
            return
        await visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


async def act_by_keys(visitor: Visitor, action: dict[str, Any]) -> None:
    keys = visitor.page.keyboard
    match action:
        case {"type": "take" | "return", "tokens": tokens}:
            for token in spread(tokens):
                await keys.press(NUMBERS[token])
            await keys.press("Enter")
        case {"type": "noble", "noble": noble}:
            offered = await visitor.find(".noble.offered").evaluate_all("all => all.map(one => one.dataset.spot)")
            await keys.press(str(offered.index(noble) + 1))
            await keys.press("Enter")
        case {"type": "buy", "card": card}:
            await focus(visitor, f"[data-card={card}]")
            await keys.press("b")
        case {"type": "reserve", "card": card}:
            await focus(visitor, f"[data-card={card}]")
            await keys.press("r")


async def test_a_game_is_played_by_keyboard_alone_and_every_move_is_announced_once(
    served: Served, visitors: Visitors
) -> None:
    async with playing(served.url, 2, target=10) as party:
        player = await visitors.come(served.url, party.people[0])
        await player.page.add_init_script(LISTEN)
        await player.at_table(party.code)
        seq, returned, dice = 0, False, random.Random(8)
        while party.game["phase"] != "over":
            if party.game["turn"] == 0:
                await expect(player.find(".bar .turn.yours")).to_be_visible()
                action = await choose(player, hoards=not returned)
                returned |= action["type"] == "return"
                await act_by_keys(player, action)
            else:
                await party.act(at_random(party.to_act.game or {}, 1, dice))
            seq += 1
            await player.at_seq(seq)
            await party.caught_up()
            assert seq < 200
        await expect(player.find(".ribbon.end .verdict")).to_be_visible()
        said = await player.said()
        told = [text for text in said if MOVE.match(text)]
        log = party.players[0].log
        assert len(told) == len(log)
        for entry, text in zip(log, told, strict=True):
            assert text.startswith("You " if entry["seat"] == 0 else "Lin "), text
            assert VERBS[entry["type"]] in text
        # Whose turn it is is said as it changes, and the end once.
        turns = [text for text in said if text in ("Your turn", "Lin’s turn")]
        assert all(one != two for one, two in pairwise(turns))
        assert said.count("Game over") == 1
        # The scores are reached by Tab, too.
        await focus(player, ".ribbon.end summary")
        await player.page.keyboard.press("Enter")
        await expect(player.find(".ribbon.end tbody tr")).to_have_count(2)


async def test_arrows_go_through_the_market_and_escape_puts_everything_back(served: Served, visitors: Visitors) -> None:
    async with playing(served.url, 2) as party:
        player = await visitors.come(served.url, party.people[party.game["turn"]])
        await player.at_table(party.code)
        keys = player.page.keyboard
        await focus(player, "[data-spot=deck-3]")
        for key, spot in (
            ("ArrowRight", "market-3-0"),
            ("ArrowDown", "market-2-0"),
            ("ArrowRight", "market-2-1"),
            ("ArrowUp", "market-3-1"),
            ("ArrowLeft", "market-3-0"),
        ):
            await keys.press(key)
            await expect(player.find(f"[data-spot={spot}]")).to_be_focused()
        await keys.press("Enter")
        await expect(player.sheet).to_be_visible()
        await expect(player.sheet).to_be_focused()
        await keys.press("Escape")
        await expect(player.sheet).to_have_count(0)
        await expect(player.find("[data-spot=market-3-0]")).to_be_focused()
        await keys.press("1")
        await expect(player.find(".pile.picked")).to_have_count(1)
        await keys.press("Escape")
        await expect(player.find(".pile.picked")).to_have_count(0)
        await keys.press("?")
        await expect(player.find(".pop.of-keys")).to_be_visible()
        await keys.press("Escape")
        await expect(player.find(".pop.of-keys")).to_have_count(0)
        # What is typed in the chat is no move.
        field = player.page.get_by_role("textbox", name="Message to the table")
        await field.focus()
        await keys.type("1 2 3 b r ?")
        assert not await player.find(".pile.picked, .pop").count()
        await keys.press("Enter")
        await expect(player.find("#chat-lines")).to_contain_text("1 2 3 b r ?")
        assert await player.seq() == 0


async def test_after_a_card_was_bought_by_keyboard_numbers_and_enter_take_tokens(
    served: Served, visitors: Visitors
) -> None:
    """The focus is still where the card lay: Enter is to take the tokens, not to open what lies there now."""
    async with playing(served.url, 2) as party:
        seat = party.game["turn"]
        player = await visitors.come(served.url, party.people[seat])
        await player.at_table(party.code)
        await focus(player, "[data-spot=market-1-2]")
        await player.page.keyboard.press("r")
        await player.at_seq(1)
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        await player.at_seq(2)
        for key in "125":
            await player.page.keyboard.press(key)
        await expect(player.go).to_have_text("Take 3")
        await player.page.keyboard.press("Enter")
        await player.at_seq(3)
        await expect(player.sheet).to_have_count(0)
