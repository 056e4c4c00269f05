"""Section A of faults.md, as far as it concerns what comes over a socket."""

import contextlib
import itertools
from collections.abc import AsyncIterator
from typing import Any

import pytest

from splendor import rules
from support import positions
from support.invariants import holds_in_state, holds_in_view, patched_view_is_the_fresh_one
from support.party import Party, at_the_table, play_of, playing, playing_on
from support.peer import Person, Refused, Table
from support.server import Served, serving

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def same(served: Served, party: Party) -> AsyncIterator[None]:
    """Nothing changes: neither state, number, log, nor what anybody is sent but the answers."""
    play = play_of(served, party.code)
    before = (play.state, play.seq, list(play.turns))
    views = [(table.game, list(table.log)) for table in party.everyone]
    sent = {table: kinds(table) for table in party.everyone}
    yield
    await party.caught_up()
    assert (play.state, play.seq, list(play.turns)) == before
    assert [(table.game, table.log) for table in party.everyone] == views
    for table in party.everyone:
        assert kinds(table) == sent[table]


def kinds(table: Table) -> list[str]:
    return [frame[:16] for frame in table.frames if '"type":"move"' in frame or '"type":"room"' in frame]


async def refused(table: Table, code: str, action: dict[str, Any], seq: int | None = None) -> Refused:
    with pytest.raises(Refused) as caught:
        await table.act(action, seq)
    assert caught.value.code == code
    return caught.value


async def test_fault_01_a_refused_take_leaves_no_token_behind(served: Served) -> None:
    position = positions.reach(
        lambda state: state.bank[2] == 0 < min(state.bank[3], state.bank[0]) and state.phase == "play",
        2,
        positions.weighed(lambda _, action: 1.0 if isinstance(action, rules.Take) else 0.001),
    )
    async with playing_on(served, position, watchers=1) as party:
        async with same(served, party):
            for _ in range(20):
                await refused(
                    party.to_act, "illegal_action", {"type": "take", "tokens": {"ruby": 1, "diamond": 1, "emerald": 1}}
                )
        holds_in_state(play_of(served, party.code).state)


async def test_fault_03_a_turn_is_one_action(served: Served) -> None:
    async with playing(served.url, 2) as party:
        first = party.to_act
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        card = party.game["market"]["1"][0]
        async with same(served, party):
            for action in (
                {"type": "reserve", "card": card},
                {"type": "reserve", "deck": 1},
                {"type": "buy", "card": card},
                {"type": "take", "tokens": {"onyx": 2}},
            ):
                await refused(first, "not_your_turn", action)
            await refused(first, "bad_message", {"type": "pass"})
            await refused(party.to_act, "bad_message", {"type": "pass"})


async def test_fault_03_fewer_tokens_than_must_be_taken_are_not_a_take(served: Served) -> None:
    async with playing(served.url, 2) as party, same(served, party):
        for tokens in ({"ruby": 1}, {"ruby": 1, "onyx": 1}, {}):
            await refused(party.to_act, "illegal_action", {"type": "take", "tokens": tokens})


async def test_fault_04_nothing_is_reserved_from_an_empty_deck_and_the_game_goes_on(served: Served) -> None:
    async with playing_on(served, positions.deck_3_used_up(), watchers=1) as party:
        assert party.game["decks"]["3"] == 0
        table = party.to_act
        assert table.game is not None
        assert 3 not in table.game["moves"]["reserve"]["decks"]
        async with same(served, party):
            refusal = await refused(table, "illegal_action", {"type": "reserve", "deck": 3})
            assert refusal.detail.startswith("E18")
        card = next(iter(table.game["moves"]["buy"]))
        await party.act({"type": "buy", "card": card})
        assert card in party.players[party.players.index(table)].game["players"][party.players.index(table)]["cards"]  # type: ignore[index]
        holds_in_state(play_of(served, party.code).state)


