"""A seat that everybody waits for: the others choose, a deputy plays, and its owner can always come back."""

import json
from typing import Any

import pytest

from rooms.stage import CLOCK, CODE, NOON, TAKES, Guest, Stage, begun, same_as_a_fresh_welcome
from splendor import records
from splendor.rooms import vote
from splendor.rooms.refusal import Refusal

pytestmark = pytest.mark.anyio


def rows(stage: Stage) -> list[records.Action]:
    (id,) = stage.store.games
    return stage.store.journal[id]


def shown(guest: Guest) -> dict[str, Any] | None:
    found: dict[str, Any] | None = guest.seen.room.get("vote")
    return found


def seat(guest: Guest) -> int:
    found: int = guest.seen.you["seat"]
    return found


async def refused(code: str, guest: Guest, type: str, **fields: Any) -> None:
    with pytest.raises(Refusal) as caught:
        await guest.send(type, **fields)
    assert caught.value.code == code


async def abandoned(players: int = 3, **settings: Any) -> tuple[Stage, list[Guest], int]:
    """A game whose seat to act has been away for 60 seconds; the guests that are still there, and a watcher."""
    stage, guests = await begun("eve", players=players, **settings)
    await stage.time.passes(10)
    away = guests[0]
    away.leave()
    await stage.time.passes(60)
    return stage, guests[1:], seat(away)


# The vote


@pytest.mark.parametrize("settings", [None, CLOCK])
async def test_after_60_seconds_the_others_are_asked_and_see_since_when(settings: dict[str, Any] | None) -> None:
    stage, guests = await begun("eve", players=3, clock=settings)
    away = guests[0]
    await stage.time.passes(5)
    away.leave()
    await stage.time.passes(59.9)
    assert guests[1].seen.room["seats"][seat(away)]["away"] == "2026-05-01T12:00:05.000Z"
    assert shown(guests[1]) is None
    await refused("wrong_status", guests[1], "absent", seat=seat(away), choice="skip")
    await stage.time.passes(0.1)
    for guest in guests[1:]:
        assert shown(guest) == {"seat": seat(away), "choices": {"wait": [], "skip": [], "bot": [], "end": []}}
    same_as_a_fresh_welcome(await stage.room(), guests[1:])


async def test_nothing_happens_by_itself_however_long_they_are_away() -> None:
    stage, guests, _ = await abandoned()
    await stage.time.passes(30 * 24 * 3600)
    assert rows(stage) == []
    assert shown(guests[0]) is not None


async def test_a_seat_that_is_away_while_others_act_is_not_asked_about() -> None:
    stage, guests = await begun(players=3)
    guests[1].leave()
    await stage.time.passes(100)
    assert shown(guests[0]) is None
    await refused("wrong_status", guests[0], "absent", seat=seat(guests[1]), choice="skip")
    await guests[0].act(TAKES[0])  # now it is their turn, and they have been away for long
    assert shown(guests[0])["seat"] == seat(guests[1])  # type: ignore[index]


async def test_only_players_choose_and_only_about_who_is_awaited() -> None:
    stage, guests, away = await abandoned()
    eve = guests[-1]
    await refused("forbidden", eve, "absent", seat=away, choice="end")
    await refused("wrong_status", guests[0], "absent", seat=seat(guests[1]), choice="skip")
    await refused("wrong_status", guests[0], "absent", seat=seat(guests[0]), choice="skip")
    await refused("wrong_status", guests[0], "absent", seat=3, choice="skip")
    assert rows(stage) == []
    assert shown(guests[0]) == {"seat": away, "choices": {"wait": [], "skip": [], "bot": [], "end": []}}


async def test_without_a_game_nobody_is_awaited() -> None:
    stage = Stage("ada", "lin")
    (ada,) = await stage.enter("ada")
    await refused("wrong_status", ada, "absent", seat=1, choice="skip")
    stage, guests = await begun()
    await guests[0].send("resign", game="".join(stage.store.games))
    await refused("wrong_status", guests[1], "absent", seat=seat(guests[0]), choice="skip")


