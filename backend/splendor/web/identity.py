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
    return connection.cookies.get(COOKIE)


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
    response.set_cookie(
        COOKIE,
        token,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme in ("https", "wss"),
    )


def same_origin(connection: HTTPConnection, deps: ServicesDep) -> None:
    """Refuses what another site's page sends. A program sends no Origin, and is known by what it holds."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    allowed = {connection.headers.get("host", "")}
    if deps.public_url:
        allowed.add(urlsplit(deps.public_url).netloc)
    if site_of(origin) not in allowed:
        raise Refusal("forbidden", "a page of another site may not do this")


def site_of(origin: str) -> str | None:
    """Host and port of an Origin; None where it names none ("null") or can't be read."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


Caller = Annotated[Player | None, Depends(caller)]
Known = Annotated[Player, Depends(known)]
SameOrigin = Depends(same_origin)