async def test_fault_18_an_empty_slot_stays_empty_and_in_its_place(served: Served) -> None:
    async with playing_on(served, positions.deck_3_used_up()) as party:
        row = party.game["market"]["3"]
        card = next(card for card in row if card)
        slot = row.index(card)
        await party.act({"type": "reserve", "card": card})
        if party.game["phase"] == "return":
            await party.act({"type": "return", "tokens": {"gold": 1}})
        assert party.game["market"]["3"] == [*row[:slot], None, *row[slot + 1 :]]
        async with same(served, party):
            await refused(party.to_act, "illegal_action", {"type": "reserve", "card": card})
            await refused(party.to_act, "bad_message", {"type": "reserve", "card": None})
            await refused(party.to_act, "bad_message", {"type": "buy", "card": None})


async def test_fault_05_of_three_willing_nobles_one_is_chosen_and_the_next_comes_next_turn(served: Served) -> None:
    position, (seat, action) = positions.three_nobles_come()
    async with playing_on(served, position, watchers=1) as party:
        await party.act(action)
        table = party.players[seat]
        assert table.game is not None
        offered = table.game["moves"]["noble"]
        assert party.game["phase"] == "noble"
        assert len(offered) == 3
        assert all("moves" not in (other.game or {}) for other in party.everyone if other is not table)
        async with same(served, party):
            await refused(table, "illegal_action", {"type": "take", "tokens": {"ruby": 2}})
            await refused(table, "illegal_action", {"type": "noble", "noble": "N-01"})
            await refused(party.players[1 - seat], "not_your_turn", {"type": "noble", "noble": offered[0]})
        await party.act({"type": "noble", "noble": offered[1]})
        assert party.game["players"][seat]["nobles"] == [offered[1]]
        assert sorted(party.game["nobles"]) == sorted({offered[0], offered[2]})
        await party.act(any_take(party))
        if party.game["phase"] == "return":
            await give_back(party)
        # The next turn ends with two willing, whatever was done in it: here a take.
        await party.act(any_take(party))
        if party.game["phase"] == "return":
            await give_back(party)
        assert party.game["phase"] == "noble"
        assert sorted((table.game or {})["moves"]["noble"]) == sorted({offered[0], offered[2]})
        holds_in_state(play_of(served, party.code).state)


async def test_fault_06_a_noble_that_was_taken_back_is_on_the_table_again_and_another_may_come(served: Served) -> None:
    position, (seat, action) = positions.three_nobles_come()
    async with playing_on(served, position, watchers=1) as party:
        await party.act(action)
        table = party.players[seat]
        assert table.game is not None
        first, second, third = table.game["moves"]["noble"]
        await party.act({"type": "noble", "noble": first})
        await table.send("undo", game=table.game["id"], seq=table.game["seq"])
        await party.caught_up()
        assert party.game["phase"] == "noble"
        assert party.game["players"][seat]["nobles"] == []
        assert table.game["moves"]["noble"] == [first, second, third]
        holds_in_state(play_of(served, party.code).state)
        await party.act({"type": "noble", "noble": second})
        for each in party.everyone:
            assert each.game is not None
            assert each.game["players"][seat]["nobles"] == [second]
            assert sorted(each.game["nobles"]) == sorted([first, third])
            await patched_view_is_the_fresh_one(each)
        holds_in_state(play_of(served, party.code).state)


def any_take(party: Party) -> dict[str, Any]:
    assert party.to_act.game is not None
    moves = party.to_act.game["moves"]["take"]
    size = max(moves["sizes"], default=0)
    if size:
        return {"type": "take", "tokens": dict.fromkeys(moves["different"][:size], 1)}
    cards = party.to_act.game["moves"]["reserve"]["cards"]
    return {"type": "reserve", "card": cards[0]}


async def give_back(party: Party) -> None:
    assert party.to_act.game is not None
    game = party.to_act.game
    held = [token for token, n in game["players"][game["turn"]]["tokens"].items() for _ in range(n)]
    back = held[-game["moves"]["return"] :]
    await party.act({"type": "return", "tokens": {token: back.count(token) for token in back}})