async def test_more_than_half_of_those_present_decide_and_the_latest_choice_counts() -> None:
    stage, guests, away = await abandoned(players=4)
    one, two, three = guests[:3]
    await one.send("absent", seat=away, choice="skip")
    await two.send("absent", seat=away, choice="end")
    await three.send("absent", seat=away, choice="wait")
    choices = shown(guests[3])["choices"]  # type: ignore[index]
    assert choices == {"wait": [seat(three)], "skip": [seat(one)], "bot": [], "end": [seat(two)]}
    assert rows(stage) == []
    await two.send("absent", seat=away, choice="skip")
    (row,) = rows(stage)
    votes = {"wait": [seat(three)], "skip": sorted([seat(one), seat(two)])}
    assert (row.seat, row.action["by"], row.action["votes"]) == (away, "table", votes)
    for guest in guests:
        assert guest.seen.log[-1]["votes"] == votes
        assert shown(guest) is None
    same_as_a_fresh_welcome(await stage.room(), guests)


async def test_half_is_not_enough() -> None:
    stage, guests, away = await abandoned()
    await guests[0].send("absent", seat=away, choice="skip")
    assert rows(stage) == []
    await guests[1].send("absent", seat=away, choice="wait")
    await stage.time.passes(1000)
    assert rows(stage) == []


async def test_who_is_not_there_is_not_counted_and_their_going_decides_nothing() -> None:
    stage, guests, away = await abandoned()
    one, two, eve = guests
    await one.send("absent", seat=away, choice="skip")
    await two.send("absent", seat=away, choice="wait")
    two.leave()
    await stage.time.passes(5)
    assert shown(eve)["choices"] == {"wait": [], "skip": [seat(one)], "bot": [], "end": []}  # type: ignore[index]
    assert rows(stage) == []
    await one.send("absent", seat=away, choice="skip")
    assert rows(stage)[0].action["votes"] == {"skip": [seat(one)]}


async def test_with_two_players_the_other_decides_alone() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="skip")
    assert [(row.seat, row.action["by"]) for row in rows(stage)] == [(away, "table")]


async def test_who_left_the_game_does_not_choose() -> None:
    stage, guests, away = await abandoned(players=4)
    await guests[0].send("resign", game="".join(stage.store.games))
    await refused("forbidden", guests[0], "absent", seat=away, choice="end")
    await guests[1].send("absent", seat=away, choice="end")
    assert len(rows(stage)) == 1
    await guests[2].send("absent", seat=away, choice="end")
    assert rows(stage)[-1].action["type"] == "end"


async def test_the_vote_closes_when_they_return_and_what_was_chosen_is_forgotten() -> None:
    stage, guests, away = await abandoned()
    await guests[0].send("absent", seat=away, choice="skip")
    room = await stage.room()
    player = room.record.seats[away]
    back = (await stage.enter(player or ""))[0]
    for guest in (back, *guests):
        assert shown(guest) is None
        assert guest.seen.room["seats"][away]["online"] is True
        assert guest.seen.room["seats"][away].get("away") is None
    await refused("wrong_status", guests[1], "absent", seat=away, choice="skip")
    back.leave()
    await stage.time.passes(60)
    assert shown(guests[0])["choices"]["skip"] == []  # type: ignore[index]
    assert rows(stage) == []


async def test_a_choice_is_about_one_turn() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="skip")
    await guests[0].act(TAKES[1])
    assert shown(guests[0]) == {"seat": away, "choices": {"wait": [], "skip": [], "bot": [], "end": []}}
    await stage.time.passes(100)
    assert len(rows(stage)) == 2


def test_the_majority() -> None:
    def count(*choices: vote.Choice) -> vote.Choice | None:
        ballots, wait = None, ("g", 1, 3, NOON)
        for n, choice in enumerate(choices):
            ballots = vote.cast(ballots, wait, n, choice)
        return vote.decided(vote.count(ballots, wait, range(3)), 3)

    assert count("skip", "skip") == "skip"
    assert count("skip", "bot", "end") is None
    assert count("wait", "wait", "end") == "wait"
    assert count() is None


# What becomes of it


