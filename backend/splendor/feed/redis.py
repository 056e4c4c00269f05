"""Redis or Valkey publish and subscribe."""

from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

from splendor.feed.channel import Away

NAME = "splendor"
CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 5.0
"""Seconds."""


class RedisChannel:
    def __init__(self, url: str, name: str = NAME) -> None:
        """`name` keeps the servers of one database apart from those of another on the same Redis. Raises ValueError if
        the address can't be used."""
        self._name = name
        self._url = url
        self._redis: Redis | None = None
        Redis.from_url(url)  # connects to nothing yet

    async def publish(self, text: str) -> None:
        if self._redis is None:
            raise Away("the feed is not connected")
        try:
            await self._redis.publish(self._name, text)
        except (RedisError, OSError) as error:
            raise Away(str(error)) from error

    async def subscribe(self, heard: Callable[[str], None], ready: Callable[[], None]) -> None:
        redis = Redis.from_url(self._url, socket_connect_timeout=CONNECT_WITHIN, socket_timeout=ANSWER_WITHIN)
        try:
            async with redis, redis.pubsub(ignore_subscribe_messages=True) as line:
                await line.subscribe(self._name)
                await line.parse_response(block=True)
                self._redis = redis
                ready()
                while True:
                    # The sender hears itself twice a second, so that silence is a fault.
                    message = await line.get_message(timeout=ANSWER_WITHIN)
                    if message is None:
                        raise Away("nothing was heard for too long")
                    # Anybody may publish there. What is no text is no message of ours, and is told so.
                    heard(message["data"].decode(errors="replace"))
        except (RedisError, OSError) as error:
            raise Away(str(error)) from error
        finally:
            self._redis = None
