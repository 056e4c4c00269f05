"""Every refusal over HTTP is `{"code", "detail"}`, and the status that goes with the code."""

import json
import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from splendor import metrics
from splendor.records import Unavailable
from splendor.rooms.refusal import Refusal
from splendor.web import documented
from splendor.wire.client import read_json

logger = logging.getLogger("splendor.web")

STATUS = {
    "bad_message": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "not_your_turn": 409,
    "illegal_action": 409,
    "stale": 409,
    "room_full": 409,
    "seat_taken": 409,
    "wrong_status": 409,
    "rate_limited": 429,
    "too_large": 413,
    "unavailable": 503,
}
RETRY_AFTER = {"rate_limited": "60", "unavailable": "2"}
"""Seconds."""
AGAIN = "try again in a moment"
CODES = {status: code for code, status in STATUS.items() if status != 409} | {405: "bad_message"}


def answer(code: str, detail: str, status: int | None = None) -> JSONResponse:
    metrics.REFUSALS.labels("http", code).inc()
    headers = {"Retry-After": RETRY_AFTER[code]} if code in RETRY_AFTER else None
    return JSONResponse({"code": code, "detail": detail}, status or STATUS[code], headers)


INTERNAL = JSONResponse({"code": "internal", "detail": "something went wrong here; it is noted"}, 500)

BODY_SIZE = 4096


class StrictRequest(Request):
    """A request whose body is small, and whose JSON has no duplicate keys, no NaN, and no bottomless depth."""

    async def body(self) -> bytes:
        if not hasattr(self, "_body"):
            body = b""
            async for chunk in self.stream():
                body += chunk
                if len(body) > BODY_SIZE:
                    raise HTTPException(413, f"a body has at most {BODY_SIZE} bytes")
            self._body = body
        return self._body

    async def json(self) -> Any:
        try:
            return read_json((await self.body()).decode())
        except ValueError as error:
            raise json.JSONDecodeError(str(error), "", 0) from None


class StrictRoute(APIRoute):
    def get_route_handler(self) -> Any:
        handler = super().get_route_handler()

        async def strict(request: Request) -> Any:
            return await handler(StrictRequest(request.scope, request.receive))

        return strict


class Unexpected:
    """What nobody foresaw is logged, and the caller is told no more than that. Inside of what puts its marks on every
    answer, where the framework's own would stand outside."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_begun = False

        async def noting(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception:
            if has_begun:  # the server cuts the connection, so that half an answer is not taken for a whole one
                raise
            logger.exception("a request failed")
            metrics.FAULTS.labels("http").inc()
            await INTERNAL(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The start and the end of all: what fails there is told in our own words."""

        async def without_traceback(message: Message) -> None:
            await send({"type": message["type"]} if message["type"].endswith(".failed") else message)

        try:
            await self.app(scope, receive, without_traceback)
        except Unavailable as error:
            logger.error("the server can't start or end as it should: %s", error)
            raise
        except Exception:
            logger.exception("the server can't start or end as it should")
            raise


def install(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> JSONResponse:
        return answer(error.code, error.detail)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        fault = error.errors()[0]
        if fault["type"] == "json_invalid":
            return answer("bad_message", f"not JSON: {fault['ctx']['error']}")
        where = ".".join(str(part) for part in fault["loc"] if part != "body")
        return answer("bad_message", f"{where}: {fault['msg']}" if where else str(fault["msg"]))

    @app.exception_handler(HTTPException)
    async def failed(request: Request, error: HTTPException) -> JSONResponse:
        refusal = answer(CODES.get(error.status_code, "bad_message"), str(error.detail).lower(), error.status_code)
        refusal.headers.update(error.headers or {})
        if error.status_code == 405 and (methods := documented.methods(app, request.url.path)):
            refusal.headers["Allow"] = ", ".join(methods)
        return refusal

    @app.exception_handler(Unavailable)
    async def unavailable(_: Request, error: Unavailable) -> JSONResponse:
        logger.warning("the store is unavailable: %s", error)
        return answer("unavailable", AGAIN)
