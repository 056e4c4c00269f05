"""One game after the other in one room: who is in, who starts, what stays; and two who begin at once."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, a_record, begun
from splendor import records
from splendor.records import Unavailable
from splendor.rooms.refusal import Refusal
from splendor.rooms.rematch import next_start
from splendor.rooms.rooms import Rooms

pytestmark = pytest.mark.anyio


async def refused(code: str, doing: Awaitable[Any]) -> None:
    with pytest.raises(Refusal) as caught:
        await doing
    assert caught.value.code == code


async def ended(*extra: str, players: int = 2) -> tuple[Stage, dict[str, Guest]]:
    """A game that is over: all but its first player resigned. The guests by their ids."""
    stage, guests = await begun(*extra, players=players)
    (id,) = stage.store.games
    await guests[0].act(TAKES[0])
    for guest in guests[1:players]:
        await guest.send("resign", game=id)
    assert stage.store.rooms[CODE].status == "over"
    return stage, {guest.id: guest for guest in guests}


def record(stage: Stage) -> records.Room:
    return stage.store.rooms[CODE]


def games(stage: Stage) -> list[records.Game]:
    return list(stage.store.games.values())


def started_by(stage: Stage, game: int) -> str:
    played = games(stage)[game]
    return played.players[played.deal["start"]]


# Who is in


async def test_the_table_sees_who_is_in_and_the_game_begins_with_the_last() -> None:
    stage, people = await ended("eve", players=3)
    for n, id in enumerate(("lin", "bo"), start=1):
        await people[id].send("rematch")
        assert len(people["eve"].seen.room["rematch"]) == n
        assert record(stage).status == "over"
    assert people["ada"].seen.room["rematch"] == ["lin", "bo"]
    await people["ada"].send("rematch")
    assert record(stage).status == "playing"
    assert len(games(stage)) == 2
    first, second = games(stage)
    assert second.players == first.players == ("ada", "lin", "bo")
    assert (second.seed, second.deal["decks"]) != (first.seed, first.deal["decks"])
    for guest in people.values():
        assert guest.seen.game is not None
        assert (guest.seen.game["id"], guest.seen.game["seq"], guest.seen.log) == (second.id, 0, [])
        assert guest.seen.room["rematch"] == []
        assert guest.seen.room["game"] == second.id
        assert [score["game"] for score in guest.seen.room["scores"]] == [first.id]
    assert people["eve"].seen.you["seat"] is None
    assert people["eve"].seen.room["watchers"] == [{"player": "eve", "name": "Eve"}]


async def test_one_may_think_better_of_it() -> None:
    stage, people = await ended()
    await people["ada"].send("rematch")
    await people["ada"].send("rematch", ready=False)
    assert people["lin"].seen.room["rematch"] == []
    await people["lin"].send("rematch")
    assert record(stage).status == "over"
    await people["ada"].send("rematch")
    assert record(stage).status == "playing"


async def test_who_leaves_the_room_and_comes_back_is_still_in() -> None:
    stage, people = await ended()
    await people["ada"].send("rematch")
    people["ada"].leave()
    assert people["lin"].seen.room["rematch"] == ["ada"]
    await people["lin"].send("rematch")
    assert record(stage).status == "playing"


async def test_a_rematch_is_for_those_who_sit_and_after_a_game() -> None:
    stage, people = await ended("eve")
    await refused("forbidden", people["eve"].send("rematch"))
    for guest in (people["ada"], people["lin"]):
        await guest.send("rematch")
    await refused("wrong_status", people["ada"].send("rematch"))
    lobby = Stage("ada", "lin")
    (ada,) = await lobby.enter("ada")
    await refused("wrong_status", ada.send("rematch"))
    assert len(games(stage)) == 2


async def test_it_begins_when_the_last_who_is_not_in_stands_up() -> None:
    stage, people = await ended(players=3)
    await people["ada"].send("rematch")
    await people["lin"].send("rematch")
    await people["bo"].send("stand")
    assert games(stage)[1].players == ("ada", "lin")
    assert people["bo"].seen.you["seat"] is None
    assert record(stage).seats == ("ada", "lin", None, None)


async def test_it_begins_when_the_last_who_is_not_in_is_kicked() -> None:
    stage, people = await ended(players=3)
    await people["ada"].send("rematch")
    await people["lin"].send("rematch")
    await people["ada"].send("kick", seat=2)
    assert games(stage)[1].players == ("ada", "lin")


async def test_one_alone_is_no_game() -> None:
    stage, people = await ended()
    await people["ada"].send("rematch")
    await people["lin"].send("stand")
    assert record(stage).status == "over"
    await refused("wrong_status", people["ada"].send("start"))
    await people["lin"].send("sit")
    await people["lin"].send("rematch")
    assert record(stage).status == "playing"


async def test_who_stood_up_is_in_no_longer() -> None:
    _, people = await ended(players=3)
    await people["bo"].send("rematch")
    await people["bo"].send("stand")
    await people["bo"].send("sit")
    assert people["ada"].seen.room["rematch"] == []


# Seats may change


async def test_a_watcher_sits_down_for_the_next_game_and_the_chairs_stay() -> None:
    stage, people = await ended("eve")
    assert people["eve"].seen.room["options"]["seats"] == len(people["eve"].seen.room["seats"]) == 4
    await people["eve"].send("sit")
    assert people["eve"].seen.you["seat"] == 2
    await people["ada"].send("rematch")
    await people["lin"].send("rematch")
    assert record(stage).status == "over"
    await people["eve"].send("rematch")
    second = games(stage)[1]
    assert second.players == ("ada", "lin", "eve")
    assert second.options["seats"] == 3
    assert record(stage).options["seats"] == 4
    assert record(stage).seats == ("ada", "lin", "eve", None)
    assert games(stage)[0].players == ("ada", "lin")


async def test_the_host_sets_options_between_games_and_the_former_game_keeps_its_own() -> None:
    stage, people = await ended()
    await people["ada"].send("options", options={"target": 10, "seats": 2})
    for guest in people.values():
        await guest.send("rematch")
    first, second = games(stage)
    assert (first.options["target"], second.options["target"]) == (15, 10)
    assert record(stage).seats == ("ada", "lin")


async def test_nobody_sits_stands_or_changes_options_during_the_rematch() -> None:
    _, people = await ended("eve")
    for guest in (people["ada"], people["lin"]):
        await guest.send("rematch")
    await refused("wrong_status", people["eve"].send("sit"))
    await refused("wrong_status", people["lin"].send("stand"))
    await refused("wrong_status", people["ada"].send("options", options={"target": 10}))


async def test_the_kicked_may_sit_again_once_the_host_allows() -> None:
    stage, guests = await begun("eve", players=3)
    people = {guest.id: guest for guest in guests}
    await people["ada"].send("kick", seat=1)
    assert people["eve"].seen.room["kicked"] == [{"player": "lin", "name": "Lin"}]
    await people["ada"].send("admit", player="lin")
    assert people["eve"].seen.room["kicked"] == []
    await refused("wrong_status", people["lin"].send("sit"))  # the game goes on without them
    await people["bo"].send("resign", game=games(stage)[0].id)
    await people["lin"].send("sit")
    for id in ("ada", "bo", "lin"):
        await people[id].send("rematch")
    assert games(stage)[1].players == ("ada", "lin", "bo")
    await refused("not_found", people["ada"].send("admit", player="lin"))


# The host starts


async def test_the_host_starts_with_those_who_are_in_and_the_others_watch() -> None:
    stage, people = await ended(players=4)
    await people["bo"].send("rematch")
    await people["ada"].send("start")
    assert games(stage)[1].players == ("ada", "bo")
    assert record(stage).seats == ("ada", "bo", None, None)
    for id in ("lin", "cy"):
        assert people[id].seen.you["seat"] is None
        assert {"player": id, "name": id.capitalize()} in people["ada"].seen.room["watchers"]
        assert people[id].seen.game is not None
        assert "moves" not in people[id].seen.game
    await refused("forbidden", people["lin"].send("start"))


async def test_a_host_alone_starts_nothing_and_is_not_in_by_trying() -> None:
    stage, people = await ended()
    await refused("wrong_status", people["ada"].send("start"))
    assert people["lin"].seen.room["rematch"] == []
    await people["lin"].send("rematch")
    assert record(stage).status == "over"


async def test_a_host_who_watches_starts_for_the_others() -> None:
    stage, people = await ended(players=3)
    await people["ada"].send("stand")
    await people["lin"].send("rematch")
    await refused("wrong_status", people["ada"].send("start"))
    await people["bo"].send("rematch")
    assert games(stage)[1].players == ("lin", "bo")


# Who starts (E44)


async def test_the_start_passes_to_the_next_seat_game_after_game() -> None:
    stage, people = await ended(players=3)
    order = ["ada", "lin", "bo"]
    first = order.index(started_by(stage, 0))
    for n in range(1, 5):
        for id in order:
            await people[id].send("rematch")
        assert started_by(stage, n) == order[(first + n) % 3]
        assert people["ada"].seen.game is not None
        assert people["ada"].seen.game["turn"] == people["ada"].seen.game["start"]
        for id in order[:2]:
            await people[id].send("resign", game=games(stage)[n].id)


class Former:
    """As much of a game as says who started it."""

    def __init__(self, players: tuple[str, ...], start: int) -> None:
        self.record = type("Record", (), {"players": players})
        self.state = type("State", (), {"start": start})


@pytest.mark.parametrize(
    ("former", "start", "seats", "players", "starts"),
    [
        (("ada", "lin"), 0, ("ada", "lin"), ("ada", "lin"), "lin"),
        (("ada", "lin"), 1, ("ada", "lin"), ("ada", "lin"), "ada"),
        (("ada", "lin"), 0, ("ada", "lin", "eve"), ("ada", "lin", "eve"), "lin"),
        (("ada", "lin"), 1, ("ada", "lin", "eve"), ("ada", "lin", "eve"), "eve"),
        # The one who started has moved: who follows them now.
        (("ada", "lin"), 0, ("lin", None, "ada", "eve"), ("lin", "ada", "eve"), "eve"),
        # They stay at the table and are not in: who follows them.
        (("ada", "lin", "bo"), 1, ("ada", "lin", "bo"), ("ada", "bo"), "bo"),
        # They are gone, and so is whoever had the seat after theirs.
        (("ada", "lin", "bo"), 0, (None, None, "bo", "eve"), ("bo", "eve"), "bo"),
        (("ada", "lin", "bo"), 2, ("ada", "lin", None), ("ada", "lin"), "ada"),
        # Somebody else sits where they sat: it passes on.
        (("ada", "lin"), 0, ("eve", "lin"), ("eve", "lin"), "lin"),
        (("ada", "lin"), 1, ("eve", "bo"), ("eve", "bo"), "eve"),
    ],
)
def test_who_starts(
    former: tuple[str, ...], start: int, seats: tuple[str | None, ...], players: tuple[str, ...], starts: str
) -> None:
    room = a_record(seats=seats)
    number = next_start(room, Former(former, start), players)  # type: ignore[arg-type]
    assert number is not None
    assert players[number] == starts


def test_in_the_first_game_chance_says_who_starts() -> None:
    assert next_start(a_record("ada", "lin"), None, ("ada", "lin")) is None


# What stays


async def test_the_room_keeps_a_score_of_the_evening_though_seats_change() -> None:
    stage, people = await ended("eve")
    winner = started_by(stage, 0)
    loser = "lin" if winner == "ada" else "ada"
    await people[loser].send("stand")
    await people["eve"].send("sit", seat=3)
    await people[winner].send("rematch")
    await people["eve"].send("rematch")
    id = games(stage)[1].id
    await people["eve"].send("resign", game=id)
    scores = people[loser].seen.room["scores"]
    assert [score["game"] for score in scores] == [game.id for game in games(stage)]
    assert scores[0]["players"] == ["ada", "lin"]
    assert scores[0]["names"] == ["Ada", "Lin"]
    assert scores[1]["players"] == [winner, "eve"]
    assert [score["players"][score["winners"][0]] for score in scores] == [winner, winner]
    assert stage.store.games[scores[0]["game"]].result is not None
    assert stage.store.journal[scores[0]["game"]]


async def test_who_was_in_for_a_rematch_before_a_restart_still_is() -> None:
    stage, people = await ended()
    await people["ada"].send("rematch")
    stage.rooms.live.clear()
    ada, lin = await stage.enter("ada", "lin")
    assert ada.seen.room["rematch"] == ["ada"]
    await lin.send("rematch")
    assert record(stage).status == "playing"


# At once


async def test_two_who_are_the_last_to_be_in_at_once_begin_one_game() -> None:
    stage, people = await ended(players=4)
    answers = await asyncio.gather(*(guest.send("rematch") for guest in people.values()), return_exceptions=True)
    assert answers == [None] * 4
    assert len(games(stage)) == 2


@pytest.mark.parametrize("start_first", [True, False])
async def test_a_start_and_the_last_rematch_at_once_begin_one_game(start_first: bool) -> None:
    stage, people = await ended()
    await people["lin"].send("rematch")
    both = [people["ada"].send("start"), people["ada"].send("rematch")]
    answers = await asyncio.gather(*(both if start_first else both[::-1]), return_exceptions=True)
    assert answers[0] is None
    assert isinstance(answers[1], Refusal)
    assert answers[1].code == "wrong_status"
    assert len(games(stage)) == 2


async def test_of_two_processes_one_begins_and_the_other_shows_it() -> None:
    stage, people = await ended()
    there = await Rooms(stage.store, "client").get(CODE)
    far = [Guest(there, stage.store.people[id]) for id in ("ada", "lin")]
    for guest in (people["ada"], far[0], people["lin"]):
        await guest.send("rematch")
    assert len(games(stage)) == 2
    await refused("wrong_status", far[1].send("rematch"))
    assert len(games(stage)) == 2
    assert far[0].seen.game is not None
    assert far[0].seen.game["id"] == games(stage)[1].id
    assert far[0].seen.room["status"] == "playing"


async def test_a_rematch_that_was_not_stored_is_shown_to_nobody() -> None:
    stage, people = await ended()
    await people["ada"].send("rematch")
    before = people["ada"].seen.game
    stage.store.outages = ["before"]
    with pytest.raises(Unavailable):
        await people["lin"].send("rematch")
    assert people["ada"].seen.game == before
    assert len(games(stage)) == 1


async def test_of_two_who_want_one_chair_between_games_one_gets_it_fifty_times() -> None:
    stage, people = await ended("eve", players=3)
    bo, eve = people["bo"], people["eve"]
    await bo.send("stand")
    for n in range(50):
        both = [guest.send("sit") if n % 2 else guest.send("sit", seat=2) for guest in (bo, eve)]
        await people["ada"].send("options", options={"seats": 3})
        answers = await asyncio.gather(*both, return_exceptions=True)
        codes = [getattr(answer, "code", None) for answer in answers]
        assert sorted(codes, key=str) == [None, "room_full" if n % 2 else "seat_taken"]
        seated = (bo, eve)[codes.index(None)]
        assert record(stage).seats == ("ada", "lin", seated.id)
        await seated.send("stand")


@pytest.mark.parametrize("kick_first", [True, False])
async def test_a_kick_and_an_act_at_once(kick_first: bool) -> None:
    stage, guests = await begun(players=3)
    if guests[0].id == "ada":
        await guests[0].act(TAKES[0])
        guests = guests[1:] + guests[:1]
    host = next(guest for guest in guests if guest.id == "ada")
    seq = len(stage.store.journal[games(stage)[0].id])
    both = [host.send("kick", seat=guests[0].seen.you["seat"]), guests[0].act(TAKES[1], seq + 1)]
    answers = await asyncio.gather(*(both if kick_first else both[::-1]), return_exceptions=True)
    types = [row.action["type"] for row in stage.store.journal[games(stage)[0].id]][seq:]
    if kick_first:
        assert getattr(answers[1], "code", None) == "forbidden"
        assert types == ["resign"]
    else:
        assert answers == [None, None]
        assert types == ["take", "resign"]
    assert record(stage).kicked == (guests[0].id,)
