"""The end of a shift, told majority by majority, and the end of a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast import State
from tests.web.conftest import PHONE, Service
from tests.web.games import played
from tests.web.table import FEW_NODES, find_faults, game_of, link_to, wait_for_turn

NONE, MINUS = "\u2013", "\u2212"
BRISK = "localStorage.setItem('coalbaron.pace', 'brisk')"


def last_worker(players: int, shift: int) -> str:
    """Return a record in which seat 0 has a shift's last worker, and some orders are delivered."""
    position = played(players, 11, 0).to_dict()
    workers = position["seats"][0]["workers"]
    position["shift"] = shift
    position["start"] = position["first_start"] = position["active"] = 0
    for seat in position["seats"]:
        seat.update(workers=0, bank=workers)
    position["seats"][0].update(workers=1, bank=workers - 1)
    stack = position["order_stack"]
    for seat, wanted in ((0, ("yy", "b")), (1, ("y", "b"))):
        for spots in wanted:
            card = next(card for card in stack["middle"] if card[1:] == spots)
            stack["middle"].remove(card)
            position["seats"][seat]["delivered"].append(card)
    stack["middle_size"] = len(stack["middle"])
    text = State.from_dict(position).to_text()
    return f'[Position "{text}"]\n\n'


def end_the_shift(service: Service, page: Page, record: str, *seats: str) -> None:
    """Put the last worker onto the bank."""
    page.goto(link_to(service, record, *seats))
    wait_for_turn(page)
    page.click("[data-space='bank']")
    page.click("#confirm")


@pytest.mark.slow
def test_a_shift_is_scored_majority_by_majority(service: Service, page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(BRISK.replace("brisk", "calm"))
    end_the_shift(service, page, last_worker(2, 1), "p", FEW_NODES)
    rows = page.locator("#scoring tbody tr:not([hidden])")
    expect(page.locator("#scoring h2")).to_have_text("The end of shift 1")
    # One row after the other; who does not want to wait sees all.
    expect(page.locator("#scoring-on")).to_have_text("All at once")
    page.wait_for_selector("#scoring tbody tr[hidden]", state="attached")
    expect(rows.nth(0)).to_contain_text("2 for the most")
    record = game_of(page)["record"]
    page.click("#scoring-on")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text(re.compile(r"2\s*\+2\s*1"))
    expect(rows.nth(1)).to_contain_text("tied: 3 for each")
    expect(rows.nth(2)).to_contain_text("nobody has any")
    assert page.locator("#scoring .total").all_inner_texts() == ["5", "3"]
    # The engine, whose turn it is, has waited.
    assert game_of(page)["record"] == record
    page.click("#scoring-on")
    expect(page.locator("#scoring")).to_have_count(0)
    wait_for_turn(page)


def test_no_motion_shows_all_rows_at_once(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.add_init_script(BRISK)
    end_the_shift(service, page, last_worker(4, 2), "p", "p", "p", "p")
    expect(page.locator("#scoring tbody tr:not([hidden])")).to_have_count(8)
    expect(page.locator("#scoring-on")).to_have_text("Go on")
    assert page.evaluate("document.querySelector('#scoring').scrollWidth") <= PHONE["width"]
    assert find_faults(page, "dialog") == []


def test_the_end_tells_where_the_points_came_from(service: Service, page: Page) -> None:
    """It is there after a reload, and leads to a review and to another game."""
    end_the_shift(service, page, last_worker(2, 3), "p", "p")
    for _ in range(2):
        rows = page.locator(".sources tbody tr")
        expect(rows.first).to_be_visible()
        sums = [0, 0]
        for row in rows.all():
            for seat, text in enumerate(row.locator("td").all_inner_texts()):
                sums[seat] += 0 if text == NONE else int(text.replace(MINUS, "-"))
        assert [str(points) for points in sums] == page.locator(
            ".sources tfoot td"
        ).all_inner_texts()
        page.reload()
        page.wait_for_selector(".final")
    page.click("#end-review")
    expect(page.locator("#review-status")).to_contain_text("reviewed")
    page.click("#end-rematch")
    page.wait_for_selector(".draft")
    assert [seat["kind"] for seat in game_of(page)["seats"]] == ["person", "person"]
