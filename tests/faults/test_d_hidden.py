"""Sections D and H of faults.md: what nobody may learn."""

import json
import random
import re
from dataclasses import replace

import pytest

from splendor import rules
from support import positions
from support.invariants import CARD, Secrecy, holds_in_state
from support.party import at_the_table, play_of, playing, playing_on
from support.peer import Person, http
from support.positions import Position
from support.server import Served, serving

pytestmark = pytest.mark.anyio


async def test_fault_41_a_blind_reserve_is_known_to_its_owner_alone_until_it_is_bought(served: Served) -> None:
    position = positions.reach(
        lambda state: (
            any(held.blind for held in state.player.reserved)
            and any(isinstance(a, rules.Buy) and rules.Held(a.card, True) in state.player.reserved for a in buys(state))
        ),
        2,
        positions.weighed(lambda _, action: 5.0 if action == rules.Reserve(deck=1) else 1.0),
    )
    async with playing_on(served, position, watchers=1) as party:
        play = play_of(served, party.code)
        seat = play.state.turn
        card = next(a.card for a in buys(play.state) if rules.Held(a.card, True) in play.state.player.reserved)
        others = [table for table in party.everyone if table is not party.players[seat]]
        for table in others:
            assert card not in "".join(table.frames)
        assert card in party.players[seat].frames[0]
        assert card not in str(await http(served.url, "GET", f"/api/games/{play.record.id}"))
        await party.act({"type": "buy", "card": card})
        for table in others:
            assert table.game is not None
            assert card in table.game["players"][seat]["cards"]


def buys(state: rules.State) -> list[rules.Buy]:
    return [action for action in rules.legal_actions(state) if isinstance(action, rules.Buy)]


async def test_fault_41_a_player_without_their_cookie_is_a_stranger_to_their_own_cards(served: Served) -> None:
    async with playing(served.url, 2) as party:
        play = play_of(served, party.code)
        card = play.state.decks[2][0]
        seat = play.state.turn
        await party.act({"type": "reserve", "deck": 3})
        cleared = await Person.make(served.url, party.people[seat].name)
        async with cleared.at(party.code) as table:
            assert card not in table.frames[0]
            assert table.game is not None
            assert table.game["players"][seat]["reserved"] == [{"level": 3}]
        async with party.people[seat].at(party.code) as own:
            assert card in own.frames[0]


@pytest.mark.parametrize("hide_reserved", [False, True])
async def test_fault_41_the_record_of_a_running_game_keeps_what_the_log_keeps(
    served: Served, hide_reserved: bool
) -> None:
    async with playing(served.url, 2, watchers=1, hide_reserved=hide_reserved) as party:
        card = party.game["market"]["2"][1]
        await party.act({"type": "reserve", "card": card})
        await party.act({"type": "reserve", "deck": 3})
        record = await http(served.url, "GET", f"/api/games/{party.game['id']}")
        shown = {"level": 2} if hide_reserved else {"card": card}
        rows = [
            {key: value for key, value in row.items() if key not in ("seq", "seat", "at")} for row in record["actions"]
        ]
        assert rows == [{"type": "reserve", **shown}, {"type": "reserve", "deck": 3}]
        assert "deal" not in record
        assert "seed" not in str(record)
        assert ("card" in party.watchers[0].log[0]) is not hide_reserved


async def test_fault_44_a_restart_does_not_shuffle_and_the_same_cards_come(sqlite: str) -> None:
    dice = random.Random(5)
    async with serving(sqlite, limits="off") as served, playing(served.url, 3) as party:
        await party.play(12, dice)
        before = play_of(served, party.code).state
        shown = [table.game for table in party.players]
    for _ in range(2):
        async with serving(sqlite, limits="off") as served:
            people = [Person(served.url, person.id, person.name, person.token) for person in party.people]
            async with at_the_table(party.code, people, []) as again:
                assert play_of(served, party.code).state == before
                assert [table.game for table in again.players] == shown
                level = next(level for level in (1, 2, 3) if again.game["market"][str(level)][0])
                coming = before.decks[level - 1][0]
                if again.game["phase"] == "play" and "reserve" in str(again.to_act.game):
                    card = again.game["market"][str(level)][0]
                    if len(again.game["players"][again.game["turn"]]["reserved"]) < 3:
                        await again.act({"type": "reserve", "card": card})
                        assert again.game["market"][str(level)][0] == coming
                holds_in_state(play_of(served, party.code).state)
                before = play_of(served, party.code).state
                shown = [table.game for table in again.players]


