"""Fixtures for every test: asynchronous tests run on asyncio, and databases to run them on."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor.store import migrate
from support import postgres


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a Postgres in which databases may be made."""
    with postgres.server() as address:
        yield address


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str) -> Iterator[str]:
    """This run's own Postgres database, with all tables."""
    with postgres.database(postgres_server) as url:
        asyncio.run(migrate(url))
        yield url


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, to be copied."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    asyncio.run(migrate(f"sqlite:///{path}"))
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with all tables and no rows; the test runs once on each kind."""
    if request.param == "sqlite":
        path = tmp_path / "splendor.db"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), path)
        return f"sqlite:///{path}"
    url: str = request.getfixturevalue("migrated_postgres")
    postgres.empty(url)
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def blank_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without any table; the test runs once on each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/blank.db"
        return
    with postgres.database(request.getfixturevalue("postgres_server")) as url:
        yield url