@pytest.mark.parametrize("resigns", [None, 0, 1, 2])
async def test_fault_08_the_final_round_survives_restarts_and_everyone_has_one_turn(
    sqlite: str, resigns: int | None
) -> None:
    """Seat 0 of three begins it. Between any two turns the server is another one; in between, one may resign."""
    position = positions.final_round_begun_by(0)
    async with serving(sqlite, limits="off") as served, playing_on(served, position) as party:
        assert party.game["final_round"] is True
        shown = [table.game for table in party.players]
    turns: list[int] = []
    while True:
        async with serving(sqlite, limits="off") as served:
            people = [Person(served.url, person.id, person.name, person.token) for person in party.people]
            async with at_the_table(party.code, people, []) as again:
                assert [table.game for table in again.players] == shown
                if again.game["phase"] == "over":
                    break
                assert again.game["final_round"] is True
                if resigns is not None and not turns and not again.game["players"][resigns]["left"]:
                    await again.players[resigns].send("resign", game=again.game["id"])
                    await again.caught_up()
                    assert again.game["players"][resigns]["left"] is True
                else:
                    turns.append(again.game["turn"])
                    await again.act(any_take(again))
                    if again.game["phase"] == "return":
                        await give_back(again)
                holds_in_state(play_of(served, again.code).state)
                shown = [table.game for table in again.players]
    assert turns == [seat for seat in (1, 2) if seat != resigns]


@pytest.mark.parametrize("back", ["gold", "colour"])
async def test_fault_09_gold_counts_to_the_ten_and_one_goes_back(served: Served, back: str) -> None:
    async with playing_on(served, positions.ten_tokens_with_gold(), watchers=1) as party:
        table = party.to_act
        seat = party.game["turn"]
        card = next(card for card in party.game["market"]["3"] if card)
        await party.act({"type": "reserve", "card": card})
        assert party.game["phase"] == "return"
        assert party.game["turn"] == seat
        assert table.game is not None
        assert table.game["moves"]["return"] == 1
        tokens = party.game["players"][seat]["tokens"]
        assert tokens["gold"] == 3
        assert sum(tokens.values()) == 11
        colour = next(token for token, n in tokens.items() if n and token != "gold")
        async with same(served, party):
            await refused(table, "illegal_action", {"type": "return", "tokens": {"gold": 2}})
            await refused(table, "illegal_action", {"type": "return", "tokens": {}})
            missing = [token for token, n in tokens.items() if not n]
            for token in missing[:1]:
                await refused(table, "illegal_action", {"type": "return", "tokens": {token: 1}})
            await refused(table, "illegal_action", {"type": "reserve", "deck": 1})
        await party.act({"type": "return", "tokens": {"gold" if back == "gold" else colour: 1}})
        assert sum(party.game["players"][seat]["tokens"].values()) == 10
        assert party.game["turn"] != seat
        holds_in_view(party.game)


async def test_fault_11_no_take_that_the_rules_do_not_know_is_taken(served: Served) -> None:
    async with playing(served.url, 2, watchers=1) as party, same(served, party):
        table = party.to_act
        for tokens in (
            {"gold": 1},
            {"ruby": 1, "onyx": 1, "gold": 1},
            {"ruby": 2, "onyx": 1},
            {"onyx": 1, "ruby": 2},
            {"ruby": 2, "gold": 1},
            {"ruby": 3},
            {"ruby": 2, "onyx": 2},
            {"ruby": 1, "onyx": 1, "emerald": 1, "diamond": 1},
            {"ruby": 10},
            {},
        ):
            await refused(table, "illegal_action", {"type": "take", "tokens": tokens})
        for tokens in (
            {"ruby": -1, "sapphire": 3},
            {"ruby": 1.5},
            {"ruby": "1"},
            {"ruby": True},
            {"ruby": None},
            {"ruby": 0, "onyx": 2},
            {"ruby": 10**30},
            {"white": 1, "onyx": 1, "ruby": 1},
            {"Ruby": 2},
            [1, 1, 1],
            "ruby",
        ):
            await refused(table, "bad_message", {"type": "take", "tokens": tokens})  # type: ignore[dict-item]
        assert table.game is not None
        head = f'{{"type":"act","id":"x","game":"{table.game["id"]}","seq":1,"action":{{"type":"take","tokens":'
        for tail in ('{"ruby":1,"ruby":2}}}', '{"ruby":1e999}}}', '{"ruby":NaN}}}', '{"ruby":2},"type":"take"}}'):
            seen = len(table.frames)
            await table.raw(head + tail)
            await table.until(lambda table, seen=seen: len(table.frames) > seen)
            assert '"code":"bad_message"' in table.frames[-1]


