"""The engine against the plain reference: random games, played by each to the same table after every action."""

from random import Random

import pytest

from rules.reference import Reference
from splendor.rules import (
    Buy,
    Options,
    Pass,
    Resign,
    Return,
    action_to_json,
    apply,
    deal,
    legal_actions,
    new_game,
    view,
)


def table_of(state):
    """The engine's state in the reference's shape; hands come apart, for a view hides some of them."""
    seen = view(state, None)
    seen.setdefault("result", None)
    for player in seen["players"]:
        del player["reserved"]
    return seen | {"hands": [[held.card for held in player.reserved] for player in state.players]}


def choose(state, chance, greed, leaving):
    """Now and then somebody leaves; a greedy player buys where it can, so that games end by points."""
    if chance.random() < leaving:
        return chance.choice([seat for seat, player in enumerate(state.players) if not player.left]), Resign()
    legal = legal_actions(state)
    buys = [action for action in legal if isinstance(action, Buy)]
    action = chance.choice(buys if buys and chance.random() < greed else legal)
    if isinstance(action, Buy) and chance.random() < 0.3:
        action = Buy(action.card)
    return state.turn, action


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("relaxed", [False, True])
@pytest.mark.parametrize(("greed", "leaving"), [(0.0, 0.0), (0.9, 0.0), (0.9, 0.01)])
@pytest.mark.parametrize("seed", range(6))
def test_engine_and_reference_agree(players, relaxed, greed, leaving, seed):
    chance = Random(f"{players} {seed}")
    options = Options(target=chance.choice([10, 15, 20]), relaxed_take=relaxed)
    dealt = deal(f"{seed:x}", players)
    state, reference = new_game(dealt, players, options), Reference(dealt.to_json(), players, options)
    assert table_of(state) == reference.table()
    while state.phase != "over":
        seat, action = choose(state, chance, greed, leaving)
        state = apply(state, seat, action).state
        reference.act(seat, action_to_json(action))
        assert table_of(state) == reference.table()


def hoard(state, chance):
    """Buys only where nothing else is legal, and gives gold back first, so that the bank runs out of gems."""
    legal = legal_actions(state)
    if isinstance(legal[0], Return):
        return max(legal, key=lambda action: action.tokens[5])
    return chance.choice([action for action in legal if not isinstance(action, Buy)] or legal)


@pytest.mark.parametrize("players", [3, 4])
def test_e08_engine_and_reference_agree_where_the_game_has_to_pass(players):
    passes = 0
    for seed in range(4):
        chance, dealt = Random(seed), deal("ab", players)
        state, reference = new_game(dealt, players, Options()), Reference(dealt.to_json(), players, Options())
        while state.phase != "over":
            seat, action = state.turn, hoard(state, chance)
            passes += action == Pass()
            state = apply(state, seat, action).state
            reference.act(seat, action_to_json(action))
            assert table_of(state) == reference.table()
    assert passes > 5
