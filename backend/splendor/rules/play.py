"""The judge: one action on a state, or a refusal."""

from splendor.rules.actions import Action, Buy, ChooseNoble, End, Pass, Reserve, Resign, Return, Take
from splendor.rules.buying import buy
from splendor.rules.draft import Draft, Step
from splendor.rules.events import Passed
from splendor.rules.illegal import IllegalAction, NotYourTurn
from splendor.rules.leaving import end, resign
from splendor.rules.legal import must_pass
from splendor.rules.reserving import reserve
from splendor.rules.returning import excess, give_back
from splendor.rules.state import State
from splendor.rules.taking import take
from splendor.rules.turns import after_action, after_noble, after_return
from splendor.rules.visiting import choose_noble


def apply(state: State, seat: int, action: Action) -> Step:
    """The state after this seat's action, and what happened. Raises IllegalAction, or NotYourTurn; `state` itself
    never changes. The action is well-formed: counts are whole numbers (`action_from_json` sees to that).

    `Pass` is legal only where `must_pass` says so; `Resign` and `End` at any time, out of turn too (E47).
    """
    if state.phase == "over":
        raise IllegalAction("E37", "The game is over")
    if type(action) is Resign or type(action) is End:
        if seat not in range(len(state.players)):
            raise IllegalAction("E47", f"Nobody sits in seat {seat}")
        draft = Draft(state, seat)
        leave = resign if type(action) is Resign else end
        leave(draft)
        return draft.close()
    if seat != state.turn:
        raise NotYourTurn(state.turn)
    draft = Draft(state, seat)
    if state.phase == "play":
        _act(draft, action)
        after_action(draft)
    elif state.phase == "return":
        if type(action) is not Return:
            raise IllegalAction("E11", f"First {excess(draft.tokens)} of the tokens must be returned")
        give_back(draft, action)
        after_return(draft)
    else:
        if type(action) is not ChooseNoble:
            raise IllegalAction("E30", "First one of the willing nobles must be chosen")
        choose_noble(draft, action)
        after_noble(draft)
    return draft.close()


def _act(draft: Draft, action: Action) -> None:
    """The turn's one action."""
    if type(action) is Take:
        take(draft, action)
    elif type(action) is Buy:
        buy(draft, action)
    elif type(action) is Reserve:
        reserve(draft, action)
    elif type(action) is Pass:
        _pass(draft)
    elif type(action) is Return:
        raise IllegalAction("E10", "Nothing is to be returned at ten tokens or fewer")
    elif type(action) is ChooseNoble:
        raise IllegalAction("E30", "No noble is to be chosen now")
    else:
        raise TypeError(f"not an action: {action!r}")


def _pass(draft: Draft) -> None:
    if not must_pass(draft.before):
        raise IllegalAction("E07", "Nobody passes who can act")
    draft.passes += 1
    draft.events.append(Passed(draft.seat))
