"""Who may read the metrics."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Literal

from starlette.requests import HTTPConnection

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")


@dataclass(frozen=True, slots=True)
class Scrapers:
    """`local`: whoever connects from this machine or from one of `networks`, and not for somebody else."""

    allowed: Literal["off", "local", "on"]
    networks: Iterable[IPv4Network | IPv6Network] = ()

    def lets_in(self, connection: HTTPConnection) -> bool:
        if self.allowed != "local":
            return self.allowed == "on"
        # A proxy says for whom it asks; where it does, that address has taken the place of the proxy's.
        if connection.client is None or any(header in connection.headers for header in FORWARDED):
            return False
        peer = ip_address(connection.client.host)
        peer = getattr(peer, "ipv4_mapped", None) or peer
        return peer.is_loopback or any(peer in network for network in self.networks)
