"""`splendor serve` and `splendor migrate`."""

import argparse
import asyncio
import contextlib
import errno
import logging
import socket
import sys
from collections.abc import Sequence
from typing import NoReturn

import uvicorn

from splendor.app import create_app
from splendor.garbage import collect_seldom
from splendor.records import Unavailable
from splendor.rooms.moments import Time
from splendor.settings import Settings, read_settings
from splendor.store import WrongSchema, is_embedded, migrate, require_current
from splendor.web.transport import GameSocket

FRAME_SIZE = 64 * 1024
"""Larger frames close the connection (1009); those between this and a message's 4 KB are answered `too_large`."""


class NoListener(Exception):
    """The address can't be listened on; the text says why in one sentence."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="splendor", description="Splendor online with friends.")
    commands = parser.add_subparsers(dest="command", required=True)
    serve_parser = commands.add_parser("serve", help="serve the game (migrates an SQLite database by itself)")
    serve_parser.add_argument("--host", help="address to listen on; 0.0.0.0 lets others in the house in")
    serve_parser.add_argument("--port", type=int)
    migrate_parser = commands.add_parser("migrate", help="bring the database up to this version")
    for each in (serve_parser, migrate_parser):
        each.add_argument("--database-url", help="sqlite:///path or postgresql://user:password@host/name")
    given = vars(parser.parse_args(arguments))
    command = given.pop("command")
    try:
        settings = read_settings(**given)
        if command == "serve":
            serve(settings)
        else:
            asyncio.run(migrate(settings.database_url))
            sys.stdout.write("The database is up to date.\n")
    except KeyboardInterrupt:
        sys.exit(130)
    except Unavailable as error:
        fail(f"the database can't be reached: {error}")
    except (ValueError, OSError, WrongSchema, NoListener) as error:
        fail(str(error))


def serve(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT; then says goodbye to everyone and ends within five seconds."""
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    asyncio.run(prepare(settings.database_url))
    listener = listen(settings.host, settings.port)
    for line in addresses(settings.host, listener.getsockname()[1]):
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    # After its orderly end uvicorn raises the signal that ended it once more.
    with contextlib.suppress(KeyboardInterrupt):
        server = uvicorn.Server(configured(settings))
        collect_seldom()
        server.run(sockets=[listener])


def configured(settings: Settings, time: Time | None = None) -> uvicorn.Config:
    """The whole server, as uvicorn is to run it; `time` as for `create_app`."""
    return uvicorn.Config(
        create_app(settings, time),
        log_config=None,
        access_log=False,
        ws=GameSocket,
        ws_max_size=FRAME_SIZE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        timeout_graceful_shutdown=3,
    )


async def prepare(database_url: str) -> None:
    """A database that this version can work with. An embedded one is migrated; a served one only by
    `splendor migrate`, since other processes may be working with it."""
    if is_embedded(database_url):
        await migrate(database_url)
    else:
        await require_current(database_url)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        said = (error.strerror or str(error)).partition(" (while")[0]
        reason = "is taken; choose another with --port" if taken else f"can't be had: {said}"
        raise NoListener(f"{host}:{port} {reason}") from None
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def addresses(host: str, port: int) -> list[str]:
    """What to open: on this machine, and, where others may come in, what they open."""
    if host not in ("0.0.0.0", "::"):
        name = f"[{host}]" if ":" in host else host
        return [f"Splendor is served on http://{name}:{port}"]
    lines = [f"Splendor is served on http://127.0.0.1:{port}"]
    lan = lan_address()
    if lan:
        lines.append(f"Friends in the house open  http://{lan}:{port}")
    return lines


def lan_address() -> str | None:
    """The address by which this machine is known in its network. Asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def fail(sentence: str) -> NoReturn:
    sys.stderr.write(f"splendor: {sentence}\n")
    sys.exit(1)
