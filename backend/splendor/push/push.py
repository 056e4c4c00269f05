"""The herald of the rooms: calls a player who is not there by all the browsers in which they asked for it."""

import asyncio
import contextlib
import json
import logging
import ssl
from dataclasses import dataclass
from typing import Protocol

from splendor import metrics
from splendor.push import base64url, vapid
from splendor.push.encryption import encrypted
from splendor.push.endpoint import BadEndpoint, Endpoint
from splendor.push.vapid import Vapid
from splendor.records import Subscription, Unavailable

log = logging.getLogger(__name__)

WAITING = 1000
"""Calls that wait at most; those beyond are dropped."""
CALLERS = 4
KEEP = 24 * 3600
"""Seconds that a push service keeps a call for a browser that is off."""
GONE = (404, 410)
KEY = "vapid"


class Store(Protocol):
    """What is kept of it."""

    async def secret(self, name: str, fresh: str) -> str:
        """The server's secret of that name: the one that is kept, or `fresh`, which is kept from now on."""

    async def subscriptions(self, player: str) -> list[Subscription]: ...

    async def drop_subscription(self, endpoint: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Call:
    player: str
    room: str

    def text(self) -> bytes:
        """What the browser is told: where it is the player's turn."""
        return json.dumps({"room": self.room, "url": f"/r/{self.room}", "kind": "turn"}).encode()


class Push:
    """`contact`: whom a push service may write to. `private`: subscriptions may lead where it is not public."""

    def __init__(self, store: Store, contact: str, *, private: bool = False) -> None:
        self.store = store
        self.contact = contact
        self.private = private
        self._queue: asyncio.Queue[Call] = asyncio.Queue(WAITING)
        self._callers: list[asyncio.Task[None]] = []
        self._vapid: Vapid | None = None
        self._context: ssl.SSLContext | None = None

    async def open(self) -> None:
        """Finds the server's key in the store, or makes it at the first start."""
        self._vapid = Vapid(await self.store.secret(KEY, vapid.new_secret()), self.contact)
        self._context = await asyncio.to_thread(ssl.create_default_context)
        self._callers = [asyncio.create_task(self._call_for_ever()) for _ in range(CALLERS)]

    async def close(self) -> None:
        for caller in self._callers:
            caller.cancel()
        for caller in self._callers:
            with contextlib.suppress(asyncio.CancelledError):
                await caller

    @property
    def public_key(self) -> str:
        assert self._vapid is not None, "opened first"
        return self._vapid.public_key

    def call(self, player: str, room: str) -> None:
        """`rooms.ports.Herald`: queues it."""
        try:
            self._queue.put_nowait(Call(player, room))
        except asyncio.QueueFull:
            metrics.PUSHES.labels("dropped").inc()
            log.warning("too many calls wait; one to room %s is dropped", room)

    async def idle(self) -> None:
        """Returns once everything that was queued is done."""
        await self._queue.join()

    async def _call_for_ever(self) -> None:
        while True:
            call = await self._queue.get()
            try:
                await self._do(call)
            except Exception:  # one call that fails, for whatever reason, must not end the calling of all others
                log.exception("a call to room %s failed", call.room)
            finally:
                self._queue.task_done()

    async def _do(self, call: Call) -> None:
        try:
            # All at once: one that does not answer would hold up the others, and ten of them everybody's calls.
            subscriptions = await self.store.subscriptions(call.player)
            reached = await asyncio.gather(*(self._reach(call, subscription) for subscription in subscriptions))
            for subscription, is_reached in zip(subscriptions, reached, strict=True):
                if not is_reached:
                    await self.store.drop_subscription(subscription.endpoint)
        except Unavailable as error:
            log.warning("a call to room %s failed: %s", call.room, error)

    async def _reach(self, call: Call, subscription: Subscription) -> bool:
        """False if nobody can be reached there any more. What goes wrong is logged without the endpoint, which is a
        secret, and is not tried again: the next turn calls anew."""
        assert self._vapid is not None, "opened first"
        assert self._context is not None, "opened first"
        try:
            endpoint = Endpoint.read(subscription.endpoint, self.private)
            point, auth = base64url.to_bytes(subscription.p256dh), base64url.to_bytes(subscription.auth)
            headers = {
                "Authorization": self._vapid.authorization(endpoint.origin),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEEP),
                "Topic": vapid.topic(call.room),
                "Urgency": "normal",
            }
            body = await asyncio.to_thread(encrypted, call.text(), point, auth)
        except ValueError as error:
            metrics.PUSHES.labels("unusable").inc()
            log.warning("a subscription can't be used and is dropped: %s", error)
            return False
        try:
            status = await endpoint.post(headers, body, self._context)
        except BadEndpoint as error:
            metrics.PUSHES.labels("unusable").inc()
            log.warning("%s is not pushed to and is dropped: %s", endpoint.host, error)
            return False
        except (OSError, TimeoutError) as error:
            metrics.PUSHES.labels("unreachable").inc()
            log.warning("%s could not be reached: %s", endpoint.host, type(error).__name__)
            return True
        metrics.PUSHES.labels("delivered" if status < 300 else "gone" if status in GONE else "refused").inc()
        if status >= 300:
            log.warning("%s answered a push with %d", endpoint.host, status)
        return status not in GONE
