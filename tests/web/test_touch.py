"""Under a finger and on a slow line: room to touch, and an answer to each touch at once."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.web.conftest import PATIENCE_MS, PHONE, Service
from tests.web.table import FEW_NODES, begin, wait_for_turn

MOST_BYTES: Final = 120_000
MOST_REQUESTS: Final = 60
SMALL: Final = """all => all.filter((one) => {
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    return box.height && (box.height < 43.5 || box.width < 43.5);
}).map((one) => one.outerHTML.slice(0, 120))"""
CONTRAST: Final = """([front, back]) => {
    const light = (selector, name) => {
        const style = getComputedStyle(document.querySelector(selector));
        const rgb = style[name].match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255);
        const [r, g, b] = rgb.map((one) =>
            one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [one, other] = [light(front, "stroke"), light(back, "fill")].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
}"""


@pytest.mark.parametrize("scene", ["place", "mine", "look"])
def test_whatever_is_touched_on_a_phone_has_room(service: Service, page: Page, scene: str) -> None:
    page.set_viewport_size(PHONE)
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    if scene == "mine":
        page.click(".space-mine.can >> nth=0")
        page.wait_for_selector(".steps-left")
    elif scene == "look":
        page.click("[data-space='ox']")
        page.click("#confirm")
        page.click("#decision .card.can >> nth=0")
        page.wait_for_selector(".tray")
    touched = "button:visible, select:visible, input:visible:not([type='file']), summary:visible"
    assert page.locator(touched).evaluate_all(SMALL) == []
    if scene == "place":
        for tab in ("play", "analyse", "review", "share"):
            page.click(f"#tab-{tab}")
            expect(page.locator(f"#panel-{tab}")).to_have_attribute("aria-busy", "false")
            assert page.locator(touched).evaluate_all(SMALL) == [], tab


@pytest.fixture
def moving(browser: Browser) -> BrowserContext:
    """A browser for those who like motion."""
    context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="no-preference")
    context.set_default_timeout(PATIENCE_MS)
    return context


def running(page: Page) -> list[str]:
    """Return the names of what moves without an end."""
    return list(
        page.evaluate(
            "document.getAnimations().filter((one) => one.playState === 'running')"
            ".map((one) => one.animationName).filter(Boolean)"
        )
    )


def test_something_moves_before_the_server_has_answered(
    service: Service, moving: BrowserContext
) -> None:
    page = moving.new_page()
    begin(service, page, "p", "p", turns=4)
    wait_for_turn(page)
    held: list[Route] = []
    is_slow = False

    def pass_on(route: Route) -> None:
        if is_slow:
            held.append(route)
        else:
            route.continue_()

    page.route(re.compile("/v1/|/analyse/"), pass_on)
    for selector, motions in (
        ("[data-space='c6']", {"under-way", "sent"}),
        ("#confirm", {"under-way", "sent"}),
        ("#tab-analyse", {"under-way"}),
    ):
        page.mouse.move(0, 0)
        assert not {"under-way", "sent"} & set(running(page))
        is_slow = True
        page.click(selector)
        assert motions <= set(running(page)), selector
        is_slow = False
        while held:
            held.pop().continue_()
        expect(page.locator("body")).not_to_have_class(re.compile("under-way"))
    page.wait_for_selector("#analyse-switch")
    moving.close()


def test_the_first_load_is_small(service: Service, page: Page) -> None:
    """All that comes over the wire before the first turn can be played, headers included."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    begin(service, page, "p", "p", turns=4)
    wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    assert 20 < len(sizes) <= MOST_REQUESTS
    assert sum(sizes) <= MOST_BYTES


def test_carts_of_dark_tunnels_can_be_seen(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    cart = ".shaft .level[data-level='2'] .side-D .cart-body"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        ratio = page.evaluate(CONTRAST, [cart, ".shaft .level[data-level='2'] .tunnel.side-D"])
        assert ratio > 4.5, scheme