async def test_fault_12_two_of_a_colour_need_four_before_the_take(served: Served) -> None:
    async with playing(served.url, 2) as party:
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        assert party.game["bank"]["ruby"] == 2
        async with same(served, party):
            await refused(party.to_act, "illegal_action", {"type": "take", "tokens": {"ruby": 2}})


async def test_fault_13_who_can_not_act_passes_and_a_table_that_is_stuck_ends(served: Served) -> None:
    for all_of_them in (False, True):
        position, (_, action) = positions.about_to_get_stuck(all_of_them=all_of_them)
        async with playing_on(served, position, watchers=1) as party:
            seq = party.game["seq"]
            await party.act(action)
            assert party.game["seq"] == seq + (3 if all_of_them else 2)
            for table in party.everyone:
                assert table.log[-1]["type"] == "pass"
                assert table.game is not None
                assert table.game["phase"] == ("over" if all_of_them else "play")
                await patched_view_is_the_fresh_one(table)


async def test_fault_07_the_tie_break_is_told_alike_everywhere(served: Served) -> None:
    """Whatever decided: the view, the room's score and the record have the same winners and points."""
    position, (_, action) = positions.last_move()
    async with playing_on(served, position, watchers=1) as party:
        await party.act(action)
        for table in party.everyone:
            await table.until(lambda table: table.room["status"] == "over")
        record = await party.people[0].call("GET", f"/api/games/{party.game['id']}")
        score = party.watchers[0].room["scores"][0]
        assert record["result"] == party.game["result"]
        assert score["winners"] == party.game["result"]["winners"]
        assert score["points"] == [player["points"] for player in party.game["players"]]
        assert all(table.game["result"] == record["result"] for table in party.everyone)  # type: ignore[index]


async def test_fault_07_a_tie_in_everything_is_a_shared_win_everywhere(served: Served) -> None:
    """Both are stuck with as many points, cards and reserves: nobody's seat decides."""
    position, (_, action) = positions.about_to_get_stuck(all_of_them=True)
    async with playing_on(served, position, watchers=1) as party:
        await party.act(action)
        for table in party.everyone:
            await table.until(lambda table: table.room["status"] == "over")
            assert table.game is not None
            assert table.game["result"]["by"] == "shared"
            assert table.game["result"]["winners"] == table.room["scores"][0]["winners"] == [0, 1]
        record = await party.people[0].call("GET", f"/api/games/{party.game['id']}")
        assert record["result"] == party.game["result"]
        async with party.people[1].at(party.code) as again:
            assert again.room["scores"][0]["winners"] == [0, 1]


async def test_a_refusal_does_not_tell_where_a_hidden_card_is(served: Served) -> None:
    """In a deck, in another's hand unseen, or nowhere at all: the answer is the same."""
    async with playing(served.url, 2) as party:
        play = play_of(served, party.code)
        blind = play.state.decks[2][0]
        await party.act({"type": "reserve", "deck": 3})
        table = party.to_act
        hidden = [blind, play.state.decks[2][0], play.state.decks[2][-1], "L3-99"]
        for kind in ("buy", "reserve"):
            answers = set()
            for card in hidden:
                refusal = await refused(table, "illegal_action", {"type": kind, "card": card})
                answers.add(refusal.detail.replace(card, "CARD"))
            assert len(answers) == 1
        for one, other in itertools.pairwise(hidden):
            assert one != other
