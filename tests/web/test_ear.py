"""Half an ear for a connection while one of its messages waits: nothing is lost or overheard, and order is kept."""

import asyncio
from typing import Any

import pytest

from splendor.web import ear as module
from splendor.web.ear import KEPT, Ear, GivenUp

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)


class Talk:
    """A connection over which a test speaks. Pings are dealt with aside, each as slowly as the test wants."""

    def __init__(self) -> None:
        self.line: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.answered: list[str] = []
        self.answer = asyncio.Event()
        self.answer.set()
        self.ear = Ear(self.line.get, self.aside)

    async def aside(self, message: dict[str, Any]) -> bool:
        if message["type"] == "websocket.disconnect" and message.get("ends"):
            raise GivenUp
        if not str(message.get("text", "")).startswith("ping"):
            return False
        await self.answer.wait()
        self.answered.append(message["text"])
        return True

    def say(self, *texts: str) -> None:
        for text in texts:
            self.line.put_nowait({"type": "websocket.receive", "text": text})

    async def heard(self, n: int) -> list[str]:
        return [(await asyncio.wait_for(self.ear.next(), 1))["text"] for _ in range(n)]


async def some_turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_the_rest_keeps_its_turn() -> None:
    talk, done = Talk(), asyncio.Event()
    doing = asyncio.create_task(talk.ear.during(done.wait()))
    await asyncio.sleep(0.01)
    talk.say("a", "ping 1", "b", "ping 2")
    await some_turns()
    assert talk.answered == ["ping 1", "ping 2"]
    done.set()
    assert await doing is True
    talk.say("c", "ping 3")
    assert await talk.heard(4) == ["a", "b", "c", "ping 3"]


async def test_what_comes_as_it_ends_is_not_lost() -> None:
    """At every moment around the end of the wait."""
    for before in range(8):
        talk, done = Talk(), asyncio.Event()
        doing = asyncio.create_task(talk.ear.during(done.wait()))
        await asyncio.sleep(0.001)
        done.set()
        for _ in range(before):
            await asyncio.sleep(0)
        talk.say("a", "b")
        await doing
        assert await talk.heard(2) == ["a", "b"]


async def test_a_ping_that_is_being_answered_as_it_ends_is_answered() -> None:
    talk, done = Talk(), asyncio.Event()
    talk.answer.clear()
    doing = asyncio.create_task(talk.ear.during(done.wait()))
    await asyncio.sleep(0.001)
    talk.say("ping 1", "a", "ping 2")
    await some_turns()
    done.set()
    await doing
    assert await talk.heard(2) == ["a", "ping 2"]
    talk.answer.set()
    await some_turns()
    assert talk.answered == ["ping 1"]
    hearing = asyncio.create_task(talk.heard(1))
    await some_turns()
    talk.say("b")
    assert await hearing == ["b"]


async def test_only_so_much_is_read_ahead() -> None:
    talk, done = Talk(), asyncio.Event()
    doing = asyncio.create_task(talk.ear.during(done.wait()))
    await asyncio.sleep(0.001)
    talk.say(*map(str, range(100)))
    await asyncio.sleep(0.01)
    assert talk.line.qsize() == 100 - KEPT
    done.set()
    await doing
    assert await talk.heard(100) == [*map(str, range(100))]


async def test_what_fails_fails_as_it_did() -> None:
    async def fails() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await Talk().ear.during(fails())


async def test_what_is_given_up_ends_at_once_and_whoever_cancels_is_heard() -> None:
    talk = Talk()
    doing = asyncio.create_task(talk.ear.during(asyncio.Event().wait()))
    await asyncio.sleep(0.001)
    talk.line.put_nowait({"type": "websocket.disconnect", "ends": True})
    with pytest.raises(GivenUp):
        await asyncio.wait_for(doing, 1)
    doing = asyncio.create_task(talk.ear.during(asyncio.Event().wait()))
    await asyncio.sleep(0.001)
    doing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await doing
