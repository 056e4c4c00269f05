"""`splendor serve`: from a database that is ready to goodbyes at the end."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE

import splendor
from splendor import logs
from splendor.app import create_app
from splendor.garbage import collect_seldom
from splendor.operation.listening import addresses, listen
from splendor.operation.workers import end_with_parent, serve_by_several
from splendor.settings import BadSettings, Settings
from splendor.store import is_embedded, migrate, require_current
from splendor.web.reception import GameHttp
from splendor.web.transport import GameSocket

logger = logging.getLogger("splendor.operation")

FRAME_SIZE = 64 * 1024
"""Larger frames close the connection (1009); those between this and a message's 4 KB are answered `too_large`."""

READY_WITHIN = 60
"""Seconds that a process has to take another's place (on SIGHUP) before that is given up: loading is slow on a machine
that is busy."""


def serve(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT; then says goodbye to everyone and ends within five seconds."""
    if settings.workers > 1 and is_embedded(settings.database_url):
        raise BadSettings("SQLite's file belongs to one process: several workers need Postgres")
    asyncio.run(prepare(settings.database_url))
    listener = listen(settings.host, settings.port)
    for line in addresses(settings.host, listener.getsockname()[1]):
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    config = configured(settings, partial(served_app, settings))
    if settings.workers > 1:
        serve_by_several(config, listener, settings.drain)
        return
    # After its orderly end uvicorn raises the signal that ended it once more.
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


async def prepare(database_url: str) -> None:
    """A database that this version can work with. An embedded one is migrated; a served one only by
    `splendor migrate`, since other processes may be working with it."""
    if is_embedded(database_url):
        await migrate(database_url)
    else:
        await require_current(database_url)


def configured(settings: Settings, make_app: Callable[[], FastAPI]) -> uvicorn.Config:
    """The whole server, as uvicorn is to run it."""
    return uvicorn.Config(
        make_app,
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        http=GameHttp,
        ws=GameSocket,
        ws_max_size=FRAME_SIZE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        timeout_graceful_shutdown=3,
        timeout_worker_healthcheck=READY_WITHIN,
    )


def served_app(settings: Settings) -> FastAPI:
    """The app of a process of its own: called in the loop that is to serve it, with uvicorn's signal handlers there."""
    logs.set_up(settings.log_level, settings.log_format)
    end_with_parent()
    try:
        app = create_app(settings)
    except Exception:  # whatever it is, by this exit code a supervisor knows that another try will not help
        logger.exception("the app can't be made")
        sys.exit(STARTUP_FAILURE)
    leave_when_told(app, settings.drain)
    logger.info("version %s starts", splendor.version())
    collect_seldom()
    return app


def leave_when_told(app: FastAPI, drain: float) -> None:
    """On SIGTERM the app says that it is not ready any more, and the end begins `drain` seconds later; with a second
    SIGTERM at once. A terminal that is closed (SIGHUP) ends it as orderly, unless that is to be outlived (nohup)."""
    end = signal.getsignal(signal.SIGTERM)
    loop = asyncio.get_running_loop()
    assert callable(end), "uvicorn listens to signals by now"

    def told(number: int, frame: FrameType | None) -> None:
        services = getattr(app.state, "services", None)
        if drain and services is not None and not services.readiness.is_leaving:
            services.readiness.is_leaving = True
            loop.call_soon_threadsafe(loop.call_later, drain, end, number, None)
        else:
            end(number, frame)

    signal.signal(signal.SIGTERM, told)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
