"""A database that several servers share, and what tells them of one another."""

from collections.abc import Iterator

import pytest

from support import postgres, redis

AWAY = "redis://127.0.0.1:1"
"""A feed that nobody ever reaches."""


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    with redis.server() as address:
        yield address


@pytest.fixture
def shared(migrated_postgres: str) -> str:
    """A Postgres with all tables and no rows."""
    postgres.empty(migrated_postgres)
    return migrated_postgres


@pytest.fixture(params=["postgres", "redis", "away"])
def feed(request: pytest.FixtureRequest) -> str | None:
    """The setting; `away`: AWAY."""
    if request.param == "redis":
        return str(request.getfixturevalue("redis_server"))
    return None if request.param == "postgres" else AWAY
