"""Chooses what to do from what the page shows."""

from typing import Any

from support.visitor import Visitor, script

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
