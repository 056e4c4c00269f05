"""Section B of faults.md: seats, identity, coming back."""

import asyncio
import random
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from support import positions
from support.invariants import holds_in_state
from support.party import in_the_lobby, play_of, playing, playing_on
from support.peer import Person, Refused, Table, http
from support.server import Served

pytestmark = pytest.mark.anyio


async def refused(code: str, table: Table, type: str, **fields: Any) -> None:
    with pytest.raises(Refused) as caught:
        await table.send(type, **fields)
    assert caught.value.code == code


async def test_fault_20_nobodys_secret_is_in_anything_that_others_are_sent(served: Served) -> None:
    async with playing(served.url, 3, watchers=1) as party:
        for action in ({"type": "take", "tokens": {"ruby": 2}}, {"type": "reserve", "deck": 1}):
            await party.act(action)
        await party.watchers[0].send("chat", text="hello")
        answers = [
            await http(served.url, "GET", f"/api/rooms/{party.code}"),
            await http(served.url, "GET", "/api/rooms"),
            await http(served.url, "GET", f"/api/games/{party.game['id']}"),
            *[await person.call("GET", "/api/me") for person in party.people],
        ]
        sent = [frame for table in party.everyone for frame in table.frames] + [str(answer) for answer in answers]
        tokens = {table.person.token for table in party.everyone}
        assert len(tokens) == 4
        assert not [text for text in sent for token in tokens if token in text]


async def test_fault_20_a_public_player_id_is_no_key(served: Served) -> None:
    async with playing(served.url, 2) as party:
        for token in (party.people[1].id, party.code, party.game["id"], "Bearer"):
            with pytest.raises(Refused) as caught:
                await http(served.url, "GET", "/api/me", headers={"Authorization": f"Bearer {token}"})
            assert caught.value.code == "unauthorized"
            with pytest.raises(InvalidStatus) as turned_away:
                async with Person(served.url, party.people[1].id, "Lin", token).at(party.code):
                    pass
            assert turned_away.value.response.status_code == 401


async def test_fault_21_a_stranger_with_the_link_watches_and_can_do_nothing_else(served: Served) -> None:
    async with playing(served.url, 2) as party:
        stranger = await Person.make(served.url, "Ada")  # a name is only a label
        play = play_of(served, party.code)
        before = (play.state, play.seq)
        async with stranger.at(party.code) as table:
            assert table.you["seat"] is None
            assert table.you["host"] is False
            game = party.game["id"]
            take = {"type": "take", "tokens": {"ruby": 2}}
            await refused("forbidden", table, "act", game=game, seq=1, action=take)
            await refused("forbidden", table, "resign", game=game)
            await refused("forbidden", table, "kick", seat=0)
            await refused("forbidden", table, "start")
            await refused("forbidden", table, "options", options={"target": 10})
            await refused("wrong_status", table, "sit")
            await refused("wrong_status", table, "sit", seat=0)
            await refused("wrong_status", table, "stand")
            await refused("forbidden", table, "undo", game=game, seq=1)
            await refused("forbidden", table, "consent", game=game, seq=1, yes=True)
            await refused("forbidden", table, "admit", player=stranger.id)
            await refused("forbidden", table, "absent", seat=0, choice="end")
            await refused("forbidden", table, "pause", game=game, paused=True)
            await refused("wrong_status", table, "bot", seat=1, level="easy")
            await refused("forbidden", table, "rematch")
            assert (play.state, play.seq) == before
            await party.act(take)
            await table.at_seq(1)
            assert table.game == party.players[1].game or "moves" not in table.game  # type: ignore[operator]


async def came_back(person: Person, code: str, before: Table) -> None:
    """The same seat, the same view, the same open prompt."""
    async with person.at(code) as again:
        assert again.you == before.you
        assert again.game == before.game
        assert again.log == before.log


async def test_fault_22_a_reload_keeps_the_seat_in_lobby_game_and_after_the_end(served: Served) -> None:
    async with in_the_lobby(served.url, 3) as party:
        for table in party.players:
            await came_back(table.person, party.code, table)
        await party.caught_up()
        await party.start()
        for _ in range(2):
            for table in party.players:  # on one's own turn and on others'
                await came_back(table.person, party.code, table)
            await party.act({"type": "take", "tokens": {"ruby": 1, "onyx": 1, "emerald": 1}})
        for n in (1, 2):
            await party.players[n].send("resign", game=party.game["id"])
        await party.players[0].until(lambda table: table.room["status"] == "over")
        await party.caught_up()
        async with party.people[0].at(party.code) as again:
            assert again.you["seat"] == 0
            assert again.game == party.game


