"""The page over a slow line: what the first load asks for, and when something moves after a click.

    python -m bench.page --rounds 5
    python -m bench.page --url http://127.0.0.1:8000/
    python -m bench.page --before BUILD

`--before` measures another build too, the two in turns, and puts its figures first. BUILD is the
folder into which `pip install --no-deps --target BUILD CHECKOUT` put it.

Chromium opens a game of two on an empty cache, over a line on which every answer takes 400 ms
longer. Counted are requests and the bytes that came over the wire, headers included; timed are the
first paint, the board, and, for clicks that must ask the server, the first frame that shows
anything new. Without an address a server of this checkout is started. It needs what the tests of
the web table need: Playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.web.conftest import DESKTOP, Service, find_browser
from tests.web.games import played, record_of
from tests.web.table import link_to, wait_for_turn

from bench.report import run_program
from coalbaron_fast.tables import format_table

LATENCY_MS: Final = 400
SETTLE_MS: Final = 1500
PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0].startTime"

CLICKS: Final[dict[str, Callable[[Page], None]]] = {
    "a space": lambda page: page.click("[data-space='c6']"),
    "Confirm": lambda page: page.click("#confirm"),
    "Hint": lambda page: page.click("#hint"),
    "Analyse": lambda page: page.click("#tab-analyse"),
}


class Line:
    """A page over a slow line, which counts what comes over it."""

    def __init__(self, browser: Browser, latency_ms: int) -> None:
        """Open an empty page in a browser that knows nothing."""
        self.context = browser.new_context(viewport=DESKTOP, locale="en-GB")
        self.page = self.context.new_page()
        self.requests = 0
        self.bytes = 0.0
        self.frames: list[float] = []
        self._session: CDPSession = self.context.new_cdp_session(self.page)
        self._session.on("Network.requestWillBeSent", self._sent)
        self._session.on("Network.loadingFinished", self._finished)
        self._session.on("Page.screencastFrame", self._frame)
        self._session.send("Network.enable")
        conditions = {"offline": False, "latency": latency_ms}
        unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
        self._session.send("Network.emulateNetworkConditions", {**conditions, **unlimited})

    def _sent(self, event: dict[str, Any]) -> None:
        self.requests += event["request"]["url"].startswith("http")

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]

    def _frame(self, event: dict[str, Any]) -> None:
        self.frames.append(event["metadata"]["timestamp"])
        self._session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    def time_click(self, click: Callable[[Page], None]) -> float:
        """Click, and return the milliseconds until a frame showed something new."""
        page = self.page
        page.evaluate(
            "addEventListener('click', (event) => {"
            " window.clicked = performance.timeOrigin + event.timeStamp;"
            "}, { capture: true, once: true })"
        )
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": 20})
        page.wait_for_timeout(200)
        self.frames.clear()
        click(page)
        clicked = float(page.evaluate("window.clicked")) / 1000
        deadline = time.monotonic() + 10
        while not any(frame > clicked for frame in self.frames) and time.monotonic() < deadline:
            page.wait_for_timeout(20)
        self._session.send("Page.stopScreencast")
        later = [frame for frame in self.frames if frame > clicked]
        return 1000 * (min(later) - clicked) if later else float("inf")


def measure(browser: Browser, address: str, latency_ms: int) -> dict[str, float]:
    """Load the page once and click through a turn; return all figures."""
    line = Line(browser, latency_ms)
    started = time.monotonic()
    line.page.goto(address)
    wait_for_turn(line.page)
    board = 1000 * (time.monotonic() - started)
    line.page.wait_for_timeout(SETTLE_MS)
    figures = {
        "requests": float(line.requests),
        "kB over the wire": line.bytes / 1000,
        "first paint, ms": float(line.page.evaluate(PAINTED)),
        "board, ms": board,
    }
    for name, click in CLICKS.items():
        # Where the pointer comes to rest something may light up: that is no answer to the click.
        line.page.mouse.move(5, 5)
        figures[f"{name}: first new frame, ms"] = line.time_click(click)
        line.page.wait_for_timeout(SETTLE_MS + 2 * latency_ms)
    line.context.close()
    return figures


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.page",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--url", help="the address of a server that runs already")
    parser.add_argument("--rounds", type=int, default=3, help="loads, each of an empty browser")
    parser.add_argument("--latency", type=int, default=LATENCY_MS, help="added to answers, in ms")
    parser.add_argument("--before", type=Path, metavar="BUILD", help="another build, beside this")
    options = parser.parse_args()
    services = [Service()]
    if options.url:
        services[0].url = options.url
    if options.before:
        services.insert(0, Service(options.before.resolve()))
    own = [one for one in services if one is not services[-1] or not options.url]
    try:
        for service in own:
            service.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=["--no-sandbox"]
            )
            record = record_of(played(2, 11, 4))
            rounds = [
                [
                    measure(browser, link_to(service, record, "p", "p"), options.latency)
                    for service in services
                ]
                for _ in range(options.rounds)
            ]
            browser.close()
    finally:
        for service in own:
            service.stop()
    rows = [[name, *map(spell, zip(*rounds, strict=True), repeat(name))] for name in rounds[0][-1]]
    print(format_table(("", "before", "now") if options.before else ("", "now"), rows))
    return 0


def spell(rounds: Sequence[Mapping[str, float]], name: str) -> str:
    """Return a figure's median, with the least and the largest."""
    values = sorted(one[name] for one in rounds)
    return f"{median(values):.1f} ({values[0]:.1f} to {values[-1]:.1f})"


if __name__ == "__main__":
    run_program(main)
