"""For everybody: keyboard alone, small screens, light and dark, and what axe-core finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Service
from tests.web.table import FEW_NODES, begin, find_faults, game_of, wait_for_turn


@pytest.mark.slow
def test_axe_finds_nothing_serious(service: Service, page: Page) -> None:
    page.goto(service.url)
    page.wait_for_selector(".demo-caption")
    assert find_faults(page) == []
    page.click("#door-play")
    page.wait_for_selector("dialog")
    assert find_faults(page) == []
    begin(service, page, "p", FEW_NODES, FEW_NODES, "p", turns=8)
    page.wait_for_selector(".seat-card")
    wait_for_turn(page)
    assert find_faults(page) == []
    page.click(".space-mine.can >> nth=0")
    page.click("#show-plans")
    page.wait_for_selector(".plan")
    page.click(".stack-orders summary")
    assert find_faults(page) == []


def test_keyboard_alone_plays_a_turn(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for _ in range(12):
        if page.evaluate("document.activeElement.matches('.space')"):
            break
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.space.can')"), "the first open space"
    page.keyboard.press("End")
    expect(page.locator("[data-space='bank']")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-space='c6']")).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.space")[0] in "fom"
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm")
    assert game_of(page)["pending"] == ["c6"]
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_have_count(0)
    page.keyboard.press("Space")
    page.wait_for_selector("#confirm")
    page.keyboard.press("Enter")
    expect(page.locator(".pending")).to_have_count(0)
    assert "c6" in game_of(page)["record"]


def test_keyboard_alone_mines(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    page.focus("[data-space='m6']")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-token='@4']")
    page.focus("[data-space='m6']")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.token") == "@4":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".steps-left")).to_have_text("5 steps left")
    # The keyboard goes on to the next step.
    expect(page.locator("#decision [data-token]:focus")).to_have_count(1)
    page.focus("#decision [data-token='+k']")
    page.keyboard.press("Space")
    expect(page.locator(".steps-left")).to_have_text("4 steps left")
    page.focus("#confirm")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".pending")).to_have_count(0)
    assert "m6/@4/+k/end" in game_of(page)["record"]


def test_the_live_region_tells_what_happened(service: Service, page: Page) -> None:
    begin(service, page, "p", "p")
    wait_for_turn(page)
    page.click("[data-space='c6']")
    page.click("#confirm")
    expect(page.locator("#live")).to_contain_text("takes 6 Marks")


def test_a_phone_shows_everything_without_scrolling_sideways(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    begin(service, page, "p", FEW_NODES, FEW_NODES, FEW_NODES, turns=8)
    wait_for_turn(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    small = page.locator(".space:not(.locked)").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().width < 44).length"
    )
    assert small == 0
    cut = page.locator(".space, .seat-card, .tab, .quarter").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).length"
    )
    assert cut == 0
    page.locator(".space.can >> nth=0").scroll_into_view_if_needed()
    page.click(".space-mine.can >> nth=0")
    expect(page.locator("#confirm")).to_be_in_viewport()


def test_light_and_dark_by_the_system_and_by_the_switch(service: Service, page: Page) -> None:
    page.goto(service.url)

    def paper() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    page.emulate_media(color_scheme="light")
    light = paper()
    page.emulate_media(color_scheme="dark")
    dark = paper()
    assert light != dark
    page.click("#theme")
    assert paper() == light
    page.click("#theme")
    page.emulate_media(color_scheme="light")
    assert paper() == dark
    page.reload()
    assert paper() == dark
