"""What the tests do at the table, over and over."""

from __future__ import annotations

import base64
import json
import re
import time
import zlib
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PATIENCE_MS, Service
from tests.web.games import played, record_of

DECIDES: Final = "#decision h2"
FEW_NODES: Final = "n12"
"""An engine that hardly thinks: the page is under test, not the search."""

AXE: Final = Path(__file__).parent / "node_modules/axe-core/axe.min.js"
COLOUR_RULES: Final = ("color-contrast", "link-in-text-block")
SERIOUS: Final = ("serious", "critical")


def ask(service: Service, path: str, **body: object) -> dict[str, Any]:
    """Return the service's own answer, without the page."""
    return dict(json.loads(service.request("POST", path, json.dumps(body))))


def link_to(service: Service, record: str, *seats: str) -> str:
    """Return the address that opens a record; a seat is `p` or the strength of an engine."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(record.encode()) + deflate.flush()
    game = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"{service.url}#g={game}&s={'.'.join(seats)}"


def address_of(page: Page, record: str) -> str:
    """Return the page's address once it holds a record: it follows the game after a pause."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while _record_in(page.url) != record:
        assert time.monotonic() < end, f"the address is {page.url}"
        page.wait_for_timeout(50)
    return page.url


def _record_in(address: str) -> str:
    """Return the record that an address holds, as `link_to` writes it."""
    game = re.search("#g=([^&]*)", address)
    if game is None:
        return ""
    packed = base64.urlsafe_b64decode(game[1] + "=" * (-len(game[1]) % 4))
    return zlib.decompress(packed, -15).decode()


def begin(service: Service, page: Page, *seats: str, turns: int = 0) -> None:
    """Open a new game, with the draft and `turns` turns played."""
    record = record_of(played(len(seats), 11, turns))
    page.goto(link_to(service, record, *seats))


def game_of(page: Page, name: str = "coalbaron.game") -> dict[str, Any]:
    """Return what the browser keeps of the game, by default of the usual one."""
    kept = page.evaluate("name => localStorage.getItem(name)", name)
    assert kept is not None, "the browser keeps no game"
    return dict(json.loads(kept))


def wait_until(page: Page, condition: str, arg: object = None) -> None:
    """Wait until JavaScript, an expression or a function of `arg`, is true on the page.

    Playwright's own waiting asks again from within the page, where the page's policy forbids to
    evaluate text: it fails whenever the first answer is no.
    """
    end = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, f"it never came to {condition}"
        page.wait_for_timeout(50)


def wait_for_turn(page: Page) -> None:
    """Wait until the person at the screen may place workers, or the game is over."""
    ready = ".space.can, .final"
    page.wait_for_selector(ready)


def press_confirm(page: Page) -> None:
    """Press the button, and say that steps of work may be left over."""
    page.click("#confirm")
    if page.locator(".question[open]").count():
        page.click(".question [value='yes']")


def confirm(page: Page) -> None:
    """Confirm the turn in progress."""
    press_confirm(page)
    expect(page.locator(".pending")).to_have_count(0)


def find_faults(page: Page, within: str = "html") -> list[str]:
    """Return what axe-core calls serious or critical on a part of the page, light and dark."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (npm ci --prefix tests/web)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.emulate_media(color_scheme="light")
    faults = _run_axe(page, within, {})
    # Nothing but colours differs in the dark.
    page.emulate_media(color_scheme="dark")
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    return faults + _run_axe(page, within, {"runOnly": COLOUR_RULES})


def _run_axe(page: Page, within: str, options: dict[str, Any]) -> list[str]:
    result: dict[str, Any] = page.evaluate(
        "([within, options]) => axe.run(within, options)",
        # What passes is counted by a node, not described.
        [within, {"resultTypes": ["violations"], **options}],
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in result["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]
