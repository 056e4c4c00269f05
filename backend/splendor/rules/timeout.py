"""What the game does for a player whose clock ran out (E48)."""

from splendor.rules.actions import Action, Return, Take
from splendor.rules.legal import legal_actions
from splendor.rules.returning import excess
from splendor.rules.state import State
from splendor.rules.taking import MOST
from splendor.rules.tokens import GOLD, Tokens, minus


def timeout_action(state: State) -> Action:
    """One legal action; the turn is finished by asking again until it has passed on. In `return` what one holds most
    of, gold last; in `noble` the first noble; else a take of the fullest piles, in the order of colours where they are
    equal; else the first legal action."""
    if state.phase == "over":
        raise ValueError("the game is over, nobody's clock runs")
    if state.phase == "return":
        return Return(_most_held(state.player.tokens))
    if state.phase == "play" and any(state.bank[:5]):
        fullest = sorted(range(5), key=lambda colour: -state.bank[colour])[:MOST]
        return Take(tuple([int(token in fullest and state.bank[token] > 0) for token in range(6)]))
    return legal_actions(state)[0]


def _most_held(tokens: Tokens) -> Tokens:
    """The excess, token by token from the colour then held most; with five gold at most, colours always suffice."""
    left = list(tokens)
    for _ in range(excess(tokens)):
        left[max(range(GOLD), key=lambda colour: left[colour])] -= 1
    return minus(tokens, tuple(left))