async def test_fault_44_an_undo_is_no_look_into_the_deck(served: Served) -> None:
    """Where a card was turned up or drawn nothing is taken back without the others; and the same cards come again."""
    async with playing(served.url, 3) as party:
        play = play_of(served, party.code)
        for action in ({"type": "reserve", "card": party.game["market"]["1"][0]}, {"type": "reserve", "deck": 3}):
            table, before, seq = party.to_act, play.state, play.seq
            others = [other for other in party.players if other is not table]
            await party.act(action)
            undo = {"type": "undo", "game": party.game["id"], "seq": seq + 1}
            assert (await (await table.post(undo)))["type"] == "ok"
            assert play.seq == seq + 1  # it is asked, and not done
            await others[0].send("consent", game=party.game["id"], seq=seq + 1, yes=True)
            assert play.seq == seq + 1
            await others[1].send("consent", game=party.game["id"], seq=seq + 1, yes=True)
            assert play.seq == seq + 2
            assert play.state == before
            await party.caught_up()
            await party.act(action)


def reshuffled(position: Position, dice: random.Random, seat: int) -> Position:
    """The same game as far as that seat and the public can see: what lies in the decks, and what others hold blind,
    is another order of the same cards."""
    state = position.state
    hidden = [list(deck) for deck in state.decks]
    for n, player in enumerate(state.players):
        if n != seat:
            for held in player.reserved:
                if held.blind:
                    hidden[rules.CARDS[held.card].level - 1].append(held.card)
    swap: dict[str, str] = {}
    for cards in hidden:
        mixed = dice.sample(cards, len(cards))
        swap |= dict(zip(cards, mixed, strict=True))
    decks = tuple(tuple(swap.get(card, card) for card in deck) for deck in position.deal.decks)
    deal = replace(position.deal, decks=decks)
    again = rules.new_game(deal, len(state.players), position.options)
    for n, action in position.actions:
        again = rules.apply(again, n, action).state
    return replace(position, deal=deal, state=again)


@pytest.mark.parametrize("hide_reserved", [False, True])
async def test_fault_65_two_games_that_differ_in_what_is_hidden_send_the_same_bytes(
    served: Served, hide_reserved: bool
) -> None:
    """First frames, log and record of a seat and of a watcher: nothing from which the order of the cards follows. The
    two have other seeds, too."""

    def condition(state: rules.State) -> bool:
        return state.phase == "play" and state.turn == 0 and len(state.players[1].reserved) == 3

    keep = positions.weighed(lambda _, a: 5.0 if isinstance(a, rules.Reserve) and a.deck else 1.0)
    position = positions.reach(condition, 2, keep, rules.Options(hide_reserved=hide_reserved))
    assert any(held.blind for held in position.state.players[1].reserved)
    other = reshuffled(position, random.Random(3), seat=0)
    assert other.state.decks != position.state.decks
    frames = []
    for each in (position, other):
        async with playing_on(served, each, watchers=1) as party:
            ids = [party.code, party.game["id"], *(table.person.id for table in party.everyone)]
            record = await http(served.url, "GET", f"/api/games/{party.game['id']}")
            view = json.loads(party.players[0].frames[0])
            texts = [json.dumps(view["game"]), json.dumps(view["log"]), party.watchers[0].frames[0], json.dumps(record)]
            hidden = list(texts)
            for n, id in enumerate(ids):
                hidden = [text.replace(id, f"id-{n}") for text in hidden]
            frames.append([re.sub(r"20\d\d-[0-9T:.-]+Z", "TIME", text) for text in hidden])
    assert frames[0] == frames[1]


async def test_fault_65_the_first_frame_names_the_open_cards_and_no_others(served: Served) -> None:
    async with playing(served.url, 4, watchers=1) as party:
        state = play_of(served, party.code).state
        open_cards = {card for row in state.market for card in row}
        late = await Person.make(served.url, "Late")
        async with late.at(party.code) as table:
            for frame in [table.frames[0], *(t.frames[-1] for t in party.everyone)]:
                assert set(CARD.findall(frame)) <= open_cards
            assert set(CARD.findall(table.frames[0])) == open_cards
        room = await http(served.url, "GET", f"/api/rooms/{party.code}")
        assert not CARD.findall(str(room))


async def test_fault_66_a_move_late_in_a_game_is_hardly_larger_than_an_early_one(served: Served) -> None:
    dice = random.Random(11)
    async with playing(served.url, 4, watchers=1) as party:
        secrecy = Secrecy(served, party)
        await party.play(400, dice)
        secrecy.holds()
        sizes = [len(frame) for frame in party.watchers[0].frames if '"type":"move"' in frame]
        assert len(sizes) > 60
        third = len(sizes) // 3
        early, late = sum(sizes[:third]) / third, sum(sizes[-third:]) / third
        # What grows are the owned cards that stand in `players`; the log and the decks do not travel again.
        assert late < early * 1.6
        assert max(sizes) < 3000
