"""How often: token buckets, for each socket and for each address. Wide enough for a household's evening."""

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass

from splendor.rooms.refusal import Refusal

SWEEP_AT = 10_000


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
    messages_per_second: float = 10
    messages_burst: int = 20
    reactions_per_second: float = 1
    reactions_burst: int = 5


@dataclass(frozen=True, slots=True)
class Pace:
    """The buckets of one socket: for all its messages, and for its reactions."""

    messages: Bucket
    reactions: Bucket


class Limits:
    """Counts by address. `enabled=False` lifts all limits, for measurements."""

    def __init__(self, rates: Rates, *, enabled: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.rates = rates
        self.enabled = enabled
        self.clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._hourly = {
            "players": rates.players_per_hour,
            "names": rates.names_per_hour,
            "rooms": rates.rooms_per_hour,
            "claims": rates.claims_per_hour,
        }

    def count(self, what: str, address: str | None) -> None:
        """Counts one more of `what` ("players", "names", "rooms", "claims"); raises Refusal `rate_limited` if it is too
        many."""
        if not self.enabled:
            return
        key = (what, household(address))
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= SWEEP_AT:
                self._buckets = {key: old for key, old in self._buckets.items() if not old.is_full}
            hourly = self._hourly[what]
            bucket = self._buckets[key] = Bucket(hourly / 3600, hourly, self.clock)
        if not bucket.take():
            raise Refusal("rate_limited", f"too many {what} from this address; try again in a few minutes")

    def socket(self) -> Pace | None:
        """How fast one socket may send; None: unlimited."""
        if not self.enabled:
            return None
        return Pace(
            Bucket(self.rates.messages_per_second, self.rates.messages_burst, self.clock),
            Bucket(self.rates.reactions_per_second, self.rates.reactions_burst, self.clock),
        )


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