@pytest.mark.parametrize("phase", ["return", "noble"])
async def test_fault_22_a_reload_in_a_prompt_shows_the_prompt_again(served: Served, phase: str) -> None:
    position, (seat, action) = positions.one_before(phase)
    async with playing_on(served, position) as party:
        await party.act(action)
        table = party.players[seat]
        assert (table.game or {})["moves"][phase]
        for each in party.players:
            await came_back(each.person, party.code, each)


async def test_fault_23_the_link_takes_the_seat_to_another_device_once(served: Served) -> None:
    async with playing(served.url, 2) as party:
        table = party.to_act
        seat = table.you["seat"]
        link = await table.person.call("POST", "/api/me/link")
        device = await Person.make(served.url, "Phone")
        made = await device.call("POST", "/api/me/claim", {"code": link["code"]})
        assert made["player"] == table.person.id
        await table.closed()
        assert table.byes == ["replaced"]
        assert table.close_code == 4001
        phone = Person(served.url, made["player"], made["name"], made["token"])
        async with phone.at(party.code) as there:
            assert there.you["seat"] == seat
            await there.act({"type": "take", "tokens": {"ruby": 2}})
        with pytest.raises(Refused) as caught:
            await table.person.call("GET", "/api/me")
        assert caught.value.code == "unauthorized"
        with pytest.raises(Refused) as caught:
            await device.call("POST", "/api/me/claim", {"code": link["code"]})
        assert caught.value.code == "not_found"


async def test_fault_24_two_tabs_of_one_seat_both_act_and_both_see(served: Served) -> None:
    async with playing(served.url, 2) as party:
        seat = party.game["turn"]
        one, other = party.players[seat], party.players[1 - seat]
        async with one.person.at(party.code) as tab:
            await tab.act({"type": "take", "tokens": {"ruby": 2}})
            await one.at_seq(1)
            await other.at_seq(1)
            await other.act({"type": "take", "tokens": {"onyx": 2}})
            for table in (one, tab):
                await table.at_seq(2)
            await one.act({"type": "take", "tokens": {"emerald": 2}})
            await tab.at_seq(3)
            assert one.game == tab.game
            assert one.room == tab.room
        # The second tab is closed: the seat is still there.
        await other.act({"type": "take", "tokens": {"diamond": 2}})
        await one.at_seq(4)
        assert one.room["seats"][one.you["seat"]]["online"] is True
        assert other.room["seats"][one.you["seat"]]["online"] is True


async def test_fault_25_who_comes_back_first_gets_their_own_seat_and_a_stranger_none(served: Served) -> None:
    async with playing(served.url, 2) as party:
        await party.players[0].close()
        await party.players[1].close()
        async with party.people[1].at(party.code) as lin:
            assert lin.you["seat"] == 1
            stranger = await Person.make(served.url, party.people[0].name)
            async with stranger.at(party.code) as watching:
                assert watching.you["seat"] is None
            async with party.people[0].at(party.code) as ada:
                assert ada.you["seat"] == 0


async def test_fault_27_of_ten_who_want_the_last_seat_one_gets_it(served: Served) -> None:
    crowd = [await Person.make(served.url, f"P{n}") for n in range(10)]
    host = await Person.make(served.url, "Host")
    code = await host.make_room(options={"seats": 2})
    tables = [Table(person, code) for person in crowd]
    await asyncio.gather(*(table.open() for table in tables))
    for _ in range(50):
        answers = await asyncio.gather(*[await table.post({"type": "sit"}) for table in tables])
        outcomes = sorted(answer.get("code", "ok") for answer in answers)
        assert outcomes == ["ok", *["room_full"] * 9]
        room = await http(served.url, "GET", f"/api/rooms/{code}")
        assert sum(seat is not None for seat in room["seats"]) == 2
        seated = tables[[answer["type"] for answer in answers].index("ok")]
        assert room["seats"][1]["player"] == seated.person.id == seated.you["player"]
        await seated.send("stand")
    await asyncio.gather(*(table.close() for table in tables))


