"""The teacher: a light before Confirm says what a turn gives away and why; hints with reasons."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.conftest import PHONE, Service
from tests.web.games import played, record_of
from tests.web.table import FEW_NODES, ask, begin, find_faults, game_of, wait_for_turn, wait_until

LIMITS: Final = {"nodes": 10_000}
"""What the page asks for."""

BAD: Final = "bank"
"""At this table the bank gives away between 5 and 10 % of the win."""

RECORD: Final = record_of(played(2, 11, 16))


def sit_down(service: Service, context: BrowserContext, level: str) -> Page:
    """Return a page with a teacher at a table where the person is to move."""
    context.add_init_script(
        f"localStorage['coalbaron.teacher'] ??= '{level}'" if level else "undefined"
    )
    page = context.new_page()
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    return page


def judged(service: Service, turn: str) -> dict[str, Any]:
    """Return what the service says of a turn."""
    return ask(service, "/v1/judge", record=RECORD, turn=turn, limits=LIMITS)


def numbers_in(rows: list[str]) -> list[float]:
    """Return the numbers that the reasons begin with."""
    return sorted(float(row.split(" ")[0].replace("\u2212", "-")) for row in rows)


def test_nobody_is_taught_who_has_not_asked(service: Service, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    page.click(f"[data-space='{BAD}']")
    page.wait_for_selector("#confirm")
    page.wait_for_timeout(500)
    assert not [url for url in asked if "judge" in url or "/teach/" in url]
    expect(page.locator("#teacher-level")).to_have_value("off")


@pytest.mark.parametrize(("level", "light"), [("strict", "red"), ("gentle", "yellow")])
def test_the_light_has_the_services_numbers(
    service: Service, context: BrowserContext, level: str, light: str
) -> None:
    page = sit_down(service, context, level)
    page.click(f"[data-space='{BAD}']")
    teacher = page.locator("#teacher")
    expect(teacher).to_have_attribute("data-light", light)
    advice = judged(service, BAD)
    assert advice["grade"] == "mistake"
    assert advice["reasons"], "there is nothing to say"
    expect(teacher).to_contain_text(f"gives away {100 * advice['loss_win']:.1f} ±")
    expect(teacher).to_contain_text(f"({advice['loss_vp']:.1f} ±")
    # Colour is not the only sign: a shape, and a word for who listens.
    expect(teacher.locator(".light .sign")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text(f"{light.capitalize()}: This gives away")
    told = teacher.locator(".reasons li").all_inner_texts()
    assert numbers_in(told) == sorted(round(reason["vp"], 1) for reason in advice["reasons"])
    majority = next(one for one in advice["reasons"] if one["source"].startswith("majority"))
    assert majority["text"] not in teacher.inner_text(), "in the page's own words"
    assert any("You: majority in" in text for text in told)
    expect(page.locator("#decision h2")).to_contain_text("to be confirmed")


ORDERS_IN_WORDS: Final = {
    "en": ("further from being delivered:", "harder to get:", "easier to get:"),
    "de": ("weiter von der Lieferung entfernt:", "schwerer zu bekommen:", "leichter zu bekommen:"),
    "nl": ("verder van levering:", "moeilijker te krijgen:", "makkelijker te krijgen:"),
}


def test_orders_that_no_turn_touches_are_told_in_words(
    service: Service, context: BrowserContext
) -> None:
    """What comes nearer or goes further is named, the seat's own orders apart from others."""
    advice = judged(service, BAD)
    state = ask(service, "/v1/legal", record=RECORD)
    own = state["table"]["seats"][advice["seat"]]["orders"]
    held = {order["name"] for seat in state["table"]["seats"] for order in seat["orders"]}
    held |= {name for seat in state["table"]["seats"] for name in seat["delivered"]}
    others = [name for name in ("Bg", "Ck", "Tkkk", "Egg", "Bybgk") if name not in held]
    items = [
        {"name": own[0]["name"], "vp": -1.2, "error": 0.2},
        {"name": others[0], "vp": -0.8, "error": 0.2},
        {"name": others[1], "vp": 0.6, "error": 0.2},
    ]
    reason = {"seat": advice["seat"], "source": "orders", "text": "orders", "vp": -1.4}
    told = {**advice, "reasons": [{**reason, "error": 0.3, "items": items}]}
    page = sit_down(service, context, "strict")
    page.route("**/v1/judge", lambda route: route.fulfill(json=told))
    for language, words in ORDERS_IN_WORDS.items():
        page.select_option("#language", language)
        page.click(f"[data-space='{BAD}']")
        for sentence in words:
            expect(page.locator("#teacher .reasons li")).to_contain_text(sentence)
        page.keyboard.press("Escape")
        expect(page.locator("#teacher")).to_be_hidden()


