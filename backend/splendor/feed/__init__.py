"""The line between the processes that serve one database: each tells the others where something changed."""

from splendor.feed.channel import Away, Channel
from splendor.feed.feed import Feed
from splendor.feed.memory import MemoryChannel
from splendor.feed.postgres import PostgresChannel
from splendor.feed.redis import RedisChannel

__all__ = ["Away", "Channel", "Feed", "MemoryChannel", "PostgresChannel", "RedisChannel"]
