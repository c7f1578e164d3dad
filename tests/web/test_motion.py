"""An engine's turn can be followed, by those who want it to move."""

from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Service
from tests.web.table import FEW_NODES, begin, game_of, wait_for_turn

TURN: Final = ["m6", "@3", "+g", "@0", "-g", "end"]
WATCH: Final = """() => {
    window.flights = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes)
                if (node.className === "flying")
                    window.flights.push(node.firstElementChild.classList[1] ?? "cube");
    }).observe(document.body, { childList: true, subtree: true });
}"""


def mine_as_told(route: Route) -> None:
    """Answer as an engine does that wants to mine."""
    route.fulfill(content_type="application/json", body=json.dumps({"best": TURN, "lines": []}))


def let_the_engine_move(service: Service, page: Page) -> None:
    """End one's own turn; the engine then mines."""
    page.route("**/v1/bestmove", mine_as_told)
    page.add_init_script("localStorage.setItem('coalbaron.pace', 'brisk')")
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    page.evaluate(WATCH)
    page.click("[data-space='c6']")
    page.click("#confirm")
    expect(page.locator(".seat-1.last-turn")).to_have_attribute("data-space", "m6")
    assert "m6/@3/+g/@0/-g/end" in game_of(page)["record"]


def test_workers_walk_and_cubes_fly(service: Service, page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    let_the_engine_move(service, page)
    # A worker, a cube into the cage, and one into storage. The cage rides by itself.
    assert page.evaluate("window.flights") == ["worker", "cube", "cube"]
    expect(page.locator(".sky")).to_have_count(0)
    # The turn of the person is marked too.
    expect(page.locator(".seat-0.last-turn")).to_have_attribute("data-space", "c6")


def test_nothing_moves_for_those_who_want_no_motion(service: Service, page: Page) -> None:
    let_the_engine_move(service, page)
    assert page.evaluate("window.flights") == []
