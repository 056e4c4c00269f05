"""Chat: kept in the order in which it was said."""

from dataclasses import replace
from datetime import timedelta

import pytest

from splendor.store import Database
from support.samples import NOON, a_line, a_room, a_table

pytestmark = pytest.mark.anyio


async def test_lines_come_back_as_they_were_said(store: Database) -> None:
    room, (ada, lin) = await a_table(store)
    lines = [a_line(room, ada, "<b>hi</b> 🦦"), a_line(room, lin, "'; DROP TABLE chat --")]
    for line in lines:
        await store.say(line)
    assert await store.chat(room.code) == lines


async def test_the_last_lines_oldest_first(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    for n in range(55):
        await store.say(a_line(room, ada, f"line {n}"))
    assert [line.text for line in await store.chat(room.code, 3)] == ["line 52", "line 53", "line 54"]
    assert len(await store.chat(room.code)) == 50


async def test_order_is_of_arrival_and_not_of_the_clock(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    await store.say(a_line(room, ada, "first"))
    await store.say(replace(a_line(room, ada, "second"), at=NOON - timedelta(hours=1)))
    assert [line.text for line in await store.chat(room.code)] == ["first", "second"]


async def test_a_line_keeps_the_name_it_was_said_under(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    await store.say(a_line(room, ada))
    await store.rename(ada.id, "Countess")
    assert [line.name for line in await store.chat(room.code)] == ["Ada"]


async def test_rooms_do_not_hear_each_other(store: Database) -> None:
    room, (ada, _) = await a_table(store)
    other = a_room(ada.id, "elsewhere")
    await store.create_room(other)
    await store.say(a_line(room, ada, "here"))
    await store.say(a_line(other, ada, "there"))
    assert [line.text for line in await store.chat(room.code)] == ["here"]
    assert await store.chat("no-such-room") == []
