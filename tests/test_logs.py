"""One line, one object; whatever is in it."""

import json
import logging
import os
import re
from datetime import datetime

import pytest

from splendor import logs
from support.captured import logged, read

logger = logging.getLogger("splendor.test")

EVIL = 'Ada\n{"level":"error"}\r\x1b[2J\x85\u2028\u202e\x00\x9b31m\ud800'


def test_a_line_says_when_how_grave_where_and_what() -> None:
    with logged() as stream, logs.during(room="amber-otter"), logs.during(game="g1", seq=3):
        logger.warning("%d acts", 2, extra={"facts": {"ms": 1.5}})
    (line,) = read(stream.getvalue())
    at = line.pop("time")
    assert at.endswith("Z")
    assert line.pop("process") == os.getpid()
    assert abs(datetime.fromisoformat(at).timestamp() - datetime.now().timestamp()) < 60
    assert line == {
        "level": "warning", "logger": "splendor.test", "message": "2 acts", "room": "amber-otter", "game": "g1",
        "seq": 3, "ms": 1.5,
    }  # fmt: skip


@pytest.mark.parametrize("form", ["json", "text"])
def test_what_people_wrote_neither_ends_a_line_nor_steers_a_terminal(form: logs.Format) -> None:
    with logged(form=form) as stream, logs.during(name=EVIL):
        logger.info("said: %s", EVIL)
        try:
            raise ValueError(EVIL)
        except ValueError:
            logger.exception("it failed with %s", EVIL)
    text = stream.getvalue()
    assert re.fullmatch(r"[\x20-\x7e\n]*", text)
    own = [line for line in text.split("\n") if line and not line.startswith("    ")]
    assert len(own) == 2
    if form == "json":
        first, second = read(text)
        assert first["message"] == f"said: {EVIL}"
        assert first["name"] == EVIL
        assert second["exception"].splitlines()[-1] == "ValueError: Ada"


def test_of_an_exceptions_message_no_more_than_the_first_line_is_kept() -> None:
    """A database names the row that it refused below it."""
    detail = f"\nDETAIL: Key (token_hash)=({0x5EC1E7:x}) already exists."
    with logged() as stream:
        try:
            try:
                raise OSError("first" + detail)
            except OSError as error:
                raise ValueError("x" * 10_000 + detail) from error
        except ValueError:
            logger.exception("failed")
    (line,) = read(stream.getvalue())
    assert "5ec1e7" not in line["exception"]
    assert line["exception"].splitlines()[-1] == "ValueError: " + "x" * logs.LONGEST
    assert "test_logs.py" in line["exception"]
    assert line["exception"].index("OSError: first") < line["exception"].index("ValueError: xxx")


def test_an_exception_brings_along_what_was_going_on() -> None:
    with logged() as stream:
        try:
            with logs.during(room="r"), logs.during(seq=1):
                raise ValueError("x")
        except ValueError:
            logger.exception("failed")
        logger.info("later")
    failed, later = read(stream.getvalue())
    assert (failed["room"], failed["seq"]) == ("r", 1)
    assert "room" not in later


def test_at_debug_our_own_tell_more_and_libraries_do_not() -> None:
    """They would quote statements with their values, headers, and frames."""
    with logged("debug") as stream:
        for name in ("aiosqlite", "sqlalchemy.engine", "uvicorn.error", "websockets.server", "asyncpg", "alembic.x"):
            logging.getLogger(name).info("INSERT INTO players (token_hash)")
        for name in ("asyncio", "anything"):
            logging.getLogger(name).debug("cookie: splendor=")
        logger.debug("more")
        logging.getLogger("uvicorn.error").warning("trouble")
    assert [line["message"] for line in read(stream.getvalue())] == ["more", "trouble"]


def test_nothing_below_the_level_is_logged() -> None:
    with logged("error") as stream:
        logger.warning("no")
        logging.getLogger("uvicorn.error").warning("no")
        logger.error("yes")
    assert [line["message"] for line in read(stream.getvalue())] == ["yes"]


def test_on_a_terminal_it_is_text_and_elsewhere_json(monkeypatch: pytest.MonkeyPatch) -> None:
    for is_terminal in (True, False):
        with logged(form="auto") as stream:
            monkeypatch.setattr(stream, "isatty", lambda is_terminal=is_terminal: is_terminal)
            logs.set_up("info", "auto", stream)
            logger.info("here")
        text = stream.getvalue()
        assert text.endswith("INFO splendor.test: here\n") is is_terminal
        if not is_terminal:
            assert json.loads(text)["message"] == "here"
