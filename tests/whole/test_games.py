"""Complete random games over sockets; after every step everything that must hold of any game is held against it."""

import json
import random
from typing import Any

import pytest

from splendor import rules
from splendor.rooms.deeds import read_action
from splendor.wire.client import read_message
from support.invariants import Secrecy, holds_in_state, holds_in_view, patched_view_is_the_fresh_one
from support.party import Party, play_of, playing
from support.random_player import choose
from support.server import Served

pytestmark = pytest.mark.anyio

GAMES: list[tuple[int, int, dict[str, Any]]] = [
    (2, 1, {}),
    (2, 2, {"hide_reserved": True, "target": 10}),
    (2, 3, {"relaxed_take": True}),
    (3, 4, {}),
    (3, 5, {"hide_reserved": True, "relaxed_take": True}),
    (4, 6, {}),
    (4, 7, {"hide_reserved": True}),
    (4, 8, {"relaxed_take": True, "target": 21}),
]


@pytest.mark.parametrize(("players", "seed", "options"), GAMES, ids=lambda value: str(value))
async def test_everything_holds_after_every_step_of_a_game(
    served: Served, players: int, seed: int, options: dict[str, Any]
) -> None:
    dice = random.Random(seed)
    async with playing(served.url, players, watchers=1, **options) as party:
        play = play_of(served, party.code)
        secrecy = Secrecy(served, party)
        secrecy.holds()
        sizes: list[int] = []
        while party.game["phase"] != "over":
            seq, seen = play.seq, {table: len(table.frames) for table in party.everyone}
            turn = party.game["turn"]
            action = choose(party.to_act.game or {}, turn, dice)
            await refused_changes_nothing(served, party, dice)
            await party.act(action)
            assert play.seq >= seq + 1
            assert [t.row.action["type"] for t in play.turns.beginning_with(seq + 2)] == ["pass"] * (play.seq - seq - 1)
            holds_in_state(play.state)
            for table in party.everyone:
                assert table.game is not None
                assert table.game["seq"] == play.seq
                holds_in_view(table.game)
                sizes += [len(f) for f in table.frames[seen[table] :] if '"type":"move"' in f][:1]
                acts = table in party.players and party.players.index(table) == play.state.turn
                assert ("moves" in table.game) is (acts and not play.is_over)
            secrecy.holds()
            for table in party.everyone:
                await patched_view_is_the_fresh_one(table)
            secrecy.holds()
            if play.seq % 10 == 0:
                await secrecy.holds_in_record(play.record.id)
        await the_end_is_told_to_all(served, party)
        bytes_do_not_grow(sizes)


async def refused_changes_nothing(served: Served, party: Party, dice: random.Random) -> None:
    """Now and then somebody tries what they may not: an answer to them, and nothing else to anyone."""
    if dice.random() > 0.2:
        return
    play = play_of(served, party.code)
    before, seen = (play.state, play.seq), {table: len(table.frames) for table in party.everyone}
    table = dice.choice(party.everyone)
    action = dice.choice(
        [
            {"type": "take", "tokens": {"gold": 1}},
            {"type": "take", "tokens": {"ruby": 3}},
            {"type": "return", "tokens": {"gold": 1, "ruby": 1, "onyx": 1, "emerald": 1}},
            {"type": "buy", "card": "L0-00", "pay": {"gold": 5}},
            {"type": "noble", "noble": "N-99"},
        ]
    )
    answer = await (await table.post({"type": "act", "game": play.record.id, "seq": play.seq + 1, "action": action}))
    assert answer["type"] == "error"
    assert (play.state, play.seq) == before
    await party.caught_up()
    for other in party.everyone:
        extra = len(other.frames) - seen[other]
        assert extra == (2 if other is table else 1)  # the refusal, and what answers the ping of `caught_up`


async def the_end_is_told_to_all(served: Served, party: Party) -> None:
    play = play_of(served, party.code)
    result = play.state.result
    assert result is not None
    for table in party.everyone:
        await table.until(lambda table: table.room["status"] == "over")
        assert table.game is not None
        assert table.game["result"] == result.to_json()
        assert table.room["scores"][0]["winners"] == list(result.winners)
    record = await party.people[0].call("GET", f"/api/games/{play.record.id}")
    assert record["status"] == "over"
    assert record["deal"] == play.record.deal
    the_record_plays_to_the_same_end(record, play.state)
    # A card reserved blind is named now.
    for row, turn in zip(record["actions"], play.turns, strict=True):
        if row["type"] == "reserve":
            assert row["card"] == turn.full["card"]


def the_record_plays_to_the_same_end(record: dict[str, Any], end: rules.State) -> None:
    """The record alone, as anybody may download it, makes the game again."""
    options = {key: record["options"][key] for key in ("target", "relaxed_take", "hide_reserved")}
    deal = rules.Deal.from_json(record["deal"])
    state = rules.new_game(deal, len(record["names"]), rules.Options(**options))
    for seq, row in enumerate(record["actions"], start=1):
        assert row["seq"] == seq
        action = {key: value for key, value in row.items() if key not in ("seq", "seat", "at")}
        if "deck" in action:
            action.pop("card")
        state = rules.apply(state, row["seat"], rules.action_from_json(action)).state
    assert state == end


def bytes_do_not_grow(sizes: list[int]) -> None:
    """Fault 66: a move late in the game is no larger than one in its middle, but for the cards that players own."""
    third = len(sizes) // 3
    middle, late = sum(sizes[third : 2 * third]) / third, sum(sizes[-third:]) / third
    assert late < middle * 1.5
    assert max(sizes) < 4096 * 2


def test_the_random_player_speaks_the_protocol() -> None:
    """What it sends is read by the wire and by the rules."""
    dice, state = random.Random(1), rules.new_game(rules.deal("01", 2), 2, rules.Options())
    game = {**rules.view(state, state.turn)}
    for _ in range(20):
        action = choose(game, state.turn, dice)
        sent = read_message(json.dumps({"type": "act", "game": "g", "seq": 1, "action": action}))
        assert read_action(sent.action) in rules.legal_actions(state)  # type: ignore[union-attr]
