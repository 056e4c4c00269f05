"""Rulings E20, E21, E45: what a view shows, and that it has the shape that the wire promises."""

import json
from itertools import combinations

import pytest

from rules.tables import act, after, fresh, hand, owned, table, wander
from splendor.rules import (
    CARDS,
    TOKENS,
    Buy,
    ChooseNoble,
    Reserve,
    Return,
    Take,
    apply,
    beyond,
    entry,
    is_told_alike,
    legal_actions,
    must_pass,
    public,
    view,
)
from splendor.rules.paying import default_payment, price
from splendor.wire.views import Entry, Game

OPTIONS = {"seats": 4, "target": 15, "relaxed_take": False, "hide_reserved": False, "clock": None}
EVERYONE = (None, 0, 1, 2, 3)


def on_the_wire(seen):
    """The view with what the room adds, held against the wire's model."""
    players = [{"name": f"P{seat}"} | player for seat, player in enumerate(seen["players"])]
    whole = seen | {"id": "g", "seq": 7, "options": OPTIONS, "clock": None, "players": players}
    return Game.model_validate(whole, strict=True)


def viewers(state):
    return EVERYONE[: len(state.players) + 1]


def reserved(state, viewer, seat=0):
    return view(state, viewer)["players"][seat]["reserved"]


def test_e20_a_card_reserved_from_the_market_stays_visible_to_all():
    state = act(fresh(3), f"reserve {fresh(3).market[0][1]}").state
    for viewer in viewers(state):
        assert reserved(state, viewer) == [{"card": fresh(3).market[0][1]}]


def test_e20_hide_reserved_shows_the_others_its_level_only():
    start = fresh(3, hide_reserved=True)
    step = act(start, f"reserve {start.market[1][2]}")
    card = start.market[1][2]
    for viewer in viewers(start):
        seen, line = reserved(step.state, viewer), entry(step.events, viewer)
        if viewer == 0:
            assert seen == [{"card": card}]
            assert line["card"] == card
        else:
            assert seen == [{"level": 2}]
            assert "card" not in line
            assert line["level"] == 2
        assert line["slot"] == 2
        assert "blind" not in line
    assert entry(step.events, None, revealed=True)["card"] == card


def test_e21_a_blind_reserve_is_known_to_its_owner_alone():
    start = fresh(3)
    step = act(start, "reserve deck 3")
    card = start.decks[2][0]
    for viewer in viewers(start):
        seen, line = reserved(step.state, viewer), entry(step.events, viewer)
        if viewer == 0:
            assert seen == [{"card": card}]
            assert line == {"seat": 0, "type": "reserve", "card": card, "blind": True, "gold": True}
        else:
            assert seen == [{"level": 3}]
            assert line == {"seat": 0, "type": "reserve", "level": 3, "blind": True, "gold": True}
            assert card not in json.dumps(view(step.state, viewer))
    assert entry(step.events, 1, revealed=True)["card"] == card


def test_e21_it_becomes_public_when_bought():
    state = table(hand("000210", reserved="L1-01?"), hand())
    step = act(state, "buy L1-01")
    for viewer in (None, 0, 1):
        assert view(step.state, viewer)["players"][0]["cards"] == ["L1-01"]
        assert entry(step.events, viewer)["card"] == "L1-01"
        assert entry(step.events, viewer)["reserved"] is True


def test_e21_all_is_shown_when_the_game_is_over():
    state = act(table(hand(reserved="L1-01?,L2-02"), hand(reserved="L3-03?"), hide_reserved=1), "resign").state
    assert state.phase == "over"
    for viewer in (None, 0, 1):
        seen = view(state, viewer)
        assert seen["players"][0]["reserved"] == [{"card": "L1-01"}, {"card": "L2-02"}]
        assert seen["players"][1]["reserved"] == [{"card": "L3-03"}]
        assert seen["result"] == {"winners": [1], "ranking": [1, 0], "by": "last_player"}
        assert "moves" not in seen


def test_e21_cards_of_whoever_left_stay_secret_until_the_end():
    state = act(table(hand(), hand(reserved="L1-01?"), hand()), "resign", seat=1).state
    assert reserved(state, None, 1) == [{"level": 1}]
    assert reserved(state, 1, 1) == [{"card": "L1-01"}]


def test_e45_what_is_public():
    state = table(
        hand("100002", cards="L1-01,L1-09", reserved="L2-02?", nobles="N-03"), hand(), row1="03,--,04,05/06,07"
    )
    assert view(state, None) == {
        "phase": "play",
        "turn": 0,
        "start": 0,
        "round": 1,
        "final_round": False,
        "bank": {"diamond": 4, "sapphire": 4, "emerald": 4, "ruby": 4, "onyx": 4, "gold": 5},
        "market": {"1": ["L1-03", None, "L1-04", "L1-05"], "2": [None] * 4, "3": [None] * 4},
        "decks": {"1": 2, "2": 0, "3": 0},
        "nobles": [],
        "players": [
            {
                "points": 3,
                "tokens": {"diamond": 1, "sapphire": 0, "emerald": 0, "ruby": 0, "onyx": 0, "gold": 2},
                "bonuses": {"diamond": 1, "sapphire": 1, "emerald": 0, "ruby": 0, "onyx": 0},
                "cards": ["L1-01", "L1-09"],
                "reserved": [{"level": 2}],
                "nobles": ["N-03"],
                "left": False,
            },
            {
                "points": 0,
                "tokens": dict.fromkeys(TOKENS, 0),
                "bonuses": dict.fromkeys(TOKENS[:5], 0),
                "cards": [],
                "reserved": [],
                "nobles": [],
                "left": False,
            },
        ],
    }


