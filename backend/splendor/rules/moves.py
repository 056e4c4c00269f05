"""What the seat to act may do, summed up for a client that does not know the rules (`moves` in the game view)."""

from typing import Any

from splendor.rules.buying import affordable
from splendor.rules.components import CARDS, LEVELS
from splendor.rules.paying import default_payment, price
from splendor.rules.reserving import can_reserve
from splendor.rules.returning import excess
from splendor.rules.state import State
from splendor.rules.taking import PAIR_NEEDS, sizes
from splendor.rules.tokens import COLOURS, GOLD, counts
from splendor.rules.visiting import willing


def moves(state: State) -> dict[str, Any]:
    """What is not legal is empty, 0 or false: all of it where the game is to pass (E08)."""
    play = state.phase == "play"
    player = state.player
    return {
        "take": _take(state) if play else {"different": [], "sizes": [], "same": []},
        "reserve": _reserve(state) if play and can_reserve(player) else {"cards": [], "decks": [], "gold": False},
        "buy": _buy(state) if play else {},
        "return": excess(player.tokens) if state.phase == "return" else 0,
        "noble": willing(state.nobles, player.bonuses) if state.phase == "noble" else [],
    }


def _take(state: State) -> dict[str, Any]:
    piles = list(zip(COLOURS, state.bank, strict=False))
    different = [colour for colour, pile in piles if pile]
    return {
        "different": different,
        "sizes": sizes(len(different), state.options.relaxed_take),
        "same": [colour for colour, pile in piles if pile >= PAIR_NEEDS],
    }


def _reserve(state: State) -> dict[str, Any]:
    cards = [card for row in state.market for card in row if card is not None]
    decks = [level for level in LEVELS if state.decks[level - 1]]
    return {"cards": cards, "decks": decks, "gold": state.bank[GOLD] > 0 and bool(cards or decks)}


def _buy(state: State) -> dict[str, dict[str, int]]:
    player = state.player
    buy = {}
    for card in affordable(state):
        payment = default_payment(price(CARDS[card], player.bonuses), player.tokens)
        assert payment is not None
        buy[card] = counts(payment)
    return buy
