"""What the game does of itself after an action: it passes for who can't act (E08), and ends. Also after a crash."""

import pytest

from rooms.stage import CODE, TAKES, Guest, Stage, begun
from splendor import records, rules
from splendor.records import Unavailable
from splendor.rooms.refusal import Refusal
from splendor.rooms.rooms import Rooms
from support import positions
from support.positions import Position

pytestmark = pytest.mark.anyio

STUCK = {"one is stuck": False, "all are stuck": True}


def stage_of(position: Position) -> Stage:
    stage = Stage("ada", "lin")
    stage.play_on(position)
    return stage


def types(stage: Stage) -> list[str]:
    return [row.action["type"] for row in stage.store.journal["g1"]]


@pytest.mark.parametrize("all_of_them", STUCK.values(), ids=STUCK)
async def test_a_pass_is_the_games_own_and_has_its_own_number(all_of_them: bool) -> None:
    before, (seat, action) = positions.about_to_get_stuck(all_of_them=all_of_them)
    stage = stage_of(before)
    guests = await stage.enter("ada", "lin", "eve")
    start = len(before.actions)
    await guests[seat].act(rules.action_to_json(action))
    passes = 2 if all_of_them else 1
    assert types(stage)[start:] == [rules.action_to_json(action)["type"], *["pass"] * passes]
    rows = stage.store.journal["g1"]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    for guest in guests:
        moves = [message for message in guest.seen.messages if message["type"] == "move"]
        assert [move["seq"] for move in moves] == [row.seq for row in rows[start:]]
        assert [move["entry"]["type"] for move in moves[1:]] == ["pass"] * passes
        assert guest.seen.game is not None
        assert guest.seen.game["phase"] == ("over" if all_of_them else "play")
        assert guest.seen.room["status"] == ("over" if all_of_them else "playing")


@pytest.mark.parametrize("all_of_them", STUCK.values(), ids=STUCK)
@pytest.mark.parametrize("crashed_after", [1, 2, 3])
async def test_a_crash_before_the_pass_or_the_end_is_repaired_when_the_room_is_loaded(
    all_of_them: bool, crashed_after: int
) -> None:
    before, (seat, action) = positions.about_to_get_stuck(all_of_them=all_of_them)
    stage = stage_of(before)
    (guest,) = await stage.enter(("ada", "lin")[seat])
    written = 0

    def crash(_: str) -> None:
        nonlocal written
        written += 1
        if written > crashed_after:
            raise Unavailable("the process died here")

    stage.store.before_write = crash
    try:
        await guest.act(rules.action_to_json(action))
    except Unavailable:
        assert written == crashed_after + 1
    stage.store.before_write = None
    stage.rooms.live.clear()
    room = await stage.room()
    assert room.play is not None
    assert room.play.is_over is all_of_them
    assert types(stage)[len(before.actions) + 1 :] == ["pass"] * (2 if all_of_them else 1)
    assert room.record.status == stage.store.rooms[CODE].status == ("over" if all_of_them else "playing")
    assert len(stage.store.rooms[CODE].scores) == all_of_them


async def test_a_game_over_whose_room_was_not_told_is_finished_at_the_load() -> None:
    before, (seat, action) = positions.last_move()
    stage = stage_of(before)
    guests = await stage.enter("ada", "lin")
    stage.store.before_write = lambda name: (_ for _ in ()).throw(Unavailable()) if name == "finish_game" else None
    with pytest.raises(Unavailable):
        await guests[seat].act(rules.action_to_json(action))
    assert stage.store.rooms[CODE].status == "playing"
    stage.store.before_write = None
    stage.rooms.live.clear()
    room = await stage.room()
    assert room.record.status == stage.store.rooms[CODE].status == "over"
    assert room.record.scores[0]["game"] == "g1"
    game = stage.store.games["g1"]
    assert game.finished is not None
    assert room.play is not None
    assert game.result == room.play.view(None)["result"]


@pytest.mark.parametrize("all_of_them", STUCK.values(), ids=STUCK)
async def test_a_game_that_catches_up_with_its_journal_also_passes_and_ends(all_of_them: bool) -> None:
    """The row landed though the store could not say so; what follows from it is not left to the next load."""
    before, (seat, action) = positions.about_to_get_stuck(all_of_them=all_of_them)
    stage = stage_of(before)
    guests = await stage.enter("ada", "lin", "eve")
    stage.store.outages = ["after"]
    with pytest.raises(Unavailable):
        await guests[seat].act(rules.action_to_json(action))
    await guests[seat].act(rules.action_to_json(action), len(before.actions) + 1)
    assert types(stage)[len(before.actions) + 1 :] == ["pass"] * (2 if all_of_them else 1)
    assert guests[2].seen.room["status"] == stage.store.rooms[CODE].status == ("over" if all_of_them else "playing")
    assert guests[2].seen.game == guests[0].room.play.view(None)  # type: ignore[union-attr]


