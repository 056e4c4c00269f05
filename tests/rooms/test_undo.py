"""Taking back the last action: freely, by asking, or not at all; and every race for it."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, begun
from splendor import rules
from splendor.records import Unavailable
from splendor.rooms.play import FREELY
from splendor.rooms.record import game_record
from splendor.rooms.refusal import Refusal
from splendor.rooms.room import Room, load_play
from splendor.rooms.rooms import Rooms
from support import positions

pytestmark = pytest.mark.anyio

BLIND = {"type": "reserve", "deck": 2}


async def refused(code: str, doing: Awaitable[Any]) -> None:
    with pytest.raises(Refusal) as caught:
        await doing
    assert caught.value.code == code


def game_of(guest: Guest) -> dict[str, Any]:
    assert guest.seen.game is not None
    return guest.seen.game


async def undo(guest: Guest, seq: int | None = None) -> None:
    await guest.send("undo", game=game_of(guest)["id"], seq=seq or game_of(guest)["seq"])


async def consent(guest: Guest, seq: int, yes: bool = True) -> None:
    await guest.send("consent", game=game_of(guest)["id"], seq=seq, yes=yes)


def without_numbers(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key != "seq"}


def everyone_sees_what_a_newcomer_sees(room: Room, guests: list[Guest]) -> None:
    for guest in guests:
        newcomer = Guest(room, guest.viewer.player)
        assert (guest.seen.game, guest.seen.log) == (newcomer.seen.game, newcomer.seen.log)
        assert guest.seen.room == newcomer.seen.room
        newcomer.leave()


def rows(stage: Stage) -> list[dict[str, Any]]:
    (id,) = stage.store.games
    return [row.action for row in stage.store.journal[id]]


# Freely


async def test_an_action_by_which_nobody_learned_anything_is_taken_back_at_once() -> None:
    stage, guests = await begun("eve", players=3)
    before = [game_of(guest) for guest in guests]
    await guests[0].act(TAKES[0])
    assert [game_of(guest).get("undo") for guest in guests] == ["free", None, None, None]
    await undo(guests[0])
    assert rows(stage) == [TAKES[0], {"type": "undo", "of": 1}]
    for guest, was in zip(guests, before, strict=True):
        assert without_numbers(game_of(guest)) == without_numbers(was)
        assert game_of(guest)["seq"] == 2
        assert [(entry["type"], entry.get("of")) for entry in guest.seen.log] == [("take", None), ("undo", 1)]
        assert guest.seen.log[1]["seat"] == guests[0].seen.you["seat"]
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


async def test_the_next_action_takes_the_next_number_and_may_be_taken_back_too() -> None:
    stage, guests = await begun()
    for n, take in enumerate(TAKES[:3]):
        await guests[0].act(take, 2 * n + 1)
        await undo(guests[0], 2 * n + 1)
    await guests[0].act(TAKES[3], 7)
    await guests[1].act(TAKES[0], 8)
    assert [row["type"] for row in rows(stage)] == ["take", "undo"] * 3 + ["take", "take"]
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


async def test_who_takes_a_turn_back_again_and_again_has_to_ask() -> None:
    stage, guests = await begun()
    for n in range(FREELY):
        await guests[0].act(TAKES[n % 4])
        assert game_of(guests[0])["undo"] == "free"
        await undo(guests[0])
    await guests[0].act(TAKES[0])
    assert game_of(guests[0])["undo"] == "ask"
    await undo(guests[0])
    number = game_of(guests[0])["seq"]
    assert guests[1].seen.room["ask"]["seq"] == number
    again = await load_play(stage.store, game_of(guests[0])["id"])
    assert again.views == guests[0].room.play.views  # type: ignore[union-attr]
    await consent(guests[1], number)
    await guests[0].act(TAKES[1])
    assert game_of(guests[0])["undo"] == "ask"
    await guests[1].act(TAKES[2])  # a turn of its own
    assert game_of(guests[1])["undo"] == "free"
    await guests[0].act(TAKES[3])
    assert game_of(guests[0])["undo"] == "free"


async def test_an_undo_is_safe_to_repeat_also_after_the_next_action() -> None:
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    await asyncio.gather(undo(guests[0], 1), undo(guests[0], 1))
    await guests[0].act(TAKES[1])
    await undo(guests[0], 1)
    await guests[0].act(TAKES[0], 1)  # as is the act that it took back
    assert [row["type"] for row in rows(stage)] == ["take", "undo", "take"]


async def test_a_return_is_taken_back_and_what_came_before_it_is_not() -> None:
    position, (seat, action) = positions.one_before("return")
    names = ("ada", "lin", "bo", "cy")[: len(position.state.players)]
    stage = Stage(*names)
    stage.play_on(position)
    guests = await stage.enter(*names)
    await guests[seat].act(rules.action_to_json(action))
    game = game_of(guests[seat])
    assert game["phase"] == "return"
    held = [token for token, n in game["players"][seat]["tokens"].items() for _ in range(n)]
    back = held[: game["moves"]["return"]]
    await guests[seat].act({"type": "return", "tokens": {token: back.count(token) for token in back}})
    assert game_of(guests[seat])["undo"] == "free"
    number = game_of(guests[seat])["seq"]
    await undo(guests[seat])
    assert without_numbers(game_of(guests[seat])) == {k: v for k, v in without_numbers(game).items() if k != "undo"}
    await refused("stale", undo(guests[seat], number - 1))  # an undo is not gone past
    await refused("wrong_status", undo(guests[seat]))
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


async def test_a_game_with_undos_is_the_fold_of_its_journal() -> None:
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    await undo(guests[0])
    await guests[0].act(TAKES[1])
    room = await stage.room()
    assert room.play is not None
    again = await load_play(stage.store, room.play.record.id)
    assert again.state == room.play.state
    assert again.views == room.play.views
    assert again.last == room.play.last
    assert again.undone == {1}
    stage.rooms.live.clear()
    (late,) = await stage.enter(guests[0].id)
    assert game_of(late)["undo"] == "free"
    await undo(late, 3)


async def test_a_replay_shows_neither_the_action_nor_that_it_was_taken_back() -> None:
    stage, guests = await begun()
    (id,) = stage.store.games
    await guests[0].act(TAKES[0])
    await undo(guests[0])
    await guests[0].act(TAKES[1])
    await guests[1].send("resign", game=id)
    record = game_record(stage.store.games[id], stage.store.journal[id])
    assert [(row["seq"], row["type"]) for row in record["actions"]] == [(3, "take"), (4, "resign")]
    state = rules.new_game(rules.Deal.from_json(record["deal"]), 2, rules.Options())
    for row in record["actions"]:
        action = {key: value for key, value in row.items() if key not in ("seq", "seat", "at")}
        state = rules.apply(state, row["seat"], rules.action_from_json(action)).state
    room = await stage.room()
    assert room.play is not None
    assert state == room.play.state


# By whom, and what not


async def test_only_who_acted_takes_it_back_and_only_the_last() -> None:
    stage, guests = await begun("eve")
    await guests[0].act(TAKES[0])
    await refused("forbidden", undo(guests[1]))
    await refused("forbidden", undo(guests[2]))
    await refused("stale", undo(guests[0], 2))
    await refused("not_found", guests[0].send("undo", game="another", seq=1))
    await guests[1].act(TAKES[1])
    await refused("stale", undo(guests[0], 1))
    assert "undo" not in game_of(guests[0])
    assert game_of(guests[1])["undo"] == "free"
    assert len(rows(stage)) == 2


async def test_before_the_first_action_there_is_nothing_to_take_back() -> None:
    _, guests = await begun()
    await refused("stale", undo(guests[0], 1))


async def test_nothing_is_taken_back_once_the_game_is_over() -> None:
    position, (seat, action) = positions.last_move()
    names = ("ada", "lin", "bo", "cy")[: len(position.state.players)]
    stage = Stage(*names)
    stage.play_on(position)
    guests = await stage.enter(*names)
    await guests[seat].act(rules.action_to_json(action))
    assert all("undo" not in game_of(guest) for guest in guests)
    await refused("wrong_status", undo(guests[seat]))


async def test_a_pass_and_what_came_before_it_are_not_taken_back() -> None:
    before, (seat, action) = positions.about_to_get_stuck(all_of_them=False)
    stage = Stage("ada", "lin")
    stage.play_on(before)
    guests = await stage.enter("ada", "lin")
    await guests[seat].act(rules.action_to_json(action))
    number = game_of(guests[seat])["seq"]
    await refused("stale", undo(guests[seat], number - 1))
    await refused("wrong_status", undo(guests[seat], number))
    await refused("wrong_status", undo(guests[1 - seat], number))


async def test_a_resignation_is_not_taken_back_nor_what_came_before_it() -> None:
    stage, guests = await begun(players=3)
    (id,) = stage.store.games
    await guests[0].act(TAKES[0])
    await guests[2].send("resign", game=id)
    assert "undo" not in game_of(guests[0])
    await refused("stale", undo(guests[0], 1))
    await refused("forbidden", undo(guests[2], 2))
    await refused("wrong_status", undo(guests[0], 2))
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


# By asking


async def asked(players: int = 3, *extra: str) -> tuple[Stage, list[Guest]]:
    """The first player has reserved blind, and asks to take that back."""
    stage, guests = await begun(*extra, players=players)
    await guests[0].act(BLIND)
    assert game_of(guests[0])["undo"] == "ask"
    await undo(guests[0])
    return stage, guests


async def test_an_action_that_turned_up_a_card_is_taken_back_when_all_others_agree() -> None:
    stage, guests = await asked(3, "eve")
    room = await stage.room()
    assert room.play is not None
    decks = room.play.state.decks
    seat = [guest.seen.you["seat"] for guest in guests]
    for guest in guests:
        ask = guest.seen.room["ask"]
        assert (ask["seat"], ask["seq"], ask["yes"]) == (seat[0], 1, [])
        assert len(rows(stage)) == 1
    await consent(guests[1], 1)
    await consent(guests[1], 1)
    assert all(guest.seen.room["ask"]["yes"] == [seat[1]] for guest in guests)
    assert len(rows(stage)) == 1
    await consent(guests[2], 1)
    assert rows(stage) == [BLIND, {"type": "undo", "of": 1}]
    assert room.play.state.decks[1][1:] == decks[1]  # the deck is as it was (fault 44)
    assert all("ask" not in guest.seen.room or guest.seen.room["ask"] is None for guest in guests)
    assert game_of(guests[0])["players"][seat[0] or 0]["reserved"] == []
    everyone_sees_what_a_newcomer_sees(room, guests)
    await consent(guests[2], 1)  # said twice, and done


async def test_to_others_an_undone_blind_reserve_is_told_as_blind() -> None:
    stage, guests = await asked(2, "eve")
    room = await stage.room()
    assert room.play is not None
    card = room.play.state.players[room.play.state.turn - 1].reserved[0].card
    await consent(guests[1], 1)
    for guest in guests[1:]:
        assert not [text for text in guest.seen.texts if card in text]


async def test_one_no_closes_it_and_it_may_be_asked_again() -> None:
    stage, guests = await asked(3)
    await consent(guests[1], 1)
    await consent(guests[2], 1, yes=False)
    assert all(guest.seen.room.get("ask") is None for guest in guests)
    assert len(rows(stage)) == 1
    await refused("stale", consent(guests[1], 1))
    await undo(guests[0])
    assert guests[1].seen.room["ask"]["yes"] == []  # a yes to the former question is none to this
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


async def test_time_closes_it() -> None:
    stage, guests = await asked(3)
    await consent(guests[1], 1)
    await stage.time.passes(29)
    await undo(guests[0])  # asking again does not prolong it
    assert guests[2].seen.room["ask"]["yes"] == [guests[1].seen.you["seat"]]
    await stage.time.passes(1)
    assert all(guest.seen.room.get("ask") is None for guest in guests)
    await refused("stale", consent(guests[2], 1))
    assert len(rows(stage)) == 1
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


async def test_the_next_action_closes_it() -> None:
    stage, guests = await asked(3)
    await guests[1].act(TAKES[0])
    assert all(guest.seen.room.get("ask") is None for guest in guests)
    await refused("stale", consent(guests[2], 1))
    await refused("stale", undo(guests[0], 1))
    await stage.time.passes(60)
    assert len(rows(stage)) == 2
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


@pytest.mark.parametrize("who", [0, 2])
async def test_a_resignation_closes_it(who: int) -> None:
    stage, guests = await asked(3)
    (id,) = stage.store.games
    await guests[who].send("resign", game=id)
    assert all(guest.seen.room.get("ask") is None for guest in guests)
    await refused("stale", consent(guests[1], 1))


async def test_only_other_players_of_the_game_consent() -> None:
    stage, guests = await asked(3, "eve")
    await refused("forbidden", consent(guests[0], 1))
    await refused("forbidden", consent(guests[3], 1))
    await refused("stale", consent(guests[1], 2))
    await refused("not_found", guests[1].send("consent", game="another", seq=1, yes=True))
    assert len(rows(stage)) == 1


async def test_only_those_who_are_there_are_asked() -> None:
    stage, guests = await begun("eve", players=3)
    await guests[0].act(BLIND)
    guests[1].leave()
    await undo(guests[0])
    await consent(guests[2], 1)
    assert len(rows(stage)) == 2


async def test_who_comes_meanwhile_is_asked_too() -> None:
    stage, guests = await begun(players=3)
    await guests[0].act(BLIND)
    guests[1].leave()
    await undo(guests[0])
    (back,) = await stage.enter(guests[1].id)
    await consent(guests[2], 1)
    assert len(rows(stage)) == 1
    await consent(back, 1)
    assert len(rows(stage)) == 2


async def test_with_nobody_there_there_is_nobody_to_ask() -> None:
    stage, guests = await begun("eve")
    await guests[0].act(BLIND)
    guests[1].leave()
    await refused("wrong_status", undo(guests[0]))
    assert "ask" not in (await stage.room()).shown


async def test_what_was_asked_before_a_restart_still_is() -> None:
    stage, guests = await asked(3)
    await consent(guests[1], 1)
    stage.rooms.live.clear()
    ada, _, lin = await stage.enter(*(guest.id for guest in guests))
    assert ada.seen.room["ask"]["yes"] == [guests[1].seen.you["seat"]]
    await consent(lin, 1)
    assert rows(stage)[-1] == {"type": "undo", "of": 1}


@pytest.mark.parametrize("comes_back", [True, False])
async def test_after_a_restart_who_is_not_back_yet_has_not_agreed(comes_back: bool) -> None:
    """Else a card that was drawn goes back unseen by whom it concerns, whose line took a second longer (fault 44)."""
    stage, guests = await asked(3)
    await consent(guests[1], 1)
    stage.rooms.drop(await stage.room())
    await stage.time.passes(1)
    here = await stage.enter(guests[0].id, guests[1].id)
    await stage.time.passes(3)
    assert rows(stage) == [BLIND]
    if comes_back:
        here += await stage.enter(guests[2].id)
        await stage.time.passes(20)
        assert rows(stage) == [BLIND]
        await consent(here[2], 1)
    else:
        await stage.time.passes(7)
    assert rows(stage) == [BLIND, {"type": "undo", "of": 1}]
    everyone_sees_what_a_newcomer_sees(await stage.room(), here)


async def test_when_the_last_who_had_not_answered_leaves_all_agree() -> None:
    stage, guests = await asked(3)
    await consent(guests[1], 1)
    guests[2].leave()
    await stage.time.passes(0)
    assert rows(stage)[-1] == {"type": "undo", "of": 1}
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests[:2])


async def test_when_all_leave_who_had_not_answered_nobody_has_agreed() -> None:
    stage, guests = await asked(3)
    for guest in guests[1:]:
        guest.leave()
    await stage.time.passes(31)
    assert rows(stage) == [BLIND]


# Races


@pytest.mark.parametrize("undo_first", [True, False])
async def test_of_an_undo_and_the_next_action_at_once_one_is_done(undo_first: bool) -> None:
    stage, guests = await begun("eve")
    await guests[0].act(TAKES[0])
    both = [undo(guests[0], 1), guests[1].act(TAKES[1], 2)]
    answers = await asyncio.gather(*(both if undo_first else both[::-1]), return_exceptions=True)
    assert answers[0] is None
    assert isinstance(answers[1], Refusal)
    assert answers[1].code == "stale"
    assert rows(stage)[1:] == [{"type": "undo", "of": 1} if undo_first else TAKES[1]]
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


@pytest.mark.parametrize("undo_first", [True, False])
async def test_of_an_undo_and_the_next_action_in_two_processes_one_is_done(undo_first: bool) -> None:
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    there = await Rooms(stage.store, "client").get(CODE)
    far = [Guest(there, guest.viewer.player) for guest in guests]
    if undo_first:
        await undo(guests[0], 1)
        await refused("stale", far[1].act(TAKES[1], 2))
    else:
        await guests[1].act(TAKES[1], 2)
        await refused("stale", undo(far[0], 1))
    assert len(rows(stage)) == 2
    for guest, other in zip(guests, far, strict=True):
        assert guest.seen.game == other.seen.game
        assert guest.seen.log == other.seen.log


@pytest.mark.parametrize("turn", [0, 1])
async def test_two_processes_that_write_at_once_agree(turn: int) -> None:
    """Both are judged before either is written; the store lets one of them be first."""
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    there = await Rooms(stage.store, "client").get(CODE)
    far = [Guest(there, guest.viewer.player) for guest in guests]
    written = asyncio.Semaphore(0)
    stage.store.before_write = lambda _: written.acquire()  # type: ignore[assignment,return-value]
    doing = [undo(guests[0], 1), far[1].act(TAKES[1], 2)]
    both = [asyncio.create_task(do) for do in (doing if turn else doing[::-1])]
    await asyncio.sleep(0)
    for _ in both:
        written.release()
        await asyncio.sleep(0)
    written.release()
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Refusal"]
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["stale"]
    assert len(rows(stage)) == 2
    winner = guests[0] if isinstance(answers[0 if turn else 1], type(None)) else far[0]
    everyone_sees_what_a_newcomer_sees(winner.room, [winner])


@pytest.mark.parametrize("no_first", [True, False])
async def test_a_yes_and_a_no_at_once(no_first: bool) -> None:
    stage, guests = await asked(3)
    await consent(guests[1], 1)
    both = [consent(guests[2], 1), consent(guests[1], 1, yes=False)]
    answers = await asyncio.gather(*(both[::-1] if no_first else both), return_exceptions=True)
    assert [getattr(answer, "code", None) for answer in answers] == [None, "stale"]
    assert len(rows(stage)) == (1 if no_first else 2)


async def test_two_last_consents_at_once_are_one_undo() -> None:
    stage, guests = await asked(3)
    await asyncio.gather(consent(guests[1], 1), consent(guests[2], 1), consent(guests[2], 1))
    assert [row["type"] for row in rows(stage)] == ["reserve", "undo"]


async def test_the_time_may_be_up_while_the_undo_is_written() -> None:
    stage, guests = await asked(2)
    stage.store.before_write = lambda name: stage.time.jumps(30) if name == "append" else None
    await consent(guests[1], 1)
    assert len(rows(stage)) == 2
    assert guests[0].seen.room.get("ask") is None
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


@pytest.mark.parametrize("outage", ["before", "after"])
async def test_an_undo_of_which_nobody_knows_whether_it_was_stored_is_asked_again(outage: Any) -> None:
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    stage.store.outages = [outage]
    with pytest.raises(Unavailable):
        await undo(guests[0], 1)
    assert game_of(guests[1])["seq"] == 1
    await undo(guests[0], 1)
    assert [row["type"] for row in rows(stage)] == ["take", "undo"]
    everyone_sees_what_a_newcomer_sees(await stage.room(), guests)


async def test_who_has_a_second_tab_is_asked_once() -> None:
    stage, guests = await begun()
    tab = Guest(await stage.room(), guests[1].viewer.player)
    await guests[0].act(BLIND)
    await undo(guests[0])
    await consent(tab, 1)
    assert len(rows(stage)) == 2
