"""Puzzles: the one of the day, all of them by grade, and answers played by hand on the board."""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from coalbaron_fast.games import load_game
from coalbaron_fast.review.puzzles import Puzzle, load_puzzles
from tests.web.conftest import PHONE, Service
from tests.web.table import FEW_NODES, begin, find_faults, game_of, wait_for_turn, wait_until

GAME: Final = load_game("coalbaron")
assert GAME.puzzles is not None
FILE: Final = load_puzzles(GAME.puzzles)
TODAY: Final = dt.date(2026, 11, 19)
RECORD: Final = "JSON.parse(localStorage.getItem('coalbaron.game')).record"
SMALL: Final = """all => all.filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width && height && (width < 44 || height < 44);
}).map((one) => one.outerHTML.slice(0, 100))"""


def simple_puzzle() -> Puzzle:
    """Return a puzzle of which the best turn is one choice on the board, and so is another one."""
    return next(
        one
        for one in FILE.puzzles
        if one.wins
        and one.loss(one.answers[1]) == 1
        and all(len(answer.turn) == 1 for answer in one.answers[:2])
    )


def mining_puzzle() -> Puzzle:
    """Return a puzzle of which the best turn is work in the pit."""
    return next(one for one in FILE.puzzles if len(one.answers[0].turn) > 3)


def open_puzzle(service: Service, page: Page, puzzle: str) -> None:
    """Open a puzzle by its id, or that of a day."""
    page.goto(f"{service.url}#puzzles={puzzle}")
    page.wait_for_selector("#puzzle")


def answer(page: Page, turn: list[str]) -> None:
    """Play a turn by hand, and have it judged."""
    for token in turn:
        if token == "end":
            break
        space = page.locator(f".puzzling [data-space='{token}']")
        step = page.locator(f".puzzling .decision [data-token='{token}']")
        (space if space.count() else step).click()
        expect(page.locator("body")).not_to_have_class(re.compile("under-way"))
    page.click("#confirm")
    if page.locator(".question[open]").count():
        page.click(".question [value='yes']")
    page.wait_for_selector("#verdict")


def diary_of(page: Page) -> dict[str, Any]:
    """Return what the browser keeps of puzzles."""
    kept = page.evaluate("localStorage.getItem('coalbaron.game.puzzles')")
    return dict(json.loads(kept or "{}"))


def set_date(page: Page, day: dt.date) -> None:
    """Let it be noon of a day for the page."""
    page.clock.set_fixed_time(dt.datetime(day.year, day.month, day.day, 12, tzinfo=dt.UTC))


def test_the_doors_lead_to_the_list_and_back(service: Service, page: Page) -> None:
    set_date(page, TODAY)
    page.goto(service.url)
    page.click("#welcome-puzzles")
    expect(page.locator(".puzzle-link")).to_have_count(len(FILE.puzzles))
    expect(page.locator("#board")).to_be_hidden()
    grades = {one.grade for one in FILE.puzzles}
    expect(page.locator(".puzzle-grade")).to_have_count(len(grades))
    for grade in grades:
        count = sum(one.grade == grade for one in FILE.puzzles)
        links = page.locator(f".puzzle-grade[data-grade='{grade}'] .puzzle-link")
        expect(links).to_have_count(count)
    expect(page.locator("#puzzle-of-day")).to_have_attribute("href", f"#puzzles={TODAY}")
    page.go_back()
    expect(page.locator("#door-learn")).to_be_visible()
    page.click("#help")
    page.click("#help-puzzles")
    expect(page.locator("dialog")).to_have_count(0)
    page.click("#page-back")
    expect(page.locator("#door-learn")).to_be_visible()


