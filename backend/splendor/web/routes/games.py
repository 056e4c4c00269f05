"""Records of games, and the components that they are about."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from splendor.records import Game
from splendor.rooms import codes
from splendor.rooms.record import game_record
from splendor.rooms.refusal import Refusal
from splendor.web.client_files import FOR_EVER
from splendor.web.documented import shows
from splendor.web.guessing import named
from splendor.web.services import ServicesDep
from splendor.wire import catalog
from splendor.wire.http import Catalog, GameRecord

router = APIRouter(prefix="/api")


@router.get("/games/{id}", **shows(GameRecord, "The record."))
async def show_game(request: Request, id: str, deps: ServicesDep) -> dict[str, Any]:
    """The record of a game; with the deal and every hidden card once it is over."""

    async def find() -> Game:
        game = await deps.store.game(id) if codes.is_possible(id) else None
        if game is None:
            raise Refusal("not_found", "there is no such game")
        return game

    return game_record(await named(request, find), await deps.store.actions(id))


@router.get("/catalog", **shows(Catalog, "All cards and nobles."))
async def show_catalog() -> Response:
    """All cards and nobles by id."""
    return JSONResponse(catalog.CATALOG, headers={"Cache-Control": "no-cache"})


@router.get("/catalog/{version}", **shows(Catalog, "All cards and nobles."))
async def show_catalog_version(version: str) -> Response:
    """The same under an address that names its content, and may be kept for ever."""
    if version != catalog.VERSION:
        raise Refusal("not_found", "there is no such version of the catalog")
    return JSONResponse(catalog.CATALOG, headers={"Cache-Control": FOR_EVER})