def test_e49_no_view_shows_a_deck():
    for before, *_ in wander(fresh(3), seed=3):
        for viewer in viewers(before):
            told = json.dumps(view(before, viewer))
            assert not any(card in told for deck in before.decks for card in deck)


def test_moves_in_the_play_phase():
    rows = {"row1": "01,02,--,--/03", "row2": "15,--,--,--/", "row3": "--,--,--,--/04"}
    state = table(hand("000112", reserved="L1-09?"), hand(), bank="403104", **rows)
    moves = view(state, 0)["moves"]
    assert moves == {
        "take": {"different": ["diamond", "emerald", "ruby"], "sizes": [3], "same": ["diamond"]},
        "reserve": {"cards": ["L1-01", "L1-02", "L2-15"], "decks": [1, 3], "gold": True},
        "buy": {
            "L1-01": {"ruby": 1, "onyx": 1, "gold": 1},
            "L1-02": {"ruby": 1, "onyx": 1, "gold": 2},
            "L1-09": {"onyx": 1, "gold": 2},
        },
        "return": 0,
        "noble": [],
    }


def test_e02_moves_with_relaxed_take():
    assert view(fresh(relaxed_take=True), 0)["moves"]["take"]["sizes"] == [1, 2, 3]
    assert view(table(bank="400105", relaxed_take=1), 0)["moves"]["take"]["sizes"] == [1, 2]


def test_e15_moves_say_whether_a_reservation_brings_gold():
    row = {"row1": "01,--,--,--/"}
    assert view(table(bank="444440", **row), 0)["moves"]["reserve"] == {"cards": ["L1-01"], "decks": [], "gold": False}
    full = hand(reserved="L1-02,L1-03,L1-04")
    nothing = {"cards": [], "decks": [], "gold": False}
    assert view(table(full, hand(), **row), 0)["moves"]["reserve"] == nothing
    assert view(table(), 0)["moves"]["reserve"] == nothing


def test_e25_a_free_card_has_an_empty_payment():
    state = table(hand(cards=owned(ruby=2, onyx=1)), hand(), row1="01,--,--,--/")
    assert view(state, 0)["moves"]["buy"] == {"L1-01": {}}


EMPTY = {
    "take": {"different": [], "sizes": [], "same": []},
    "reserve": {"cards": [], "decks": [], "gold": False},
    "buy": {},
    "return": 0,
    "noble": [],
}


def test_e11_moves_in_the_return_phase():
    state = after(table(hand("222220"), hand(), row1="01,02,--,--/"), "take DSE")
    assert view(state, 0)["moves"] == EMPTY | {"return": 3}
    assert "moves" not in view(state, 1)


def test_e30_moves_in_the_noble_phase():
    state = table(hand(cards=owned(diamond=4, sapphire=4, onyx=4)), hand(), nobles="N-02,N-03,N-01")
    assert view(after(state, "take RR"), 0)["moves"] == EMPTY | {"noble": ["N-02", "N-01"]}


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("take DSE", {"type": "take", "tokens": {"diamond": 1, "sapphire": 1, "emerald": 1}}),
        ("reserve L1-02", {"type": "reserve", "card": "L1-02", "gold": True, "level": 1, "slot": 1, "refill": "L1-05"}),
        ("reserve L3-04", {"type": "reserve", "card": "L3-04", "gold": True, "level": 3, "slot": 3, "refill": None}),
        (
            "buy L1-01",
            {
                "type": "buy",
                "card": "L1-01",
                "paid": {"ruby": 2, "gold": 1},
                "level": 1,
                "slot": 0,
                "refill": "L1-05",
            },
        ),
        ("buy L1-17", {"type": "buy", "card": "L1-17", "paid": {"ruby": 2, "gold": 1}, "reserved": True}),
    ],
)
def test_entries_are_facts(action, expected):
    state = table(hand("000201", reserved="L1-17"), hand(), row1="01,02,03,04/05", row3="01,02,03,04/")
    for viewer in (None, 0, 1):
        assert entry(act(state, action).events, viewer) == {"seat": 0} | expected


def test_e12_a_reservation_without_gold_says_so_by_silence():
    state = table(bank="444440", row1="01,--,--,--/")
    assert "gold" not in entry(act(state, "reserve L1-01").events, None)