async def test_skip_settles_the_whole_turn() -> None:
    from support import positions

    position, (away, _) = positions.one_before("return")
    players = ("ada", "lin", "bo", "cy")[: len(position.state.players)]
    stage = Stage(*players)
    id = stage.play_on(position)
    guests = await stage.enter(*players)
    guests[away].leave()
    await stage.time.passes(60)
    before = len(stage.store.journal[id])
    others = [guest for n, guest in enumerate(guests) if n != away]
    for guest in others:
        await guest.send("absent", seat=away, choice="skip")
    new = stage.store.journal[id][before:]
    assert [(row.action["type"], row.action["by"]) for row in new] == [("take", "table"), ("return", "table")]
    assert all(row.action["votes"] == {"skip": sorted(seat(guest) for guest in others)} for row in new)


async def test_end_ends_the_game_as_it_stands_and_everything_is_shown() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="end")
    (row,) = rows(stage)
    votes = {"end": [seat(guests[0])]}
    assert (row.seat, row.action) == (away, {"type": "end", "votes": votes})
    for guest in guests:
        assert guest.seen.game["phase"] == "over"  # type: ignore[index]
        assert guest.seen.game["result"]["winners"] == [0, 1]  # type: ignore[index]
        entry = guest.seen.log[-1]
        assert {key: entry[key] for key in ("type", "seat", "votes", "over")} == {
            "type": "end", "seat": away, "votes": votes, "over": True,
        }  # fmt: skip
        assert guest.seen.room["status"] == "over"
        assert shown(guest) is None
    assert stage.store.rooms[CODE].status == "over"
    assert stage.store.games[row.game].result is not None
    same_as_a_fresh_welcome(await stage.room(), guests)


async def test_a_deputy_plays_after_a_breath_at_each_of_its_turns() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="bot")
    assert [row.action for row in rows(stage)] == [{"type": "deputy", "on": True, "votes": {"bot": [seat(guests[0])]}}]
    assert guests[0].seen.room["seats"][away]["bot"] == "deputy"
    assert guests[0].seen.log[-1]["on"] is True
    assert shown(guests[0]) is None
    await stage.time.passes(1.9)
    assert len(rows(stage)) == 1
    await stage.time.passes(0.1)
    assert (rows(stage)[-1].seat, rows(stage)[-1].action["by"]) == (away, "deputy")
    await stage.time.passes(3600)
    assert len(rows(stage)) == 2
    await guests[0].act(TAKES[1])
    await stage.time.passes(2)
    assert [row.action.get("by") for row in rows(stage)] == [None, "deputy", None, "deputy"]
    same_as_a_fresh_welcome(await stage.room(), guests)


async def test_who_comes_back_takes_over_at_once() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="bot")
    await stage.time.passes(1.5)
    back = (await stage.enter(("ada", "lin")[away]))[0]
    await stage.time.passes()
    assert [row.action["type"] for row in rows(stage)] == ["deputy", "deputy"]
    assert rows(stage)[-1].action == {"type": "deputy", "on": False}
    await stage.time.passes(3600)
    assert len(rows(stage)) == 2
    assert back.seen.room["seats"][away]["bot"] is None or "bot" not in back.seen.room["seats"][away]
    await back.act(TAKES[0])
    same_as_a_fresh_welcome(await stage.room(), [back, *guests])


async def test_who_comes_back_and_acts_at_once_is_first() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="bot")
    back = (await stage.enter(("ada", "lin")[away]))[0]
    await back.act(TAKES[0])
    await stage.time.passes(10)
    assert [row.action["type"] for row in rows(stage)] == ["deputy", "take", "deputy"]


async def test_a_deputy_stays_through_a_restart() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="bot")
    stage.rooms.live.clear()
    stage.time.alarms.clear()
    (again,) = await stage.enter(guests[0].id)
    assert again.seen.room["seats"][away]["bot"] == "deputy"
    await stage.time.passes(2)
    assert rows(stage)[-1].action["by"] == "deputy"


async def test_a_deputy_waits_while_the_host_has_paused() -> None:
    stage, guests, away = await abandoned(players=2, clock=CLOCK)
    (id,) = stage.store.games
    host = guests[0]
    await stage.time.passes(0)
    assert host.seen.you["host"] is True  # the owner, or who hosts for them
    await host.send("absent", seat=away, choice="bot")
    await host.send("pause", game=id, paused=True)
    before = len(rows(stage))
    await stage.time.passes(600)
    assert len(rows(stage)) == before
    await host.send("pause", game=id, paused=False)
    await stage.time.passes(2)
    assert rows(stage)[-1].action["by"] == "deputy"


