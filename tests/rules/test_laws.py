"""What holds in every game, whatever is played."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tables import refused, table, wander
from splendor.rules import (
    CARDS,
    NOBLES,
    Buy,
    ChooseNoble,
    IllegalAction,
    Options,
    Pass,
    Reserve,
    Resign,
    Return,
    Take,
    UnreadableAction,
    action_from_json,
    action_to_json,
    apply,
    deal,
    entry,
    legal_actions,
    must_pass,
    new_game,
)
from splendor.rules.buying import affordable
from splendor.rules.events import Visited
from splendor.rules.notation import state_to_text
from splendor.rules.ranking import ranked

games = st.builds(
    lambda seed, players, options: new_game(deal(f"{seed:x}", players), players, options),
    st.integers(0, 2**64),
    st.integers(2, 4),
    st.builds(Options, st.sampled_from([10, 15, 21]), st.booleans(), st.booleans()),
)
seeds = st.integers(0, 2**32)
SUPPLY = {2: 4, 3: 5, 4: 7}


def tokens_in(state):
    return [sum(column) for column in zip(state.bank, *(player.tokens for player in state.players), strict=True)]


def cards_in(state):
    cards = [card for deck in state.decks for card in deck]
    cards += [card for row in state.market for card in row if card]
    for player in state.players:
        cards += [*player.cards, *(held.card for held in player.reserved)]
    return Counter(cards)


def resigning(state, seed):
    """A game at random in which now and then somebody resigns."""
    chance = Random(seed)
    while state.phase != "over":
        seat, action = state.turn, chance.choice(legal_actions(state))
        if chance.random() < 0.01:
            seat = chance.choice([seat for seat, player in enumerate(state.players) if not player.left])
            action = Resign()
        step = apply(state, seat, action)
        yield state, seat, action, step
        state = step.state


@given(games, seeds)
def test_tokens_are_conserved(game, seed):
    supply = [SUPPLY[len(game.players)]] * 5 + [5]
    for *_, step in resigning(game, seed):
        assert tokens_in(step.state) == supply
        assert min(step.state.bank) >= 0
        assert min(min(player.tokens) for player in step.state.players) >= 0


@given(games, seeds)
def test_each_card_is_in_one_place(game, seed):
    for *_, step in resigning(game, seed):
        assert cards_in(step.state) == Counter(list(CARDS))


@given(games, seeds)
def test_each_revealed_noble_is_in_one_place(game, seed):
    for *_, step in resigning(game, seed):
        nobles = [*step.state.nobles, *(noble for player in step.state.players for noble in player.nobles)]
        assert sorted(nobles) == sorted(game.nobles)


@given(games, seeds)
def test_points_and_bonuses_are_those_of_cards_and_nobles(game, seed):
    for *_, step in resigning(game, seed):
        for player in step.state.players:
            worth = sum(CARDS[card].points for card in player.cards) + 3 * len(player.nobles)
            bonuses = [sum(column) for column in zip(*(CARDS[card].bonuses for card in player.cards), strict=True)]
            assert player.points == worth
            assert list(player.bonuses) == (bonuses or [0] * 5)


@given(games, seeds)
def test_nobody_holds_over_ten_at_a_turns_end(game, seed):
    for *_, step in resigning(game, seed):
        for seat, player in enumerate(step.state.players):
            # A turn may stay open for ever: whoever is to return wins when the last other one resigns (E47).
            is_open = seat == step.state.turn and step.state.phase in ("return", "over")
            limit = 13 if is_open else 10
            assert sum(player.tokens) <= limit
            assert len(player.reserved) <= 3


@given(games, seeds)
def test_one_noble_a_turn(game, seed):
    visits = 0
    for before, _, _, step in resigning(game, seed):
        visits += sum(isinstance(event, Visited) for event in step.events)
        assert visits <= 1
        if step.state.turn != before.turn:
            visits = 0


@given(games, seeds)
def test_every_game_ends_with_a_result(game, seed):
    for before, *_, step in resigning(game, seed):
        assert (before.phase == "over") is (before.result is not None)
        assert ("over" in entry(step.events, None)) is (step.state.phase == "over")
    result = step.state.result
    assert result == ranked(step.state.players)
    assert sorted(result.ranking) == list(range(len(game.players)))
    assert result.ranking[: len(result.winners)] == result.winners
    assert not any(step.state.players[winner].left for winner in result.winners)


@given(games, seeds)
def test_turns_go_round_and_stay_equal(game, seed):
    turns = Counter()
    for before, seat, action, step in resigning(game, seed):
        after = step.state
        assert not before.players[before.turn].left
        if after.phase == "over" or after.turn != before.turn:
            turns[before.turn] += not isinstance(action, Resign)
        if after.round != before.round:
            assert after.round == before.round + 1
            assert {turns[seat] for seat, player in enumerate(after.players) if not player.left} == {before.round}
    playing = [seat for seat, player in enumerate(after.players) if not player.left]
    if after.result.by != "last_player" and after.passes < len(playing):
        assert len({turns[seat] for seat in playing}) == 1


@given(games, seeds)
def test_apply_never_changes_the_old_state(game, seed):
    for before, seat, action, _ in resigning(game, seed):
        told, hashed = state_to_text(before), hash(before)
        apply(before, seat, action)
        assert state_to_text(before) == told
        assert hash(before) == hashed


@given(games, seeds)
def test_a_game_is_the_fold_of_its_actions(game, seed):
    state = again = game
    for _, seat, action, step in resigning(game, seed):
        state = step.state
        again = apply(again, seat, action_from_json(action_to_json(action))).state
        assert again == state


@given(games, seeds)
def test_every_legal_action_is_accepted_and_listed_once(game, seed):
    for before, *_ in wander(game, seed):
        legal = legal_actions(before)
        assert legal
        assert len(set(legal)) == len(legal)
        for action in legal:
            apply(before, before.turn, action)
        assert must_pass(before) is (legal == [Pass()])


def anything(chance, state):
    """An action that may or may not make sense in this state."""
    cards = [*CARDS, "L1-99", "", "N-01"]
    near = [card for row in state.market for card in row if card]
    near += [held.card for player in state.players for held in player.reserved]
    card = chance.choice(cards if chance.random() < 0.3 or not near else near)

    def some(most):
        return tuple(chance.choice([0] * 4 + list(range(-1, most + 1))) for _ in range(6))

    return chance.choice(
        [
            lambda: Take(some(2)),
            lambda: Take(tuple(chance.sample([1, 1, 1, 0, 0, 0], 6))),
            lambda: Take(tuple(chance.sample([2, 0, 0, 0, 0, 0], 6))),
            lambda: Reserve(card=card),
            lambda: Reserve(deck=chance.randrange(-1, 5)),
            lambda: Buy(card),
            lambda: Buy(card, some(3)),
            lambda: Return(some(3)),
            lambda: ChooseNoble(chance.choice([*NOBLES, "N-99"])),
            Pass,
        ]
    )()


@given(games, seeds)
def test_apply_accepts_what_is_legal_and_nothing_else(game, seed):
    chance = Random(seed)
    for before, *_ in wander(game, seed):
        legal = set(legal_actions(before))
        legal |= {Buy(card) for card in affordable(before)} if before.phase == "play" else set()
        for _ in range(12):
            action = anything(chance, before)
            if action in legal:
                apply(before, before.turn, action)
            else:
                refused(before, action)
        other = (before.turn + 1) % len(before.players)
        assert refused(before, chance.choice(sorted(legal, key=repr)), seat=other) == "E13"


MALFORMED = [
    {},
    {"type": "steal"},
    {"type": ["take"]},
    {"type": "take"},
    {"type": "take", "tokens": ["ruby"]},
    {"type": "take", "tokens": {"ruby": 1.5}},
    {"type": "take", "tokens": {"ruby": "1"}},
    {"type": "take", "tokens": {"ruby": True}},
    {"type": "take", "tokens": {"ruby": -1, "onyx": 3}},
    {"type": "take", "tokens": {"ruby": 0}},
    {"type": "take", "tokens": {"ruby": 10**30}},
    {"type": "take", "tokens": {"amber": 1}},
    {"type": "take", "tokens": {"ruby": 2}, "card": "L1-01"},
    {"type": "reserve"},
    {"type": "reserve", "card": 7},
    {"type": "reserve", "deck": 4},
    {"type": "reserve", "deck": "1"},
    {"type": "reserve", "deck": True},
    {"type": "reserve", "card": "L1-01", "deck": 1},
    {"type": "buy"},
    {"type": "buy", "card": ["L1-01"]},
    {"type": "buy", "card": "L1-01", "pay": 3},
    {"type": "buy", "card": "L1-01", "pay": {"ruby": None}},
    {"type": "return", "noble": "N-01"},
    {"type": "noble", "noble": None},
    {"type": "pass", "seat": 1},
    {"type": "resign", "tokens": {}},
]


@pytest.mark.parametrize("record", MALFORMED, ids=str)
def test_what_is_no_action_is_refused_by_name(record):
    with pytest.raises(UnreadableAction) as refusal:
        action_from_json(record)
    assert str(refusal.value)


COUNTS = st.dictionaries(st.sampled_from(["ruby", "gold", "amber"]), st.integers(-1, 3) | st.text(max_size=2))
WORDS = st.sampled_from(["take", "reserve", "buy", "return", "noble", "L1-01"])
RECORDS = st.dictionaries(
    st.sampled_from(["type", "tokens", "card", "deck", "pay", "noble"]),
    WORDS | st.integers() | st.none() | st.floats() | COUNTS,
)


@given(RECORDS)
def test_any_record_is_read_or_refused(record):
    try:
        action = action_from_json(record)
    except UnreadableAction:
        return
    assert action_from_json(action_to_json(action)) == action


def ought(bank, tokens, relaxed):
    """E01-E06 said once more, as the rules page says them."""
    colours, distinct = tokens[:5], sum(map(bool, tokens[:5]))
    there = sum(map(bool, bank[:5]))
    if tokens[5] or not any(colours) or any(n > pile for n, pile in zip(colours, bank, strict=False)):
        return False
    if sum(colours) == 2 and distinct == 1:
        return bank[colours.index(2)] >= 4
    if max(colours) > 1 or distinct > 3:
        return False
    return distinct == 3 or there < 3 or relaxed


@given(st.lists(st.integers(0, 7), min_size=5, max_size=5), st.booleans())
def test_takes_are_those_of_the_rules_page(piles, relaxed):
    state = table(bank="".join(map(str, [*piles, 5])), relaxed_take=int(relaxed))
    legal = {action.tokens for action in legal_actions(state) if isinstance(action, Take)}
    for tokens in product(range(4), range(4), range(3), range(3), range(3), range(2)):
        assert (tokens in legal) is ought(state.bank, tokens, relaxed)


def test_refusals_tell_their_ruling():
    refusal = IllegalAction("E04", "No")
    assert (refusal.ruling, refusal.detail, str(refusal)) == ("E04", "No", "No (E04)")
