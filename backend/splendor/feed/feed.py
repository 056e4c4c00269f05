"""The feed: notes out, notes in, and knowing when some were lost.

Every message carries its sender's name and a number; every sender sends one at least each TICK, and hears itself. So a
number that is passed over, a sender that falls silent, and a channel that is away are all noticed within SILENCE, and
whoever listens then looks for themselves.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import orjson

from splendor import metrics
from splendor.feed.channel import SIZE, Away, Channel

logger = logging.getLogger("splendor.feed")

TICK = 0.4
SILENCE = 1.2
LOOK = 1.0
"""Seconds: while the channel is away, everybody looks for themselves so often."""

Note = tuple[str | int, ...]


@dataclass(slots=True)
class Sender:
    """Another process: the number of its last message, and when that was heard."""

    number: int
    heard: float


class Feed:
    """`server`: this process's name, unlike any other's."""

    is_shared = True

    def __init__(self, channel: Channel, server: str) -> None:
        self.channel = channel
        self.server = server
        self._heard_note: Callable[[Note], None] = lambda _: None
        self._missed: Callable[[], None] = lambda: None
        self._waiting: deque[Note] = deque()
        self._wake = asyncio.Event()
        self._number = 0
        self._sent: dict[int, float] = {}
        self._senders: dict[str, Sender] = {}
        self._is_listening = False
        self._last_echo = 0.0

    def publish(self, *note: str | int) -> None:
        """Tells the others; what comes while a message is under way goes with the next."""
        self._waiting.append(note)
        self._wake.set()

    def subscribe(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """`heard` is called with every note of another process, `missed` when notes may have been lost."""
        self._heard_note = heard
        self._missed = missed

    @property
    def is_up(self) -> bool:
        """Whether what is sent was heard again lately."""
        return self._is_listening and time.monotonic() - self._last_echo < SILENCE

    async def run(self) -> None:
        """Until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen_for_ever())
            tasks.create_task(self._send_for_ever())
            tasks.create_task(self._watch_for_ever())

    # Out

    async def _send_for_ever(self) -> None:
        while True:
            if self._is_alone():
                await asyncio.sleep(TICK)
                self._pass_over()
            else:
                with contextlib.suppress(TimeoutError):  # nothing to tell but that we are here
                    async with asyncio.timeout(TICK):
                        await self._wake.wait()
            self._wake.clear()
            try:
                await self.send()
            except Away as error:
                logger.debug("the feed did not take a message: %s", error)
            except Exception:  # whatever it is, the others see by the number that something is missing
                logger.exception("a message could not be sent")

    def _is_alone(self) -> bool:
        return self.is_up and not self._senders

    def _pass_over(self) -> None:
        """Nobody was there to be told. Who has come meanwhile sees by the number that there was something."""
        if self._waiting and self._is_alone():
            self._waiting.clear()
            self._number += 1

    async def send(self) -> None:
        """Sends what waits, in as many messages as it takes: one at least. What can't be sent is dropped: its number
        is missing then, and the others look for themselves. Raises Away."""
        while True:
            notes = self._next_notes()
            self._number += 1
            metrics.FEED_MESSAGES.labels("sent").inc()
            self._sent[self._number] = time.monotonic()
            await self.channel.publish(
                orjson.dumps({"from": self.server, "n": self._number, "notes": notes}).decode()
            )  # fmt: skip
            if not self._waiting:
                return

    def _next_notes(self) -> list[Note]:
        """As many of those that wait as go into one message; each once."""
        notes: dict[Note, None] = {}
        size = 100
        while self._waiting:
            size += len(orjson.dumps(self._waiting[0])) + 1
            if size > SIZE and notes:
                break
            notes[self._waiting.popleft()] = None
        return list(notes)

    # In

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self.channel.subscribe(self._take, self._begin)
            except Away as error:
                if self._is_listening:
                    logger.warning("the feed between the processes is away: %s", error)
            except Exception:  # whatever it is, it listens anew, and meanwhile all look for themselves
                logger.exception("the feed could not be listened to")
            self._is_listening = False
            self._missed()
            await asyncio.sleep(TICK)

    def _begin(self) -> None:
        """It listens: since now, so that what came before was missed."""
        self._is_listening = True
        self._last_echo = time.monotonic()
        self._senders.clear()
        self._missed()

    def _take(self, text: str) -> None:
        try:
            message = orjson.loads(text)
            server, number = str(message["from"]), int(message["n"])
            notes = [tuple(note) for note in message["notes"]]
        except (ValueError, KeyError, TypeError):
            logger.warning("the feed carries what is no message of ours: %.80r", text)
            return
        now = time.monotonic()
        if server == self.server:
            self._last_echo = now
            if number in self._sent:
                metrics.FEED_SECONDS.observe(now - self._sent[number])
            self._sent = {n: at for n, at in self._sent.items() if n > number}
            return
        metrics.FEED_MESSAGES.labels("heard").inc()
        sender = self._senders.get(server)
        if sender is not None and number != sender.number + 1:
            metrics.FEED_GAPS.inc()
        if sender is None or number != sender.number + 1:
            self._missed()
        self._senders[server] = Sender(number, now)
        for note in notes:
            self._heard_note(note)

    async def _watch_for_ever(self) -> None:
        """Senders that fell silent may have had something to tell; and while nothing is heard at all, nothing else
        tells that something is missed."""
        looked = 0.0
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            silent = [server for server, sender in self._senders.items() if now - sender.heard > SILENCE]
            for server in silent:
                del self._senders[server]
            if silent or (not self.is_up and now - looked >= LOOK):
                looked = now
                self._missed()
