"""Buying a card from the market or the hand (E22-E29)."""

from operator import add, le

from splendor.rules.actions import Buy
from splendor.rules.components import CARDS
from splendor.rules.draft import Draft
from splendor.rules.events import Bought
from splendor.rules.illegal import IllegalAction
from splendor.rules.paying import default_payment, is_payment, payments, price
from splendor.rules.state import Player, State
from splendor.rules.tokens import GOLD, Tokens, minus, plus


def affordable(state: State) -> list[str]:
    """The cards that the player to act can pay: of the market, then of the hand."""
    player = state.player
    power = tuple(map(add, player.bonuses, player.tokens))  # per colour; gold stays out of it
    gold = player.tokens[GOLD]
    cards = []
    for card in _on_offer(state, player):
        missing = 0
        for colour, cost in CARDS[card].needs:
            if cost > power[colour]:
                missing += cost - power[colour]
                if missing > gold:
                    break
        else:
            cards.append(card)
    return cards


def _on_offer(state: State, player: Player) -> list[str]:
    low, middle, high = state.market
    cards = [card for card in low + middle + high if card is not None]
    for held in player.reserved:
        cards.append(held.card)
    return cards


def buys(state: State) -> list[Buy]:
    """Every legal purchase of the player to act, once for each payment."""
    player = state.player
    return [
        Buy(card, pay)
        for card in affordable(state)
        for pay in payments(price(CARDS[card], player.bonuses), player.tokens)
    ]


def buy(draft: Draft, action: Buy) -> None:
    """Tokens go to the bank, the card's bonus counts from now on (E27), the market is refilled (E28)."""
    reserved = any(held.card == action.card for held in draft.reserved)
    if not reserved and not any(action.card in row for row in draft.market):
        raise IllegalAction("E24", f"{action.card} is neither in the market nor in this hand")
    card = CARDS[action.card]
    paid = _payment(draft, action)
    draft.tokens = minus(draft.tokens, paid)
    draft.bank = plus(draft.bank, paid)
    draft.cards = (*draft.cards, card.id)
    draft.bonuses = plus(draft.bonuses, card.bonuses)
    draft.points += card.points
    draft.events.append(Bought(draft.seat, card.id, paid, reserved))
    if reserved:
        draft.reserved = tuple([held for held in draft.reserved if held.card != card.id])
    else:
        draft.take_from_market(card.id)
    draft.passes = 0
    draft.busy_round = draft.round


def _payment(draft: Draft, action: Buy) -> Tokens:
    due = price(CARDS[action.card], draft.bonuses)
    if action.pay is None:
        pay = default_payment(due, draft.tokens)
        if pay is None:
            raise IllegalAction("E26", f"The tokens do not suffice for {action.card}")
        return pay
    if not is_payment(action.pay, due):
        raise IllegalAction("E26", f"This is not the exact price of {action.card}")
    if not all(map(le, action.pay, draft.tokens)):
        raise IllegalAction("E26", "A payment is made of tokens that one holds")
    return action.pay