async def test_the_end_is_stored_with_the_rooms_score_and_shown() -> None:
    before, (seat, action) = positions.last_move()
    stage = stage_of(before)
    guests = await stage.enter("ada", "lin", "eve")
    await guests[seat].act(rules.action_to_json(action))
    for guest in guests:
        assert guest.seen.kinds()[-2:] == ["move", "room"]
        game = guest.seen.game
        assert game is not None
        assert guest.seen.room["scores"] == [
            {
                "game": "g1",
                "winners": game["result"]["winners"],
                "points": [player["points"] for player in game["players"]],
                "players": ["ada", "lin"],
                "names": ["Ada", "Lin"],
            }
        ]
    assert stage.store.calls.count("finish_game") == 1


async def test_an_end_that_another_process_stored_first_is_taken_over() -> None:
    before, (seat, action) = positions.last_move()
    stage = stage_of(before)
    guests = await stage.enter("ada", "lin")
    score = {"game": "g1", "winners": [seat], "points": [1, 2]}

    def first(name: str) -> None:
        if name == "finish_game":
            stage.store.before_write = None
            stage.store.another_process_saves(CODE, status="over", scores=(score,))

    stage.store.before_write = first
    await guests[seat].act(rules.action_to_json(action))
    assert stage.store.rooms[CODE].scores == (score,)
    assert guests[0].seen.room["scores"] == [score]


async def test_a_game_that_another_process_ended_does_not_end_the_next_one() -> None:
    stage, guests = await begun()
    elsewhere = await Rooms(stage.store, "client", time=stage.time).get(CODE)
    ada, lin = (Guest(elsewhere, guest.viewer.player) for guest in guests)
    assert elsewhere.play is not None
    former = elsewhere.play.record.id
    await ada.send("resign", game=former)
    await ada.send("rematch")
    await lin.send("rematch")
    with pytest.raises(Refusal) as refusal:
        await guests[0].act(TAKES[0])
    assert refusal.value.code == "stale"
    stored = stage.store.rooms[CODE]
    assert (stored.status, len(stored.scores)) == ("playing", 1)
    assert stored.game != former
    for guest in guests:
        assert guest.seen.game is not None
        assert guest.seen.game["id"] == stored.game


async def test_what_another_process_did_in_the_room_is_kept_when_the_game_ends() -> None:
    before, (seat, action) = positions.last_move()
    stage = stage_of(before)
    guests = await stage.enter("ada", "lin")

    def first(name: str) -> None:
        if name == "finish_game":
            stage.store.before_write = None
            stage.store.another_process_saves(CODE, public=True)

    stage.store.before_write = first
    await guests[seat].act(rules.action_to_json(action))
    assert stage.store.rooms[CODE].public
    assert stage.store.rooms[CODE].status == "over"


async def test_a_game_under_way_goes_on_after_a_load_with_the_prompt_that_was_open() -> None:
    for phase in ("return", "noble"):
        before, (seat, action) = positions.one_before(phase)
        stage = stage_of(before)
        guests = await stage.enter("ada", "lin")
        await guests[seat].act(rules.action_to_json(action))
        shown = guests[seat].seen.game
        assert shown is not None
        assert shown["phase"] == phase
        assert shown["moves"][phase]
        stage.rooms.live.clear()
        (again,) = await stage.enter(("ada", "lin")[seat])
        assert again.seen.game == shown


async def test_a_room_that_names_a_game_that_is_not_there_says_so() -> None:
    stage = Stage("ada", "lin", game="lost", status="playing")
    with pytest.raises(LookupError, match="lost"):
        await stage.room()


async def test_the_journal_is_read_as_values_that_a_store_gives() -> None:
    """Rows are plain values: a second fold of the same rows is the same game."""
    position = positions.final_round_begun_by(1, 3)
    stage = Stage("ada", "lin", "bo")
    stage.play_on(position)
    room = await stage.room()
    assert room.play is not None
    assert room.play.state == position.state
    assert all(isinstance(turn.row, records.Action) for turn in room.play.turns)
