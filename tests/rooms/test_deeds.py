"""What a message does in a room: start, kick, resign, and who may."""

from typing import Any

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, begun
from splendor.records import Unavailable
from splendor.rooms.refusal import Refusal

pytestmark = pytest.mark.anyio


async def refused(guest: Guest, code: str, type: str, **fields: Any) -> None:
    with pytest.raises(Refusal) as caught:
        await guest.send(type, **fields)
    assert caught.value.code == code


# Who may


@pytest.mark.parametrize(
    ("type", "fields"),
    [("start", {}), ("kick", {"seat": 1}), ("options", {"options": {}}), ("admit", {"player": "eve"})],
)
async def test_only_the_host_may(type: str, fields: dict[str, Any]) -> None:
    stage = Stage("ada", "lin")
    lin, eve = await stage.enter("lin", "eve")
    for guest in (lin, eve):
        await refused(guest, "forbidden", type, **fields)
    assert "save_room" not in stage.store.calls


@pytest.mark.parametrize(
    ("type", "fields"),
    [
        ("bot", {"seat": 1, "level": "easy"}),
    ],
)
async def test_what_is_not_to_be_had_yet_says_so(type: str, fields: dict[str, Any]) -> None:
    stage = Stage("ada", "lin")
    (ada,) = await stage.enter("ada")
    await refused(ada, "wrong_status", type, **fields)


async def test_a_ping_with_resync_brings_a_welcome_and_one_without_nothing() -> None:
    stage, guests = await begun("eve")
    await guests[0].send("ping")
    assert guests[0].seen.messages == []
    await guests[0].send("ping", resync=True)
    assert guests[0].seen.kinds() == ["welcome"]
    assert guests[1].seen.messages == []
    assert stage.store.calls == []


# Start


async def test_start_deals_a_game_to_those_who_sit_and_shows_it() -> None:
    stage = Stage("ada", None, "lin")
    ada, lin, eve = await stage.enter("ada", "lin", "eve")
    await ada.send("start")
    (game,) = stage.store.games.values()
    assert game.players == ("ada", "lin")
    assert game.names == ("Ada", "Lin")
    assert stage.store.rooms[CODE].game == game.id
    for guest in (ada, lin, eve):
        assert guest.seen.kinds()[-2:] == ["room", "game"]
        assert guest.seen.game["seq"] == 0  # type: ignore[index]
        assert guest.seen.room["game"] == guest.seen.game["id"]  # type: ignore[index]
        assert guest.seen.log == []
    assert sum("moves" in guest.seen.game for guest in (ada, lin, eve)) == 1  # type: ignore[operator]


async def test_no_two_games_are_dealt_alike() -> None:
    seeds, deals = set(), set()
    for _ in range(5):
        stage, _ = await begun()
        (game,) = stage.store.games.values()
        seeds.add(game.seed)
        deals.add(str(game.deal))
    assert len(seeds) == len(deals) == 5
    assert all(len(seed) >= 32 for seed in seeds)


async def test_a_game_starts_once_however_often_it_is_asked() -> None:
    stage, guests = await begun()
    host = next(guest for guest in guests if guest.id == "ada")
    await refused(host, "wrong_status", "start")
    assert len(stage.store.games) == 1


async def test_a_start_that_was_not_stored_is_shown_to_nobody() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")
    lin.seen.forget_frames()
    stage.store.outages = ["before"]
    with pytest.raises(Unavailable):
        await ada.send("start")
    assert lin.seen.messages == []
    assert (await stage.room()).record.status == "lobby"


async def test_a_start_that_lost_a_race_deals_to_those_who_sit_now() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")

    def first(_: str) -> None:
        stage.store.before_write = None
        stage.store.another_process_saves(CODE, seats=("ada", "bo", "lin", None))

    stage.store.before_write = first
    await ada.send("start")
    (game,) = stage.store.games.values()
    assert game.players == ("ada", "bo", "lin")
    assert lin.seen.you["seat"] == 2


async def test_one_player_does_not_make_a_game() -> None:
    stage = Stage("ada")
    (ada,) = await stage.enter("ada")
    await refused(ada, "wrong_status", "start")


# Kick


async def test_kicked_in_the_lobby_one_watches_and_may_not_sit() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")
    await ada.send("kick", seat=1)
    assert lin.seen.you["seat"] is None
    assert lin.seen.room["watchers"] == [{"player": "lin", "name": "Lin"}]
    await refused(lin, "forbidden", "sit")
    await refused(lin, "forbidden", "sit", seat=2)
    lin.leave()
    (again,) = await stage.enter("lin")
    await refused(again, "forbidden", "sit")
    await again.send("chat", text="I may still talk")


