"""Resigning, or being removed (E47), and a table that ends its game."""

from splendor.rules.draft import Draft
from splendor.rules.events import Ended, Resigned
from splendor.rules.illegal import IllegalAction
from splendor.rules.tokens import NO_TOKENS, plus
from splendor.rules.turns import next_turn


def resign(draft: Draft) -> None:
    """The tokens go to the bank, the cards stay out of play, and whatever the seat was about to do disappears. If it
    was not to act the turn stays where it is. With one player left the game is over."""
    if draft.left:
        raise IllegalAction("E47", "This seat has left the game already")
    draft.bank = plus(draft.bank, draft.tokens)
    draft.tokens = NO_TOKENS
    draft.left = True
    draft.passes = 0  # what comes into the bank may let the others move again
    draft.events.append(Resigned(draft.seat))
    others = [seat for seat, player in enumerate(draft.before.players) if seat != draft.seat and not player.left]
    if draft.seat == draft.turn:
        next_turn(draft)
    elif len(others) == 1:
        draft.phase = "over"


def end(draft: Draft) -> None:
    """The game is over as it stands, whatever the seat to act was about to do, and is ranked normally."""
    draft.phase = "over"
    draft.events.append(Ended(draft.seat))
