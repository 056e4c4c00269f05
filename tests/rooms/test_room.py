"""A live room: who is there, what is pushed to whom, and races between processes for its record."""

import asyncio

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, begun, same_as_a_fresh_welcome
from splendor.records import Game, Player, Unavailable
from splendor.rooms.patch import KINDS, Kind
from splendor.rooms.refusal import Refusal
from splendor.wire.options import OptionsIn

pytestmark = pytest.mark.anyio


def last(guest: Guest) -> dict:
    return guest.seen.messages[-1]


# Who is there


async def test_the_first_message_is_a_welcome_with_everything() -> None:
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    await guests[1].send("chat", text="hello")
    (eve,) = await stage.enter("eve")
    assert eve.seen.kinds() == ["welcome"]
    welcome = eve.seen.messages[0]
    assert welcome["you"] == {"player": "eve", "name": "Eve", "seat": None, "host": False}
    assert welcome["room"] == guests[0].seen.room
    assert welcome["game"]["seq"] == 1
    assert [entry["seq"] for entry in welcome["log"]] == [1]
    assert [line["text"] for line in welcome["chat"]] == ["hello"]


async def test_others_learn_of_who_comes_and_goes() -> None:
    stage = Stage("ada", "lin")
    (ada,) = await stage.enter("ada")
    lin, eve = await stage.enter("lin", "eve")
    assert [seat and seat["online"] for seat in ada.seen.room["seats"]] == [True, True, None, None]
    assert ada.seen.room["watchers"] == [{"player": "eve", "name": "Eve"}]
    lin.leave()
    eve.leave()
    assert ada.seen.room["seats"][1]["online"] is False
    assert ada.seen.room["watchers"] == []


async def test_a_second_tab_changes_nothing_for_the_others_and_closing_it_neither() -> None:
    stage = Stage("ada", "lin")
    ada, lin, again = await stage.enter("ada", "lin", "lin")
    assert again.seen.kinds() == ["welcome"]
    ada.seen.forget_frames()
    again.leave()
    assert ada.seen.messages == []
    assert ada.seen.room["seats"][1]["online"] is True
    lin.leave()
    assert ada.seen.room["seats"][1]["online"] is False


@pytest.mark.parametrize("kind", KINDS)
async def test_each_is_sent_the_kind_of_patches_that_they_asked_for(kind: Kind) -> None:
    stage, (ada, lin) = await begun()
    room = await stage.room()
    eve = Guest(room, stage.store.people["eve"], kind)
    eve.seen.forget_frames()
    lin.leave()
    back = lin.come_back()
    await ada.act(TAKES[0])
    same_as_a_fresh_welcome(room, [ada, back, eve])
    away, _, moved = (message["patch"] for message in eve.seen.messages)
    assert [type(patch) for patch in (away["seats"], moved["players"])] == [{"merge": list, "indexed": dict}[kind]] * 2


async def test_rev_goes_up_by_one_with_every_change_that_is_shown() -> None:
    stage = Stage("ada", "lin")
    (ada,) = await stage.enter("ada")
    before = ada.seen.room["rev"]
    (eve,) = await stage.enter("eve")
    await eve.send("sit")
    await eve.send("stand")
    eve.leave()
    revs = [message["patch"]["rev"] for message in ada.seen.messages if message["type"] == "room"]
    assert revs == [before + n for n in range(1, 5)]


async def test_you_stands_only_beside_what_changed_you() -> None:
    stage = Stage("ada", "lin")
    ada, lin, eve = await stage.enter("ada", "lin", "eve")
    for guest in (ada, lin, eve):
        guest.seen.forget_frames()
    await eve.send("sit")
    assert "you" not in last(ada)
    assert "you" not in last(lin)
    assert last(eve)["you"] == {"player": "eve", "name": "Eve", "seat": 2, "host": False}
    await ada.send("options", options={"target": 20})
    assert all("you" not in last(guest) for guest in (ada, lin, eve))


