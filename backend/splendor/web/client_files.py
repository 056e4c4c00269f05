"""The browser client: plain files, read once at start, kept compressed in memory, and served below a path that is named
by their digest, so that a browser need never ask twice for one it has."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import brotli
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

SERVED = (".js", ".css", ".json", ".svg", ".webmanifest")
NOT_SERVED = ("node_modules", "package.json", "package-lock.json", "tsconfig.json")
SHEET = "styles/all.css"
LINK = re.compile(r'<link rel="stylesheet" href="\{base\}/([^"]+)">\n?')
WORKER = "sw.js"
FOR_EVER = "public, max-age=31536000, immutable"
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=9),
    "gzip": partial(gzip.compress, compresslevel=6, mtime=0),
    "": bytes,
}


class Served:
    """One file, compressed when it is first asked for in a coding, and kept so."""

    def __init__(self, name: str, body: bytes, cache: str, status: int = 200) -> None:
        self.status = status
        self.body = body
        self.kind = KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.tag = hashlib.sha256(body).hexdigest()[:16]
        self.head = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
        self.made: dict[str, Response] = {}

    def _in(self, coding: str) -> Response:
        if coding not in self.made:
            self.made[coding] = self._response(COMPRESS[coding](self.body), coding)
        return self.made[coding]

    def _response(self, body: bytes, coding: str) -> Response:
        head = {**self.head, "ETag": f'"{self.tag}{coding and "-" + coding}"'}
        if coding:
            head["Content-Encoding"] = coding
        return Response(body, self.status, head, self.kind)

    def answer(self, asked: Headers) -> Response:
        """The file in the best coding that the caller takes, or the word that it has it already."""
        coding = next((coding for coding in ("br", "gzip") if accepts(asked.get("accept-encoding", ""), coding)), "")
        response = self._in(coding)
        if response.headers["etag"] in asked.get("if-none-match", ""):
            return Response(status_code=304, headers={**self.head, "ETag": response.headers["etag"]})
        return response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.answer(Headers(scope=scope))(scope, receive, send)


def accepts(header: str, coding: str) -> bool:
    """Whether an Accept-Encoding names that coding, and not as one that it does not want.

    >>> accepts("gzip, br;q=0", "gzip"), accepts("gzip, br;q=0", "br"), accepts("br; q=0.5", "br")
    (True, False, True)
    """
    for part in header.lower().split(","):
        name, *rest = (piece.strip() for piece in part.split(";"))
        if name == coding:
            return not any(re.fullmatch(r"q=0(\.0*)?", piece) for piece in rest)
    return False


def joined(page: str, raw: dict[str, bytes]) -> tuple[bytes, str]:
    """All style sheets that the page links, as one, and the page linking that: a dozen round trips fewer."""
    names = LINK.findall(page)
    first = True

    def link(found: re.Match[str]) -> str:
        nonlocal first
        kept = found[0].replace(found[1], SHEET) if first else ""
        first = False
        return kept

    return b"\n".join(raw[name] for name in names), LINK.sub(link, page)


class ClientFiles:
    """All files of the client below `root`. `version` is their digest, and what `welcome` calls `client`."""

    def __init__(self, root: Path, catalog_url: str) -> None:
        raw = {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.suffix in SERVED and not any(part in NOT_SERVED for part in path.relative_to(root).parts)
        }
        page = (root / "index.html").read_bytes()
        digest = hashlib.sha256(page + catalog_url.encode())
        for name, body in raw.items():
            digest.update(name.encode() + b"\0" + hashlib.sha256(body).digest())
        self.version = digest.hexdigest()[:12]
        self.base = f"/static/{self.version}"
        modules = [name for name in raw if name.startswith("src/") and name.endswith(".js")]
        preloads = "\n".join(f'<link rel="modulepreload" href="{self.base}/{name}">' for name in modules)
        sheets, one_sheet = joined(page.decode(), raw)
        raw[SHEET] = sheets
        filled = one_sheet.replace("{preloads}", preloads).replace("{base}", self.base)
        shell = filled.replace("{catalog}", catalog_url).encode()
        self.index = Served("index.html", shell, "no-cache")
        self.missing = Served("index.html", shell, "no-cache", 404)
        # A service worker governs what lies beside it, so that it is served at the top too.
        self.worker = Served(WORKER, raw[WORKER], "no-cache") if WORKER in raw else self.missing
        self.files = {f"{self.base}/{name}": Served(name, body, FOR_EVER) for name, body in raw.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The file at this path, or 404. Paths are looked up, never opened: there is nothing to traverse."""
        served = self.files.get(scope["path"]) if scope.get("method") in ("GET", "HEAD") else None
        missing = PlainTextResponse("there is no such file", 404)
        await (served or missing)(scope, receive, send)
