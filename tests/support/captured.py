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
def logged(level: str = "debug", form: logs.Format = "json") -> Iterator[io.StringIO]:
    """Everything logged while entered, as the server would write it."""
    root, own = logging.getLogger(), logging.getLogger(logs.OWN)
    handlers, levels = list(root.handlers), (root.level, own.level)
    stream = io.StringIO()
    logs.set_up(level, form, stream)
    try:
        yield stream
    finally:
        root.handlers[:] = handlers
        root.setLevel(levels[0])
        own.setLevel(levels[1])
        logging.captureWarnings(False)


def read(text: str) -> list[Line]:
    """The lines; each is one JSON object."""
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(line, dict) for line in lines)
    return lines


def own(stream: io.StringIO) -> list[Line]:
    """The server's own lines, without those of the peer in the same process."""
    return [line for line in read(stream.getvalue()) if line["logger"].startswith(logs.OWN)]
