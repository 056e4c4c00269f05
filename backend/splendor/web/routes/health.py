"""What operators ask: is it alive, and can it serve."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from splendor.records import Unavailable
from splendor.web.services import ServicesDep

router = APIRouter(include_in_schema=False)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def is_alive() -> PlainTextResponse:
    return PlainTextResponse("ok")


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def is_ready(deps: ServicesDep) -> PlainTextResponse:
    """503 while the database does not answer."""
    try:
        await deps.store.ping()
    except Unavailable:
        return PlainTextResponse("the database does not answer", 503)
    return PlainTextResponse("ok")
