"""What a server logs, read as the machine that collects it reads it."""

import contextlib
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

from splendor import logs

Line = dict[str, Any]


@contextlib.contextmanager
def logging_kept() -> Iterator[None]:
    """Whatever is set up meanwhile, afterwards all is logged as before."""
    root, libraries = logging.getLogger(), ("splendor", "uvicorn", "websockets", "alembic", "sqlalchemy", "aiosqlite")
    loggers = [root, *map(logging.getLogger, libraries)]
    handlers, levels = list(root.handlers), [logger.level for logger in loggers]
    try:
        yield
    finally:
        root.handlers[:] = handlers
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        logging.captureWarnings(False)


@contextlib.contextmanager
def logged(level: str = "debug", form: logs.Format = "json") -> Iterator[io.StringIO]:
    """Everything logged while entered, as the server would write it."""
    stream = io.StringIO()
    with logging_kept():
        logs.set_up(level, form, stream)
        yield stream


def read(text: str) -> list[Line]:
    """The lines; each is one JSON object."""
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(line, dict) for line in lines)
    return lines


def own(stream: io.StringIO) -> list[Line]:
    """The server's own lines, without those of the peer in the same process."""
    return [line for line in read(stream.getvalue()) if line["logger"].startswith(logs.OWN)]
