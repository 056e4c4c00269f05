"""Commands are run as from a shell in which nothing is set."""

import os
from collections.abc import Iterator

import pytest

from support.captured import logging_kept
from support.fixtures import sqlite

__all__ = ["sqlite"]


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in list(os.environ):
        if name.startswith("SPLENDOR_"):
            monkeypatch.delenv(name)
    with logging_kept():
        yield
