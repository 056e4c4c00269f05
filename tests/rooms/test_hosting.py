"""Who hosts, and who is there: the role passes on and comes back, and is more than a label."""

from datetime import timedelta
from typing import Any

import pytest

from rooms.stage import CLOCK, CODE, NOON, TAKES, Guest, Stage, begun, same_as_a_fresh_welcome
from splendor.rooms.hosting import acting_host
from splendor.rooms.presence import Presence, Stay
from splendor.rooms.refusal import Refusal

pytestmark = pytest.mark.anyio


def at(seconds: float) -> Any:
    return NOON + timedelta(seconds=seconds)


async def refused(code: str, guest: Guest, type: str, **fields: Any) -> None:
    with pytest.raises(Refusal) as caught:
        await guest.send(type, **fields)
    assert caught.value.code == code


# Presence


def test_one_is_there_while_one_has_a_socket() -> None:
    presence = Presence()
    assert presence.stay("r", "ada") is None
    presence.come("r", "ada", at(0))
    presence.come("r", "ada", at(1))
    presence.go("r", "ada", at(2))
    assert presence.stay("r", "ada") == Stay(at(0), None, 1)
    presence.go("r", "ada", at(3))
    assert presence.stay("r", "ada") == Stay(at(0), at(3), 0)
    assert presence.stay("other", "ada") is None


@pytest.mark.parametrize(("back", "came"), [(32.9, 0), (33, 33)])
def test_a_short_absence_does_not_begin_a_new_stay(back: float, came: float) -> None:
    presence = Presence()
    presence.come("r", "ada", at(0))
    presence.go("r", "ada", at(3))
    presence.come("r", "ada", at(back))
    assert presence.stay("r", "ada") == Stay(at(came), None, 1)


def test_a_room_that_left_memory_is_forgotten() -> None:
    presence = Presence()
    presence.come("r", "ada", at(0))
    presence.go("r", "ada", at(3))
    presence.forget("r")
    presence.go("r", "ada", at(3))
    assert presence.stay("r", "ada") is None


# Who hosts


@pytest.mark.parametrize(
    ("stays", "host"),
    [
        ({"ada": Stay(at(50), None, 1), "lin": Stay(at(0), None, 1)}, "ada"),
        ({"ada": Stay(at(0), at(71)), "lin": Stay(at(0), None, 1)}, "ada"),
        ({"ada": Stay(at(0), at(70)), "lin": Stay(at(9), None, 1), "bo": Stay(at(8), None, 1)}, "bo"),
        ({"lin": Stay(at(9), None, 1), "bo": Stay(at(8), at(60))}, "lin"),
        ({"lin": Stay(at(9), None, 1), "bo": Stay(at(8), at(80))}, "bo"),
        ({"ada": Stay(at(0), at(10))}, "ada"),
        ({"eve": Stay(at(0), None, 1)}, "ada"),
        ({}, "ada"),
    ],
)
def test_the_owner_or_after_30_seconds_who_has_sat_there_longest(stays: dict[str, Stay], host: str) -> None:
    assert acting_host("ada", ("ada", None, "lin", "bo"), stays, at(0), at(100)) == host


async def test_the_role_passes_after_30_seconds_and_comes_back_at_once() -> None:
    stage = Stage("ada", "lin", "bo")
    ada, bo = await stage.enter("ada", "bo")
    await stage.time.passes(1)
    lin, eve = await stage.enter("lin", "eve")
    ada.leave()
    await stage.time.passes(29.9)
    assert lin.seen.room["host"] == "ada"
    await stage.time.passes(0.1)
    assert [guest.seen.room["host"] for guest in (bo, lin, eve)] == ["bo"] * 3
    assert [guest.seen.you["host"] for guest in (bo, lin, eve)] == [True, False, False]
    same_as_a_fresh_welcome(await stage.room(), [bo, lin, eve])
    assert stage.store.rooms[CODE].host == "ada"
    back = ada.come_back()
    assert back.seen.you["host"] is True
    assert [guest.seen.room["host"] for guest in (back, bo, lin)] == ["ada"] * 3
    assert bo.seen.you["host"] is False
    await refused("forbidden", bo, "start")