@pytest.mark.parametrize("their_turn", [True, False])
async def test_kicked_in_a_running_game_one_leaves_it_and_is_welcomed_as_a_watcher(their_turn: bool) -> None:
    stage, guests = await begun("eve", players=3)
    host = next(guest for guest in guests if guest.id == "ada")
    others = [guest for guest in guests[:3] if guest is not host]
    if not their_turn and guests[0] is not host:
        victim = next(guest for guest in others if guest is not guests[0])
    elif their_turn and guests[0] is host:
        await host.act(TAKES[0])
        victim = guests[1]
    else:
        victim = others[0]
    seat = victim.seen.you["seat"]
    victim.seen.forget_frames()
    await host.send("kick", seat=seat)
    assert victim.seen.kinds() == ["welcome", "room"]
    assert victim.seen.you["seat"] is None
    assert victim.seen.game == guests[3].seen.game
    assert victim.seen.game["players"][seat]["left"] is True  # type: ignore[index]
    assert victim.seen.log[-1]["type"] == "resign"
    assert guests[3].seen.log[-1]["seat"] == seat
    assert host.seen.room["seats"][seat] is None
    assert stage.store.rooms[CODE].kicked == (victim.id,)
    with pytest.raises(Refusal) as caught:
        await victim.act(TAKES[1])
    assert caught.value.code == "forbidden"
    await refused(victim, "wrong_status", "sit")
    # The next moves reach them as they reach a watcher.
    turn = host.room.play.state.turn  # type: ignore[union-attr]
    await next(guest for guest in guests if guest.seen.you["seat"] == turn).act(TAKES[2])
    assert victim.seen.game == guests[3].seen.game


async def test_kicking_the_last_but_one_ends_the_game() -> None:
    stage, guests = await begun()
    host = next(guest for guest in guests if guest.id == "ada")
    victim = next(guest for guest in guests if guest.id == "lin")
    await host.send("kick", seat=victim.seen.you["seat"])
    assert host.seen.game["result"]["by"] == "last_player"  # type: ignore[index]
    assert host.seen.room["status"] == stage.store.rooms[CODE].status == "over"
    assert stage.store.rooms[CODE].kicked == ("lin",)


async def test_who_left_by_themselves_can_still_be_kicked_from_the_seat() -> None:
    stage, guests = await begun(players=3)
    host = next(guest for guest in guests if guest.id == "ada")
    lin = next(guest for guest in guests if guest.id == "lin")
    (id,) = stage.store.games
    await lin.send("resign", game=id)
    await host.send("kick", seat=1)
    assert [row.action["type"] for row in stage.store.journal[id]] == ["resign"]
    assert stage.store.rooms[CODE].seats[1] is None


async def test_a_seat_without_anybody_is_not_kicked() -> None:
    stage = Stage("ada")
    (ada,) = await stage.enter("ada")
    for seat in (1, 3):
        await refused(ada, "not_found", "kick", seat=seat)
    await refused(ada, "forbidden", "kick", seat=0)


async def test_who_moved_meanwhile_is_kicked_where_they_sit_now() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")

    def first(_: str) -> None:
        stage.store.before_write = None
        stage.store.another_process_saves(CODE, seats=("ada", "bo", None, "lin"))

    stage.store.before_write = first
    await ada.send("kick", seat=1)
    assert stage.store.rooms[CODE].seats == ("ada", "bo", None, None)
    assert lin.seen.you["seat"] is None


# Resign


async def test_who_resigns_sees_the_rest_as_a_watcher() -> None:
    stage, guests = await begun("eve", players=3)
    (id,) = stage.store.games
    tab = (await stage.enter(guests[1].id))[0]
    for guest in (guests[1], tab):
        guest.seen.forget_frames()
    await guests[1].send("resign", game=id)
    for guest in (guests[1], tab):
        assert guest.seen.kinds() == ["welcome"]
        assert guest.seen.game == guests[3].seen.game
    await refused(guests[1], "forbidden", "resign", game=id)
    assert guests[1].seen.you["seat"] is not None


async def test_only_players_of_this_game_resign_from_it() -> None:
    stage, guests = await begun("eve")
    (id,) = stage.store.games
    await refused(guests[2], "forbidden", "resign", game=id)
    await refused(guests[0], "not_found", "resign", game="another")
    assert stage.store.journal[id] == []


async def test_with_two_players_a_resignation_ends_the_game() -> None:
    stage, guests = await begun()
    (id,) = stage.store.games
    await guests[1].send("resign", game=id)
    game = guests[0].seen.game
    assert game is not None
    assert game["phase"] == "over"
    assert game["result"]["winners"] == [guests[0].seen.you["seat"]]
    assert stage.store.rooms[CODE].scores[0]["winners"] == game["result"]["winners"]


# Reactions


@pytest.mark.parametrize("who", ["ada", "eve"])
async def test_a_reaction_goes_to_all_in_the_room_and_is_kept_nowhere(who: str) -> None:
    stage = Stage("ada", "lin")
    guests = await stage.enter("ada", "lin", "eve")
    sender = next(guest for guest in guests if guest.id == who)
    for guest in guests:
        guest.seen.forget_frames()
    stage.store.calls.clear()
    await sender.send("react", reaction="wow")
    for guest in guests:
        assert guest.seen.messages == [{"type": "react", "player": who, "reaction": "wow"}]
    assert stage.store.calls == []
    (late,) = await stage.enter("bo")
    assert late.seen.chat == []
