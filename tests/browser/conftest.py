"""A Chromium for each worker; a server, and people at browsers of their own, for each test."""

import os
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from support.fixtures import served, sqlite
from support.visitor import Visitors, chromium_running, find_chromium

__all__ = ["served", "sqlite"]


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    path = find_chromium()
    if path is None:
        sentence = "no Chromium was found: install one, or set CHROMIUM to its path"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    async with chromium_running(path) as browser:
        yield browser


@pytest.fixture
async def visitors(chromium: Browser) -> AsyncIterator[Visitors]:
    """People come with `visitors.come(url)`. No page may report an error, break the policy or call another host."""
    those = Visitors(chromium)
    yield those
    faults = await those.leave()
    assert not faults, faults
