"""What the routes work with, made once in `create_app` and handed to each by `Depends`."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Protocol

from fastapi import Depends
from starlette.requests import HTTPConnection

from splendor.push import Push
from splendor.records import Player, Subscription
from splendor.rooms.ports import Store
from splendor.rooms.rooms import Rooms
from splendor.web.client_files import ClientFiles
from splendor.web.crowd import Crowd
from splendor.web.limits import Buckets, Limits
from splendor.web.readiness import Readiness
from splendor.web.scrapers import Scrapers


class Identities(Protocol):
    """The players, as the store keeps them: by the hash of their secret, never by the secret."""

    async def make_player(self, name: str, token_hash: str) -> Player: ...

    async def player_by_token(self, token_hash: str) -> Player | None: ...

    async def rename(self, player: str, name: str) -> Player | None: ...

    async def make_link(self, code_hash: str, player: str, expires: datetime) -> None: ...

    async def claim_link(self, code_hash: str, token_hash: str, now: datetime) -> Player | None:
        """The player whose link this was, from now on known by `token_hash` alone; None if it is used or expired."""


class Subscriptions(Protocol):
    """The browsers in which players want to be called."""

    async def subscribe(self, subscription: Subscription) -> None: ...

    async def unsubscribe(self, player: str, endpoint: str) -> None: ...


class Lasting(Store, Identities, Subscriptions, Buckets, Protocol):
    """The store as the whole server needs it."""

    async def ping(self) -> None:
        """Raises Unavailable if the database does not answer."""


@dataclass(frozen=True, slots=True)
class Services:
    store: Lasting
    rooms: Rooms
    files: ClientFiles
    limits: Limits
    crowd: Crowd
    push: Push
    readiness: Readiness
    scrapers: Scrapers
    public_url: str | None
    """The address that links carry, where it is not the one that a request came to."""


def services(connection: HTTPConnection) -> Services:
    found = connection.app.state.services
    assert isinstance(found, Services)
    return found


ServicesDep = Annotated[Services, Depends(services)]


def base_url(connection: HTTPConnection, public_url: str | None) -> str:
    """The address of this server as the caller reaches it, without a slash at the end."""
    return (public_url or str(connection.base_url)).rstrip("/")
