"""Addresses: what people write, and what is refused in one sentence."""

import pytest

from splendor.store import Database
from splendor.store.url import async_url


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("sqlite:///var/x.db", "sqlite+aiosqlite:///var/x.db"),
        ("sqlite:////srv/x.db", "sqlite+aiosqlite:////srv/x.db"),
        ("sqlite+aiosqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("postgres://u:p@h:5433/d", "postgresql+asyncpg://u:p@h:5433/d"),
        ("postgresql://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql+asyncpg://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql://u@/d?host=/run/pg", "postgresql+asyncpg://u@/d?host=%2Frun%2Fpg"),
        ("postgres://h/d?sslmode=require", "postgresql+asyncpg://h/d?ssl=require"),
        ("postgres://u:p%40ss@h/d", "postgresql+asyncpg://u:p%40ss@h/d"),
    ],
)
def test_addresses_get_their_asynchronous_driver(written: str, meant: str) -> None:
    assert async_url(written).render_as_string(hide_password=False) == meant


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "can't be read"),
        ("var/x.db", "can't be read"),
        ("postgresql://h:port/d", "can't be read"),
        ("mysql://u:secret@h/d", "starts with mysql://"),
        ("postgresql+psycopg://u:secret@h/d", "starts with postgresql+psycopg://"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///file:x?mode=memory", "needs a file"),
        ("postgresql://u:secret@h", "names no database"),
        ("postgresql://u:secret@h/", "names no database"),
    ],
)
def test_a_bad_address_is_one_sentence_without_its_password(written: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"address|SQLite") as caught:
        Database(written)
    sentence = str(caught.value)
    assert said in sentence
    assert "secret" not in sentence
    assert "\n" not in sentence
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
