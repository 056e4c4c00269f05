"""The one place where the layers meet."""

import asyncio
import contextlib
import platform
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.routing import Mount

import splendor
from splendor import metrics
from splendor.push import Push
from splendor.rooms import lifetime
from splendor.rooms.heart import Heart
from splendor.rooms.moments import Time
from splendor.rooms.rooms import Rooms
from splendor.settings import Settings, home, networks
from splendor.store import Database
from splendor.web import errors, socket
from splendor.web.access import Access
from splendor.web.client_files import ClientFiles
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


def create_app(settings: Settings, time: Time | None = None) -> FastAPI:
    """The whole server. The database is opened when it starts and closed when it stops. `time`: another one than the
    world's, for tests."""
    store = Database(settings.database_url)
    files = ClientFiles(home("frontend"), catalog.URL)
    push = Push(store, contact(settings), private=settings.push_private == "on")
    live = Rooms(store, files.version, settings.room_idle, push, time)
    rates = Rates(
        players_per_hour=settings.players_per_hour,
        names_per_hour=settings.names_per_hour,
        rooms_per_hour=settings.rooms_per_hour,
        claims_per_hour=settings.claims_per_hour,
        messages_per_second=settings.messages_per_second,
        messages_burst=settings.messages_burst,
        reactions_per_second=settings.reactions_per_second,
        reactions_burst=settings.reactions_burst,
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await store.open()
        await push.open()
        heart = Heart(store, live.time)
        app.state.services = Services(
            store=store,
            rooms=live,
            files=files,
            limits=Limits(rates, enabled=settings.limits == "on"),
            push=push,
            readiness=Readiness(store, heart),
            scrapers=Scrapers(settings.metrics, networks(settings.trusted_proxies)),
            public_url=settings.public_url,
        )
        outage = await heart.start()
        work = (
            live.open(outage), live.sweep_for_ever(), heart.beat_for_ever(), lifetime.close_for_ever(live),
            metric_routes.look_for_ever(live),
        )  # fmt: skip
        metrics.BUILD.labels(splendor.version(), files.version, str(PROTOCOL), platform.python_version()).set(1)
        tasks = [asyncio.create_task(each) for each in work]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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
    )
    errors.install(app)
    for routes in (me, push_routes, rooms, games, health, metric_routes, socket):
        app.include_router(routes.router)
    app.router.routes.append(Mount("/static", files))
    app.router.routes.extend(pages(files))
    app.router.default = Unknown(files.missing)
    for outer in (errors.Unexpected, Access, SecurityHeaders):
        app.add_middleware(outer)
    return app


def contact(settings: Settings) -> str:
    """Whom a push service may write to; most ask for no more than the form."""
    public = settings.public_url or ""
    return settings.push_contact or (public if public.startswith("https:") else "mailto:splendor@localhost")
