"""The journal: who wins a number, what one commit holds, and what is said when the database fails."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from splendor.records import Action, Player, Refused, Unavailable
from splendor.store import Database, actions
from splendor.store.connections import Connections
from splendor.store.journal import Journal
from store.desk import GAMES, Desk
from support import postgres
from support.line import Line
from support.samples import NOON, a_line, a_table, an_action

pytestmark = pytest.mark.anyio


@pytest.fixture
async def desk(database_url: str) -> AsyncIterator[Desk]:
    connections = Connections(database_url)
    desk = Desk(connections)
    await desk.set_up()
    yield desk
    await desk.journal.close()
    await connections.close()


async def test_a_number_is_won_once(desk: Desk) -> None:
    first = an_action("g0", 1)
    assert await desk.journal.append(first)
    assert not await desk.journal.append(an_action("g0", 1, seat=1))
    assert await desk.stored("g0") == [first]


async def test_the_same_action_again_is_taken_too(desk: Desk) -> None:
    assert await desk.journal.append(an_action("g0", 1))
    assert not await desk.journal.append(an_action("g0", 1))


async def test_numbers_are_of_their_game(desk: Desk) -> None:
    assert await desk.journal.append(an_action("g0", 1))
    assert await desk.journal.append(an_action("g1", 1))


async def test_actions_come_back_in_order_and_after_a_number(store: Database) -> None:
    await a_table(store, "g1")
    new = [an_action("g1", seq, seat=seq % 2) for seq in (3, 1, 12, 2, 10, 11)]
    assert all(await asyncio.gather(*map(store.append, new)))
    assert [action.seq for action in await store.actions("g1")] == [1, 2, 3, 10, 11, 12]
    assert await store.actions("g1", after=10) == [an_action("g1", 11, seat=1), an_action("g1", 12)]
    assert await store.actions("g1", after=12) == []
    assert await store.actions("no-such-game") == []


async def test_a_lone_action_is_committed_alone_and_at_once(desk: Desk) -> None:
    for seq in (1, 2, 3):
        assert await desk.journal.append(an_action("g0", seq))
    assert desk.commits == 3


async def test_two_hundred_at_once_take_few_commits(desk: Desk) -> None:
    won = await asyncio.gather(*(desk.journal.append(an_action(game, 1)) for game in GAMES))
    assert all(won)
    assert desk.commits <= 3
    for game in GAMES[::20]:
        assert await desk.stored(game) == [an_action(game, 1)]


async def test_a_commit_is_bounded(desk: Desk) -> None:
    small = Journal(desk.connections, limit=10, patience=0)
    small.open()
    assert all(await asyncio.gather(*(small.append(an_action("g0", seq)) for seq in range(1, 96))))
    await small.close()
    assert desk.commits == 10


async def test_two_hundred_games_of_five_actions_each(desk: Desk) -> None:
    async def play(game: str) -> None:
        for seq in range(1, 6):
            assert await desk.journal.append(an_action(game, seq))

    await asyncio.gather(*map(play, GAMES))
    assert desk.commits <= 25
    for game in GAMES[::40]:
        assert [action.seq for action in await desk.stored(game)] == [1, 2, 3, 4, 5]


async def test_of_many_who_ask_for_one_number_the_first_gets_it(desk: Desk) -> None:
    asked = [an_action("g0", 1, seat=seat) for seat in (3, 0, 1, 2)]
    assert await asyncio.gather(*map(desk.journal.append, asked)) == [True, False, False, False]
    assert await desk.stored("g0") == asked[:1]


async def test_two_processes_race_for_every_number_and_each_has_one_winner(desk: Desk, database_url: str) -> None:
    """Each writes with a connection of its own, over all games in opposite orders, as two servers would."""
    elsewhere = Connections(database_url)
    other = Journal(elsewhere, patience=0)
    other.open()
    few = GAMES[:20]
    for seq in range(1, 6):
        ours, theirs = await asyncio.gather(
            asyncio.gather(*(desk.journal.append(an_action(game, seq, seat=0)) for game in few)),
            asyncio.gather(*(other.append(an_action(game, seq, seat=1)) for game in reversed(few))),
        )
        for game, mine, its in zip(few, ours, reversed(theirs), strict=True):
            assert mine != its
            assert (await desk.stored(game))[-1] == an_action(game, seq, seat=0 if mine else 1)
    await other.close()
    await elsewhere.close()


async def test_chat_goes_the_same_way(desk: Desk) -> None:
    lines = [a_line(desk.room, desk.ada, f"line {n}") for n in range(60)]
    appends = [desk.journal.append(an_action(game, 1)) for game in GAMES[:60]]
    await asyncio.gather(*appends, *map(desk.journal.say, lines))
    assert desk.commits <= 2
    assert await desk.said() == lines


async def test_a_caller_who_leaves_does_not_spoil_the_batch(desk: Desk) -> None:
    tasks = [asyncio.create_task(desk.journal.append(an_action(game, 1))) for game in GAMES[:30]]
    for spins in range(30):
        await asyncio.sleep(0)
        if spins % 3 == 0:
            tasks[spins].cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    for game, answer in zip(GAMES, answers, strict=False):
        if not isinstance(answer, asyncio.CancelledError):
            assert answer is True
            assert len(await desk.stored(game)) == 1
    assert await desk.journal.append(an_action("g199", 1))


async def test_who_leaves_before_the_writer_looks_is_not_stored(desk: Desk) -> None:
    task = asyncio.create_task(desk.journal.append(an_action("g0", 1)))
    waiting = asyncio.create_task(desk.journal.append(an_action("g1", 1)))
    await asyncio.sleep(0)
    task.cancel()
    assert await waiting
    assert await desk.stored("g0") == []


@pytest.mark.parametrize(
    "bad",
    [
        an_action("no-such-game", 1),
        an_action("g1", 0),
        an_action("g1", 2**70, at=NOON),
        an_action("g1", 1, action={"type": object()}),
        an_action("g1", 1, action=None),
        an_action("g1", 1, at=NOON.replace(tzinfo=None)),
        an_action("g\ud800", 1),
    ],
    ids=["unknown game", "number zero", "huge number", "no JSON", "no action", "no zone", "surrogate"],
)
async def test_what_the_database_refuses_fails_alone(desk: Desk, bad: Action) -> None:
    good = [an_action(game, 1) for game in GAMES[2:12]]
    line = a_line(desk.room, desk.ada)
    answers = await asyncio.gather(
        *map(desk.journal.append, good[:5]),
        desk.journal.append(bad),
        desk.journal.say(line),
        *map(desk.journal.append, good[5:]),
        return_exceptions=True,
    )
    refusal = answers.pop(5)
    assert isinstance(refusal, Refused), repr(refusal)
    assert answers.pop(5) is True or await desk.said() == [line]
    assert answers == [True] * 10
    assert await desk.said() == [line]
    assert await desk.stored("g1") == []


async def test_a_line_of_nobody_is_refused(desk: Desk) -> None:
    with pytest.raises(Refused):
        await desk.journal.say(a_line(desk.room, Player(id="nobody", name="Eve")))
    assert await desk.said() == []


async def test_of_a_refused_and_a_good_action_with_one_number_the_good_is_stored(desk: Desk) -> None:
    bad, good = an_action("g0", 1, action={"type": object()}), an_action("g0", 1)
    answers = await asyncio.gather(desk.journal.append(bad), desk.journal.append(good), return_exceptions=True)
    assert isinstance(answers[0], Refused)
    assert answers[1] is True


async def test_when_the_insert_fails_all_who_wait_are_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("no route to the database")

    with monkeypatch.context() as broken:
        broken.setattr(desk.connections.engine.sync_engine.dialect, "do_execute", fails)
        broken.setattr(desk.connections.engine.sync_engine.dialect, "do_executemany", fails)
        answers = await asyncio.gather(
            *(desk.journal.append(an_action(game, 1)) for game in GAMES[:5]),
            desk.journal.say(a_line(desk.room, desk.ada)),
            return_exceptions=True,
        )
    assert [isinstance(answer, Unavailable) for answer in answers] == [True] * 6
    assert not any(isinstance(answer, Refused) for answer in answers)
    assert await desk.stored("g0") == []
    assert await desk.journal.append(an_action("g0", 1))


async def test_a_commit_that_was_done_but_not_answered_is_looked_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await desk.journal.append(an_action("g1", 1, seat=1))
    with monkeypatch.context() as broken:
        desk.lose_the_commit(broken, done=True)
        answers = await asyncio.gather(
            desk.journal.append(an_action("g0", 1)),
            desk.journal.append(an_action("g1", 1, seat=0)),
            desk.journal.append(an_action("g2", 1, at=NOON + timedelta(microseconds=3))),
        )
    assert list(answers) == [True, False, True]
    assert await desk.stored("g0") == [an_action("g0", 1)]
    assert await desk.journal.append(an_action("g0", 2))


@pytest.mark.parametrize(
    "other",
    [{"seat": 1}, {"action": {"type": "pass"}}, {"at": NOON}],
    ids=["another seat", "another action", "another moment"],
)
async def test_a_row_that_differs_in_anything_is_not_this_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, other: dict[str, Any]
) -> None:
    assert await desk.journal.append(an_action("g0", 1, **other))
    desk.lose_the_commit(monkeypatch, done=True)
    assert await desk.journal.append(an_action("g0", 1)) is False


async def test_a_commit_that_was_not_done_is_unavailable(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        desk.lose_the_commit(broken, done=False)
        answers = await asyncio.gather(
            *(desk.journal.append(an_action(game, 1)) for game in GAMES[:3]), return_exceptions=True
        )
    assert [isinstance(answer, Unavailable) for answer in answers] == [True] * 3
    assert not any(isinstance(answer, Refused) for answer in answers)
    assert await desk.stored("g0") == []
    assert await desk.journal.append(an_action("g0", 1))


async def test_of_a_line_whose_commit_was_lost_nothing_can_be_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.lose_the_commit(monkeypatch, done=True)
    said = desk.journal.say(a_line(desk.room, desk.ada))
    answers = await asyncio.gather(said, desk.journal.append(an_action("g0", 1)), return_exceptions=True)
    assert isinstance(answers[0], Unavailable)
    assert answers[1] is True


async def test_when_the_look_up_fails_too_the_outcome_stays_unknown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise OSError("still away")

    with monkeypatch.context() as broken:
        desk.lose_the_commit(broken, done=True)
        broken.setattr(actions, "find", fails)
        with pytest.raises(Unavailable):
            await desk.journal.append(an_action("g0", 1))
    assert await desk.stored("g0") == [an_action("g0", 1)]


async def test_an_error_nobody_thought_of_reaches_who_waits_and_the_writer_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(actions, "add", fails)
        with pytest.raises(ZeroDivisionError):
            await desk.journal.append(an_action("g0", 1))
    assert await desk.journal.append(an_action("g0", 1))


async def test_closing_commits_what_waits(desk: Desk) -> None:
    tasks = [asyncio.create_task(desk.journal.append(an_action(game, 1))) for game in GAMES]
    await asyncio.sleep(0)
    await desk.journal.close()
    assert all(await asyncio.gather(*tasks))
    assert len(await desk.stored("g199")) == 1


async def test_a_closed_journal_takes_nothing(desk: Desk) -> None:
    await desk.journal.close()
    await desk.journal.close()
    with pytest.raises(Unavailable):
        await desk.journal.append(an_action("g0", 1))
    with pytest.raises(Unavailable):
        await desk.journal.say(a_line(desk.room, desk.ada))
    assert await desk.stored("g0") == []


async def test_a_line_cut_in_the_commit(migrated_postgres: str) -> None:
    """The same with a real Postgres whose answer is lost on the way, or which never heard of the commit."""
    await asyncio.to_thread(postgres.empty, migrated_postgres)
    async with Line(migrated_postgres) as line, Database(line.url, wait=0, patience=0) as store:
        await a_table(store, "g1")
        line.cut = "after"
        assert await store.append(an_action("g1", 1)) is True
        line.cut = "before"
        with pytest.raises(Unavailable):
            await store.append(an_action("g1", 2))
        assert await store.actions("g1") == [an_action("g1", 1)]
        assert await store.append(an_action("g1", 2)) is True
        line.cut = "after"
        assert await store.append(an_action("g1", 2, seat=1)) is False
        assert line.cut is None