def test_a_wrong_answer_is_judged_and_tried_again(service: Service, page: Page) -> None:
    puzzle = simple_puzzle()
    best, other = puzzle.answers[:2]
    open_puzzle(service, page, puzzle.id)
    expect(page.locator(".puzzle-question")).to_contain_text("Win from here")
    answer(page, other.turn)
    expect(page.locator("#verdict")).to_have_class("puzzle-verdict wrong")
    expect(page.locator("#verdict")).to_contain_text("the win is gone")
    # The answer is not given away.
    expect(page.locator(".puzzle-answers, .puzzle-best")).to_have_count(0)
    page.click("#puzzle-again")
    expect(page.locator("#verdict")).to_have_count(0)
    answer(page, best.turn)
    expect(page.locator("#verdict")).to_have_text("Right! That is the best turn.")
    rows = page.locator(".puzzle-answers tbody tr")
    expect(rows).to_have_count(len(puzzle.answers))
    expect(rows.first).to_contain_text("100 %")
    expect(rows.nth(1).locator("td").last).to_have_text("100 %")
    expect(page.locator(".puzzle-why .reasons li").first).to_contain_text("VP")
    assert diary_of(page)["puzzles"][puzzle.id]["outcome"] == "later"
    page.click("#puzzle-list")
    link = page.locator(f"[data-puzzle='{puzzle.id}']")
    expect(link).to_have_class("puzzle-link later")
    expect(link).to_contain_text("solved")


@pytest.mark.slow
def test_work_in_the_pit_is_an_answer_too(service: Service, page: Page) -> None:
    puzzle = mining_puzzle()
    open_puzzle(service, page, puzzle.id)
    answer(page, puzzle.answers[0].turn)
    expect(page.locator("#verdict")).to_have_class("puzzle-verdict right")
    assert diary_of(page)["puzzles"][puzzle.id]["outcome"] == "first"


def test_the_day_has_its_puzzle_and_days_in_a_row_are_counted(service: Service, page: Page) -> None:
    kept = {"outcome": "first", "tries": 1, "on": "2026-11-18"}
    days = {"2026-11-18": kept, "2026-11-17": {**kept, "on": "2026-11-18"}}
    page.add_init_script(
        "localStorage.getItem('coalbaron.game.puzzles') ?? localStorage.setItem("
        f"'coalbaron.game.puzzles', {json.dumps(json.dumps({'puzzles': {}, 'days': days}))})"
    )
    set_date(page, TODAY)
    page.goto(f"{service.url}#puzzles")
    # The day before yesterday was solved too late to count.
    expect(page.locator("#puzzle-streak")).to_contain_text("1 day in a row")
    expect(page.locator(".calendar-day[aria-current]")).to_have_attribute("data-day", str(TODAY))
    page.click("#puzzle-of-day")
    expect(page.locator("#puzzle-title")).to_contain_text("19")
    puzzle = FILE.of_day(TODAY)
    shown = page.evaluate("fetch('/v1/puzzles/day?date=2026-11-19').then((one) => one.json())")
    assert shown["id"] == puzzle.id
    answer(page, puzzle.answers[0].turn)
    page.click("#puzzle-list")
    expect(page.locator("#puzzle-streak")).to_contain_text("2 days in a row")
    expect(page.locator("[data-day='2026-11-19']")).to_have_class("calendar-day first")
    page.click("#calendar-before")
    expect(page.locator("[data-day='2026-10-31']")).to_be_visible()
    page.reload()
    expect(page.locator("#puzzle-streak")).to_contain_text("2 days in a row")


def test_a_running_game_lies_aside_as_it_is(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=4)
    wait_for_turn(page)
    page.click(".space-money.can >> nth=0")
    page.wait_for_selector("#confirm")
    before, pending = game_of(page), page.inner_text(".pending")
    address = page.evaluate("location.hash")
    page.click("#help")
    page.click("#help-puzzles")
    puzzle = simple_puzzle()
    page.click(f"[data-puzzle='{puzzle.id}']")
    page.wait_for_selector("#puzzle")
    # Enter and Escape are about the puzzle, not about the turn that waits.
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    answer(page, puzzle.answers[1].turn)
    page.click("#page-back")
    expect(page.locator(".pending")).to_have_text(pending)
    assert game_of(page) == before
    assert page.evaluate("location.hash") == address
    kept = "Object.keys(localStorage).filter((key) => /games\\./.test(key))"
    assert len(page.evaluate(kept)) == 1
    page.click("#undo")
    expect(page.locator(".pending")).to_have_count(0)


