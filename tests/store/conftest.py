"""A store to test, on each database."""

from collections.abc import AsyncIterator

import pytest

from splendor.store import Database


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url, wait=0) as database:
        yield database
