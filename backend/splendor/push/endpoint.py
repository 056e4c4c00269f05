"""The address that a browser gave for its notifications. Anybody can give one, so it must not lead into our own
network: the name is resolved here, and the connection goes to the address that was looked at, and on to no other."""

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

WITHIN = 10.0
"""Seconds for all of it."""
_READABLE = re.compile(r"https://(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:(?P<port>\d{1,5}))?(?P<path>/[!-~]*)?")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class BadEndpoint(ValueError):
    """It can't be pushed to, now or ever; one sentence that does not repeat it."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    host: str
    port: int
    path: str
    private: bool
    """Whether addresses that are not public, and ports other than that of https, may be pushed to."""

    @classmethod
    def read(cls, url: str, private: bool = False) -> Self:
        """Raises BadEndpoint."""
        found = _READABLE.fullmatch(url)
        if found is None:
            raise BadEndpoint("not the https address of a push service")
        port = int(found["port"] or 443)
        if (not private and port != 443) or not 0 < port < 65536:
            raise BadEndpoint("push services are reached on port 443")
        if not all(0 < len(label) < 64 for label in found["host"].removesuffix(".").split(".")):
            raise BadEndpoint("not the name of a host")
        endpoint = cls(found["host"].strip("[]").lower(), port, (found["path"] or "/").partition("#")[0], private)
        try:
            address = ipaddress.ip_address(endpoint.host)
        except ValueError:
            return endpoint
        if not private and not is_public(str(address)):
            raise BadEndpoint("not a public address")
        return endpoint

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" if self.port == 443 else f"https://{host}:{self.port}"

    async def post(self, headers: Mapping[str, str], body: bytes, context: ssl.SSLContext) -> int:
        """The status of the answer; no redirect is followed, and no more is read. Raises BadEndpoint if it leads where
        it may not, OSError or TimeoutError if it could not be reached."""
        async with asyncio.timeout(WITHIN):
            address = await self._address()
            reader, writer = await asyncio.open_connection(
                address, self.port, ssl=context, server_hostname=self.host, limit=8192
            )
            try:
                writer.write(self._head(headers, len(body)) + body)
                await writer.drain()
                return _status(await reader.readline())
            except ValueError:
                raise ConnectionError("the answer is not HTTP") from None
            finally:
                writer.transport.abort()

    async def _address(self) -> str:
        """Where the name leads, if that is public."""
        found = await asyncio.get_running_loop().getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(info[4][0]) for info in found]
        usable = [address for address in addresses if self.private or is_public(address)]
        if not usable:
            raise BadEndpoint("its name leads to no public address")
        return usable[0]

    def _head(self, headers: Mapping[str, str], length: int) -> bytes:
        given = {
            "Host": self.origin.removeprefix("https://"),
            **headers,
            "Content-Length": str(length),
            "Connection": "close",
        }
        lines = [f"POST {self.path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        return "\r\n".join([*lines, "", ""]).encode("ascii")


def _status(line: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3})\b", line)
    if found is None:
        raise ConnectionError("the answer is not HTTP")
    return int(found[1])


def is_public(address: str) -> bool:
    """Whether an address is one of the internet at large, also where it wraps another.

    >>> is_public("93.184.215.14"), is_public("127.0.0.1"), is_public("10.0.0.1"), is_public("169.254.169.254")
    (True, False, False, False)
    >>> is_public("::ffff:127.0.0.1"), is_public("64:ff9b::7f00:1"), is_public("2002:7f00:1::"), is_public("fe80::1")
    (False, False, False, False)
    """
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        wrapped = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo[1] if parsed.teredo else None)
        if parsed in _NAT64:
            wrapped = ipaddress.IPv4Address(int(parsed) & 0xFFFF_FFFF)
        if wrapped is not None:
            return is_public(str(wrapped))
        if parsed.is_site_local:
            return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved
