"""The command `splendor`: what it takes, and how it ends where it can't."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import splendor
from splendor import logs
from splendor.operation.impossible import Impossible
from splendor.operation.serving import serve
from splendor.records import Unavailable
from splendor.settings import Settings, read_settings
from splendor.store import WrongSchema, migrate


class Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Says it in one sentence, as everything else that is wrong with a start."""
        fail(f"{message}; see {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> None:
    given = vars(parser().parse_args(arguments))
    command = given.pop("command")
    try:
        settings = read_settings(**given)
        logs.set_up(settings.log_level, settings.log_format)
        if command == "serve":
            serve(settings)
        else:
            bring_up_to_date(settings)
    except KeyboardInterrupt:
        sys.exit(130)
    except Unavailable as error:
        fail(f"the database can't be reached: {error}")
    except (ValueError, OSError, WrongSchema, Impossible) as error:
        fail(str(error))


def parser() -> Parser:
    main_parser = Parser(prog="splendor", description="Splendor online with friends.")
    main_parser.add_argument("--version", action="version", version=f"splendor {splendor.version()}")
    commands = main_parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serving = commands.add_parser("serve", help="serve the game (migrates an SQLite database by itself)")
    serving.add_argument("--host", help="address to listen on; 0.0.0.0 lets others in the house in")
    serving.add_argument("--port")
    serving.add_argument("--workers", help="processes that serve; more than one need Postgres")
    commands.add_parser("migrate", help="bring the database up to this version")
    for each in commands.choices.values():
        each.add_argument("--database-url", help="sqlite:///path or postgresql://user:password@host/name")
    return main_parser


def bring_up_to_date(settings: Settings) -> None:
    asyncio.run(migrate(settings.database_url))
    sys.stdout.write("The database is up to date.\n")


def fail(sentence: str) -> NoReturn:
    sys.stderr.write(f"splendor: {sentence}\n")
    sys.exit(1)
