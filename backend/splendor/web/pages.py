"""The one page, under every address that a person opens."""

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from splendor.web.client_files import ClientFiles

KNOWN = ("/", "/r/{code}", "/claim")


def pages(files: ClientFiles) -> list[BaseRoute]:
    return [Route(path, files.index, methods=["GET"]) for path in KNOWN]


def is_page(request: Request) -> bool:
    """Whether a person may have mistyped this address, rather than a program."""
    return request.method in ("GET", "HEAD") and request.url.path.split("/")[1] != "api"
