"""Who is calling: a player is whoever holds the secret, in a cookie or as a bearer token."""

import hashlib
import secrets
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from splendor.records import Player
from splendor.rooms.refusal import Refusal
from splendor.web.services import ServicesDep, services

COOKIE = "splendor"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""Its name behind TLS: browsers take it over TLS alone, and from no neighbouring domain, so that none of those can give
anybody another player's secret."""
YEAR = 365 * 24 * 3600


def new_token() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What the store keeps of a secret. A plain hash is enough for one that can't be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    header = connection.headers.get("authorization", "")
    scheme, _, token = header.partition(" ")
    if scheme.lower() == "bearer":
        return token.strip() or None
    return connection.cookies.get(SECURE_COOKIE if is_secure(connection) else COOKIE)


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the caller came over TLS, as far as a trusted proxy says."""
    return connection.url.scheme in ("https", "wss")


def address(connection: HTTPConnection) -> str | None:
    """Where the call came from; behind a trusted proxy, what that says."""
    return connection.client.host if connection.client else None


async def holder(connection: HTTPConnection) -> Player | None:
    """The player whose secret the connection brings."""
    token = token_of(connection)
    return await services(connection).store.player_by_token(digest(token)) if token else None


async def caller(connection: HTTPConnection) -> Player | None:
    """The player who is calling, or None. Secrets that nobody has are counted: raises Refusal if they are too many."""
    player = await holder(connection)
    if player is None and token_of(connection):
        await services(connection).limits.count("misses", address(connection))
    return player


async def known(player: Annotated[Player | None, Depends(caller)]) -> Player:
    if player is None:
        raise Refusal("unauthorized", "make a player first")
    return player


def remember(response: Response, connection: HTTPConnection, token: str) -> None:
    """Gives the caller's browser its secret; no script can read it, no other site can send it."""
    secure = is_secure(connection)
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE,
        token,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def same_origin(connection: HTTPConnection, deps: ServicesDep) -> None:
    """Refuses what another site's page sends. A program sends no Origin, and is known by what it holds."""
    if connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise Refusal("forbidden", "a page of another site may not do this")
    origin = connection.headers.get("origin")
    if origin is not None and not is_ours(origin, connection, deps.public_url):
        raise Refusal("forbidden", "a page of another site may not do this")


def is_ours(origin: str, connection: HTTPConnection, public_url: str | None) -> bool:
    """Whether that is a page of the host that was called, or of the public address; over TLS, a page that came over
    TLS: any other may have been written by somebody on the way."""
    site = site_of(origin)
    if site is None:
        return False
    scheme, host = site
    if public_url is not None and host == urlsplit(public_url).netloc.lower():
        return scheme == urlsplit(public_url).scheme
    return host == connection.headers.get("host", "").lower() and (scheme == "https" or not is_secure(connection))


def site_of(origin: str) -> tuple[str, str] | None:
    """Scheme, and host with port, of an Origin; None where it names none ("null") or can't be read."""
    try:
        address = urlsplit(origin)
    except ValueError:
        return None
    return (address.scheme, address.netloc.lower()) if address.netloc else None


Caller = Annotated[Player | None, Depends(caller)]
Known = Annotated[Player, Depends(known)]
SameOrigin = Depends(same_origin)
