"""The store is what the rooms expect of one: every method of their port, with the same parameters and answers."""

import inspect

import pytest

from splendor.rooms.ports import Store
from splendor.store import Database

EXPECTED = sorted(name for name, member in vars(Store).items() if inspect.iscoroutinefunction(member))


@pytest.mark.parametrize("name", EXPECTED)
def test_the_port_is_kept(name: str) -> None:
    kept, promised = getattr(Database, name), getattr(Store, name)
    assert inspect.iscoroutinefunction(kept)
    assert inspect.signature(kept) == inspect.signature(promised)


def test_the_port_is_not_empty() -> None:
    assert {"append", "save_room", "rooms_of"} <= set(EXPECTED)
