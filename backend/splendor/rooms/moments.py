"""Times as they stand on the wire and in the store: UTC, to the millisecond."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present, cut to milliseconds, so that a time is the same before and after a restart."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def stamp(moment: datetime) -> str:
    """ISO 8601 in UTC.

    >>> stamp(datetime(2026, 1, 2, 3, 4, 5, 60_000, tzinfo=UTC))
    '2026-01-02T03:04:05.060Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
