"""The command `splendor`: what it takes, and how it ends where it can't."""

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import splendor
from splendor import logs
from splendor.operation.backup import backup
from splendor.operation.export import export
from splendor.operation.impossible import Impossible
from splendor.operation.restore import restore
from splendor.operation.serving import serve
from splendor.operation.verify import verify
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
    own = {name: given.pop(name) for name in ("file", "game", "full") if name in given}
    try:
        settings = read_settings(**given)
        logs.set_up(settings.log_level, settings.log_format)
        COMMANDS[command](settings, **own)
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
    saving = commands.add_parser("backup", help="copy a SQLite database while the server writes on")
    saving.add_argument("file", metavar="FILE", help="where to; must not be there yet")
    restoring = commands.add_parser("restore", help="put a copy in the place of a SQLite database that nobody uses")
    restoring.add_argument("file", metavar="FILE", help="the copy")
    exporting = commands.add_parser("export", help="write the record of a game as JSON")
    exporting.add_argument("game", metavar="GAME", help="its id")
    exporting.add_argument("file", metavar="FILE", nargs="?", help="where to; without it, to standard output")
    exporting.add_argument("--full", action="store_true", help="with all that is hidden: not for those who play")
    commands.add_parser("verify", help="play every stored game again, and say what does not fit")
    for each in commands.choices.values():
        each.add_argument("--database-url", help="sqlite:///path or postgresql://user:password@host/name")
    return main_parser


def bring_up_to_date(settings: Settings) -> None:
    asyncio.run(migrate(settings.database_url))
    sys.stdout.write("The database is up to date.\n")


COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serve,
    "migrate": bring_up_to_date,
    "backup": backup,
    "restore": restore,
    "export": export,
    "verify": verify,
}


def fail(sentence: str) -> NoReturn:
    sys.stderr.write(f"splendor: {sentence}\n")
    sys.exit(1)
