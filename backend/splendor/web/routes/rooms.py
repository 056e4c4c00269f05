"""Rooms: making one, looking at one, the public list."""

import re
from datetime import UTC
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import AwareDatetime, BeforeValidator

from splendor.rooms.moments import stamp
from splendor.rooms.refusal import Refusal
from splendor.web import identity
from splendor.web.documented import PICTURE, shows
from splendor.web.errors import StrictRoute
from splendor.web.guessing import named
from splendor.web.qr import qr_svg
from splendor.web.services import ServicesDep, base_url
from splendor.web.summaries import summaries
from splendor.wire.http import RoomIn, RoomOut, RoomPage
from splendor.wire.views import Room

router = APIRouter(prefix="/api/rooms", route_class=StrictRoute)
PAGE = 20


def _written_out(given: object) -> object:
    """A number would pass for a moment, too: so many seconds since 1970."""
    if not (isinstance(given, str) and re.match(r"\d{4}-\d\d-\d\dT", given)):
        raise ValueError("a moment looks like 2026-05-01T12:00:00.000Z")
    return given


Moment = Annotated[AwareDatetime, BeforeValidator(_written_out)]


class Picture(Response):
    media_type = "image/svg+xml"


@router.post("", status_code=201, dependencies=[identity.SameOrigin])
async def make_room(request: Request, player: identity.Known, deps: ServicesDep, body: RoomIn | None = None) -> RoomOut:
    """A new room with the caller as host, in seat 0."""
    await deps.limits.count("rooms", identity.address(request))
    wanted = body or RoomIn()
    room = await deps.rooms.create(player, wanted.options, wanted.public)
    return RoomOut(code=room.code, url=room_url(request, deps.public_url, room.code))


@router.get("")
async def list_rooms(
    deps: ServicesDep,
    status: Literal["lobby", "playing"] | None = None,
    before: Annotated[Moment | None, Query()] = None,
) -> RoomPage:
    """Public rooms, newest first. Those of one moment stay on one page: the next begins before a moment."""
    try:
        before = before and before.astimezone(UTC)
    except OverflowError:
        raise Refusal("bad_message", "before: no such moment") from None
    rooms = await deps.rooms.public(status, before, PAGE + 1)
    if len(rooms) <= PAGE:
        return RoomPage(rooms=await summaries(deps, rooms), next=None)
    page = [room for room in rooms if room.created > rooms[PAGE].created] or rooms[:PAGE]
    return RoomPage(rooms=await summaries(deps, page), next=stamp(page[-1].created))


@router.get("/{code}", **shows(Room, "The room."))
async def show_room(request: Request, code: str, deps: ServicesDep) -> dict[str, Any]:
    """The room as the wire has it. Needs no identity: link previews use it."""
    return (await named(request, partial(deps.rooms.get, code))).shown


@router.get("/{code}/qr.svg", response_class=Picture, responses=PICTURE)
async def show_qr(request: Request, code: str, deps: ServicesDep) -> Response:
    """The room's link as a QR code."""
    await named(request, partial(deps.rooms.get, code))
    return Picture(qr_svg(room_url(request, deps.public_url, code)))


def room_url(request: Request, public_url: str | None, code: str) -> str:
    return f"{base_url(request, public_url)}/r/{code}"