def test_a_good_turn_is_green(service: Service, context: BrowserContext) -> None:
    page = sit_down(service, context, "strict")
    best = judged(service, BAD)["best"]
    page.click(f"[data-space='{best[0]}']")
    expect(page.locator("#teacher")).to_have_attribute("data-light", "green")
    expect(page.locator("#teacher")).to_contain_text("The best turn")
    expect(page.locator("#teacher .reasons")).to_have_count(0)


def test_confirm_never_waits_for_the_teacher(service: Service, context: BrowserContext) -> None:
    page = sit_down(service, context, "strict")
    held: list[Route] = []
    gone: list[str] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/v1/judge", hold)
    page.on("requestfailed", lambda request: gone.append(request.url))
    page.click(f"[data-space='{BAD}']")
    expect(page.locator("#teacher")).to_contain_text("is looking at your turn")
    while not held:
        page.wait_for_timeout(20)
    # Another turn: the question about this one is taken back.
    page.keyboard.press("Escape")
    expect(page.locator("#teacher")).to_be_hidden()
    while not gone:
        page.wait_for_timeout(20)
    page.click("[data-space='c6']")
    expect(page.locator("#teacher")).to_contain_text("is looking at your turn")
    page.click("#confirm")
    wait_until(page, "() => JSON.parse(localStorage['coalbaron.game']).record.includes('c6')")
    wait_for_turn(page)
    expect(page.locator("#teacher")).to_be_hidden()
    assert game_of(page)["record"].count("c6") >= 1


def test_a_teacher_out_of_reach_says_so_and_stops_nobody(
    service: Service, context: BrowserContext
) -> None:
    page = sit_down(service, context, "strict")
    page.route("**/v1/judge", lambda route: route.fulfill(status=500, body="{}"))
    page.click(f"[data-space='{BAD}']")
    expect(page.locator("#teacher")).to_contain_text("cannot be asked now")
    expect(page.locator("#notice")).to_be_hidden()
    page.click("#confirm")
    expect(page.locator(".pending")).to_have_count(0)


def test_the_teacher_comes_and_shows_the_better_turn_by_keyboard(
    service: Service, page: Page
) -> None:
    page.set_viewport_size(PHONE)
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    page.click("#tab-play")
    page.focus("#teacher-level")
    page.keyboard.press("End")
    expect(page.locator("#teacher-level")).to_have_value("strict")
    page.click("#tab-board")
    page.focus(f"[data-space='{BAD}']")
    page.keyboard.press("Enter")
    page.focus("#teacher-show")
    box = page.locator("#teacher-show").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.keyboard.press("Enter")
    expect(page.locator(".teacher-better")).to_contain_text("Better: build")
    expect(page.locator("#confirm")).to_be_focused()
    expect(page.locator("#board .mark-ring")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert find_faults(page, "#decision") == []
    page.select_option("#language", "de")
    expect(page.locator("#teacher")).to_contain_text("Das verschenkt")
    page.reload()
    expect(page.locator("#teacher")).to_contain_text("Das verschenkt")


def test_a_turn_with_steps_left_is_judged_as_it_stands_when_asked(
    service: Service, context: BrowserContext
) -> None:
    page = sit_down(service, context, "strict")
    page.click(".space-mine.can >> nth=0")
    page.wait_for_selector(".steps-left")
    with page.expect_request("**/v1/judge") as asked:
        page.click("#teacher-ask")
    expect(page.locator("#teacher .light .sign")).to_have_count(1)
    assert (asked.value.post_data_json or {})["turn"].endswith("/end")
    # The next step makes another turn of it, and so does a plan when it has been played.
    page.click("#decision [data-token='@1']")
    expect(page.locator("#teacher-ask")).to_be_visible()
    page.click("#show-plans")
    page.click(".plan >> nth=0")
    expect(page.locator("#halt")).to_have_count(0)
    expect(page.locator("#teacher")).to_be_visible()


def test_a_hint_has_reasons_too(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=16)
    wait_for_turn(page)
    with page.expect_response("**/v1/judge") as answered:
        page.click("#hint")
        why = page.locator(".hint-why li")
        expect(why.first).to_be_visible()
    advice = answered.value.json()
    assert len((answered.value.request.post_data_json or {})["limits"]["root_turns"]) == 2
    # What the second best loses is what the best one brings.
    brought = sorted(-round(reason["vp"], 1) for reason in advice["reasons"])
    assert numbers_in(why.all_inner_texts()) == brought
    assert any(text for text in why.all_inner_texts() if "You: " in text)
    page.select_option("#language", "nl")
    expect(page.locator(".hint")).to_have_count(0)
