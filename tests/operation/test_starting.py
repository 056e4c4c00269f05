"""A start that can't be ends with one sentence and a code that is not 0."""

import asyncio
import socket
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import splendor
from splendor import cli
from splendor.operation import serving
from splendor.operation.impossible import Impossible
from splendor.operation.listening import addresses, listen
from splendor.settings import Settings
from splendor.store import migrate, require_current
from support import postgres

NUMBER = ["", "0", "-1", "many", "nan", "inf"]
COUNT = ["", "0", "-1", "many", "1.5"]
WRONG = {
    "host": ["", "no such host", "999.1.1.1", "192.0.2.1"],
    "port": ["", "http", "65536", "-1", "1.5"],
    "database_url": ["", "mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:", "postgresql://127.0.0.1",
                     "sqlite:////dev/null/x.db", "sqlite:////proc/x.db", "sqlite:////tmp"],
    "feed": ["127.0.0.1:6379", "http://127.0.0.1", "redis://", "postgres"],
    "public_url": ["gems.example", "https://gems.example/path", "ftp://gems.example", "https://"],
    "trusted_proxies": ["proxy.example", "10.0.0.1/8", "10.0.0.0/33", "1.2.3", "*, 10.0.0.1", "10.0.0.1;10.0.0.2", ","],
    "limits": ["", "maybe", "On", "1"],
    "players_per_hour": COUNT,
    "names_per_hour": COUNT,
    "rooms_per_hour": COUNT,
    "claims_per_hour": COUNT,
    "misses_per_hour": COUNT,
    "messages_per_second": NUMBER,
    "messages_burst": COUNT,
    "reactions_per_second": NUMBER,
    "reactions_burst": COUNT,
    "pauses_per_second": NUMBER,
    "pauses_burst": COUNT,
    "sockets_per_player": COUNT,
    "sockets_per_address": COUNT,
    "watchers_per_room": ["", "-1", "many", "1.5"],
    "room_idle": NUMBER,
    "push_contact": ["ada", "mailto:ada", "http://gems.example", "tel:1"],
    "push_private": ["", "yes"],
    "workers": ["", "0", "65", "two", "1.5"],
    "metrics": ["", "public", "true"],
    "drain": ["", "-1", "61", "nan", "a while"],
    "log_level": ["", "loud", "INFO "],
    "log_format": ["", "xml"],
}  # fmt: skip
"""Each setting, and values that it can't have."""


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


def test_every_setting_has_values_that_it_can_not_have() -> None:
    assert set(WRONG) == set(Settings.model_fields)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_setting_that_is_wrong_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str
) -> None:
    monkeypatch.setenv("SPLENDOR_DATABASE_URL", f"sqlite:///{tmp_path}/x.db")
    monkeypatch.setenv("SPLENDOR_PORT", "0")
    monkeypatch.setenv(f"SPLENDOR_{name.upper()}", value)
    said = sentence(capsys, "serve")
    if name == "database_url":
        assert "database" in said or "SQLite" in said
    elif name == "host":
        assert value in said
    else:
        assert f"SPLENDOR_{name.upper()}: " in said


@pytest.mark.parametrize("proxies", ["", "*", "10.0.0.1", "10.0.0.0/8, ::1,fd00::/8", "127.0.0.1, 172.18.0.0/16"])
def test_proxies_are_addresses_and_networks(proxies: str) -> None:
    assert Settings(trusted_proxies=proxies).trusted_proxies == proxies


def test_an_unknown_setting_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_NO_SUCH_SETTING", "1")
    for command in ("serve", "migrate"):
        assert "SPLENDOR_NO_SUCH_SETTING is no setting" in sentence(capsys, command)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["serve", "--colour", "red"], "--colour"), (["serve", "--port"], "--port"), (["serve", "now"], "now"),
        (["serve", "--port", "http"], "PORT"), (["serve", "--port", "70000"], "PORT"), (["sing"], "sing"),
        (["serve", "--workers", "0"], "WORKERS"), ([], "COMMAND"), (["--port", "1"], "'1'"),
        (["serve", "--database", "sqlite:///x.db"], "--database"),
    ],
)  # fmt: skip
def test_what_is_wrong_on_the_command_line_is_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    assert named in sentence(capsys, *arguments)


def test_the_command_line_is_above_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_PORT", "nonsense")
    assert "65536" in sentence(capsys, "serve", "--port", "65536")


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = sentence(capsys, "serve", "--port", port, "--database-url", f"sqlite:///{tmp_path}/x.db")
    assert port in said
    assert "taken" in said


def test_sqlite_is_served_by_one_process(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = sentence(capsys, "serve", "--workers", "2", "--database-url", f"sqlite:///{tmp_path}/x.db")
    assert "Postgres" in said
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize("url", WRONG["database_url"])
def test_a_database_that_can_not_be_is_told_by_migrate_too(capsys: pytest.CaptureFixture[str], url: str) -> None:
    said = sentence(capsys, "migrate", "--database-url", url)
    assert "database" in said or "SQLite" in said


def test_a_database_that_does_not_answer_is_waited_for_aloud_then_told_without_its_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    monkeypatch.setattr(serving, "require_current", partial(require_current, wait=1))
    with pytest.raises(SystemExit):
        cli.main(["serve", "--database-url", f"postgresql://ada:opensesame@127.0.0.1:{port}/splendor"])
    err = capsys.readouterr().err
    waits, fails = err.splitlines()
    assert "waiting up to 1 s" in waits
    assert fails.startswith("splendor: the database can't be reached")
    assert "opensesame" not in err


def test_a_database_that_is_not_there_is_told_at_once(capsys: pytest.CaptureFixture[str], postgres_server: str) -> None:
    url = postgres_server.replace("/postgres", "/no_such_database_here", 1)
    assert "no_such_database_here" in sentence(capsys, "serve", "--database-url", url)


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_schema_that_is_newer_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    asyncio.run(migrate(url))
    with sqlite3.connect(tmp_path / "x.db") as database:
        database.execute("UPDATE alembic_version SET version_num = 'from the future'")
    database.close()
    assert "newer" in sentence(capsys, command, "--database-url", url)


def test_a_schema_that_is_older_is_told(capsys: pytest.CaptureFixture[str], postgres_server: str) -> None:
    with postgres.database(postgres_server) as url:
        assert "splendor migrate" in sentence(capsys, "serve", "--database-url", url)


def test_a_file_that_is_no_database_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("this is a letter, not a database; " * 100)
    assert "not a database" in sentence(capsys, "serve", "--database-url", f"sqlite:///{tmp_path}/x.db")


def test_migrate_makes_the_database(tmp_path: Path) -> None:
    cli.main(["migrate", "--database-url", f"sqlite:///{tmp_path}/new/x.db"])
    assert (tmp_path / "new/x.db").exists()


def test_the_version_is_told() -> None:
    command = [sys.executable, "-m", "splendor", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == (
        f"splendor {splendor.version()}\n"
    )


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
