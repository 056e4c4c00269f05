"""What lasts: the tables, the journal with group commit, and the queries by noun."""

from splendor.store.database import Database
from splendor.store.migrate import WrongSchema, known_revisions, migrate, require_current, schema_state
from splendor.store.url import is_embedded

__all__ = [
    "Database",
    "WrongSchema",
    "is_embedded",
    "known_revisions",
    "migrate",
    "require_current",
    "schema_state",
]
