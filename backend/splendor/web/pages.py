"""The one page, under every address that a person opens."""

from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from splendor.web.client_files import ClientFiles, Served

KNOWN = ("/", "/r/{code}", "/claim")


class Unknown:
    """Whatever no route took. An address that a person mistyped gets the page, which says so, with status 404; a call
    gets the refusal that a program can read."""

    def __init__(self, page: Served) -> None:
        self.page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD") or scope["path"].split("/")[1:2] == ["api"]:
            raise HTTPException(404)
        await self.page(scope, receive, send)


class Page(Route):
    """A route that is known by its template to whoever tells of requests, as those of the calls are."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, found = super().matches(scope)
        return match, {**found, "route": self}


def pages(files: ClientFiles) -> list[BaseRoute]:
    known = [Page(path, files.index, methods=["GET"]) for path in KNOWN]
    return [*known, Page("/sw.js", files.worker, methods=["GET"])]
