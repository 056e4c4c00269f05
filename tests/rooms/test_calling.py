"""Who is called to their turn: once for each turn, and only where they are not in the room."""

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage
from splendor import rules
from splendor.records import Unavailable
from splendor.rooms.rooms import Rooms
from support import positions

pytestmark = pytest.mark.anyio


class Heard:
    """A herald that notes whom it was to call."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []

    def call(self, player: str, room: str) -> None:
        self.calls.append((player, room))


def listening(stage: Stage) -> Heard:
    heard = Heard()
    stage.rooms = Rooms(stage.store, "client", herald=heard)
    return heard


async def playing(*names: str) -> tuple[Stage, Heard, list[Guest]]:
    """A game of those; the guests in order of turns."""
    stage = Stage(*names)
    heard = listening(stage)
    guests = await stage.enter(*names)
    await guests[0].send("start")
    play = guests[0].room.play
    assert play is not None
    first = play.state.start
    return stage, heard, guests[first:] + guests[:first]


async def test_who_is_in_the_room_is_not_called() -> None:
    _, heard, guests = await playing("ada", "lin")
    for guest, take in zip(guests, TAKES, strict=False):
        await guest.act(take)
    assert heard.calls == []


async def test_who_is_not_in_the_room_is_called_when_it_becomes_their_turn() -> None:
    _, heard, guests = await playing("ada", "lin")
    guests[1].leave()
    assert heard.calls == []
    await guests[0].act(TAKES[0])
    assert heard.calls == [(guests[1].id, CODE)]


async def test_one_tab_is_enough_not_to_be_called() -> None:
    stage, heard, guests = await playing("ada", "lin")
    await stage.enter(guests[1].id)
    guests[1].leave()
    await guests[0].act(TAKES[0])
    assert heard.calls == []


async def test_one_turn_is_one_call_also_when_it_is_taken_back_and_comes_again() -> None:
    stage, heard, guests = await playing("ada", "lin")
    guests[1].leave()
    await guests[0].act(TAKES[0])
    await guests[0].send("undo", game=guests[0].room.play.record.id, seq=1)  # type: ignore[union-attr]
    await guests[0].act(TAKES[1])
    assert heard.calls == [(guests[1].id, CODE)]
    (back,) = await stage.enter(guests[1].id)
    await back.act(TAKES[2])
    back.leave()
    await guests[0].act(TAKES[0])
    assert heard.calls == [(guests[1].id, CODE)] * 2


async def test_who_is_to_start_is_called() -> None:
    for _ in range(20):
        stage = Stage("ada", "lin")
        heard = listening(stage)
        (ada,) = await stage.enter("ada")
        await ada.send("start")
        play = ada.room.play
        assert play is not None
        starter = play.record.players[play.state.start]
        assert heard.calls == ([] if starter == "ada" else [("lin", CODE)])


async def test_a_return_is_no_new_turn_and_the_end_calls_nobody() -> None:
    position, (seat, action) = positions.one_before("return")
    names = ("ada", "lin", "bo", "cy")[: len(position.state.players)]
    stage = Stage(*names)
    stage.play_on(position)
    heard = listening(stage)
    (guest,) = await stage.enter(names[seat])
    await guest.act(rules.action_to_json(action))
    assert heard.calls == []
    position, (seat, action) = positions.last_move()
    stage = Stage("ada", "lin")
    stage.play_on(position)
    heard = listening(stage)
    (guest,) = await stage.enter(("ada", "lin")[seat])
    await guest.act(rules.action_to_json(action))
    assert guest.room.record.status == "over"
    assert heard.calls == []


async def test_for_whom_the_game_passes_is_not_called() -> None:
    before, (seat, action) = positions.about_to_get_stuck(all_of_them=False)
    stage = Stage("ada", "lin")
    stage.play_on(before)
    heard = listening(stage)
    (guest,) = await stage.enter(("ada", "lin")[seat])
    await guest.act(rules.action_to_json(action))
    assert stage.store.journal["g1"][-1].action["type"] == "pass"
    assert heard.calls == []


async def test_nobody_is_called_to_what_was_not_stored() -> None:
    stage, heard, guests = await playing("ada", "lin")
    guests[1].leave()
    stage.store.outages = ["before"]
    with pytest.raises(Unavailable):
        await guests[0].act(TAKES[0])
    assert heard.calls == []


async def test_of_two_processes_the_one_that_played_the_action_calls() -> None:
    stage, heard, guests = await playing("ada", "lin")
    guests[1].leave()
    other = Heard()
    there = await Rooms(stage.store, "client", herald=other).get(CODE)
    far = Guest(there, guests[0].viewer.player)
    await guests[0].act(TAKES[0])
    await far.act(TAKES[0], 1)
    assert len(heard.calls) == 1
    assert other.calls == []
