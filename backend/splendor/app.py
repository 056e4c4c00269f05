"""The one place where the layers meet."""

import asyncio
import contextlib
import platform
import secrets
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.routing import Mount

import splendor
from splendor import metrics
from splendor.feed import Channel, Feed, PostgresChannel, RedisChannel
from splendor.push import Push
from splendor.rooms import lifetime
from splendor.rooms.elsewhere import Elsewhere
from splendor.rooms.heart import Heart
from splendor.rooms.moments import Time
from splendor.rooms.presence import Presence
from splendor.rooms.register import Register
from splendor.rooms.rooms import Rooms
from splendor.settings import Settings, home, networks
from splendor.store import Database, is_embedded
from splendor.web import errors, socket
from splendor.web.access import Access
from splendor.web.client_files import ClientFiles
from splendor.web.crowd import Crowd, Most
from splendor.web.documented import REFUSALS
from splendor.web.headers import SecurityHeaders
from splendor.web.limits import Limits, Rates
from splendor.web.pages import Unknown, pages
from splendor.web.readiness import Readiness
from splendor.web.routes import games, health, me, rooms
from splendor.web.routes import metrics as metric_routes
from splendor.web.routes import push as push_routes
from splendor.web.scrapers import Scrapers
from splendor.web.services import Services
from splendor.wire import PROTOCOL, catalog

LAST_DEEDS = 1.0
"""Seconds for what is under way when the server stops."""


def create_app(settings: Settings, time: Time | None = None) -> FastAPI:
    """The whole server. The database is opened when it starts and closed when it stops. `time`: another one than the
    world's, for tests."""
    store = Database(settings.database_url)
    files = ClientFiles(home("frontend"), catalog.URL)
    push = Push(store, contact(settings), private=settings.push_private == "on")
    server = secrets.token_urlsafe(6)
    feed = Feed(channel(settings), server) if is_shared(settings) else None
    presence = Presence(server if feed else "")
    live = Rooms(store, files.version, settings.room_idle, push, time, presence, feed)
    rates = Rates(
        players_per_hour=settings.players_per_hour,
        names_per_hour=settings.names_per_hour,
        rooms_per_hour=settings.rooms_per_hour,
        claims_per_hour=settings.claims_per_hour,
        misses_per_hour=settings.misses_per_hour,
        messages_per_second=settings.messages_per_second,
        messages_burst=settings.messages_burst,
        reactions_per_second=settings.reactions_per_second,
        reactions_burst=settings.reactions_burst,
        pauses_per_second=settings.pauses_per_second,
        pauses_burst=settings.pauses_burst,
    )
    most = Most(
        sockets_per_player=settings.sockets_per_player,
        sockets_per_address=settings.sockets_per_address,
        watchers_per_room=settings.watchers_per_room,
    )
    limited = settings.limits == "on"

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await store.open()
        await push.open()
        elsewhere = Elsewhere(live) if feed else None
        heart = Heart(live, server, elsewhere)
        app.state.services = Services(
            store=store,
            rooms=live,
            files=files,
            limits=Limits(rates, store, enabled=limited),
            crowd=Crowd(most if limited else None),
            push=push,
            readiness=Readiness(store, heart),
            scrapers=Scrapers(settings.metrics, networks(settings.trusted_proxies)),
            public_url=settings.public_url,
        )
        outage = await heart.start()
        work = [live.open(outage), live.sweep_for_ever(), heart.beat_for_ever(), lifetime.close_for_ever(live)]
        work.append(metric_routes.look_for_ever(live))
        if feed and elsewhere:
            feed.subscribe(elsewhere.heard, elsewhere.missed)
            work += [feed.run(), elsewhere.look_for_ever(), Register(store, presence, feed).write_for_ever()]
        metrics.BUILD.labels(splendor.version(), files.version, str(PROTOCOL), platform.python_version()).set(1)
        tasks = [asyncio.create_task(each) for each in work]
        yield
        for task in tasks:
            task.cancel()
        store.give_up()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_DEEDS):
                await live.close()
                await heart.beat()
        await push.close()
        await store.close()

    app = FastAPI(
        title="Splendor",
        version=str(PROTOCOL),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=REFUSALS,
    )
    errors.install(app)
    for routes in (me, push_routes, rooms, games, health, metric_routes):
        app.include_router(routes.router)
    app.router.routes.extend([socket.route, Mount("/static", files)])
    app.router.routes.extend(pages(files))
    app.router.default = Unknown(files.missing)
    for outer in (errors.Unexpected, Access, SecurityHeaders):
        app.add_middleware(outer)
    return app


def is_shared(settings: Settings) -> bool:
    """Whether other processes may serve the same rooms: always where the database is one that many can reach."""
    return settings.feed is not None or not is_embedded(settings.database_url)


def channel(settings: Settings) -> Channel:
    """What carries the notes between them."""
    return RedisChannel(settings.feed) if settings.feed else PostgresChannel(settings.database_url)


def contact(settings: Settings) -> str:
    """Whom a push service may write to; most ask for no more than the form."""
    public = settings.public_url or ""
    return settings.push_contact or (public if public.startswith("https:") else "mailto:splendor@localhost")
