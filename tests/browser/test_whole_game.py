"""Complete games through the interface alone: what is done is chosen from what the page shows, and done by presses."""

import re
import secrets
from typing import Any

import pytest
from playwright.async_api import expect

from support.peer import http
from support.server import Served
from support.visitor import PHONE, Visitor, Visitors, eventually, script

pytestmark = pytest.mark.anyio

LOOK = script("look.js")


async def choose(visitor: Visitor, *, hoards: bool = False) -> dict[str, Any]:
    """A deed for the one at this page, from what the page shows; `hoards`: tokens before cards, as long as possible."""
    seen = await visitor.page.evaluate(LOOK)
    if seen["nobles"]:
        return {"type": "noble", "noble": seen["nobles"][-1]}
    if seen["give"]:
        held = sorted((token for token, n in seen["give"] for _ in range(n)), key=lambda token: token == "gold")
        return {"type": "return", "tokens": counted(held[: seen["excess"]])}
    cards = [card for card in seen["cards"] if card["can"]]
    if cards and not (hoards and seen["held"] <= 10):
        return {"type": "buy", "card": max(cards, key=lambda card: card["points"])["id"]}
    open_piles = sorted(((n, token) for token, n, enabled in seen["piles"] if enabled), reverse=True)
    if open_piles:
        return {"type": "take", "tokens": counted([token for _, token in open_piles[:3]])}
    return {"type": "reserve", "card": next(card["id"] for card in seen["cards"] if not card["mine"])}


def counted(tokens: list[str]) -> dict[str, int]:
    return {token: tokens.count(token) for token in tokens}


async def call_myself(visitor: Visitor, name: str) -> None:
    field = visitor.page.get_by_label("Your name").first
    await field.fill(name)
    await field.press("Enter")


async def test_two_play_a_whole_game_and_a_third_watches_by_nothing_but_the_interface(
    served: Served, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, lin = await visitors.come(served.url), await visitors.come(served.url, viewport=PHONE, has_touch=True)
    watcher = await visitors.come(served.url)

    # The home page: a name, one press.
    await ada.open("/")
    await call_myself(ada, "Ada")
    await ada.button("New game").click()
    link = ada.page.get_by_role("textbox", name="Link to this table")
    await expect(link).to_have_value(re.compile(f"{served.url}/r/.+"))
    for _ in range(5):
        await ada.button("One point less").click()
    await expect(ada.find(".stepper output")).to_have_text("10")

    # A friend who was never here: the link shows the table (H69), one press and they sit.
    address = await link.input_value()
    await lin.open(address)
    await expect(lin.page.get_by_role("heading", name="Ada’s table")).to_be_visible()
    await expect(ada.find(".people li")).to_have_count(1)
    await lin.button("Take a seat").click()
    await call_myself(lin, "Lin")
    await expect(ada.find(".chairs .sitter", has_text="Lin")).to_be_visible()
    await watcher.open(address)
    await expect(watcher.page.get_by_role("heading", name="Ada’s table")).to_be_visible()

    with monkeypatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda n: "5eed".zfill(2 * n))
        await ada.button("Start the game").click()
        for visitor in (ada, lin, watcher):
            await expect(visitor.find("main.table .tiers")).to_be_visible()
    await expect(watcher.find(".mine.watching")).to_contain_text("You are watching.")

    prompts: set[str] = set()
    seq = 0
    while not await ada.find(".ribbon.end").count():
        acting = ada if await ada.find(".bar .turn.yours").count() else lin
        await expect(acting.find(".bar .turn.yours")).to_be_visible()
        action = await choose(acting, hoards="return" not in prompts)
        if action["type"] not in prompts:
            # In the midst of it the page is loaded anew: the same seat, the same prompt (B22).
            prompts.add(action["type"])
            before = await acting.find(".deed").inner_text()
            await acting.page.reload()
            await expect(acting.find(".bar .turn.yours")).to_be_visible()
            await expect(acting.find(".deed")).to_have_text(before, use_inner_text=True)
        await acting.act(action)
        seq += 1
        for visitor in (ada, lin, watcher):
            await visitor.at_seq(seq)
        assert seq < 150
    assert {"take", "buy", "return"} <= prompts

    # The ranking stands on all three pages, and it is that of the record.
    async def over() -> Any:
        room = await http(served.url, "GET", f"/api/rooms/{ada.code}")
        return room if room["status"] == "over" else None

    room = await eventually(over)
    record = await http(served.url, "GET", f"/api/games/{room['game']}")
    assert record["status"] == "over"
    assert record["names"] == ["Ada", "Lin"]
    assert len(record["actions"]) == seq
    points = room["scores"][0]["points"]
    for visitor, own in ((ada, "Ada"), (lin, "Lin"), (watcher, None)):
        await visitor.find(".ribbon.end summary").click()
        rows = visitor.find(".ribbon.end tbody tr")
        await expect(rows).to_have_count(2)
        shown = [await rows.nth(n).locator("th, td").all_inner_texts() for n in range(2)]
        names = [record["names"][seat] for seat in record["result"]["ranking"]]
        assert [row[1] for row in shown] == ["You" if name == own else name for name in names]
        assert [int(row[2]) for row in shown] == [points[seat] for seat in record["result"]["ranking"]]
        winners = record["result"]["winners"]
        assert [row[0] == "1" for row in shown] == [seat in winners for seat in record["result"]["ranking"]]