async def test_fault_27_of_ten_who_want_that_seat_one_gets_it(served: Served) -> None:
    crowd = [await Person.make(served.url, f"P{n}") for n in range(10)]
    host = await Person.make(served.url, "Host")
    code = await host.make_room(options={"seats": 4})
    tables = [Table(person, code) for person in crowd]
    await asyncio.gather(*(table.open() for table in tables))
    answers = await asyncio.gather(*[await table.post({"type": "sit", "seat": 2}) for table in tables])
    assert sorted(answer.get("code", "ok") for answer in answers) == ["ok", *["seat_taken"] * 9]
    await asyncio.gather(*(table.close() for table in tables))


async def test_fault_29_nobody_is_player_and_watcher_at_once(served: Served) -> None:
    """Two tabs, one sitting while the other opens; afterwards one role, and it can play."""
    async with in_the_lobby(served.url, 2) as party:
        await party.host.send("options", options={"seats": 3})
        bo = await Person.make(served.url, "Bo")
        tabs = [Table(bo, party.code) for _ in range(2)]
        await tabs[0].open()
        _, answer = await asyncio.gather(tabs[1].open(), await tabs[0].post({"type": "sit"}))
        assert answer["type"] == "ok"
        await party.caught_up()
        for tab in tabs:
            await tab.send("ping")
            assert tab.you["seat"] == 2
            assert tab.room["watchers"] == []
            assert [seat["player"] for seat in tab.room["seats"]].count(bo.id) == 1
        await party.start()
        for tab in tabs:
            await tab.at_seq(0)
        while party.game["turn"] != 2:
            await party.act({"type": "take", "tokens": {"ruby": 1, "onyx": 1, "emerald": 1}})
        for tab in tabs:
            await tab.at_seq(party.game["seq"])
        seq = party.game["seq"]
        await tabs[1].act({"type": "take", "tokens": {"diamond": 2}})
        await tabs[0].at_seq(seq + 1)
        for tab in tabs:
            await tab.close()


async def test_fault_30_a_crowd_of_watchers_keeps_no_player_out(served: Served) -> None:
    async with playing(served.url, 2) as party:
        crowd = [Table(await Person.make(served.url, f"W{n}"), party.code) for n in range(40)]
        await asyncio.gather(*(table.open() for table in crowd))
        await party.players[0].close()
        async with party.people[0].at(party.code) as again:
            assert again.you["seat"] == 0
            assert len(again.room["watchers"]) == 40
        await asyncio.gather(*(table.close() for table in crowd))


async def test_fault_45_a_host_who_left_the_table_can_still_be_reached_by_the_rules(served: Served) -> None:
    """The host's rights hang on the player, not on the tab: gone and back they can start."""
    async with in_the_lobby(served.url, 2) as party:
        await party.host.close()
        await party.players[1].until(lambda table: table.room["seats"][0]["online"] is False)
        await refused("forbidden", party.players[1], "start")
        async with party.people[0].at(party.code) as again:
            assert again.you["host"] is True
            await again.send("start")
            await party.players[1].at_seq(0)


async def test_fault_47_kicked_one_still_watches_and_may_not_sit(served: Served) -> None:
    async with in_the_lobby(served.url, 3) as party:
        await party.host.send("kick", seat=1)
        kicked = party.players[1]
        await kicked.until(lambda table: table.you["seat"] is None)
        await refused("forbidden", kicked, "sit")
        async with kicked.person.at(party.code) as again:
            assert again.you["seat"] is None
            await refused("forbidden", again, "sit", seat=1)
        await party.start_without(kicked)
        await kicked.at_seq(0)
        assert kicked.game is not None
        assert "moves" not in kicked.game
        assert len(kicked.game["players"]) == 2


async def test_a_kicked_player_gives_back_tokens_and_the_others_play_on(served: Served) -> None:
    async with playing(served.url, 3, watchers=1) as party:
        dice = random.Random(1)
        await party.play(3, dice)
        await party.host.send("kick", seat=1)
        await party.caught_up()
        assert party.game["players"][1]["left"] is True
        assert sum(party.game["players"][1]["tokens"].values()) == 0
        assert party.players[1].you["seat"] is None
        for _ in range(6):
            assert party.game["turn"] != 1
            await party.play(1, dice)
        assert party.players[1].game == party.watchers[0].game
        holds_in_state(play_of(served, party.code).state)