async def test_you_comes_to_all_who_move_when_seats_close_up() -> None:
    stage = Stage("ada", None, "lin")
    ada, lin = await stage.enter("ada", "lin")
    await ada.send("start")
    assert lin.seen.you["seat"] == 1
    rooms = [message for message in ada.seen.messages if message["type"] == "room"]
    assert "you" not in rooms[-1]


async def test_a_rename_reaches_the_seat_the_watchers_and_whoever_was_renamed() -> None:
    stage = Stage("ada", "lin")
    ada, lin, tab, eve = await stage.enter("ada", "lin", "lin", "eve")
    stage.rooms.rename(Player(id="lin", name="Linda"))
    stage.rooms.rename(Player(id="eve", name="Eva"))
    assert ada.seen.room["seats"][1]["name"] == "Linda"
    assert ada.seen.room["watchers"] == [{"player": "eve", "name": "Eva"}]
    assert lin.seen.you["name"] == tab.seen.you["name"] == "Linda"
    assert eve.seen.you["name"] == "Eva"
    assert "you" not in last(ada)
    await lin.send("chat", text="it is me")
    assert last(ada)["name"] == "Linda"


async def test_a_rename_of_somebody_elsewhere_shows_nothing() -> None:
    stage = Stage("ada", "lin")
    (ada,) = await stage.enter("ada")
    ada.seen.forget_frames()
    stage.rooms.rename(Player(id="nobody", name="N"))
    stage.rooms.rename(Player(id="ada", name="Ada"))
    assert ada.seen.messages == []


async def test_a_game_keeps_the_names_that_it_started_with() -> None:
    stage, guests = await begun()
    before = guests[0].seen.game["players"]  # type: ignore[index]
    stage.rooms.rename(Player(id=guests[0].id, name="Renamed"))
    await guests[0].act(TAKES[0])
    assert [player["name"] for player in guests[1].seen.game["players"]] == [p["name"] for p in before]  # type: ignore[index]


# Chat


async def test_a_chat_line_is_stored_before_it_is_shown() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")
    lin.seen.forget_frames()
    shown = []
    stage.store.before_write = lambda _: shown.append(list(lin.seen.messages))
    await ada.send("chat", text="  hello  ")
    assert shown == [[]]
    assert {key: last(lin)[key] for key in ("type", "player", "name", "text")} == {
        "type": "chat", "player": "ada", "name": "Ada", "text": "hello",
    }  # fmt: skip
    assert stage.store.lines[0].text == "hello"


async def test_a_chat_line_that_was_not_stored_is_shown_to_nobody() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")
    lin.seen.forget_frames()
    stage.store.outages = ["before"]
    with pytest.raises(Unavailable):
        await ada.send("chat", text="hello")
    assert lin.seen.messages == []
    assert not (await stage.room()).chat.view()


async def test_the_last_fifty_lines_are_kept() -> None:
    stage = Stage("ada")
    (ada,) = await stage.enter("ada")
    for n in range(53):
        await ada.send("chat", text=f"line {n}")
    (eve,) = await stage.enter("eve")
    assert [line["text"] for line in eve.seen.chat] == [f"line {n}" for n in range(3, 53)]
    stage.rooms.live.clear()
    (again,) = await stage.enter("eve")
    assert again.seen.chat == eve.seen.chat


# Races for the record


async def test_a_change_is_stored_before_it_is_shown() -> None:
    stage = Stage("ada")
    ada, eve = await stage.enter("ada", "eve")
    ada.seen.forget_frames()
    shown = []
    stage.store.before_write = lambda _: shown.append(list(ada.seen.messages))
    await eve.send("sit")
    assert shown == [[]]
    assert stage.store.rooms[CODE].seats[1] == "eve"


