"""Where things are: one's own always in sight, tabs within reach, no page that grows blank."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import DESKTOP, PHONE, Service
from tests.web.table import FEW_NODES, begin, wait_for_turn
from tests.web.test_one_screen import PERSON, begin_to_look, sit_down

LAPTOP: Final[ViewportSize] = {"width": 1280, "height": 720}
OWN: Final = ".own .seat-card.seat-0"
SHARE_OF_SIGHT: Final = """(pit) => {
    const box = pit.getBoundingClientRect();
    let seen = 0;
    for (let row = 0.5; row < 10; row++)
        for (const column of [0.1, 0.5, 0.9]) {
            const point = [box.x + column * box.width, box.y + (row * box.height) / 10];
            if (pit.contains(document.elementFromPoint(...point))) seen++;
        }
    return seen / 30;
}"""
"""How much of an element nothing else covers and the edge of the screen does not cut off."""


def in_sight(page: Page, selector: str) -> float:
    """Return the share of an element that can be seen where the page is scrolled to now."""
    return float(page.locator(selector).evaluate(SHARE_OF_SIGHT))


def page_height(page: Page) -> int:
    """Return how tall the whole page is."""
    return int(page.evaluate("document.documentElement.scrollHeight"))


@pytest.mark.parametrize("seats", [("p", FEW_NODES), ("p", FEW_NODES, FEW_NODES, FEW_NODES)])
def test_ones_own_pit_is_beside_the_board(
    service: Service, page: Page, seats: tuple[str, ...]
) -> None:
    begin(service, page, *seats, turns=16)
    wait_for_turn(page)
    page.click(".space-mine.can >> nth=0")
    page.wait_for_selector(".steps-left")
    assert page.evaluate("scrollY") == 0
    for _ in range(2):
        assert in_sight(page, f"{OWN} .shaft") == 1
        expect(page.locator(f"{OWN} .counts")).to_be_in_viewport(ratio=1)
        expect(page.locator(f"{OWN} .order-list")).to_be_in_viewport(ratio=1)
        expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, 150)")
    board = page.locator(".table-places").bounding_box()
    own = page.locator(OWN).bounding_box()
    assert board is not None
    assert own is not None
    assert board["x"] + board["width"] <= own["x"], "beside it, not below"


def test_what_happened_is_in_sight_beside_the_board(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    expect(page.locator("#moves-list")).to_be_in_viewport(ratio=1)
    expect(page.locator("#moves-list [aria-current]")).to_be_in_viewport(ratio=1)


def test_a_phone_keeps_ones_own_things_and_the_tabs_in_sight(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    assert page_height(page) < 2 * PHONE["height"]
    for depth in (0, 10_000):
        page.evaluate("depth => scrollTo(0, depth)", depth)
        for name in ("marks", "workers"):
            expect(page.locator(f"{OWN} .count-{name}")).to_be_in_viewport(ratio=1)
        expect(page.locator("#tabs")).to_be_in_viewport(ratio=1)
    bar = page.locator("#tabs").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == PHONE["height"]


def test_a_phone_shows_the_whole_pit_while_its_owner_mines(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    strip = page.locator(f"{OWN} .fold-button")
    expect(strip).to_have_attribute("aria-expanded", "false")
    expect(page.locator(f"{OWN} .shaft")).to_be_hidden()
    page.click(".space-mine.can >> nth=0")
    page.wait_for_selector(".steps-left")
    expect(strip).to_have_attribute("aria-expanded", "true")
    assert in_sight(page, f"{OWN} .shaft") == 1
    page.click(f"{OWN} .level-hit[data-cage='2']", position={"x": 9, "y": 9})
    expect(page.locator("#decision [data-token='@2']")).to_have_count(0)
    assert in_sight(page, f"{OWN} .shaft") == 1
    strip.click()
    expect(page.locator(f"{OWN} .shaft")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".steps-left")).to_have_count(0)
    other = page.locator(".seats .seat-card")
    expect(other.locator(".shaft")).to_be_hidden()
    other.locator(".fold-button").click()
    expect(other.locator(".shaft")).to_be_visible()


def test_a_phone_goes_between_the_board_and_the_panels(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    board = page.locator("#board")
    expect(page.locator("#panel-play")).to_be_hidden()
    page.click("#tab-analyse")
    expect(board).to_be_hidden()
    expect(page.locator("#panel-analyse")).to_be_visible()
    expect(page.locator("#tab-analyse")).to_have_attribute("aria-selected", "true")
    page.click("#analyse-switch")
    page.wait_for_selector("#analyse-lines > li")
    page.click("#tab-board")
    expect(board).to_be_visible()
    page.wait_for_selector(".mark-ring", state="attached")
    page.click("#tab-analyse")
    page.click("#analyse-lines .button >> nth=0")
    expect(board).to_be_visible()
    expect(page.locator(".pending")).to_be_visible()
    page.set_viewport_size(DESKTOP)
    expect(page.locator("#tab-board")).to_be_hidden()
    expect(page.locator("#panel-analyse")).to_be_visible()
    expect(board).to_be_visible()


@pytest.mark.slow
def test_folded_parts_leave_the_page_as_tall_as_it_was(service: Service, page: Page) -> None:
    begin(service, page, "p", "p", turns=8)
    wait_for_turn(page)
    height = page_height(page)
    page.click("#tab-analyse")
    page.click("#fold-chart > summary")
    page.click("#chart-whole")
    page.wait_for_selector("#fold-chart .chart")
    page.click("#fold-radar > summary")
    page.wait_for_selector("#fold-radar .radar")
    assert page_height(page) == height
    page.click("#tab-review")
    page.click("#review-start")
    expect(page.locator("#review-status")).to_contain_text("turns reviewed")
    assert page_height(page) == height


def test_engines_that_are_watched_all_lie_below_the_board(service: Service, page: Page) -> None:
    begin(service, page, FEW_NODES, FEW_NODES, turns=4)
    page.wait_for_selector(".seats .seat-card")
    expect(page.locator(".own .seat-card")).to_have_count(0)
    expect(page.locator(".seats .shaft:visible")).to_have_count(2)


SPILLED: Final = """(all) => all.filter((space) => {
    const edge = space.getBoundingClientRect().right;
    const [standing, needs] = [".standing", ".needs"].map((one) => space.querySelector(one));
    if (!needs) return false;
    const box = needs.getBoundingClientRect();
    return box.right > edge || box.left < (standing?.getBoundingClientRect().right ?? 0);
}).map((space) => space.dataset.space)"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_no_space_is_too_small_for_what_it_says(
    service: Service, page: Page, size: ViewportSize
) -> None:
    """Workers, points of a delivery and the price in workers are all on one card."""
    page.set_viewport_size(size)
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    taken = page.locator(".space-deliver:has(.standing > *):has(.gain)")
    expect(taken).not_to_have_count(0)
    assert page.locator(".space").evaluate_all(SPILLED) == []


