"""Openings: which orders are worth drafting, and the explorer below the analysis."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from coalbaron_fast.games import load_game
from coalbaron_fast.review.openings import Opening, load_openings
from tests.web.conftest import PHONE, Service
from tests.web.games import played, record_of
from tests.web.table import FEW_NODES, begin, find_faults, link_to, wait_for_turn, wait_until

GAME: Final = load_game("coalbaron")
assert GAME.openings is not None
FILE: Final = load_openings(GAME.openings)
MINUS: Final = "\N{MINUS SIGN}"
SURE: Final = 1.96


def drafted(players: int) -> list[Opening]:
    """Return what is known of the orders of the draft, the best lead first."""
    return sorted(FILE.of(players, "draft", 1), key=lambda one: -one.lead)


def spelled(lead: float) -> str:
    """Return a lead as the page writes it."""
    return f"{'+' if lead > 0 else MINUS}{abs(lead):.1f}"


def open_page(service: Service, page: Page) -> None:
    """Open the page of openings."""
    page.goto(f"{service.url}#openings")
    page.wait_for_selector(".openings-table")


def open_explorer(page: Page) -> None:
    """Open the explorer below the analysis."""
    page.click("#tab-analyse")
    page.click("#fold-explorer > summary")


def test_the_table_has_every_order_with_its_numbers(service: Service, page: Page) -> None:
    page.goto(service.url)
    page.click("#welcome-openings")
    rows = page.locator(".opening")
    expect(rows).to_have_count(len(drafted(2)))
    tokens = rows.evaluate_all("all => all.map((one) => one.dataset.token)")
    assert tokens == [one.token for one in drafted(2)]
    for place in (0, -1):
        best = drafted(2)[place]
        row = page.locator(f"[data-token='{best.token}']")
        expect(row.locator(".opening-lead")).to_have_text(
            f"{spelled(best.lead)} ± {SURE * best.lead_error:.1f}"
        )
        expect(row.locator(".opening-taken")).to_have_text(
            f"{100 * best.taken / best.offered:.0f} %"
        )
        expect(row.locator(".opening-win")).to_contain_text(f"{100 * best.win:.0f} %")
        expect(row.locator(".opening-tries")).to_have_text(str(best.tries))
        expect(row.locator(".opening-picture svg")).to_have_count(1)
    assert rows.first.get_attribute("class") == "opening good"
    page.check("[name='openings-seats'][value='4']")
    best = drafted(4)[0]
    expect(rows.first).to_have_attribute("data-token", best.token)
    page.click("[data-sort='taken']")
    expect(page.locator("[aria-sort]")).to_have_class("opening-taken")
    most = max(drafted(4), key=lambda one: (one.taken / one.offered, [-ord(c) for c in one.token]))
    expect(rows.first).to_have_attribute("data-token", most.token)
    page.click("#page-back")
    expect(page.locator("#door-learn")).to_be_visible()


def test_a_dot_lies_where_its_number_says(service: Service, page: Page) -> None:
    """The pictures have one scale: distances between dots are those between the numbers."""
    open_page(service, page)
    middle = """token => {
        const dot = document.querySelector(`[data-token="${token}"] .opening-dot`);
        const box = dot.getBoundingClientRect();
        return box.x + box.width / 2;
    }"""
    best, *_, worst = drafted(2)
    between = drafted(2)[20]
    at = {one.token: page.evaluate(middle, one.token) for one in (best, between, worst)}
    part = (at[between.token] - at[worst.token]) / (at[best.token] - at[worst.token])
    assert part == pytest.approx((between.lead - worst.lead) / (best.lead - worst.lead), abs=0.02)


def test_the_explorer_tells_of_what_can_be_chosen(service: Service, page: Page) -> None:
    page.goto(link_to(service, record_of(played(2, 11, 0)), "p", FEW_NODES))
    wait_for_turn(page)
    open_explorer(page)
    expect(page.locator("#fold-explorer .opening").first).to_be_visible()
    known = {one.token: one for one in FILE.of(2, "place", 1)}
    legal = set(
        page.locator(".space.can").evaluate_all("all => all.map((one) => one.dataset.space)")
    )
    rows = page.locator("#fold-explorer .opening")
    shown = rows.evaluate_all("all => all.map((one) => one.dataset.token)")
    assert set(shown) == known.keys() & legal
    best = known[shown[0]]
    expect(rows.first).to_contain_text(spelled(best.lead))
    rows.first.hover()
    expect(page.locator(".marks > *")).not_to_have_count(0)
    page.click("#fold-explorer > summary")
    wait_until(page, "document.querySelectorAll('.marks > *').length === 0")


def test_the_draft_has_an_explorer_and_later_turns_have_none(service: Service, page: Page) -> None:
    page.goto(service.url)
    page.click("#door-analyse")
    page.wait_for_selector(".draft .card.can")
    page.click("#fold-explorer > summary")
    cards = page.locator(".draft .card.can").evaluate_all("all => all.map((c) => c.dataset.token)")
    expect(page.locator("#fold-explorer .opening")).to_have_count(len(set(cards)))
    begin(service, page, "p", FEW_NODES, turns=8)
    wait_for_turn(page)
    open_explorer(page)
    expect(page.locator("#fold-explorer")).to_contain_text("first three turns")
    expect(page.locator("#fold-explorer .opening")).to_have_count(0)
    expect(page.locator("#explorer-page")).to_have_attribute("href", "#openings")


def test_little_data_is_called_that(service: Service, page: Page) -> None:
    """It is ranked after all others, and is neither good nor bad."""
    token = drafted(2)[0].token

    def thin(route: Route) -> None:
        rows = json.loads(route.fetch().text())
        for row in rows:
            row["tries"] = 9 if row["token"] == token else row["tries"]
        route.fulfill(content_type="application/json", body=json.dumps(rows))

    page.route("**/v1/openings*", thin)
    open_page(service, page)
    last = page.locator(".opening").last
    expect(last).to_have_attribute("data-token", token)
    expect(last).to_have_class("opening thin")
    expect(last).to_contain_text("only 9 games")


@pytest.mark.parametrize(
    "language", ["nl", *(pytest.param(one, marks=pytest.mark.slow) for one in ("en", "de"))]
)
def test_it_fits_a_phone(service: Service, page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('coalbaron.language', '{language}')")
    page.set_viewport_size(PHONE)
    open_page(service, page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    heights = page.locator("#beside :is(button, a, .choice)").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert [height for height in heights if 0 < height < 44] == []
    assert not re.search(r"openings?\.|pages\.|\{\w+\}", page.inner_text("#beside"))


@pytest.mark.slow
def test_axe_finds_nothing_serious(service: Service, page: Page) -> None:
    open_page(service, page)
    assert find_faults(page) == []
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    open_explorer(page)
    page.wait_for_selector("#fold-explorer .opening")
    assert find_faults(page, "#fold-explorer") == []


@pytest.mark.slow
def test_by_keyboard_alone(service: Service, page: Page) -> None:
    open_page(service, page)
    page.focus("[data-sort='win']")
    page.keyboard.press("Enter")
    expect(page.locator("[data-sort='win']")).to_be_focused()
    expect(page.locator("[aria-sort]")).to_have_class("opening-win")
    page.focus("[name='openings-seats']:checked")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".opening").first).to_have_attribute(
        "data-token", max(drafted(3), key=lambda one: one.win).token
    )