def test_e30_e37_entries_of_the_noble_step_and_of_the_end():
    many = f"L3-04,L3-08,L3-12,{owned(diamond=4, sapphire=4, onyx=4)}"
    state = after(table(hand(cards=many), hand(), nobles="N-02,N-01"), "take RR")
    step = act(state, "noble N-02")
    assert entry(step.events, None) == {"seat": 0, "type": "noble", "noble": "N-02", "final_round": True}
    step = act(step.state, "take DSE")
    assert entry(step.events, None)["over"] is True


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hide", [False, True])
def test_whole_games_hold_against_the_wire(players, hide):
    for before, seat, _, step in wander(fresh(players, hide_reserved=hide, relaxed_take=hide), seed=players):
        for viewer in viewers(before):
            seen = on_the_wire(view(before, viewer))
            assert (seen.moves is None) is (viewer != seat)
            line = entry(step.events, viewer, revealed=step.state.phase == "over")
            Entry.model_validate(line | {"seq": 1, "at": "2020-01-01T00:00:00Z"}, strict=True)
            assert line["seat"] == seat
    assert on_the_wire(view(step.state, None)).result is not None


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hide", [False, True])
def test_a_view_made_after_another_is_the_same_view_and_of_what_stayed_the_same_objects(players, hide):
    before = None
    for *_, step in wander(fresh(players, hide_reserved=hide), seed=players + 40):
        seen = public(step.state, before)
        assert seen == view(step.state, None)
        for seat in range(players):
            assert {**seen, **beyond(step.state, seat, seen)} == view(step.state, seat)
        if before is not None and step.state.phase != "over":
            was, old = before
            for seat, player in enumerate(step.state.players):
                assert (seen["players"][seat] is old["players"][seat]) is (player is was.players[seat])
            for level, row in enumerate(step.state.market):
                assert (seen["market"][str(level + 1)] is old["market"][str(level + 1)]) is (row is was.market[level])
        before = step.state, seen


def test_what_was_made_before_is_not_changed_by_what_is_made_of_it():
    state = after(fresh(), "reserve deck 1; take DSE")
    seen = public(state)
    kept = json.dumps(seen)
    later = apply(state, state.turn, legal_actions(state)[0]).state
    assert public(later, (state, seen)) != seen
    for seat in (0, 1):
        beyond(state, seat, seen)
    assert json.dumps(seen) == kept


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("hide", [False, True])
def test_all_are_told_the_same_where_no_card_was_reserved_that_its_owner_alone_knows(players, hide):
    alike = set()
    for _, seat, *_, step in wander(fresh(players, hide_reserved=hide), seed=players + 50):
        lines = [entry(step.events, viewer) for viewer in viewers(step.state)]
        same = all(line == lines[0] for line in lines)
        assert is_told_alike(step.events) is same
        # and where they differ it is the owner who is told more
        assert all(line == lines[0] for n, line in enumerate(lines) if n != seat + 1)
        alike.add(same)
    assert alike == {False, True}


def test_a_view_is_the_callers_to_change():
    state = after(fresh(), "reserve deck 1; take DSE")
    before = json.dumps(view(state, 0))
    spoilt = view(state, 0)
    spoilt["players"][0]["tokens"]["gold"] = 99
    spoilt["players"][0]["reserved"][0]["card"] = "X"
    spoilt["market"]["1"][0] = None
    spoilt["moves"]["take"]["different"].clear()
    spoilt["moves"]["take"]["sizes"].append(9)
    spoilt["bank"].clear()
    assert json.dumps(view(state, 0)) == before


def bundle(tokens):
    return frozenset((name, n) for name, n in zip(TOKENS, tokens, strict=False) if n)


def takes_by(moves):
    """What a program that knows nothing but `moves` holds for the legal takes."""
    take = moves["take"]
    different = {
        frozenset((colour, 1) for colour in some) for n in take["sizes"] for some in combinations(take["different"], n)
    }
    return different | {frozenset({(colour, 2)}) for colour in take["same"]}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("relaxed", [False, True])
def test_moves_agree_with_the_legal_actions(players, relaxed):
    for state, seat, *_ in wander(fresh(players, relaxed_take=relaxed), seed=players + 20):
        moves, legal, player = view(state, seat)["moves"], legal_actions(state), state.player
        back = moves["return"]
        assert takes_by(moves) == {bundle(a.tokens) for a in legal if isinstance(a, Take)}
        assert moves["reserve"]["cards"] == [a.card for a in legal if isinstance(a, Reserve) and a.card]
        assert moves["reserve"]["decks"] == [a.deck for a in legal if isinstance(a, Reserve) and a.deck]
        assert moves["reserve"]["gold"] is (any(isinstance(a, Reserve) for a in legal) and state.bank[5] > 0)
        assert set(moves["buy"]) == {a.card for a in legal if isinstance(a, Buy)}
        assert {sum(a.tokens) for a in legal if isinstance(a, Return)} == ({back} if back else set())
        assert moves["noble"] == [a.noble for a in legal if isinstance(a, ChooseNoble)]
        for card, payment in moves["buy"].items():
            due = default_payment(price(CARDS[card], player.bonuses), player.tokens)
            assert bundle(due) == payment.items()
        if must_pass(state):
            assert moves == EMPTY
