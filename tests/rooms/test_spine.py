"""The spine: judged, durable, true, shown, in this order and never otherwise."""

import asyncio

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, begun, same_as_a_fresh_welcome
from splendor.records import Action, Unavailable
from splendor.rooms.refusal import Refusal

pytestmark = pytest.mark.anyio


def frames(guests: list[Guest]) -> list[list[str]]:
    return [list(guest.seen.texts) for guest in guests]


# The order


async def test_nobody_is_shown_an_action_before_it_is_durable() -> None:
    stage, guests = await begun("eve")
    room = await stage.room()
    assert room.play is not None
    before = room.play.state
    looked = []

    def while_it_is_written(name: str) -> None:
        assert room.play is not None
        looked.append((name, frames(guests), room.play.state is before, room.play.seq))

    stage.store.before_write = while_it_is_written
    await guests[0].act(TAKES[0])
    assert looked == [("append", [[], [], []], True, 0)]
    assert [guest.seen.kinds() for guest in guests] == [["move"]] * 3
    assert room.play.seq == 1
    same_as_a_fresh_welcome(room, guests)


async def test_a_refused_action_is_not_even_written() -> None:
    stage, guests = await begun()
    with pytest.raises(Refusal) as caught:
        await guests[0].act({"type": "take", "tokens": {"ruby": 3}})
    assert caught.value.code == "illegal_action"
    assert caught.value.detail.startswith("E")
    assert stage.store.calls == []
    assert frames(guests) == [[], []]


async def test_who_waits_for_ok_waits_for_the_commit() -> None:
    stage, guests = await begun()
    written = asyncio.Event()
    stage.store.before_write = lambda _: written.wait()
    acting = asyncio.create_task(guests[0].act(TAKES[0]))
    await stage.store.writing.wait()
    assert not acting.done()
    written.set()
    await acting
    assert [row.seq for row in stage.store.journal.popitem()[1]] == [1]


async def test_actions_of_one_room_go_one_after_the_other() -> None:
    """Both name number 1; the second is judged only once the first is there."""
    stage, guests = await begun()
    answers = await asyncio.gather(guests[0].act(TAKES[0], 1), guests[0].act(TAKES[1], 1), return_exceptions=True)
    assert answers[0] is None
    assert isinstance(answers[1], Refusal)
    assert answers[1].code == "stale"
    assert stage.store.calls == ["append"]


async def test_every_viewer_of_one_audience_gets_one_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, guests = await begun("eve", "bo", "cy")
    extra = [Guest(await stage.room(), guest.viewer.player) for guest in guests]
    encoded = []
    from splendor.rooms import room as module

    def counting(message: dict) -> str:
        encoded.append(message["type"])
        return original(message)

    original = module.encode
    monkeypatch.setattr(module, "encode", counting)
    await guests[0].act(TAKES[0])
    # Who acted lost its moves, the next one gained them, all the others see the same.
    assert encoded == ["move"] * 3
    texts = {guest.seen.texts[-1] for guest in [*guests, *extra]}
    assert len(texts) == 3


async def test_a_new_game_is_encoded_once_for_each_audience(monkeypatch: pytest.MonkeyPatch) -> None:
    from splendor.rooms import room as module

    stage = Stage("ada", "lin")
    guests = await stage.enter("ada", "ada", "lin", "lin", "eve", "bo")
    encoded = []
    original = module.encode
    monkeypatch.setattr(module, "encode", lambda message: encoded.append(message["type"]) or original(message))
    await guests[0].send("start")
    assert encoded.count("game") == 2  # who is to act, and everybody else


# The store does not answer


async def test_when_the_store_is_away_nothing_changes_and_nobody_is_told() -> None:
    stage, guests = await begun("eve")
    room = await stage.room()
    assert room.play is not None
    before = room.play.state
    stage.store.outages = ["before"]
    with pytest.raises(Unavailable):
        await guests[0].act(TAKES[0])
    assert frames(guests) == [[], [], []]
    assert room.play.state is before


@pytest.mark.parametrize("outage", ["before", "after"])
@pytest.mark.parametrize("repeated", [True, False])
async def test_the_next_act_first_reads_the_journal_and_is_right_whatever_happened(outage: str, repeated: bool) -> None:
    stage, guests = await begun("eve")
    room = await stage.room()
    stage.store.outages = [outage]  # type: ignore[list-item]
    with pytest.raises(Unavailable):
        await guests[0].act(TAKES[0])
    stage.store.calls.clear()
    landed = outage == "after"
    if repeated:
        await guests[0].act(TAKES[0], 1)
        assert stage.store.calls == ["actions"] if landed else ["actions", "append"]
    elif landed:
        with pytest.raises(Refusal) as caught:
            await guests[0].act(TAKES[1], 1)
        assert caught.value.code == "stale"
        await guests[1].act(TAKES[1], 2)
    else:
        await guests[0].act(TAKES[1], 1)
    assert stage.store.calls[0] == "actions"
    rows = stage.store.journal["".join(stage.store.games)]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) == (2 if landed and not repeated else 1)
    assert [entry["seq"] for entry in guests[2].seen.log] == [row.seq for row in rows]
    same_as_a_fresh_welcome(room, guests)


