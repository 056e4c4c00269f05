"""Evenings over sockets: games in which things are taken back, one after the other in one room. After every step what
the patches made is what a fresh welcome shows, for every viewer, and nobody has been told what they may not know."""

import random
from typing import Any

import pytest

from splendor import rules
from support.invariants import Secrecy, holds_in_state, holds_in_view, patched_view_is_the_fresh_one
from support.party import Party, play_of, playing
from support.peer import Table, http
from support.random_player import choose
from support.server import Served

pytestmark = pytest.mark.anyio


async def all_is_well(served: Served, party: Party, secrecy: Secrecy) -> None:
    await party.caught_up()
    secrecy.holds()
    play = play_of(served, party.code)
    holds_in_state(play.state)
    for table in party.everyone:
        assert table.game is not None
        assert table.game["seq"] == play.seq
        holds_in_view(table.game)
        await patched_view_is_the_fresh_one(table)
        mine = play.last is not None and table in party.players and party.players.index(table) == play.last.seat
        assert ("undo" in table.game) is mine
    secrecy.holds()


async def takes_back(party: Party, table: Table, agreed: bool) -> str:
    """Whoever acted last tries to take it back; where they have to ask, all agree, or the last of them does not. Gives
    what came of it."""
    assert table.game is not None
    game, seq, how = table.game["id"], table.game["seq"], table.game["undo"]
    before = len(table.log)
    await table.send("undo", game=game, seq=seq)
    if how == "ask":
        others = [other for other in party.players if other is not table]
        for other in others:
            yes = agreed or other is not others[-1]
            await other.until(lambda other: other.room.get("ask"))
            await other.send("consent", game=game, seq=seq, yes=yes)
            if not yes:
                await party.caught_up()
                assert len(table.log) == before
                return "refused"
    await party.caught_up()
    assert table.log[-1]["type"] == "undo"
    assert table.log[-1]["of"] == seq
    return str(how)


@pytest.mark.parametrize(("players", "seed", "options"), [(2, 1, {}), (3, 2, {"hide_reserved": True}), (4, 3, {})])
async def test_everything_holds_through_undos_and_rematches(
    served: Served, players: int, seed: int, options: dict[str, Any]
) -> None:
    dice = random.Random(seed)
    async with playing(served.url, players, watchers=1, **{"seats": 4, **options}) as party:
        outcomes: list[str] = []
        starts = []
        for n in range(2):
            game = party.game["id"]
            starts.append(party.game["start"])
            secrecy = Secrecy(served, party)
            secrecy.searched = {table: len(table.frames) for table in party.everyone}
            await all_is_well(served, party, secrecy)
            for step in range(25):
                table = party.to_act
                assert table.game is not None
                decks = table.game["moves"]["reserve"]["decks"] if step % 4 == 0 else []
                blind = {"type": "reserve", "deck": dice.choice(decks)} if decks else None
                await party.act(blind or choose(table.game, party.game["turn"], dice))
                await all_is_well(served, party, secrecy)
                if table.game.get("undo") and (blind or dice.random() < 0.4):
                    outcomes.append(await takes_back(party, table, step % 8 == 0))
                    await all_is_well(served, party, secrecy)
            await secrecy.holds_in_record(game)
            for table in party.players[1:]:
                await table.send("resign", game=game)
            await party.caught_up()
            await the_record_leaves_out_what_was_taken_back(served, party, game)
            if n == 0:
                for table in party.players:
                    await table.send("rematch")
                await party.caught_up()
        assert {"free", "ask", "refused"} <= set(outcomes)
        assert starts[1] == (starts[0] + 1) % players
        scores = party.watchers[0].room["scores"]
        assert len(scores) == 2
        assert all(score["players"] == [person.id for person in party.people] for score in scores)


async def the_record_leaves_out_what_was_taken_back(served: Served, party: Party, id: str) -> None:
    record = await http(served.url, "GET", f"/api/games/{id}")
    play = play_of(served, party.code)
    numbers = [row["seq"] for row in record["actions"]]
    undos = [turn.row for turn in play.turns if turn.row.action["type"] == "undo"]
    assert undos
    gone = {row.seq for row in undos} | {row.action["of"] for row in undos}
    assert numbers == [n for n in range(1, play.seq + 1) if n not in gone]
    state = rules.new_game(rules.Deal.from_json(record["deal"]), len(record["names"]), play.state.options)
    for row in record["actions"]:
        action = {key: value for key, value in row.items() if key not in ("seq", "seat", "at")}
        if "deck" in action:
            action.pop("card")
        state = rules.apply(state, row["seat"], rules.action_from_json(action)).state
    assert state == play.state
