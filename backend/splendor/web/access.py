"""A line for every request: what was asked of which route, how it was answered, how long that took. Under its template
alone: the path itself may name what is secret, and so may what follows it."""

import logging
import secrets
import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from splendor import logs, metrics

logger = logging.getLogger("splendor.access")

QUIET = ("/healthz", "/readyz", "/metrics", "/static/{file}")
"""Asked all the time, and told at `debug` alone."""
METHODS = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS")


class Access:
    """Gives each request a number of its own, which the answer carries, and each line that is written meanwhile."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = secrets.token_hex(8)
        status: int | None = None
        began = time.perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                # A list of its own: an answer that is kept and given again has one list for all.
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request.encode())]
            await send(message)

        with logs.during(request=request, method=method(scope)):
            try:
                await self.app(scope, receive, noting)
            finally:
                note(scope, status, time.perf_counter() - began)


def note(scope: Scope, status: int | None, seconds: float) -> None:
    """`status`: None where the caller left before an answer began."""
    route = template(scope)
    level = logging.DEBUG if route in QUIET else logging.INFO
    metrics.HTTP_REQUESTS.labels(method(scope), route, str(status or "none")).inc()
    metrics.HTTP_SECONDS.labels(route).observe(seconds)
    facts = {"route": route, "status": status, "ms": round(seconds * 1000, 1)}
    logger.log(level, "request", extra={"facts": facts})


def method(scope: Scope) -> str:
    """One of those that there are: a caller may write any word in its place."""
    return scope["method"] if scope["method"] in METHODS else "other"


def template(scope: Scope) -> str:
    """The route that took the request, as it is written in the code, such as `/api/rooms/{code}`."""
    route: Any = scope.get("route")
    if route is not None:
        return str(route.path)
    return "/static/{file}" if scope["path"].startswith("/static/") else "unknown"
