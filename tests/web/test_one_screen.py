"""Several persons at one screen: what one has looked at stays hidden from the next."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.web.conftest import Service
from tests.web.games import played, record_of
from tests.web.table import FEW_NODES, confirm, game_of, wait_for_turn

PERSON = {"kind": "person", "strength": "", "name": ""}
ENGINE = {"kind": "engine", "strength": FEW_NODES, "name": ""}


def sit_down(service: Service, page: Page, *seats: dict[str, str], curtain: bool = True) -> None:
    """Open a game that the browser keeps, after the draft."""
    record = record_of(played(len(seats), 11, 0))
    kept = {"record": record, "seats": seats, "pending": [], "chance": "draw", "curtain": curtain}
    page.goto(f"{service.url}static/icon.svg")
    page.evaluate("kept => localStorage.setItem('coalbaron.game', kept)", json.dumps(kept))
    page.goto(service.url)
    wait_for_turn(page)


def begin_to_look(page: Page) -> None:
    """Look at five orders and keep one: the others are to be put back."""
    page.click("[data-space='ox']")
    page.click("#confirm")
    page.click("#decision .card.can[data-token^='+'] >> nth=0")
    page.wait_for_selector(".tray-place")


def look_at_orders(page: Page) -> list[str]:
    """Look at five orders and put four back underneath; return the names of those."""
    begin_to_look(page)
    names = page.locator(".tray-name").all_inner_texts()
    page.click(".tray-frame [data-token='bottom']")
    page.click("#confirm")
    return names


def told_to(page: Page) -> str:
    """Return all that the page tells of what happened, seen or heard."""
    return (page.text_content("#panel-play") or "") + (page.text_content("#live") or "")


def test_the_next_person_neither_sees_nor_reads_what_was_looked_at(
    service: Service, page: Page
) -> None:
    sit_down(service, page, PERSON, PERSON)
    expect(page.locator(".curtain")).to_have_count(0)
    names = look_at_orders(page)
    assert len(names) == 4
    expect(page.locator(".curtain")).to_contain_text("Pass the screen to Seat 2")
    expect(page.locator("#board")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_be_hidden()
    page.reload()
    expect(page.locator(".curtain")).to_contain_text("Pass the screen to Seat 2")
    expect(page.locator("#board")).to_be_hidden()
    page.click("#lift-curtain")
    wait_for_turn(page)
    assert not [name for name in names if name in told_to(page)]
    expect(page.locator(".stack-orders summary")).to_contain_text("unknown")
    page.click("[data-space='c6']")
    confirm(page)
    expect(page.locator(".curtain")).to_contain_text("Pass the screen to Seat 1")
    page.click("#lift-curtain")
    expect(page.locator(".stack-orders summary")).to_contain_text(names[0])


def test_what_was_looked_at_is_not_told_to_the_next_person_without_a_reload(
    service: Service, page: Page
) -> None:
    sit_down(service, page, PERSON, PERSON)
    names = look_at_orders(page)
    page.click("#lift-curtain")
    wait_for_turn(page)
    assert not [name for name in names if name in told_to(page)]


def test_the_screen_stays_with_a_person_while_engines_play(service: Service, page: Page) -> None:
    sit_down(service, page, PERSON, PERSON, ENGINE)
    page.click("[data-space='c6']")
    confirm(page)
    page.click("[data-space='c5']")
    confirm(page)
    expect(page.locator(".own .seat-card")).to_have_attribute("data-seat", "0")
    wait_for_turn(page)
    look_at_orders(page)
    expect(page.locator(".curtain")).to_contain_text("Pass the screen to Seat 2")
    page.click("#lift-curtain")
    page.click("#pause")
    page.click(".space-money.can >> nth=0")
    confirm(page)
    expect(page.locator("#decision h2")).to_contain_text("is thinking")
    expect(page.locator(".own .seat-card")).to_have_attribute("data-seat", "1")
    expect(page.locator(".curtain")).to_have_count(0)
    page.click("#pause")
    expect(page.locator(".curtain")).to_contain_text("Pass the screen to Seat 1")


def test_the_curtain_is_chosen_with_the_game_and_while_it_goes_on(
    service: Service, page: Page
) -> None:
    page.goto(service.url)
    page.click("#door-play")
    choice = page.locator("dialog .curtain-choice")
    expect(choice).to_be_hidden()
    page.select_option("dialog [data-seat='1']", "person")
    expect(choice).to_be_checked()
    page.click("dialog button.primary")
    page.wait_for_selector(".draft .card.can")
    assert game_of(page)["curtain"] is True
    page.uncheck("#panel-play .curtain-choice")
    assert game_of(page)["curtain"] is False
    sit_down(service, page, PERSON, PERSON, curtain=False)
    look_at_orders(page)
    wait_for_turn(page)
    expect(page.locator(".curtain")).to_have_count(0)
