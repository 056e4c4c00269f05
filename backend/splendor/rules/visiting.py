"""The nobles' visits (E30-E36)."""

from splendor.rules.actions import ChooseNoble
from splendor.rules.components import NOBLES
from splendor.rules.draft import Draft
from splendor.rules.events import Visited
from splendor.rules.illegal import IllegalAction
from splendor.rules.tokens import Colours


def willing(nobles: tuple[str, ...], bonuses: Colours) -> list[str]:
    """The revealed nobles that would visit a player with these bonuses (E31), in their order on the table.

    >>> willing(("N-01", "N-02"), (4, 4, 0, 0, 3))
    ['N-01']
    """
    ready = []
    for noble in nobles:
        for colour, required in NOBLES[noble].needs:
            if bonuses[colour] < required:
                break
        else:
            ready.append(noble)
    return ready


def visit(draft: Draft, noble: str, chosen: bool) -> None:
    """The noble comes to the player and is not replaced (E35)."""
    draft.nobles = tuple([other for other in draft.nobles if other != noble])
    draft.nobles_won = (*draft.nobles_won, noble)
    draft.points += NOBLES[noble].points
    draft.events.append(Visited(draft.seat, noble, chosen))


def choose_noble(draft: Draft, action: ChooseNoble) -> None:
    if action.noble not in willing(draft.nobles, draft.bonuses):
        raise IllegalAction("E31", f"{action.noble} is not a noble that would visit now")
    visit(draft, action.noble, chosen=True)
