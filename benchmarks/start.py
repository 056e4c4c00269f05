"""From nothing to ready, with an empty SQLite file to set up; and until a friend who opens a room's link sees it."""

import os
import shutil
import time
import urllib.request
from pathlib import Path

import httpx

from benchmarks.databases import say, sqlite
from benchmarks.figures import Figure
from benchmarks.servers import free_port, started

RUNS = 3
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
]
PAINTED = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  const paint = list.getEntriesByName("first-contentful-paint")[0];
  if (paint) resolve(paint.startTime);
}).observe({ type: "paint", buffered: true }))"""
SHOWN = "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))"


def measure() -> list[Figure]:
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        say("the first paint is left out: there is no Chromium (set CHROMIUM to its path)")
    ready, painted, shown = [], [], []
    for _ in range(RUNS):
        with sqlite() as database_url:
            port = free_port()
            begin = time.perf_counter()
            command = ["splendor", "serve", "--port", str(port), "--database-url", database_url]
            with started(command, port) as server:
                while not _is_ready(server.url):
                    time.sleep(0.002)
                ready.append((time.perf_counter() - begin) * 1e3)
                if chromium:
                    first, whole = _look(chromium, server.url)
                    painted.append(first)
                    shown.append(whole)
    figures = [Figure.of("cold start to ready", "ms", ready)]
    if painted:
        figures += [
            Figure.of("a room's link, nothing cached: first paint", "ms", painted),
            Figure.of("a room's link, nothing cached: the table is shown", "ms", shown),
            Figure.of(
                "cold start, and a room's link: first paint", "ms", [a + b for a, b in zip(ready, painted, strict=True)]
            ),
        ]
    return figures


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _look(chromium: str, url: str) -> tuple[float, float]:
    """Milliseconds from the opening of a room's link to its first paint, and until its table is there."""
    from playwright.sync_api import sync_playwright

    with httpx.Client(base_url=url) as client:
        client.post("/api/me", json={"name": "Ada"}).raise_for_status()
        code = client.post("/api/rooms", json={}).raise_for_status().json()["code"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=Path(chromium), args=ARGS)
        try:
            page = browser.new_page()
            page.goto(f"{url}/r/{code}", wait_until="commit")
            page.get_by_text("Ada").first.wait_for()
            shown = page.evaluate(SHOWN)
            return page.evaluate(PAINTED), shown
        finally:
            browser.close()
