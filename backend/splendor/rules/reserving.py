"""Reserving a card (E12, E15-E23)."""

from typing import Final

from splendor.rules.actions import Reserve
from splendor.rules.components import CARDS, LEVELS
from splendor.rules.draft import Draft
from splendor.rules.events import Reserved
from splendor.rules.illegal import IllegalAction
from splendor.rules.state import Held, Player, State
from splendor.rules.tokens import GOLD, ONE_GOLD, minus, plus

HAND: Final = 3
"""Reserved cards one may hold, open and blind together (E16)."""

CARD_RESERVES: Final = {card: Reserve(card=card) for card in CARDS}
DECK_RESERVES: Final = {level: Reserve(deck=level) for level in LEVELS}


def can_reserve(player: Player) -> bool:
    """Whether the hand has room (E16). The gold is no condition (E15)."""
    return len(player.reserved) < HAND


def reserves(state: State) -> list[Reserve]:
    """Every legal reservation of the player to act: the market's cards, then the decks."""
    if not can_reserve(state.player):
        return []
    cards = [CARD_RESERVES[card] for row in state.market for card in row if card is not None]
    return cards + [DECK_RESERVES[level] for level in LEVELS if state.decks[level - 1]]


def reserve(draft: Draft, action: Reserve) -> None:
    """The card comes into the hand, and with it a gold, wanted or not, if the bank has one (E12, E15)."""
    if len(draft.reserved) >= HAND:
        raise IllegalAction("E16", "Three cards are reserved already")
    blind = action.card is None
    if (action.card is None) == (action.deck is None):
        raise IllegalAction("E17", "Either a market card or a deck is reserved")
    if action.card is None:
        card = _drawn(draft, action.deck)
    else:
        card = action.card
        if not any(card in row for row in draft.market):
            raise IllegalAction("E17", f"{card} is not in the market")
    gold = draft.bank[GOLD] > 0
    seen = not blind and not draft.before.options.hide_reserved
    draft.events.append(Reserved(draft.seat, card, blind, gold, seen))
    if not blind:
        draft.take_from_market(card)
    if gold:
        draft.bank = minus(draft.bank, ONE_GOLD)
        draft.tokens = plus(draft.tokens, ONE_GOLD)
    draft.reserved = (*draft.reserved, Held(card, blind))
    draft.passes = 0
    draft.busy_round = draft.round


def _drawn(draft: Draft, deck: int | None) -> str:
    if deck not in LEVELS:
        raise IllegalAction("E17", "There are decks 1, 2 and 3")
    card = draft.draw(deck)
    if card is None:
        raise IllegalAction("E18", f"Deck {deck} is empty")
    return card
