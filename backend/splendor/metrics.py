"""What is counted and measured, for Prometheus. A leaf: it imports nothing of ours, and each metric is made here alone.

No label holds what somebody wrote, nor anything of which there may be any number (rooms, games, players, addresses).
Several processes that serve one port add up in a folder that they share (`PROMETHEUS_MULTIPROC_DIR`, which is to be set
before this module is first imported).
"""

import os

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

_BRIEF = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

disable_created_metrics()  # type: ignore[no-untyped-call]

BUILD = Gauge(
    "splendor_build_info",
    "Always 1; what runs.",
    ["version", "client", "protocol", "python"],
    multiprocess_mode="livemax",
)

# What is there now

ROOMS = Gauge("splendor_rooms", "Rooms in memory.", multiprocess_mode="livesum")
SOCKETS = Gauge("splendor_sockets", "Open sockets.", multiprocess_mode="livesum")
WATCHERS = Gauge("splendor_watchers", "Open sockets of people without a seat.", multiprocess_mode="livesum")
STORE_UP = Gauge(
    "splendor_store_up", "1 while the database answered when last asked, else 0.", multiprocess_mode="livemin"
)

# What was done

ACTIONS = Counter("splendor_actions", "Rows of the journal written by these processes, by type.", ["type"])
CHAT_LINES = Counter("splendor_chat_lines", "Chat lines stored.")
REFUSALS = Counter("splendor_refusals", "Answers with an error code.", ["over", "code"])
FAULTS = Counter("splendor_faults", "Exceptions that nobody foresaw: each is in the log.", ["where"])
BYES = Counter("splendor_byes", "Connections that were ended, by reason.", ["reason"])
OUTBOX_DROPS = Counter("splendor_outbox_drops", "Connections dropped because they did not read what was sent.")
PUSHES = Counter("splendor_pushes", "Notifications, by what became of them.", ["outcome"])

# How long it took

COMMIT_SECONDS = Histogram("splendor_commit_seconds", "One commit of the journal.", buckets=_BRIEF)
COMMIT_ROWS = Histogram("splendor_commit_rows", "Records in one commit of the journal.", buckets=_SIZES)
HTTP_SECONDS = Histogram("splendor_http_seconds", "One HTTP request.", ["route"], buckets=_BRIEF)
HTTP_REQUESTS = Counter("splendor_http_requests", "HTTP requests.", ["method", "route", "status"])

# What processes tell each other

FEED_MESSAGES = Counter("splendor_feed_messages", "Messages of the feed between processes.", ["direction"])
FEED_GAPS = Counter("splendor_feed_gaps", "Times that a message of another process was missing.")
FEED_SECONDS = Histogram("splendor_feed_seconds", "From sending a message until its sender hears it.", buckets=_BRIEF)


def text() -> bytes:
    """Everything, as Prometheus reads it; of all processes of this server where there are several."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
