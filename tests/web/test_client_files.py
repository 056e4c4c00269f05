"""The browser client: compressed, cached for ever under its digest, and never more than what is to be served."""

import gzip
from pathlib import Path

import brotli
import pytest

from splendor.web.client_files import ClientFiles, accepts
from support import raw
from support.calls import call
from support.server import Served

pytestmark = pytest.mark.anyio

FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A client with something in it that is not for browsers."""
    files = {
        "index.html": "<!doctype html>{preloads}<base href='{base}/'>{catalog}",
        "src/app.js": "let x = 1;" * 100,
        "src/deep/er.js": "let y;",
        "styles/base.css": "a{}",
        "icon.svg": "<svg/>",
        "manifest.webmanifest": "{}",
        "src/wire.d.ts": "secret",
        "package.json": "{}",
        "node_modules/x/y.js": "secret",
        "notes.txt": "secret",
    }
    for name, text in files.items():
        path = tmp_path / "client" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "client"


def test_only_files_for_browsers_are_there(root: Path) -> None:
    files = ClientFiles(root, "/api/catalog/x")
    names = {path.removeprefix(files.base + "/") for path in files.files}
    assert names == {
        "src/app.js",
        "src/deep/er.js",
        "styles/base.css",
        "styles/all.css",
        "icon.svg",
        "manifest.webmanifest",
    }


def test_the_version_follows_from_every_file_and_the_catalog(root: Path) -> None:
    first = ClientFiles(root, "/api/catalog/x")
    assert ClientFiles(root, "/api/catalog/x").version == first.version
    assert ClientFiles(root, "/api/catalog/y").version != first.version
    (root / "src/deep/er.js").write_text("let z;")
    assert ClientFiles(root, "/api/catalog/x").version != first.version


def test_the_page_preloads_every_module_and_knows_the_base(root: Path) -> None:
    files = ClientFiles(root, "/api/catalog/x")
    page = files.index.body.decode()
    for name in ("src/app.js", "src/deep/er.js"):
        assert f'<link rel="modulepreload" href="{files.base}/{name}">' in page
    assert f"<base href='{files.base}/'>/api/catalog/x" in page
    assert "{" not in page


@pytest.mark.parametrize(
    ("header", "coding", "wanted"),
    [
        ("br", "br", True), ("gzip, br", "br", True), ("BR", "br", True), ("br;q=1.0", "br", True),
        ("br;q=0", "br", False), ("br; q=0.0", "br", False), ("br;q=0.01", "br", True), ("", "br", False),
        ("identity", "gzip", False), ("brx", "br", False), ("gzip;q=0, br", "gzip", False),
    ],
)  # fmt: skip
def test_a_coding_is_sent_to_those_who_want_it(header: str, coding: str, wanted: bool) -> None:
    assert accepts(header, coding) is wanted


def some_file(served: Served) -> str:
    files: ClientFiles = served.app.state.services.files
    return next(path for path in files.files if path.endswith("dom.js"))


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("br, gzip", "br"), ("gzip", "gzip"), ("identity", None), ("br;q=0, gzip", "gzip"), ("deflate", None)],
)
async def test_a_file_comes_in_the_best_coding_that_is_wanted(
    served: Served, accepted: str, coding: str | None
) -> None:
    path = some_file(served)
    answer = await call(served.url, "GET", path, headers={"Accept-Encoding": accepted})
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["cache-control"] == FOR_EVER
    assert answer.headers["content-type"].startswith("text/javascript")
    plain = served.app.state.services.files.files[path].body
    sent = served.app.state.services.files.files[path].made[coding or ""].body
    assert answer.content == plain
    assert {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[coding](sent) == plain


async def test_who_has_a_file_is_told_so(served: Served) -> None:
    for path in (some_file(served), "/"):
        for accepted in ("br", "gzip", "identity"):
            headers = {"Accept-Encoding": accepted}
            first = await call(served.url, "GET", path, headers=headers)
            again = await call(served.url, "GET", path, headers={**headers, "If-None-Match": first.headers["etag"]})
            assert again.status_code == 304
            assert again.content == b""
            assert again.headers["etag"] == first.headers["etag"]
            other = await call(served.url, "GET", path, headers={**headers, "If-None-Match": '"other"'})
            assert other.status_code == 200


async def test_the_codings_of_a_file_have_tags_of_their_own(served: Served) -> None:
    tags = {
        (await call(served.url, "GET", "/", headers={"Accept-Encoding": coding})).headers["etag"]
        for coding in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


@pytest.mark.parametrize("path", ["/", "/r/amber-otter-7q4k2m9x", "/claim"])
async def test_the_page_is_asked_for_again_each_time_and_has_a_head(served: Served, path: str) -> None:
    answer = await call(served.url, "GET", path)
    head = await call(served.url, "HEAD", path)
    assert answer.status_code == head.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")
    assert head.content == b""
    assert head.headers["content-length"] == answer.headers["content-length"]


async def test_a_file_has_a_head_and_takes_nothing(served: Served) -> None:
    path = some_file(served)
    assert (await call(served.url, "HEAD", path)).status_code == 200
    for method in ("POST", "PUT", "DELETE"):
        assert (await call(served.url, method, path)).status_code in (404, 405)


@pytest.mark.parametrize(
    "tail",
    ["../../pyproject.toml", "..%2f..%2fpyproject.toml", "%2e%2e/%2e%2e/pyproject.toml", "src/../../index.html",
     "//etc/passwd", "/etc/passwd", "..\\..\\pyproject.toml", "src/app.js%00", "src/app.js/", "package.json",
     "src/net/wire.d.ts", "node_modules/x.js", ".git/config", "", "src", "src/"],
)  # fmt: skip
async def test_nothing_else_is_served_however_it_is_asked_for(served: Served, tail: str) -> None:
    base = served.app.state.services.files.base
    for path in (f"{base}/{tail}", f"/static/{tail}", f"/static/000000000000/{tail}"):
        assert (await raw.get(served.url, path)).status in (404, 400), path