async def test_a_drop_of_the_hosts_connection_passes_nothing_on() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")
    for _ in range(5):
        ada.leave()
        await stage.time.passes(20)
        ada = ada.come_back()
        await stage.time.passes(1)
    assert not [frame for frame in lin.seen.messages if "host" in frame.get("patch", {})]


async def test_a_watcher_does_not_come_to_host() -> None:
    stage = Stage("ada", "lin")
    ada, eve = await stage.enter("ada", "eve")
    ada.leave()
    await stage.time.passes(100)
    assert eve.seen.room["host"] == "ada"
    await refused("forbidden", eve, "start")
    await eve.send("sit")
    assert eve.seen.you["host"] is True


async def test_fault_45_whoever_hosts_now_really_can() -> None:
    stage = Stage("ada", "lin", "bo", options={**Stage("ada").store.rooms[CODE].options, "clock": CLOCK})
    ada, lin, bo = await stage.enter("ada", "lin", "bo")
    ada.leave()
    await stage.time.passes(30)
    assert lin.seen.you["host"] is True
    await refused("forbidden", bo, "options", options={"target": 20})
    await lin.send("options", options={"target": 21}, public=True)
    await lin.send("kick", seat=2)
    assert bo.seen.you["seat"] is None
    await lin.send("start")
    game = stage.store.rooms[CODE].game
    assert stage.store.games[game or ""].players == ("ada", "lin")
    await lin.send("pause", game=game, paused=True)
    assert lin.seen.game["clock"]["held"] == "pause"  # type: ignore[index]
    back = ada.come_back()
    await refused("forbidden", lin, "pause", game=game, paused=False)
    await back.send("pause", game=game, paused=False)


async def test_fault_45_an_owner_who_was_removed_comes_back_as_a_guest() -> None:
    stage = Stage("ada", "lin", "bo")
    ada, lin, _ = await stage.enter("ada", "lin", "bo")
    ada.leave()
    await stage.time.passes(30)
    await refused("forbidden", lin, "kick", seat=1)
    await lin.send("kick", seat=0)
    assert stage.store.rooms[CODE].host == "lin"
    back = ada.come_back()
    assert back.seen.you == {"player": "ada", "name": "Ada", "seat": None, "host": False}
    await refused("forbidden", back, "start")
    await refused("forbidden", back, "sit")
    await lin.send("start")


async def test_fault_45_a_host_who_resigned_still_hosts_while_there() -> None:
    stage, guests = await begun(players=3, clock=CLOCK)
    host = next(guest for guest in guests if guest.id == "ada")
    (id,) = stage.store.games
    await host.send("resign", game=id)
    await host.send("pause", game=id, paused=True)
    assert stage.store.journal[id][-1].action == {"type": "clock", "held": "pause"}


async def test_after_a_restart_the_owner_hosts_until_30_seconds_have_shown_them_away() -> None:
    stage = Stage("ada", "lin")
    ada, lin = await stage.enter("ada", "lin")
    ada.leave()
    await stage.time.passes(30)
    assert lin.seen.you["host"] is True
    stage.rooms.live.clear()
    stage.time.alarms.clear()
    stage.rooms.presence.forget(CODE)
    (again,) = await stage.enter("lin")
    assert again.seen.you["host"] is False
    await stage.time.passes(30)
    assert again.seen.you["host"] is True


async def test_kick_against_act_one_after_the_other() -> None:
    """Whoever is first: the seat that was removed has acted, or is refused; never both, never half."""
    import asyncio

    for kick_first in (True, False):
        stage, guests = await begun("eve", players=3)
        host = next(guest for guest in guests if guest.id == "ada")
        if guests[0] is host:
            await host.act(TAKES[0])
            victim = guests[1]
        else:
            victim = guests[0]
        seq = (host.seen.game or {})["seq"] + 1
        deeds = [host.send("kick", seat=victim.seen.you["seat"]), victim.act(TAKES[1], seq)]
        answers = await asyncio.gather(*(deeds if kick_first else deeds[::-1]), return_exceptions=True)
        (id,) = stage.store.games
        kinds = [row.action["type"] for row in stage.store.journal[id]][seq - 1 :]
        refusals = [answer.code for answer in answers if isinstance(answer, Refusal)]
        assert (kinds, refusals) == ((["resign"], ["forbidden"]) if kick_first else (["take", "resign"], []))
        same_as_a_fresh_welcome(await stage.room(), [host, victim, guests[3]])
