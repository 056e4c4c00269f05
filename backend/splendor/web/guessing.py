"""Rooms and games are found by names that can't be guessed. Who tries all the same is counted, and in the end refused
before the answer could tell anything."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import HTTPConnection

from splendor.rooms.refusal import Refusal
from splendor.web.identity import address
from splendor.web.services import services

T = TypeVar("T")


async def named(connection: HTTPConnection, find: Callable[[], Awaitable[T]]) -> T:
    """What the caller names, as `find` finds it. What there is not counts as a miss; from an address that was refused
    for too many of them everything does, before it is looked for, so that a right guess is answered as a wrong one."""
    limits, place = services(connection).limits, address(connection)
    if await limits.is_suspect("misses", place):
        await limits.count("misses", place)
        return await find()
    try:
        return await find()
    except Refusal as refusal:
        if refusal.code == "not_found":
            await limits.count("misses", place)
        raise


async def named_by_player(
    connection: HTTPConnection, find: Callable[[], Awaitable[T]], is_theirs: Callable[[T], bool]
) -> T:
    """As `named`, for a caller whom we know: what is theirs they need not guess, whatever their neighbours do."""
    limits, place = services(connection).limits, address(connection)
    suspect = await limits.is_suspect("misses", place)
    try:
        found = await find()
    except Refusal as refusal:
        if refusal.code == "not_found":
            await limits.count("misses", place)
        raise
    if suspect and not is_theirs(found):
        await limits.count("misses", place)
    return found
