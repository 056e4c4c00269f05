"""How a turn ends, and with it perhaps the game (E13, E37, E46, E47).

A turn runs: action → refill → return of excess tokens → noble → end-of-game check → next player. Return and the
choice of a noble are actions of their own: the game waits for them in its phase, and goes on here after each.
"""

from typing import Final

from splendor.rules.draft import Draft
from splendor.rules.events import FinalRound
from splendor.rules.returning import excess
from splendor.rules.visiting import visit, willing

QUIET_ROUNDS: Final = 20
"""After so many full rounds in which nobody bought or reserved the game ends (E46)."""


def after_action(draft: Draft) -> None:
    """Too many tokens wait for their return (E11), before any noble comes."""
    if excess(draft.tokens):
        draft.phase = "return"
    else:
        after_return(draft)


def after_return(draft: Draft) -> None:
    """At the end of every turn a willing noble comes, at most one (E30-E34); among several the player chooses."""
    ready = willing(draft.nobles, draft.bonuses)
    if len(ready) > 1:
        draft.phase = "noble"
        return
    if ready:
        visit(draft, ready[0], chosen=False)
    after_noble(draft)


def after_noble(draft: Draft) -> None:
    """Reaching the target starts the final round (E37)."""
    reached = not draft.final_round and draft.points >= draft.before.options.target
    draft.final_round = draft.final_round or reached
    next_turn(draft)
    if reached and draft.phase != "over":
        draft.events.append(FinalRound(draft.seat))


def next_turn(draft: Draft) -> None:
    """On to the next seat still playing, unless the game ends here. At the end of a round all those still playing
    have had the same number of turns, so only there may the final round end (E37, E47) and the quiet ones be counted
    (E46). When all in a row had to pass nobody can ever move again (E08)."""
    before = draft.before
    seats = len(before.players)
    order = [seat % seats for seat in range(draft.turn + 1, draft.turn + 1 + seats)]
    playing = [seat for seat in order if not (draft.left if seat == draft.seat else before.players[seat].left)]
    following = playing[0]
    round_ends = (following - before.start) % seats <= (draft.turn - before.start) % seats
    quiet = draft.round - draft.busy_round >= QUIET_ROUNDS
    if len(playing) == 1 or draft.passes >= len(playing) or (round_ends and (draft.final_round or quiet)):
        draft.phase = "over"
        return
    draft.phase = "play"
    draft.turn = following
    draft.round += round_ends
