"""A real server on a free port and a real browser on it."""

from __future__ import annotations

import asyncio
import http.client
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.processes import PATIENCE_S, free_ports

PROJECT: Final = Path(__file__).parents[2]
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
DESKTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
PATIENCE_MS: Final = 1000 * PATIENCE_S


def find_browser() -> str | None:
    """Return the path of a Chromium, of `COALBARON_CHROMIUM` or of this system."""
    named = os.environ.get("COALBARON_CHROMIUM")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


class Service:
    """The real server as a process of its own, which a test may stop and start again."""

    def __init__(self, build: Path | None = None) -> None:
        """Choose a port; `start` begins to listen there.

        `build` is the folder into which another build is installed, to run instead of this one.
        """
        self._folders = [str(build), *sys.path] if build else sys.path
        (self.port,) = free_ports(1)
        self.url = f"http://127.0.0.1:{self.port}/"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "coalbaron_server", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--rate", "0", "--log", "error"],
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(self._folders)},
        )
        end = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert self._process.poll() is None, "the server ended at once"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            self.request("GET", "/healthz")
        except OSError:
            return False
        return True

    def request(self, method: str, path: str, body: str | None = None) -> str:
        """Ask it, without the page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, body, {"content-type": "application/json"})
            answer = connection.getresponse()
            text = answer.read().decode()
            assert answer.status == 200, text
            return text
        finally:
            connection.close()

    def stop(self) -> None:
        """End it, as a service manager would."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """The server that the tests share."""
    shared = Service()
    shared.start()
    yield shared
    shared.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser that the tests share."""
    # How long a busy machine takes is no finding.
    expect.set_options(timeout=PATIENCE_MS)
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium is installed (COALBARON_CHROMIUM names one)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        loop = asyncio._get_running_loop()
        yield browser
        # The last test may have been one without a browser, from which the loop was hidden.
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that knows no game yet, where nothing takes time to move."""
    # A service worker would answer what a test wants to answer itself.
    context = browser.new_context(
        viewport=DESKTOP, reduced_motion="reduce", locale="en-GB", service_workers="block"
    )
    context.set_default_timeout(PATIENCE_MS)
    at_once = "localStorage.setItem('coalbaron.pace', 'instant')"
    context.add_init_script(f"origin === 'null' || {at_once}")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which no script may fail and nothing may be asked of anybody else."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: _check_address(request.url, faults))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    yield page
    assert faults == []


def _check_address(url: str, faults: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        faults.append(f"asked {url}")
