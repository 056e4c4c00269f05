"""How often. Wide enough for a household's evening, and for a school behind one address.

By the hour and by household, where it costs the database or could be a guess: token buckets in the store, which all
processes share. By the second and by player, for what comes over sockets: in the memory of the process."""

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from splendor.rooms.refusal import Refusal

SWEEP_AT = 10_000
HOUR = 3600
MICRO = 1_000_000
KEY = "limits"

What = Literal["players", "names", "rooms", "claims", "misses"]
"""What is counted by the hour. A miss: a secret, a room or a game was named that there is not."""


class Buckets(Protocol):
    """The store, as far as limits need it."""

    async def take(self, key: str, now: int, each: int, burst: int) -> int | None:
        """Takes one from the bucket `key`, which holds `burst` and wins one more every `each` microseconds; None once
        it is taken, or the moment at which one will be there."""

    async def sweep_buckets(self, now: int) -> None: ...

    async def secret(self, name: str, fresh: str) -> str: ...


class Bucket:
    """Fills with `rate` tokens a second up to `burst`; `take` is False when it is empty."""

    __slots__ = ("_at", "_level", "burst", "clock", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self._level = burst
        self._at = clock()

    def take(self) -> bool:
        now = self.clock()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    @property
    def is_full(self) -> bool:
        return self._level + (self.clock() - self._at) * self.rate >= self.burst


@dataclass(frozen=True, slots=True)
class Rates:
    """All limits; each is a setting."""

    players_per_hour: int = 200
    names_per_hour: int = 300
    rooms_per_hour: int = 100
    claims_per_hour: int = 60
    misses_per_hour: int = 2000
    messages_per_second: float = 10
    messages_burst: int = 20
    reactions_per_second: float = 1
    reactions_burst: int = 5
    pauses_per_second: float = 0.1
    pauses_burst: int = 10

    def hourly(self, what: What) -> int:
        match what:
            case "players":
                return self.players_per_hour
            case "names":
                return self.names_per_hour
            case "rooms":
                return self.rooms_per_hour
            case "claims":
                return self.claims_per_hour
            case "misses":
                return self.misses_per_hour


@dataclass(frozen=True, slots=True)
class Pace:
    """The buckets of one player, whatever sockets they have: for all their messages, for their reactions, and for
    stopping and starting the clocks, each of which is a row of the journal."""

    messages: Bucket
    reactions: Bucket
    pauses: Bucket

    @property
    def is_full(self) -> bool:
        return self.messages.is_full and self.reactions.is_full and self.pauses.is_full


class Limits:
    """`enabled=False` lifts all limits, for measurements. `clock` is for what passes in this process, `now` the
    world's, which the processes share."""

    def __init__(
        self,
        rates: Rates,
        store: Buckets,
        *,
        enabled: bool = True,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.rates = rates
        self.store = store
        self.enabled = enabled
        self.clock = clock
        self.now = now
        self._secret = b""
        self._swept = now()
        self._spent: dict[str, float] = {}
        self._paces: dict[str, Pace] = {}

    async def count(self, what: What, address: str | None) -> None:
        """Counts one more of `what` from that address; raises Refusal `rate_limited` if it is too many, and Unavailable
        where the store can't be asked. Who was refused is not asked about again before the answer can be another: a
        flood does not reach the database."""
        if not self.enabled:
            return
        key = await self._key(what, address)
        now = self.now()
        if now < self._spent.get(key, 0):
            raise too_many(what)
        hourly = self.rates.hourly(what)
        until = await self.store.take(key, int(now * MICRO), max(1, HOUR * MICRO // hourly), hourly)
        if now - self._swept >= HOUR:
            await self.store.sweep_buckets(int(now * MICRO))
            self._swept = now
        if until is not None:
            if len(self._spent) >= SWEEP_AT:
                self._spent = {key: moment for key, moment in self._spent.items() if moment > now - HOUR}
            self._spent[key] = until / MICRO
            raise too_many(what)

    async def is_suspect(self, what: What, address: str | None) -> bool:
        """Whether that address was refused `what` within the last hour, in this process."""
        if not self.enabled or not self._spent:
            return False
        until = self._spent.get(await self._key(what, address))
        return until is not None and until > self.now() - HOUR

    async def _key(self, what: What, address: str | None) -> str:
        if not self._secret:
            self._secret = (await self.store.secret(KEY, secrets.token_hex(32))).encode()
        return hmac.new(self._secret, f"{what} {household(address)}".encode(), hashlib.sha256).hexdigest()

    def pace(self, player: str) -> Pace | None:
        """How fast that player may send, over all their sockets; None: unlimited."""
        if not self.enabled:
            return None
        pace = self._paces.get(player)
        if pace is None:
            if len(self._paces) >= SWEEP_AT:
                self._paces = {id: old for id, old in self._paces.items() if not old.is_full}
            rates = self.rates
            pace = self._paces[player] = Pace(
                Bucket(rates.messages_per_second, rates.messages_burst, self.clock),
                Bucket(rates.reactions_per_second, rates.reactions_burst, self.clock),
                Bucket(rates.pauses_per_second, rates.pauses_burst, self.clock),
            )
        return pace


def too_many(what: What) -> Refusal:
    named = "wrong codes" if what == "misses" else what
    return Refusal("rate_limited", f"too many {named} from this address; try again in a few minutes")


def household(address: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 that a household has of IPv6."""
    try:
        parsed = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        return (
            str(ipaddress.ip_network((parsed, 64), strict=False))
            if parsed.ipv4_mapped is None
            else str(parsed.ipv4_mapped)
        )
    return str(parsed)
