"""The page under the addresses that people open, and under those that they mistype."""

import re

import pytest

from support import raw
from support.calls import call, refused
from support.server import Served

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("path", ["/", "/claim", "/r/amber-otter-7q4k2m9x"])
async def test_the_page_is_served_under_every_address_that_people_open(served: Served, path: str) -> None:
    answer = await call(served.url, "GET", path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


async def test_a_mistyped_address_gets_the_page_and_404(served: Served) -> None:
    answer = await call(served.url, "GET", "/no/such/place")
    assert answer.status_code == 404
    assert answer.content == (await call(served.url, "GET", "/")).content


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/no/such/call"])
async def test_a_mistyped_call_gets_a_refusal(served: Served, path: str) -> None:
    refused(await call(served.url, "GET", path), 404, "not_found")


async def test_all_style_sheets_are_one_request(served: Served) -> None:
    page = (await call(served.url, "GET", "/")).text
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    styles = await call(served.url, "GET", sheet)
    assert styles.status_code == 200
    # The first rule of the first sheet and one of the last: all are there, in the order of the page.
    assert styles.text.index("--cloth:") < styles.text.index(".market")


async def test_every_file_that_the_page_names_is_there(served: Served) -> None:
    page = (await call(served.url, "GET", "/")).text
    assert "{" not in page
    names = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert len(names) > 20
    for name in names:
        assert (await call(served.url, "GET", name)).status_code == 200, name


async def test_an_address_that_is_none_is_not_found(served: Served) -> None:
    """The server itself may be asked for (`*`): it has nothing to say of itself."""
    answer = await raw.get(served.url, "*")
    assert answer.status == 404
    assert answer.headers["content-type"].startswith("text/html")