async def test_a_change_that_was_not_stored_is_not_made() -> None:
    stage = Stage("ada")
    ada, eve = await stage.enter("ada", "eve")
    ada.seen.forget_frames()
    stage.store.outages = ["before"]
    with pytest.raises(Unavailable):
        await eve.send("sit")
    assert ada.seen.messages == []
    assert (await stage.room()).record.seats[1] is None


async def test_a_lost_race_is_asked_again_with_what_the_other_process_left() -> None:
    stage = Stage("ada")
    ada, eve = await stage.enter("ada", "eve")

    def first(_: str) -> None:
        stage.store.before_write = None
        stage.store.another_process_saves(CODE, seats=("ada", "lin", None, None))

    stage.store.before_write = first
    await eve.send("sit")
    assert stage.store.rooms[CODE].seats == ("ada", "lin", "eve", None)
    assert [seat and seat["name"] for seat in ada.seen.room["seats"]] == ["Ada", "Lin", "Eve", None]


async def test_a_lost_race_for_the_last_seat_is_refused() -> None:
    stage = Stage("ada", "lin", "bo")
    ada, eve = await stage.enter("ada", "eve")

    def first(_: str) -> None:
        stage.store.before_write = None
        stage.store.another_process_saves(CODE, seats=("ada", "lin", "bo", "cy"))

    stage.store.before_write = first
    with pytest.raises(Refusal) as caught:
        await eve.send("sit")
    assert caught.value.code == "room_full"
    assert ada.seen.room["seats"][3]["player"] == "cy"


async def test_a_host_that_another_process_replaced_may_no_longer() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")

    def first(_: str) -> None:
        stage.store.before_write = None
        stage.store.another_process_saves(CODE, host="lin")

    stage.store.before_write = first
    with pytest.raises(Refusal) as caught:
        await ada.send("options", options={"target": 20})
    assert caught.value.code == "forbidden"
    assert lin.seen.you["host"] is True
    assert ada.seen.you["host"] is False


async def test_a_change_that_changes_nothing_is_not_stored() -> None:
    stage = Stage("ada")
    (ada,) = await stage.enter("ada")
    stage.store.calls.clear()
    await ada.send("options", options={"target": 15})
    await ada.send("sit")
    assert stage.store.calls == []


async def test_a_game_that_another_process_began_and_played_is_shown_whole() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")
    elsewhere, _ = await begun()
    other = await elsewhere.room()
    await Guest(other, Player(id=other.play.record.players[other.play.state.turn], name="x")).act(TAKES[0])  # type: ignore[union-attr]
    game: Game = other.play.record  # type: ignore[union-attr]

    def first(_: str) -> None:
        stage.store.before_write = None
        stage.store.games[game.id] = game
        stage.store.journal[game.id] = elsewhere.store.journal[game.id]
        stage.store.another_process_saves(
            CODE, status="playing", game=game.id, seats=game.players, options=game.options
        )

    stage.store.before_write = first
    with pytest.raises(Refusal) as caught:
        await ada.send("start")
    assert caught.value.code == "wrong_status"
    for guest in (ada, lin):
        assert guest.seen.game["seq"] == 1  # type: ignore[index]
        assert [entry["seq"] for entry in guest.seen.log] == [1]


async def test_changes_of_one_room_go_one_after_the_other() -> None:
    stage = Stage("ada", "lin", "bo")
    guests = await stage.enter("cy", "eve")
    answers = await asyncio.gather(*(guest.send("sit") for guest in guests), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), Refusal]
    assert stage.store.calls.count("save_room") == 1


async def test_options_that_are_sent_reach_every_viewer() -> None:
    stage = Stage("ada")
    ada, eve = await stage.enter("ada", "eve")
    await ada.send("options", options=OptionsIn(seats=2, target=21).model_dump(exclude_unset=True), public=True)
    assert eve.seen.room["options"] == {**stage.store.rooms[CODE].options}
    assert eve.seen.room["seats"] == ada.seen.room["seats"]
    assert len(eve.seen.room["seats"]) == 2
    assert eve.seen.room["public"] is True
