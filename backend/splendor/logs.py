"""What the server logs: for a terminal text, otherwise one JSON object a line. A leaf: it imports nothing of ours.

What is going on (`request`, `room`, `game`, ...) is bound once and stands beside every line that is written meanwhile,
also by tasks begun meanwhile. Whatever people wrote is escaped, so that it can neither end a line nor steer a terminal.
"""

import contextlib
import json
import logging
import sys
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Literal, TextIO

Format = Literal["auto", "json", "text"]
Facts = MappingProxyType[str, Any]

OWN = "splendor"
LONGEST = 500
"""Characters of an exception's message: it may quote what somebody sent."""

_going_on: ContextVar[Facts] = ContextVar("going_on", default=MappingProxyType({}))


@contextlib.contextmanager
def during(**facts: Any) -> Iterator[None]:
    """While entered, the facts stand beside every line; an exception that ends it takes them along to where it is
    logged."""
    now = MappingProxyType({**_going_on.get(), **facts})
    token = _going_on.set(now)
    try:
        yield
    except Exception as error:
        error.__dict__.setdefault("going_on", now)
        raise
    finally:
        _going_on.reset(token)


def set_up(level: str, form: Format, stream: TextIO | None = None) -> None:
    """Has everything logged to `stream` (standard error). `level` is that of our own loggers. Libraries are held at
    `info` or above, and the server's own at `warning`: below that they quote statements, headers and addresses."""
    out = sys.stderr if stream is None else stream
    as_json = form == "json" or (form == "auto" and not out.isatty())
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines() if as_json else TextLines())
    handler.addFilter(_note_what_goes_on)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.getLevelName(level.upper()), logging.INFO))
    logging.getLogger(OWN).setLevel(level.upper())
    for name in ("uvicorn", "websockets", "alembic", "sqlalchemy", "aiosqlite", "asyncpg"):
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))
    logging.captureWarnings(True)


def _note_what_goes_on(record: logging.LogRecord) -> bool:
    """Adds what is going on and what the line itself was given in `extra={"facts": {...}}`."""
    raised = getattr(record.exc_info[1], "going_on", {}) if record.exc_info else {}
    record.facts = {**_going_on.get(), **raised, **getattr(record, "facts", {})}
    return True


class JsonLines(logging.Formatter):
    """One object a line: `time`, `level`, `process`, `logger`, `message`, the facts, perhaps `exception`. In ASCII,
    so that no letter of a name can be taken for the end of a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": moment(record),
            "level": record.levelname.lower(),
            "process": record.process,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = "\n".join(told(record))
        return json.dumps(line, default=str)


class TextLines(logging.Formatter):
    """The same for eyes. A traceback's lines are indented: what is not is the server's own word."""

    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", {})
        said = [record.getMessage(), *(f"{name}={value}" for name, value in facts.items())]
        first = f"{moment(record)} {record.levelname} {record.name}: {' '.join(said)}"
        return "\n    ".join(map(escaped, [first, *(told(record) if record.exc_info else ())]))


def moment(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def told(record: logging.LogRecord) -> list[str]:
    """The lines of the traceback. Of each exception's message the first line alone: in those below it databases and
    validators quote the values that they did not like."""
    lines: list[str] = []
    for error in reversed(list(chain(record.exc_info[1] if record.exc_info else None))):
        frames = "".join(traceback.format_tb(error.__traceback__)).splitlines()
        message = (str(error).splitlines() or [""])[0][:LONGEST]
        lines += [*frames, f"{type(error).__qualname__}: {message}"]
    return lines


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """The exception, and those that led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def escaped(text: str) -> str:
    r"""The text on one line, and nothing in it that is not seen.

    >>> escaped("Ada\n2026 ERROR \x1b[2J\u202e")
    'Ada\\n2026 ERROR \\x1b[2J\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
