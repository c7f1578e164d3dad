"""A position put in on the board: typed and shown at once, places clicked, pieces dragged."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast import State
from tests.web.conftest import Service
from tests.web.games import played
from tests.web.table import find_faults, game_of, link_to
from tests.web.test_real_table import QUESTION, edit_game

GOOD = "The position holds together."


def take_over(page: Page) -> State:
    """Follow what was put in, and return the position."""
    expect(page.locator("#editor-verdict")).to_have_text(GOOD)
    page.click("#editor-follow")
    expect(page.locator("#follow-question")).to_be_visible()
    return State.from_record(game_of(page)["record"])


def test_what_is_typed_shows_on_the_board_at_once_also_if_it_cannot_be(
    service: Service, page: Page
) -> None:
    edit_game(service, page, played(2, 9, 6))
    kept = game_of(page)["record"]
    page.route("**/v1/legal", lambda route: route.abort())
    marks = page.locator(".seat-card.seat-0 .count-marks dd")
    page.fill("[id='edit-seats[0].marks']", "77")
    expect(marks).to_have_text("77")
    page.fill("[id='edit-seats[0].workers']", "17")
    expect(page.locator(".seat-card.seat-0 .count-workers dd")).to_have_text("17")
    expect(page.locator("#decision h2")).to_have_text("Putting in a position")
    page.unroute("**/v1/legal")
    page.fill("[id='edit-seats[0].marks']", "78")
    expect(page.locator("#editor-verdict")).to_have_class(re.compile("bad"))
    expect(marks).to_have_text("78")
    page.click("#editor-cancel")
    expect(marks).not_to_have_text("78")
    assert game_of(page)["record"] == kept


def test_a_place_is_clicked_and_says_what_it_holds(service: Service, page: Page) -> None:
    edit_game(service, page, played(2, 9, 6))
    page.focus("[data-space='f1']")
    page.keyboard.press("Enter")
    popover = page.locator("#board-popover")
    expect(popover.locator("h3")).to_contain_text("Factory 1")
    assert find_faults(page, "#board-popover") == []
    popover.locator("[data-item]:not([aria-pressed='true'])").nth(3).click()
    tile = popover.locator("[aria-pressed='true']").get_attribute("data-item")
    page.keyboard.press("Escape")
    expect(popover).to_be_hidden()
    expect(page.locator("[data-space='f1']")).to_be_focused()
    page.locator(".seat-card.seat-1 [data-cage='3']").click(force=True)
    expect(popover.locator("h3")).to_contain_text("level 3 (gray)")
    held = popover.locator(".item-chip").count()
    popover.locator("[data-item='g1D']").click()
    expect(popover.locator(".item-chip")).to_have_count(held + 1)
    page.keyboard.press("Escape")
    state = take_over(page).to_dict()
    assert state["factory"]["f1"] == tile
    assert "g1D" in state["seats"][1]["pit"][2]["tiles"]


@pytest.mark.slow
def test_pieces_are_dragged_onto_the_board(service: Service, page: Page) -> None:
    edit_game(service, page, played(2, 9, 6))
    tile = page.locator(".tray-piece.tile").nth(2)
    name = re.findall(r'"name":"(\w+)"', str(tile.get_attribute("data-piece")))[0]
    tile.drag_to(page.locator("[data-space='f2']"))
    order = page.locator(".tray-piece.order").first
    card = re.findall(r'"name":"(\w+)"', str(order.get_attribute("data-piece")))[0]
    order.drag_to(page.locator(".seat-card.seat-0 .orders"))
    expect(page.locator(f".seat-card.seat-0 [data-order='{card}']")).to_have_count(1)
    page.locator(f".seat-card.seat-0 [data-order='{card}']").drag_to(
        page.locator(".seat-card.seat-1 .orders")
    )
    expect(page.locator(f".seat-card.seat-1 [data-order='{card}']")).to_have_count(1)
    state = take_over(page).to_dict()
    assert state["factory"]["f2"] == name
    assert card not in state["seats"][0]["orders"]
    assert state["seats"][1]["orders"][card] == ["-"] * (len(card) - 1)


@pytest.mark.slow
def test_a_look_in_progress_is_put_in(service: Service, page: Page) -> None:
    edit_game(service, page, played(2, 9, 0))
    seat = int(page.input_value("#edit-active"))
    page.select_option("#edit-phase", "keep")
    page.click("#editor-look > summary")
    for place in range(5):
        select = page.locator(f"[id='edit-look.held[{place}].item']")
        if select.input_value() == "?":
            select.select_option(index=1 + place)
    state = take_over(page)
    assert (state.phase, state.turn, len(state.to_dict()["look"]["held"])) == ("keep", seat, 5)
    expect(page.locator(QUESTION)).to_contain_text("keep?")


def test_a_draft_in_progress_is_put_in(service: Service, page: Page) -> None:
    state = State(2, seed=9)
    while state.phase != "draft":
        state.push_codes(state.first_sight())
    state = state.unseeded()
    page.goto(link_to(service, state.to_record(), "p", "p"))
    page.wait_for_selector(".draft .card.can")
    page.click("#tab-editor")
    page.click("#begin-current")
    expect(page.locator("#editor-verdict")).to_have_text(GOOD)
    page.click("#editor-draft > summary")
    page.locator("[id^='edit-draft-remove-']").first.click()
    cards = page.locator(".draft .card")
    left = cards.count()
    page.locator("[id='edit-draft-add']").select_option(
        "Tgg" if "Tgg" not in state.to_dict()["draft"] else "Ey"
    )
    expect(cards).to_have_count(left + 1)
    assert take_over(page).phase == "draft"
