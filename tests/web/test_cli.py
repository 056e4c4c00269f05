"""A start that can't be ends with one sentence and a code that is not 0."""

import asyncio
import socket
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from splendor import cli
from splendor.operation import serving
from splendor.operation.impossible import Impossible
from splendor.operation.listening import addresses, listen
from splendor.store import migrate, require_current


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in list(os.environ):
        if name.startswith("SPLENDOR_"):
            monkeypatch.delenv(name)


def sentence(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 1
    out, err = capsys.readouterr()
    assert err.startswith("splendor: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert out == ""
    return err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"), ("PORT", "65536"), ("PORT", "-1"), ("LIMITS", "maybe"), ("LOG_LEVEL", "loud"),
        ("PUBLIC_URL", "gems.example"), ("PUBLIC_URL", "https://gems.example/path"), ("ROOM_IDLE", "0"),
        ("MESSAGES_BURST", "0"), ("PLAYERS_PER_HOUR", "many"), ("NO_SUCH_SETTING", "1"),
    ],
)  # fmt: skip
def test_a_wrong_or_unknown_setting_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"SPLENDOR_{name}", value)
    assert f"SPLENDOR_{name}" in sentence(capsys, "serve")


def test_a_wrong_port_on_the_command_line_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "PORT" in sentence(capsys, "serve", "--port", "70000")


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = sentence(capsys, "serve", "--port", port, "--database-url", f"sqlite:///{tmp_path}/x.db")
    assert port in said
    assert "taken" in said


def test_an_address_that_is_not_ours_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = sentence(capsys, "serve", "--host", "192.0.2.1", "--database-url", f"sqlite:///{tmp_path}/x.db")
    assert "192.0.2.1" in said


@pytest.mark.parametrize("command", ["serve", "migrate"])
@pytest.mark.parametrize(
    "url",
    ["mysql://x/y", "nonsense", "sqlite://", "sqlite:////dev/null/x.db", "postgresql://127.0.0.1"],
)
def test_a_database_that_can_not_be_is_told(capsys: pytest.CaptureFixture[str], command: str, url: str) -> None:
    assert "database" in sentence(capsys, command, "--database-url", url).lower() or "sqlite" in url


def test_a_database_that_does_not_answer_is_told_without_its_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    monkeypatch.setattr(serving, "require_current", partial(require_current, wait=0.2))
    said = sentence(capsys, "serve", "--database-url", f"postgresql://ada:opensesame@127.0.0.1:{port}/splendor")
    assert "can't be reached" in said
    assert "opensesame" not in said


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_schema_that_is_newer_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    asyncio.run(migrate(url))
    with sqlite3.connect(tmp_path / "x.db") as database:
        database.execute("UPDATE alembic_version SET version_num = 'from the future'")
    database.close()
    assert "newer" in sentence(capsys, command, "--database-url", url)


def test_a_file_that_is_no_database_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("this is a letter, not a database; " * 100)
    sentence(capsys, "serve", "--database-url", f"sqlite:///{tmp_path}/x.db")


def test_migrate_makes_the_database(tmp_path: Path) -> None:
    cli.main(["migrate", "--database-url", f"sqlite:///{tmp_path}/new/x.db"])
    assert (tmp_path / "new/x.db").exists()


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"), ("0.0.0.0", "127.0.0.1")]
)
def test_the_address_that_is_shown_can_be_opened(host: str, shown: str) -> None:
    assert shown in addresses(host, 80)[0]


def test_an_ipv6_address_is_listened_on() -> None:
    try:
        listener = listen("::1", 0)
    except Impossible:
        pytest.skip("this machine has no IPv6")
    with listener:
        assert listener.family is socket.AF_INET6
