"""Luck apart from play in a review: per seat, shift and turn, in numbers that add up, and drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import DESKTOP, PATIENCE_MS, PHONE, Service
from tests.web.games import played, record_of
from tests.web.table import find_faults, link_to

WHOLE: Final = played(2, 3, 1000)
SHIFTS: Final = 3
TABLE: Final = ".balance > .numbers :is(tbody, tfoot) tr"
MINUS: Final = "\N{MINUS SIGN}"
AMOUNT: Final = re.compile(rf"([+{MINUS}]?)(\d+\.\d)(?: ±(\d+\.\d+))?")


def tenths(text: str) -> int:
    """Return the first amount of a text, in tenths of a point."""
    found = AMOUNT.search(text)
    assert found is not None, text
    return round(10 * float(found[2])) * (-1 if found[1] == MINUS else 1)


@pytest.fixture(scope="module")
def reviewed(service: Service, browser: Browser) -> Iterator[Page]:
    """A whole game, reviewed with few nodes: what is shown is under test, not the search."""
    page = browser.new_page(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    page.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def hurry(route: Route) -> None:
        body = route.request.post_data_json or {}
        route.continue_(post_data=json.dumps({**body, "limits": {"nodes": 40}}))

    page.route("**/v1/review", hurry)
    page.goto(link_to(service, record_of(WHOLE), "p", "n12"))
    page.click("#end-review")
    expect(page.locator("#review-status")).to_contain_text("turns reviewed")
    yield page
    page.close()
    assert faults == []


def cells(page: Page, rows: str) -> list[list[str]]:
    """Return the texts of the cells of these rows."""
    return [row.locator("td").all_text_contents() for row in page.locator(rows).all()]


def test_a_sentence_a_seat_whose_amounts_add_up(reviewed: Page) -> None:
    assert WHOLE.is_over
    sentences = reviewed.locator("#review-balances li").all_inner_texts()
    assert len(sentences) == WHOLE.players
    lead = WHOLE.vp[0] - WHOLE.vp[1]
    assert lead, "somebody must have won"
    assert f"{'won' if lead > 0 else 'lost'}" in sentences[0]
    for sentence, result in zip(sentences, (lead, -lead), strict=True):
        outcome, *amounts = re.split("play|luck|expected at the start", sentence)
        assert f" by {abs(result)}:" in outcome
        assert sum(map(tenths, amounts)) == 10 * result
        assert all("±" in amount for amount in amounts)


def test_shifts_and_turns_add_up_to_the_same(reviewed: Page) -> None:
    for seat, sign in (("0", 1), ("1", -1)):
        reviewed.select_option("#balance-seat", seat)
        *shifts, together, start, result = cells(reviewed, TABLE)
        assert len(shifts) == SHIFTS
        lead = sign * (WHOLE.vp[0] - WHOLE.vp[1])
        assert int(result[0].replace(MINUS, "-")) == lead
        for column in (0, 1):
            assert sum(tenths(row[column]) for row in shifts) == tenths(together[column])
        assert tenths(start[0]) + sum(map(tenths, together)) == 10 * lead
        rows = cells(reviewed, ".balance-rows tbody tr")
        turns = reviewed.locator("#review-turns > li").count()
        assert len(rows) == 2 + turns, "the start, the deal, and all turns"
        lead_then = tenths(rows[0][2])
        for play, luck, after in rows[1:]:
            lead_then += sum(tenths(amount) for amount in (play, luck) if AMOUNT.search(amount))
            assert tenths(after) == lead_then
        assert lead_then == 10 * lead


def test_every_turn_says_its_play_and_luck(reviewed: Page) -> None:
    reviewed.select_option("#balance-seat", "0")
    accounts = reviewed.locator("#review-turns .turn-account").all_inner_texts()
    rows = cells(reviewed, ".balance-rows tbody tr")[2:]
    assert len(accounts) == len(rows)
    badges = reviewed.locator("#review-turns .turn-head > .piece").all()
    own = [
        index for index, one in enumerate(badges) if "seat-0" in (one.get_attribute("class") or "")
    ]
    assert own
    for index in own:
        play, luck = re.split("luck", accounts[index])
        assert (tenths(play), tenths(luck)) == (tenths(rows[index][0]), tenths(rows[index][1]))


def test_two_bars_a_shift_are_as_long_as_their_amounts(reviewed: Page) -> None:
    shifts = cells(reviewed, ".balance > .numbers tbody tr")
    amounts = [tenths(cell) for row in shifts for cell in row]
    boxes = reviewed.locator(".luck-chart .luck-bar rect").evaluate_all(
        "all => all.map((one) => ['y', 'height'].map((name) => Number(one.getAttribute(name))))"
    )
    assert len(boxes) == 2 * SHIFTS
    longest = max(range(len(boxes)), key=lambda index: abs(amounts[index]))
    scale = boxes[longest][1] / abs(amounts[longest])
    zero = boxes[longest][0] + (boxes[longest][1] if amounts[longest] > 0 else 0)
    for (y, height), amount in zip(boxes, amounts, strict=True):
        assert height == pytest.approx(abs(amount) * scale, abs=0.01)
        assert (y if amount <= 0 else y + height) == pytest.approx(zero, abs=0.01)
    expect(reviewed.locator(".luck-chart .whisker")).to_have_count(2 * SHIFTS)
    label = reviewed.get_attribute(".luck-chart", "aria-label") or ""
    assert [tenths(part) for part in re.split("Play|Luck", label)[1:]] == amounts


def test_it_fits_a_phone_and_speaks_three_languages(reviewed: Page) -> None:
    try:
        reviewed.set_viewport_size(PHONE)
        assert find_faults(reviewed, "#panel-review .balance") == []
        reviewed.emulate_media(color_scheme="light")
        for language, word in (("de", "Glück"), ("nl", "geluk"), ("en", "luck")):
            reviewed.select_option("#language", language)
            expect(reviewed.locator("#review-balances li").first).to_contain_text(word)
            wide = reviewed.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], language
    finally:
        reviewed.set_viewport_size(DESKTOP)


def test_a_mistake_that_is_shown_has_its_reasons(reviewed: Page) -> None:
    costly = reviewed.locator("#review-turns .turn:is(.mistake, .blunder) .turn-button").first
    costly.click()
    reasons = reviewed.locator("#review-turns .turn .reasons")
    expect(reasons).to_have_count(1)
    assert all(AMOUNT.search(text) for text in reasons.locator("li").all_inner_texts())
    reviewed.keyboard.press("Escape")
    expect(reasons).to_have_count(0)
