"""What the seat to act may do."""

from splendor.rules.actions import Action, ChooseNoble, Pass
from splendor.rules.buying import affordable, buys
from splendor.rules.reserving import reserves
from splendor.rules.returning import returns
from splendor.rules.state import State
from splendor.rules.taking import takes
from splendor.rules.visiting import willing


def legal_actions(state: State) -> list[Action]:
    """Every legal action of the seat to act: takes, reservations, then purchases, one for each payment, which is
    always named, that with the least gold first. Where nothing is legal, the pass that the game makes (E08). In the
    phases `return` and `noble` every way to settle them; none when the game is over.

    `apply` accepts exactly these; besides, a `Buy` that names no payment, `Resign` and `End`.
    """
    if state.phase == "play":
        actions: list[Action] = [
            *takes(state.bank[:5], state.options.relaxed_take).values(),
            *reserves(state),
            *buys(state),
        ]
        return actions or [Pass()]
    if state.phase == "return":
        return list(returns(state.player.tokens))
    if state.phase == "noble":
        return [ChooseNoble(noble) for noble in willing(state.nobles, state.player.bonuses)]
    return []


def must_pass(state: State) -> bool:
    """Whether the seat to act has no legal action, so that the game is to pass for it (E08)."""
    return state.phase == "play" and not any(state.bank[:5]) and not reserves(state) and not affordable(state)