async def test_a_deputy_of_a_seat_that_left_is_none() -> None:
    stage, guests, away = await abandoned(players=3)
    for guest in guests[:2]:
        await guest.send("absent", seat=away, choice="bot")
    await stage.time.passes(2)
    host = next(guest for guest in guests if guest.seen.you["host"])
    await host.send("kick", seat=away)
    kicked = (await stage.enter(("ada", "lin", "bo")[away]))[0]
    await stage.time.passes(10)
    assert [row.action["type"] for row in rows(stage)] == ["deputy", "take", "resign"]
    assert kicked.seen.you["seat"] is None


# Faults


async def test_fault_54_who_vanished_is_skipped_and_sits_there_again_in_the_next_turn() -> None:
    stage, guests, away = await abandoned(players=2)
    await guests[0].send("absent", seat=away, choice="skip")
    back = (await stage.enter(("ada", "lin")[away]))[0]
    assert seat(back) == away
    await guests[0].act(TAKES[1])
    await back.act(TAKES[0])
    assert [row.action.get("by") for row in rows(stage)] == ["table", None, None]


async def test_fault_57_all_leave_for_a_day_and_the_link_opens_the_game_again() -> None:
    stage, guests = await begun(players=3)
    await guests[0].act(TAKES[0])
    for guest in guests:
        guest.leave()
    await stage.time.passes(24 * 3600)
    room = await stage.room()
    room.idle_since -= 10_000  # type: ignore[operator]
    stage.rooms.sweep()
    assert stage.rooms.live == {}
    assert stage.time.alarms == []
    back = await stage.enter(*(guest.id for guest in guests))
    assert [seat(guest) for guest in back] == [seat(guest) for guest in guests]
    await back[1].act(TAKES[1])


async def test_fault_67_whoever_goes_is_shown_to_all_at_once_and_a_wait_ends_in_an_answer() -> None:
    _, guests = await begun("eve", players=3)
    for guest in guests:
        guest.seen.forget_frames()
    guests[1].leave()
    for guest in (guests[0], guests[2], guests[3]):
        (frame,) = guest.seen.messages
        assert frame["patch"]["seats"][seat(guests[1])]["online"] is False
    again = guests[1].come_back()
    assert again.seen.kinds() == ["welcome"]


# Races


async def test_a_return_while_the_skip_is_written_leaves_the_next_step_to_its_player() -> None:
    from support import positions

    position, (away, _) = positions.one_before("return")
    players = ("ada", "lin", "bo", "cy")[: len(position.state.players)]
    stage = Stage(*players)
    id = stage.play_on(position)
    guests = await stage.enter(*players)
    guests[away].leave()
    await stage.time.passes(60)
    before = len(stage.store.journal[id])
    back: list[Guest] = []

    def return_now(name: str) -> None:
        if name == "append":
            stage.store.before_write = None
            back.append(guests[away].come_back())

    others = [guest for n, guest in enumerate(guests) if n != away]
    stage.store.before_write = return_now
    for guest in others:
        if not back:
            await guest.send("absent", seat=away, choice="skip")
    assert [row.action["type"] for row in stage.store.journal[id][before:]] == ["take"]
    assert back[0].seen.game["phase"] == "return"  # type: ignore[index]
    assert back[0].seen.game["moves"]["return"] > 0  # type: ignore[index]


@pytest.mark.parametrize("choice", ["skip", "bot", "end"])
async def test_what_another_process_did_first_is_not_done_again(choice: str) -> None:
    stage, guests, away = await abandoned(players=2)
    (id,) = stage.store.games
    player = ("ada", "lin")[away]

    def first(name: str) -> None:
        if name == "append":
            stage.store.before_write = None
            stage.store.journal[id].append(
                records.Action(game=id, seq=1, seat=away, action=TAKES[0], at=stage.time.now())
            )

    stage.store.before_write = first
    await guests[0].send("absent", seat=away, choice=choice)
    assert [row.action for row in rows(stage)] == [TAKES[0]]
    assert player in stage.store.rooms[CODE].seats
    assert shown(guests[0]) is None
    assert "votes" not in json.dumps(guests[0].seen.log)