@pytest.mark.slow
def test_the_browsers_back_leads_to_the_list_and_to_the_game(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=4)
    wait_for_turn(page)
    wait_until(page, "location.hash === localStorage.getItem('coalbaron.game.address')")
    page.evaluate("location.hash = '#puzzles'")
    page.click(f"[data-puzzle='{simple_puzzle().id}']")
    page.wait_for_selector("#puzzle")
    page.go_back()
    page.wait_for_selector(".puzzle-list")
    page.go_back()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#beside")).to_have_count(0)
    wait_for_turn(page)


@pytest.mark.slow
def test_a_reload_keeps_page_and_game(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=4)
    wait_for_turn(page)
    page.click(".space-money.can >> nth=0")
    page.wait_for_selector("#confirm")
    wait_until(page, "location.hash === localStorage.getItem('coalbaron.game.address')")
    before = game_of(page)
    page.evaluate("location.hash = '#puzzles'")
    page.wait_for_selector(".puzzle-list")
    page.reload()
    expect(page.locator("#page-back")).to_contain_text("Back to the game")
    page.click("#games")
    page.wait_for_selector(".kept-open")
    expect(page.locator("#beside")).to_have_count(0)
    page.keyboard.press("Escape")
    page.wait_for_selector("#confirm")
    assert game_of(page) == before


@pytest.mark.slow
def test_a_new_game_can_be_begun_from_a_puzzle(service: Service, page: Page) -> None:
    open_puzzle(service, page, simple_puzzle().id)
    page.click("#new-game")
    page.click("dialog button.primary")
    page.wait_for_selector(".draft")
    expect(page.locator("#beside")).to_have_count(0)


def test_the_answer_is_shown_when_it_is_asked_for(service: Service, page: Page) -> None:
    puzzle = simple_puzzle()
    told: list[str] = []
    page.on("response", lambda response: told.append(response.url))
    page.add_init_script("localStorage.setItem('coalbaron.teacher', 'strict')")
    open_puzzle(service, page, puzzle.id)
    page.click(".puzzling .space.can >> nth=0")
    page.wait_for_selector("#confirm")
    # Neither the teacher nor a hint tells it, and nothing that would is asked for.
    page.wait_for_timeout(500)
    assert not [url for url in told if re.search("/v1/(answer|bestmove|analyse|judge)", url)]
    expect(page.locator("#beside :is(#hint, #teacher, .plans)")).to_have_count(0)
    page.click("#undo")
    page.click("#puzzle-show")
    expect(page.locator("#verdict")).to_have_text("This is the answer.")
    assert diary_of(page)["puzzles"][puzzle.id]["outcome"] == "shown"
    following = page.get_attribute("#puzzle-next", "href")
    page.click("#puzzle-next")
    expect(page.locator("#verdict")).to_have_count(0)
    wait_until(page, "hash => location.hash === hash", following)
    assert following != f"#puzzles={puzzle.id}"


def test_the_page_knows_no_more_than_the_seat(service: Service, page: Page) -> None:
    """Whatever the service tells of the position is the view of its seat."""
    puzzle = next(one for one in FILE.puzzles if "?" in one.position)
    views: list[Any] = []
    page.on(
        "response",
        lambda answer: (
            views.append(answer.json()["data"]["view"])
            if re.search("/v1/(play|legal)$", answer.url)
            else None
        ),
    )
    open_puzzle(service, page, puzzle.id)
    page.click(".puzzling .space.can >> nth=0")
    page.wait_for_selector("#undo")
    page.keyboard.press("Escape")
    expect(page.locator(".pending")).to_have_count(0)
    assert len(views) >= 3
    assert set(views) == {puzzle.seat}


@pytest.mark.slow
def test_a_solved_puzzle_goes_on_as_a_game_of_its_own(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES, turns=4)
    wait_for_turn(page)
    record = game_of(page)["record"]
    puzzle = simple_puzzle()
    page.evaluate("id => location.hash = `#puzzles=${id}`", puzzle.id)
    page.click("#puzzle-show")
    page.click("#puzzle-analyse")
    expect(page.locator("#beside")).to_have_count(0)
    wait_until(page, f"{RECORD}.includes('view=')")
    page.click("#games")
    page.locator(".kept-open").nth(1).click()
    wait_until(page, f"record => {RECORD} === record", record)


