"""Fixtures around a server; a folder's conftest imports those that its tests use."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.server import Served, serving


@pytest.fixture
def sqlite(migrated_sqlite: Path, tmp_path: Path) -> str:
    """The address of a SQLite file with all tables and no rows."""
    path = tmp_path / "splendor.db"
    shutil.copy(migrated_sqlite, path)
    return f"sqlite:///{path}"


@pytest.fixture
async def served(sqlite: str) -> AsyncIterator[Served]:
    """A server in this event loop, without limits."""
    async with serving(sqlite, limits="off") as server:
        yield server
