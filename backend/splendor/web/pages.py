"""The one page, under every address that a person opens."""

from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from splendor.web.client_files import ClientFiles, Served

KNOWN = ("/", "/r/{code}", "/claim")


class Unknown:
    """Whatever no route took. An address that a person mistyped gets the page, which says so, with status 404; one of
    the API's gets the refusal that a program can read."""

    def __init__(self, page: Served) -> None:
        self.page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].split("/")[1] == "api":
            raise HTTPException(404)
        await self.page(scope, receive, send)


def pages(files: ClientFiles) -> list[BaseRoute]:
    """Routes for after all others: the last of them takes what is left."""
    known = [Route(path, files.index, methods=["GET"]) for path in KNOWN]
    worker = Route("/sw.js", files.worker, methods=["GET"])
    return [*known, worker, Route("/{path:path}", Unknown(files.missing), methods=["GET"])]
