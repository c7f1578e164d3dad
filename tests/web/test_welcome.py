"""The first visit: a board that lives, and three doors."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import PHONE, Service
from tests.web.games import played, record_of
from tests.web.table import DECIDES, game_of, link_to, wait_for_turn, wait_until

DOORS = ("#door-learn", "#door-play", "#door-analyse")


def test_three_doors_and_no_dialog(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto(service.url)
    for door in DOORS:
        expect(page.locator(door)).to_be_in_viewport()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".demo-caption")).to_contain_text("two engines are playing")
    expect(page.locator(".seat-card")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.select_option("#language", "de")
    expect(page.locator("#door-learn")).to_contain_text("Lernen")


def test_the_game_below_goes_on_and_is_nobodys(service: Service, page: Page) -> None:
    """What moves by itself can be halted; who wants no motion starts it."""
    page.goto(service.url)
    board = page.locator("#board")
    page.wait_for_selector(".seat-card")
    before = board.inner_html()
    expect(page.locator("#demo-pause")).to_have_text("Go on")
    page.click("#demo-pause")
    wait_until(page, "before => document.querySelector('#board').innerHTML !== before", before)
    assert page.evaluate("localStorage.getItem('coalbaron.game')") is None
    assert page.evaluate("location.hash") == ""
    assert board.evaluate("board => board.inert")
    page.click("#demo-pause")
    page.click("#door-play")
    page.click("dialog button.primary")
    page.wait_for_selector(".draft")
    expect(page.locator("#welcome")).to_have_count(0)
    assert not board.evaluate("board => board.inert")
    assert len(game_of(page)["seats"]) == 2


def test_the_board_comes_without_taking_the_keyboard_from_a_door(
    service: Service, page: Page
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/v1/legal", hold)
    page.goto(service.url)
    page.focus("#door-learn")
    while not held:
        page.wait_for_timeout(20)
    expect(page.locator(".demo-caption")).to_have_count(0)
    held.pop().continue_()
    page.wait_for_selector(".demo-caption")
    expect(page.locator("#door-learn")).to_be_focused()


def test_the_page_asks_for_its_modules_at_once_and_for_a_game_in_one_go(
    service: Service, page: Page
) -> None:
    """On a slow line each request that only follows from another's answer is a round trip."""
    page.goto(link_to(service, record_of(played(2, 11, 4)), "p", "p"))
    wait_for_turn(page)
    loaded = "performance.getEntriesByType('resource').map((one) => one.name)"
    wait_until(page, f"{loaded}.some((name) => name.endsWith('/v1/history'))")
    asked = [address.removeprefix(service.url) for address in page.evaluate(loaded)]
    asked = asked[: asked.index("v1/history")]
    named = page.locator("link[rel='modulepreload']").evaluate_all(
        "links => links.map((link) => link.getAttribute('href'))"
    )
    first = asked[: asked.index("v1/play")]
    assert {address for address in first if address.endswith(".js")} == set(named)
    assert sorted(filter(re.compile("^v1/").match, asked)) == [
        "v1/components",
        "v1/games",
        "v1/play",
    ]
    assert len([address for address in asked if address.endswith(".css")]) == 2


def test_a_new_game_speaks_of_the_one_on_the_table_only_if_there_is_one(
    service: Service, page: Page
) -> None:
    page.goto(service.url)
    page.click("#door-play")
    expect(page.locator("dialog [name='players']")).to_have_count(3)
    expect(page.locator("#new-keeps")).to_have_count(0)
    page.click("dialog button.primary")
    page.wait_for_selector(".draft")
    page.click("#new-game")
    expect(page.locator("#new-keeps")).to_be_visible()


def test_analyse_opens_a_board_where_every_seat_is_moved_by_hand(
    service: Service, page: Page
) -> None:
    page.goto(service.url)
    page.click("#door-analyse")
    page.wait_for_selector(".draft .card.can")
    expect(page.locator("#panel-analyse")).to_be_visible()
    expect(page.locator(DECIDES)).to_contain_text("take an order")
    assert [seat["kind"] for seat in game_of(page)["seats"]] == ["person", "person"]


@pytest.mark.parametrize(("door", "panel"), [("editor", "editor"), ("share", "share")])
def test_what_needs_no_game_is_one_click_away(
    service: Service, page: Page, door: str, panel: str
) -> None:
    page.goto(service.url)
    page.click(f"#welcome-{door}")
    expect(page.locator(f"#panel-{panel}")).to_be_visible()
    expect(page.locator("#welcome")).to_have_count(0)