async def test_a_wait_that_was_cut_short_leaves_the_game_uncertain() -> None:
    stage, guests = await begun()
    never = asyncio.Event()
    stage.store.before_write = lambda _: never.wait()
    acting = asyncio.create_task(guests[0].act(TAKES[0]))
    await stage.store.writing.wait()
    acting.cancel()
    await asyncio.wait([acting])
    stage.store.before_write = None
    stage.store.calls.clear()
    await guests[0].act(TAKES[0])
    assert stage.store.calls == ["actions", "append"]


# Another process was first


def another_process_acts(stage: Stage, guest: Guest, action: dict) -> None:
    """Before our row is written, another process has that number."""
    (id,) = stage.store.games

    def first(name: str) -> None:
        if name == "append":
            stage.store.before_write = None
            game = stage.store.games[id]
            rows = stage.store.journal[id]
            seat = game.players.index(guest.id)
            rows.append(Action(game=id, seq=len(rows) + 1, seat=seat, action=action, at=game.created))

    stage.store.before_write = first


async def test_an_action_that_lost_its_number_is_stale_and_the_winner_is_shown() -> None:
    stage, guests = await begun("eve")
    another_process_acts(stage, guests[0], TAKES[1])
    with pytest.raises(Refusal) as caught:
        await guests[0].act(TAKES[0], 1)
    assert caught.value.code == "stale"
    assert [guest.seen.kinds() for guest in guests] == [["move"]] * 3
    assert guests[2].seen.log[0]["tokens"] == {"onyx": 2}
    same_as_a_fresh_welcome(await stage.room(), guests)


async def test_an_action_that_another_process_stored_already_is_ok() -> None:
    stage, guests = await begun()
    another_process_acts(stage, guests[0], TAKES[0])
    await guests[0].act(TAKES[0], 1)
    assert [guest.seen.kinds() for guest in guests] == [["move"]] * 2
    assert len(stage.store.journal["".join(stage.store.games)]) == 1


async def test_a_resignation_that_lost_its_number_takes_the_next() -> None:
    stage, guests = await begun(players=3)
    another_process_acts(stage, guests[0], TAKES[0])
    (id,) = stage.store.games
    await guests[1].send("resign", game=id)
    rows = stage.store.journal[id]
    assert [row.action["type"] for row in rows] == ["take", "resign"]
    assert [row.seq for row in rows] == [1, 2]


# Repeated, stale and early


async def test_the_same_act_twice_is_one_row_and_ok_both_times() -> None:
    stage, guests = await begun()
    await asyncio.gather(guests[0].act(TAKES[0], 1), guests[0].act(TAKES[0], 1))
    await guests[0].act(TAKES[0], 1)
    assert stage.store.calls == ["append"]
    assert guests[1].seen.kinds() == ["move"]


async def test_an_act_sent_again_after_a_restart_is_ok() -> None:
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    await guests[1].act(TAKES[1])
    stage.rooms.live.clear()
    (again,) = await stage.enter(guests[0].id)
    stage.store.calls.clear()
    await again.act(TAKES[0], 1)
    assert stage.store.calls == []


async def test_the_same_act_of_another_player_is_stale() -> None:
    _, guests = await begun()
    await guests[0].act(TAKES[0])
    with pytest.raises(Refusal) as caught:
        await guests[1].act(TAKES[0], 1)
    assert caught.value.code == "stale"


@pytest.mark.parametrize("seq", [1, 3, 100])
async def test_a_number_that_is_not_the_next_is_stale(seq: int) -> None:
    stage, guests = await begun()
    await guests[0].act(TAKES[0])
    stage.store.calls.clear()
    with pytest.raises(Refusal) as caught:
        await guests[1].act(TAKES[1], seq)
    assert caught.value.code == "stale"
    assert stage.store.calls == []


async def test_only_the_seat_to_act_acts() -> None:
    _, guests = await begun("eve")
    for guest, code in ((guests[1], "not_your_turn"), (guests[2], "forbidden")):
        with pytest.raises(Refusal) as caught:
            await guest.act(TAKES[0])
        assert caught.value.code == code


async def test_an_act_for_another_game_or_without_one_is_not_found() -> None:
    _, guests = await begun()
    with pytest.raises(Refusal) as caught:
        await guests[0].send("act", game="another", seq=1, action=TAKES[0])
    assert caught.value.code == "not_found"
    stage = Stage("ada", "lin")
    (ada,) = await stage.enter("ada")
    with pytest.raises(Refusal) as caught:
        await ada.send("act", game="g1", seq=1, action=TAKES[0])
    assert caught.value.code == "not_found"


async def test_after_the_end_nothing_is_played_but_the_last_act_may_be_repeated() -> None:
    stage, guests = await begun()
    (id,) = stage.store.games
    await guests[0].act(TAKES[0])
    await guests[1].send("resign", game=id)
    with pytest.raises(Refusal) as caught:
        await guests[0].act(TAKES[1])
    assert caught.value.code == "wrong_status"
    with pytest.raises(Refusal) as caught:
        await guests[0].send("resign", game=id)
    assert caught.value.code == "wrong_status"
    await guests[0].act(TAKES[0], 1)
    assert len(stage.store.journal[id]) == 2
    assert stage.store.rooms[CODE].status == "over"
