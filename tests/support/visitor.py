"""People at real browsers: each has a context of their own, presses what the page shows, and notes what went wrong."""

import asyncio
import contextlib
import os
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    async_playwright,
    expect,
)

from support.peer import Person

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1440, "height": 900}
TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 360, "height": 640}
WITHIN = 15_000
"""Milliseconds: two busy cores are slow now and then. What is to be fast says so itself."""
expect.set_options(timeout=WITHIN)

NETWORK = re.compile(r"^Failed to load resource|^WebSocket connection to")
"""What Chromium itself says of an answer that is no success, or of a line that broke."""
NOTE_VIOLATIONS = """
  window.violations = [];
  const note = (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`);
  addEventListener("securitypolicyviolation", note);
"""
AS_DRAWN = """() => {
  const table = document.querySelector("main.table").cloneNode(true);
  for (const element of [table, ...table.querySelectorAll("*")]) {
    const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) if (name !== "style") element.setAttribute(name, value);
  }
  return table.outerHTML;
}"""
"""The order of attributes is that in which they came to be, and is not seen."""


def script(name: str) -> str:
    """A function to be called in the page, from a file beside the tests."""
    return (Path(__file__).parent.parent / "browser" / name).read_text()


def find_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


@contextlib.asynccontextmanager
async def chromium_running(path: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()


@dataclass
class Visitor:
    """One person at one page. `faults`: whatever a page should never do."""

    page: Page
    url: str
    faults: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """Every message of the server to this page's sockets."""

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("console", self._note_message)
        self.page.on("request", self._note_request)
        self.page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        self.page.on("websocket", lambda line: line.on("framereceived", lambda text: self.frames.append(str(text))))

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not NETWORK.match(message.text):
            self.faults.append(f"{message.type}: {message.text}")

    def _note_request(self, request: Request) -> None:
        self.requests.append(request)
        address = urlsplit(request.url)
        if address.scheme != "data" and address.netloc != urlsplit(self.url).netloc:
            self.faults.append(f"a request to another host: {request.url}")

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def find(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    async def open(self, path: str) -> None:
        await self.page.goto(path if "://" in path else self.url + path)

    async def at_table(self, code: str) -> None:
        """Opens a room in which a game runs or has run."""
        await self.open(f"/r/{code}")
        await self.is_live()
        await expect(self.find("main.table .tiers")).to_be_visible()

    async def is_live(self) -> None:
        await expect(self.find(".bar .line.live")).to_be_attached()

    @property
    def code(self) -> str:
        return urlsplit(self.page.url).path.removeprefix("/r/")

    # What lies on the table

    def pile(self, token: str) -> Locator:
        return self.find(f"[data-spot=pile-{token}]")

    def card(self, id: str) -> Locator:
        """A card of the market, or of one's own hand."""
        return self.find(f"main.table [data-card={id}]")

    @property
    def go(self) -> Locator:
        return self.find("[data-spot=go]")

    @property
    def sheet(self) -> Locator:
        return self.find(".pop.of-card")

    async def at_seq(self, seq: int, **how: Any) -> None:
        """The page shows the game after its action number `seq`: its log has a line for each."""
        await expect(self.find(".log .did")).to_have_count(seq, **how)

    async def seq(self) -> int:
        return await self.find(".log .did").count()

    async def act(self, action: dict[str, Any]) -> None:
        """Presses what makes that action; returns as soon as the last press is done."""
        match action:
            case {"type": "take", "tokens": tokens}:
                for token in spread(tokens):
                    await self.pile(token).click()
                await self.go.click()
            case {"type": "return", "tokens": tokens}:
                for token in spread(tokens):
                    await self.find(f"[data-spot=give-{token}]").click()
                await self.go.click()
            case {"type": "noble", "noble": noble}:
                await self.find(f"[data-spot={noble}]").click()
                await self.go.click()
            case {"type": "reserve", "deck": deck}:
                await self.find(f"[data-spot=deck-{deck}]").click()
                await self.go.click()
            case {"type": "reserve", "card": card}:
                await self.card(card).click()
                await self.sheet.locator("button.quiet").click()
            case {"type": "buy", "card": card}:
                await self.card(card).click()
                await self.sheet.locator("button.go").click()
            case _:
                raise ValueError(f"no way to do {action}")

    async def does(self, action: dict[str, Any]) -> None:
        """As `act`; returns once the page shows that it is done."""
        seq = await self.seq()
        await self.act(action)
        await self.at_seq(seq + 1)

    async def table_as_drawn(self) -> str:
        """The table as HTML, without what passes: what was outlined for a moment, which line was seen when."""
        html: str = await self.page.evaluate(AS_DRAWN)
        html = re.sub(r"(moved|dealt)-[01]", "", html)
        html = re.sub(r"(?<=[ \"])fresh(?=[ \"])|; new since you last looked", "", html)
        html = re.sub(r'<li class="since">.*?</li>', "", html)
        html = re.sub(r" (aria-live|tabindex)=\"[^\"]*\"", "", html)
        return re.sub(r"\s+", " ", html).replace('" ', '"').replace(' "', '"')

    async def said(self) -> list[str]:
        """What the live region has said since `listen_to_announcements`."""
        said: list[str] = await self.page.evaluate("window.said")
        return said

    async def violations(self) -> list[str]:
        with contextlib.suppress(Exception):
            found: list[str] = await self.page.evaluate("window.violations")
            return found
        return []


async def eventually(ask: Callable[[], Awaitable[Any]], within: float = WITHIN / 1000) -> Any:
    """The first answer that is true of things outside the page, which know no events."""
    async with asyncio.timeout(within):
        while not (answer := await ask()):
            await asyncio.sleep(0.02)
    return answer


def spread(tokens: dict[str, int]) -> list[str]:
    return [token for token, n in tokens.items() for _ in range(n)]


class Visitors:
    """Makes visitors; at the end, closes them all and holds against each that nothing went wrong at its page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.all: list[Visitor] = []

    async def come(self, url: str, person: Person | None = None, **context: Any) -> Visitor:
        """A new browser, as far as the server can tell; `person` is who it is already."""
        settings = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB", **context}
        made = await self.browser.new_context(**settings)
        made.set_default_timeout(WITHIN)
        await made.add_init_script(NOTE_VIOLATIONS)
        if person is not None:
            await made.add_cookies(
                [{"name": "splendor", "value": person.token, "url": url, "httpOnly": True, "sameSite": "Lax"}]
            )
        return await self.another_tab(made, url)

    async def another_tab(self, context: BrowserContext, url: str) -> Visitor:
        visitor = Visitor(await context.new_page(), url)
        self.all.append(visitor)
        return visitor

    async def leave(self) -> list[str]:
        """Everyone goes; what went wrong."""
        faults: list[str] = []
        for visitor in self.all:
            faults += visitor.faults
            if not visitor.page.is_closed():
                faults += [f"policy: {found}" for found in await visitor.violations()]
        await asyncio.gather(*(context.close() for context in {visitor.context for visitor in self.all}))
        return faults
