"""What Prometheus scrapes."""

import asyncio

from fastapi import APIRouter, Request, Response

from splendor import metrics
from splendor.rooms.refusal import Refusal
from splendor.rooms.rooms import Rooms
from splendor.web.services import ServicesDep

router = APIRouter(include_in_schema=False)

EVERY = 5.0
"""Seconds between two looks at what only a look can tell."""


@router.get("/metrics")
async def show_metrics(request: Request, deps: ServicesDep) -> Response:
    if not deps.scrapers.lets_in(request):
        raise Refusal("not_found", "there is no such page")
    look(deps.rooms)
    return Response(await asyncio.to_thread(metrics.text), media_type=metrics.CONTENT_TYPE)


def look(rooms: Rooms) -> None:
    """How much there is at this moment."""
    metrics.ROOMS.set(len(rooms.live))
    watching = 0
    for room in rooms.live.values():
        watching += sum(viewer.player.id not in room.record.seats for viewer in room.viewers)
    metrics.WATCHERS.set(watching)


async def look_for_ever(rooms: Rooms) -> None:
    """Of several processes only one is asked, and it tells what the others last saw."""
    while True:
        look(rooms)
        await asyncio.sleep(EVERY)