@pytest.mark.slow
def test_by_keyboard_alone(service: Service, page: Page) -> None:
    puzzle = simple_puzzle()
    open_puzzle(service, page, puzzle.id)
    page.focus(f".puzzling [data-space='{puzzle.answers[0].turn[0]}']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_class("puzzle-verdict right")
    expect(page.locator("#puzzle-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_count(0)
    page.focus("#puzzle-list")
    page.keyboard.press("Enter")
    page.focus(".calendar-day[aria-current]")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.dataset.day").endswith("-01")


@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(one, marks=pytest.mark.slow) for one in ("en", "nl"))]
)
def test_a_phone_has_room_for_fingers(service: Service, page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('coalbaron.language', '{language}')")
    page.set_viewport_size(PHONE)
    puzzle = simple_puzzle()
    page.goto(f"{service.url}#puzzles")
    page.wait_for_selector(".puzzle-list")
    assert page.locator("#beside :is(a, button, summary)").evaluate_all(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.click(f"[data-puzzle='{puzzle.id}']")
    page.wait_for_selector("#puzzle")
    answer(page, puzzle.answers[1].turn)
    page.click("#puzzle-show")
    expect(page.locator("#verdict")).to_be_in_viewport()
    expect(page.locator("#puzzle-next")).to_be_in_viewport()
    assert page.locator("#puzzle :is(a, button, summary)").evaluate_all(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not re.search(r"puzzles\.|pages\.|\{\w+\}", page.inner_text("#beside"))


@pytest.mark.slow
def test_axe_finds_nothing_serious(service: Service, page: Page) -> None:
    puzzle = simple_puzzle()
    page.goto(f"{service.url}#puzzles")
    page.wait_for_selector(".puzzle-list")
    assert find_faults(page) == []
    open_puzzle(service, page, puzzle.id)
    answer(page, puzzle.answers[1].turn)
    page.click("#puzzle-show")
    assert find_faults(page) == []


def test_the_language_changes_on_the_page(service: Service, page: Page) -> None:
    open_puzzle(service, page, simple_puzzle().id)
    page.select_option("#language", "de")
    expect(page.locator(".puzzle-question")).to_contain_text("Gewinne von hier aus")
    expect(page.locator(".puzzling .decision")).to_contain_text("setze Arbeiter ein")
    page.click("#puzzle-list")
    expect(page.locator("#puzzle-today")).to_have_text("Rätsel des Tages")


def test_nothing_of_it_is_loaded_before_it_is_asked_for(service: Service, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(service, page, "p", "p", turns=4)
    wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if re.search("puzzles|pages|openings", url)]
    page.evaluate("location.hash = '#puzzles'")
    page.wait_for_selector(".puzzle-list")
    assert [url for url in asked if "puzzles" in url]


@pytest.mark.slow
def test_a_judge_who_does_not_answer_is_asked_again(service: Service, page: Page) -> None:
    puzzle = simple_puzzle()
    open_puzzle(service, page, puzzle.id)
    failing = True

    def answer_or_not(route: Route) -> None:
        if failing:
            route.fulfill(status=500, body="{}")
        else:
            route.continue_()

    page.route("**/v1/answer", answer_or_not)
    page.click(f".puzzling [data-space='{puzzle.answers[0].turn[0]}']")
    page.click("#confirm")
    page.wait_for_selector("#notice button")
    assert diary_of(page) == {}
    failing = False
    page.click("#notice button >> nth=0")
    expect(page.locator("#verdict")).to_have_class("puzzle-verdict right")


def test_what_is_no_puzzle_says_so(service: Service, page: Page) -> None:
    page.goto(f"{service.url}#puzzles=nothing")
    expect(page.locator("#notice")).to_contain_text("There is no such puzzle")
