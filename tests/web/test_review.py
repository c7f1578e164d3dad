"""A record loaded and reviewed: every turn judged, the costliest named, jumps to each."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast import State
from tests.web.conftest import PHONE, Service
from tests.web.games import played, record_of
from tests.web.table import find_faults, game_of


def load(service: Service, page: Page, record: str) -> None:
    """Bring a record in as a person does."""
    page.goto(service.url)
    page.click("#welcome-share")
    page.fill("#share-import", record)
    page.click("#share-load")
    expect(page.locator("#share-import")).to_have_value("")


def review(page: Page) -> None:
    """Review the game on the table to its end."""
    page.click("#tab-review")
    page.click("#review-start")
    expect(page.locator("#review-status")).to_contain_text("turns reviewed")


def test_every_turn_is_judged_and_the_costliest_are_named(service: Service, page: Page) -> None:
    state = played(2, 3, 8)
    load(service, page, record_of(state))
    review(page)
    rows = page.locator("#review-turns > li")
    assert rows.count() >= 6 + 8, "six picks of the draft, eight turns"
    losses = [
        float(found[1])
        for text in rows.all_inner_texts()
        if (found := re.search(r"gave away (-?[\d.]+) ±", text))
    ]
    costliest = page.locator("#review-costliest .turn-loss").all_inner_texts()
    shown = [float(re.findall(r"gave away (-?[\d.]+) ±[\d.]+ %", text)[0]) for text in costliest]
    assert 0 < len(shown) <= 3
    assert not [text for text in costliest if "±0.0 " in text], "as if it were known for sure"
    assert shown == sorted(losses, reverse=True)[: len(shown)]
    expect(page.locator("#review-results > .numbers tbody tr")).to_have_count(2)
    expect(page.locator(".chart-band")).to_have_count(2)
    page.check("#review-measure-vp")
    expect(page.locator("#review-turns .turn-loss").first).to_contain_text(" VP")
    assert not [text for text in page.locator(".turn-loss").all_inner_texts() if "%" in text]


@pytest.mark.slow
def test_a_jump_shows_the_position_and_comes_back(service: Service, page: Page) -> None:
    load(service, page, record_of(played(2, 3, 8)))
    review(page)
    kept = game_of(page)["record"]
    turn = page.locator("#review-turns .turn-button").nth(7)
    turn.click()
    expect(page.locator("#review-turns [aria-current]")).to_have_count(1)
    page.wait_for_selector("#board [class*='mark']")
    assert turn.get_attribute("aria-current") == "true"
    page.keyboard.press("ArrowRight")
    follower = page.locator("#review-turns .turn-button").nth(8)
    expect(follower).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#review-turns [aria-current]")).to_have_count(0)
    expect(page.locator("#review-leave")).to_have_count(1)
    expect(page.locator("#review-leave")).to_be_hidden()
    assert game_of(page)["record"] == kept


@pytest.mark.slow
def test_a_review_can_be_stopped_and_another_game_forgets_it(service: Service, page: Page) -> None:
    load(service, page, record_of(played(2, 3, 40)))
    page.click("#tab-review")
    page.select_option("#review-care", "careful")
    page.click("#review-start")
    page.wait_for_selector("#review-turns > li")
    page.click("#review-start")
    expect(page.locator("#review-status")).to_contain_text("Stopped after")
    page.click("#tab-share")
    page.fill("#share-import", record_of(played(3, 4, 2)))
    page.click("#share-load")
    page.click("#tab-review")
    expect(page.locator("#review-turns")).to_have_count(0)


@pytest.mark.slow
def test_axe_finds_nothing_serious_in_a_review(service: Service, page: Page) -> None:
    load(service, page, record_of(played(3, 3, 6)))
    review(page)
    page.locator("#review-turns .turn-button").nth(3).click()
    expect(page.locator("#review-turns [aria-current]")).to_have_count(1)
    assert find_faults(page, "#panel-review") == []


@pytest.mark.slow
def test_a_turn_is_tried_again_judged_and_gone_on_with(service: Service, page: Page) -> None:
    state = played(2, 3, 8)
    load(service, page, record_of(state))
    review(page)
    kept = game_of(page)["record"]
    index = int(page.locator("#review-turns .turn-button").nth(8).get_attribute("data-index") or 0)
    page.locator("#review-turns .turn-button").nth(8).click()
    page.click("#review-again")
    expect(page.locator("#again .note")).to_contain_text("Play another turn on the board")
    page.click("[data-space='bank']")
    expect(page.locator("#confirm")).to_contain_text("Judge this turn")
    page.click("#confirm")
    rows = page.locator(".again-table tbody tr")
    expect(rows.first).to_contain_text("Now: Bank")
    assert rows.count() in (2, 3)
    assert page.locator(".again-table .best").count() >= 1
    assert game_of(page)["record"] == kept, "a trial is no part of the game"
    page.click("#again-another")
    page.click(".space-money.can >> nth=0")
    page.click("#confirm")
    expect(rows.first).to_contain_text("Now: Money")
    page.click("#again-on")
    expect(page.locator("#again")).to_be_hidden()
    expect(page.locator(".pending")).to_have_count(0)
    record = game_of(page)["record"]
    assert State.from_record(record).history == state.history
    assert re.search(rf'\[Branch1 "0:{index} c\d', record)


def test_a_trial_can_be_left(service: Service, page: Page) -> None:
    load(service, page, record_of(played(2, 3, 4)))
    review(page)
    kept = game_of(page)["record"]
    page.locator("#review-turns .turn-button").nth(7).click()
    page.click("#review-again")
    page.click("[data-space='bank']")
    page.click("#again-end")
    expect(page.locator("#again")).to_be_hidden()
    expect(page.locator("#confirm")).to_have_count(0)
    assert game_of(page)["record"] == kept


def test_a_turn_is_tried_again_on_a_phone(service: Service, page: Page) -> None:
    """There the board and the panel take turns by themselves."""
    page.set_viewport_size(PHONE)
    load(service, page, record_of(played(2, 3, 4)))
    review(page)
    page.locator("#review-turns .turn-button").nth(7).click()
    page.click("#review-again")
    page.click("[data-space='bank']")
    page.click("#confirm")
    expect(page.locator(".again-table tbody tr").first).to_contain_text("Now: Bank")
    page.click("#again-another")
    page.click(".space-money.can >> nth=0")
    page.click("#confirm")
    expect(page.locator(".again-table tbody tr").first).to_contain_text("Now: Money")
    page.click("#again-end")
    expect(page.locator("#review-turns")).to_be_visible()
