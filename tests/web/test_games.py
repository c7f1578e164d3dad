"""Kept games: whatever is begun or loaded, the game before is not lost."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Service
from tests.web.games import played, record_of
from tests.web.table import FEW_NODES, begin, game_of, link_to, wait_for_turn, wait_until

NOTHING_IS_KEPT = "Storage.prototype.setItem = () => { throw new Error('full'); }"


def load(page: Page, text: str) -> None:
    """Load a game under Share."""
    page.click("#tab-share")
    page.fill("#share-import", text)
    page.click("#share-load")


def begin_a_turn(service: Service, page: Page) -> dict[str, object]:
    """Open a game of two and leave it in the middle of a turn; return what is kept of it."""
    begin(service, page, "p", FEW_NODES, turns=4)
    wait_for_turn(page)
    page.click(".space-mine.can >> nth=0")
    page.click("#decision [data-token='@3']")
    expect(page.locator("#decision [data-token='@3']")).to_have_count(0)
    wait_until(page, "location.hash && history.state?.id")
    return game_of(page)


def rows(page: Page) -> Locator:
    """Return the rows of the list, which it opens."""
    page.click("#games")
    return page.locator(".kept-game")


def test_a_game_that_is_loaded_puts_the_running_one_on_the_shelf(
    service: Service, page: Page
) -> None:
    running = begin_a_turn(service, page)
    load(page, record_of(played(3, 5, 3)))
    expect(page.locator(".seat-card")).to_have_count(3)
    list_ = rows(page)
    expect(list_).to_have_count(2)
    expect(list_.nth(0)).to_contain_text("on the table")
    expect(list_.nth(1)).to_contain_text(re.compile("You . Engine 2"))
    expect(list_.nth(1)).to_contain_text(re.compile(r"\d{4}.* · shift 1"))
    list_.nth(1).locator(".kept-open").click()
    expect(page.locator(".seat-card")).to_have_count(2)
    expect(page.locator(".pending")).to_be_visible()
    assert game_of(page) == running
    expect(rows(page)).to_have_count(2)


def test_back_and_forward_lead_from_game_to_game(service: Service, page: Page) -> None:
    running = begin_a_turn(service, page)
    page.click("#tab-editor")
    page.click("#begin-new")
    wait_until(page, "id => history.state.id !== id", running["id"])
    followed = game_of(page)
    assert followed["chance"] == "ask"
    page.go_back()
    expect(page.locator(".pending")).to_be_visible()
    assert game_of(page) == running
    page.go_forward()
    expect(page.locator("#follow")).to_be_visible()
    assert game_of(page)["record"] == followed["record"]
    page.go_back()
    expect(page.locator(".pending")).to_be_visible()
    page.reload()
    expect(page.locator(".pending")).to_be_visible()
    assert game_of(page) == running


def test_the_list_names_dates_and_results_and_deletes_only_when_asked(
    service: Service, page: Page
) -> None:
    over = played(2, 11, 200)
    results = over.scores()
    assert results is not None
    page.goto(link_to(service, record_of(over), "p", "foreman"))
    page.wait_for_selector(".final")
    page.click("#new-game")
    page.select_option("dialog [data-seat='1']", "apprentice")
    page.select_option("#new-start", "1")  # the start seat picks last in the draft
    page.click("dialog button.primary")
    page.wait_for_selector(".draft .card.can")
    row = rows(page)
    expect(row).to_have_count(1)  # nothing was done in the new one
    scores = " : ".join(map(str, results))
    expect(row).to_contain_text(f"ended {scores}")
    row.locator(".rename-game").click()
    page.fill(".kept-game input", "My first win")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("My first win")
    row.locator(".delete-game").click()
    expect(page.locator(".question")).to_contain_text("Delete “My first win”?")
    page.keyboard.press("Enter")
    expect(row).to_have_count(1)
    row.locator(".delete-game").click()
    page.click(".question [value='yes']")
    expect(row).to_have_count(0)


def test_where_nothing_can_be_kept_the_page_asks_first(service: Service, page: Page) -> None:
    page.add_init_script(NOTHING_IS_KEPT)
    begin(service, page, "p", "p", turns=4)
    wait_for_turn(page)
    load(page, record_of(played(3, 5, 3)))
    expect(page.locator(".question")).to_contain_text("would be lost")
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_have_count(0)
    expect(page.locator(".seat-card")).to_have_count(2)
    expect(page.locator("#notice")).to_be_hidden()
    page.click("#share-load")
    page.click(".question [value='yes']")
    expect(page.locator(".seat-card")).to_have_count(3)


def test_a_kept_game_is_not_seen_from_the_chair_of_a_real_table(
    service: Service, page: Page
) -> None:
    """Neither from one that it does not have, nor from that of the engine."""
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    kept = game_of(page)["record"]
    view = played(4, 9, 6).view(3).to_text()
    page.goto("about:blank")
    page.goto(link_to(service, f'[Position "{view}"]\n\n', *4 * ("p",)))
    page.wait_for_selector(".seat-card >> nth=3")
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.post_data or ""))
    page.click("#games")
    page.locator(".kept-open").nth(1).click()
    wait_for_turn(page)
    expect(page.locator(".seat-card")).to_have_count(2)
    assert game_of(page)["record"] == kept
    assert [body for body in seen if '"viewer":0' in body]
    assert not [body for body in seen if '"viewer":3' in body]