def test_a_panel_on_a_phone_is_not_below_the_decision(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    expect(page.locator("#decision")).to_be_visible()
    for name in ("play", "analyse", "review", "editor", "share"):
        page.click(f"#tab-{name}")
        expect(page.locator("#decision")).to_be_hidden()
    page.click("#tab-board")
    expect(page.locator("#decision")).to_be_visible()


def test_what_goes_back_is_given_in_one_view_on_a_phone(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    sit_down(service, page, PERSON, PERSON)
    begin_to_look(page)
    for side in ("top", "bottom"):
        assert in_sight(page, f".tray-frame [data-token='{side}']") == 1
    assert in_sight(page, ".tray-place:first-child .tray-name") == 1


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_what_comes_after_the_end_is_in_sight(
    service: Service, page: Page, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    begin(service, page, "p", "pip", turns=1000)
    page.wait_for_selector(".sources table")
    for name in ("review", "rematch"):
        expect(page.locator(f"#end-{name}")).to_be_in_viewport(ratio=1)


def test_a_review_has_room_after_the_end(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=1000)
    page.wait_for_selector(".sources table")
    page.route("**/v1/review*", lambda _: None)
    page.click("#end-review")
    # No number is told before there is one.
    expect(page.locator("#review-status")).to_have_text("Thinking …")
    expect(page.locator(".sources")).to_be_hidden()
    end = page.locator("#decision").bounding_box()
    assert end is not None
    assert end["y"] + end["height"] < DESKTOP["height"] / 2
    page.click("#tab-play")
    expect(page.locator(".sources")).to_be_visible()


def test_the_titles_of_the_clock_leave_its_rows_level(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=1000)
    page.wait_for_selector(".final")
    bottoms = page.locator(".quarter").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().bottom))"
    )
    assert len(bottoms) == 3
    assert max(bottoms) - min(bottoms) <= 1
