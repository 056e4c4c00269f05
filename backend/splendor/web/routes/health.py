"""What operators ask: is it alive, and can it serve."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from splendor.web.services import ServicesDep

router = APIRouter(include_in_schema=False)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def is_alive() -> PlainTextResponse:
    """200 while the event loop turns: whoever gets no answer may restart the process."""
    return PlainTextResponse("ok")


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def is_ready(deps: ServicesDep) -> PlainTextResponse:
    """503, and why, while nothing new should be sent here."""
    fault = await deps.readiness.fault()
    return PlainTextResponse(fault or "ok", 503 if fault else 200)
