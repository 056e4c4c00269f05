"""Non-interference (E20, E21, E45, E49): two games that differ only in what a viewer may not know send that viewer
the same bytes."""

import json
from dataclasses import replace
from random import Random

import pytest

from rules.tables import act, fresh, wander
from splendor.rules import Deal, Held, IllegalAction, Pass, apply, deal, entry, new_game, view
from splendor.rules.events import Bought, Refilled, Reserved

LEVELS = (1, 2, 3)


def told(state, events, viewer):
    return json.dumps([view(state, viewer), entry(events, viewer)])


def learned(step, viewer):
    """The hidden cards that this step shows to the viewer, or to all."""
    shown = set()
    for event in step.events:
        match event:
            case Refilled(card=card) if card:
                shown.add(card)
            case Bought(card=card):
                shown.add(card)
            case Reserved(card=card, seat=seat) if seat == viewer:
                shown.add(card)
    return shown


def twin(state, viewer, kept, chance):
    """A state that the viewer can't tell from this one: what is hidden from them lies in another order."""
    decks, players = [], list(state.players)
    for level, deck in zip(LEVELS, state.decks, strict=True):
        hands = [
            (seat, index)
            for seat, player in enumerate(players)
            for index, held in enumerate(player.reserved)
            if seat != viewer and held.blind and held.card[1] == str(level) and held.card not in kept
        ]
        places = [index for index, card in enumerate(deck) if card not in kept]
        hidden = [players[seat].reserved[index].card for seat, index in hands] + [deck[index] for index in places]
        chance.shuffle(hidden)
        for (seat, index), card in zip(hands, hidden, strict=False):
            reserved = list(players[seat].reserved)
            reserved[index] = Held(card, True)
            players[seat] = replace(players[seat], reserved=tuple(reserved))
        other = list(deck)
        for index, card in zip(places, hidden[len(hands) :], strict=True):
            other[index] = card
        decks.append(tuple(other))
    return replace(state, decks=tuple(decks), players=tuple(players))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hide", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_e21_e49_every_step_looks_the_same(players, hide, seed):
    chance = Random(seed)
    differing = 0
    for before, seat, action, step in wander(fresh(players, seed=f"{seed}", hide_reserved=hide), seed=seed):
        if step.state.phase == "over":
            break
        for viewer in (None, *range(players)):
            other = twin(before, viewer, learned(step, viewer), chance)
            differing += other != before
            assert told(other, (), viewer) == told(before, (), viewer)
            try:
                stepped = apply(other, seat, action)
            except IllegalAction:
                assert action == Pass()  # with another card in the hand there may be something to do
                continue
            assert told(stepped.state, stepped.events, viewer) == told(step.state, step.events, viewer)
    assert differing > 100


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_e21_e49_a_whole_game_on_another_deal_looks_the_same(players, seed):
    """All that the viewer never learns is dealt otherwise; the same actions give the same stream."""
    dealt = deal(f"{seed}", players)
    game = list(wander(new_game(dealt, players, fresh().options), seed=seed))[:-1]
    for viewer in (None, *range(players)):
        stream = [told(game[0][0], (), viewer)] + [told(step.state, step.events, viewer) for *_, step in game]
        known = "".join(stream)
        chance = Random(seed)
        decks = []
        for deck in dealt.decks:
            unknown = [card for card in deck if card not in known]
            chance.shuffle(unknown)
            decks.append(tuple(card if card in known else unknown.pop() for card in deck))
        state = new_game(Deal(dealt.start, dealt.nobles, tuple(decks)), players, fresh().options)
        again = [told(state, (), viewer)]
        for _, seat, action, _ in game:
            step = apply(state, seat, action)
            again.append(told(step.state, step.events, viewer))
            state = step.state
        assert tuple(decks) != dealt.decks
        assert again == stream


def test_the_owner_does_see_the_difference():
    """The law above is not empty: whoever may know sees other bytes."""
    state = act(fresh(), "reserve deck 1").state
    other = twin(state, None, set(), Random(1))
    assert view(other, None) == view(state, None)
    assert view(other, 0) != view(state, 0)
