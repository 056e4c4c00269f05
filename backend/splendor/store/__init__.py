"""What lasts: the tables, the journal with group commit, and the queries by noun."""

from splendor.store.database import Database
from splendor.store.migrate import WrongSchema, migrate, require_current, schema_state

__all__ = ["Database", "WrongSchema", "migrate", "require_current", "schema_state"]
