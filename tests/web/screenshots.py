"""Takes the pictures of the documents again: `python -m tests.web.screenshots [NAME ...]`."""

from __future__ import annotations

import argparse
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.games import load_game
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.games.ruhr import State as River
from coalbaron_fast.review import Report, review_turns, tell_game, write_html
from tests.web.conftest import DESKTOP, PHONE, PROJECT, Service, find_browser
from tests.web.table import begin, wait_for_turn
from tests.web.test_learn import go_on
from tests.web.test_ruhr import open_game
from tests.web.test_scoring import end_the_shift, last_worker

RIVER_TURN: Final = 7
PICTURES: Final = PROJECT / "docs/images"


def open_page(browser: Browser, width: int, height: int, scheme: str) -> Page:
    """Open a page where nothing takes time to move."""
    return browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )


def show_a_hint(service: Service, browser: Browser) -> Page:
    """Two seats by day: what the engine would do."""
    page = open_page(browser, DESKTOP["width"], 1060, "light")
    begin(service, page, "p", "hewer", turns=16)
    wait_for_turn(page)
    page.click("#hint")
    page.wait_for_selector(".hint-why li")
    return page


def show_the_opponents(service: Service, browser: Browser) -> Page:
    """A new game against somebody with a face."""
    page = open_page(browser, DESKTOP["width"], DESKTOP["height"], "light")
    page.goto(service.url)
    page.wait_for_selector(".demo-caption")
    page.click("#door-play")
    page.wait_for_selector(".opponent-card")
    page.wait_for_selector("#new-history")
    return page


def show_the_teacher(service: Service, browser: Browser) -> Page:
    """A turn that the teacher warns of."""
    page = open_page(browser, DESKTOP["width"], DESKTOP["height"], "light")
    page.add_init_script("localStorage['coalbaron.teacher'] = 'strict'")
    begin(service, page, "p", "hewer", turns=16)
    wait_for_turn(page)
    page.click("[data-space='bank']")
    page.wait_for_selector(".light .sign")
    return page


def show_four_seats(service: Service, browser: Browser) -> Page:
    """Four seats by night: work in the pit."""
    page = open_page(browser, 1400, 1110, "dark")
    begin(service, page, "p", "hewer", "foreman", "baron", turns=4)
    wait_for_turn(page)
    page.click("[data-space='m8']")
    page.click("#show-plans")
    page.wait_for_selector(".plan")
    return page


def show_a_phone(service: Service, browser: Browser) -> Page:
    """A turn on a phone, to be confirmed."""
    page = open_page(browser, PHONE["width"], PHONE["height"], "light")
    begin(service, page, "p", "hewer", turns=16)
    wait_for_turn(page)
    page.click(".space-factory.can >> nth=0")
    page.wait_for_selector("#confirm")
    page.evaluate("scrollTo(0, 0)")
    return page


def show_the_welcome(service: Service, browser: Browser) -> Page:
    """The first visit."""
    page = open_page(browser, DESKTOP["width"], DESKTOP["height"], "light")
    page.goto(service.url)
    page.wait_for_selector(".demo-caption")
    return page


def show_a_lesson(service: Service, browser: Browser) -> Page:
    """A step of the lesson by night: the cage goes down."""
    page = open_page(browser, DESKTOP["width"], DESKTOP["height"], "dark")
    page.goto(service.url)
    page.click("#door-learn")
    page.wait_for_selector("#coach-next")
    go_on(page, page.click, 9)
    return page


def show_a_puzzle(service: Service, browser: Browser) -> Page:
    """A puzzle, answered wrong, with the answer and what each turn leads to."""
    page = open_page(browser, DESKTOP["width"], DESKTOP["height"], "light")
    page.goto(f"{service.url}#puzzles=2026-11-19")
    page.click(".puzzling [data-space='bank']")
    page.click("#confirm")
    page.click("#puzzle-show")
    page.wait_for_selector(".puzzle-answers")
    return page


def show_the_openings(service: Service, browser: Browser) -> Page:
    """Which orders are worth drafting, by night."""
    page = open_page(browser, DESKTOP["width"], DESKTOP["height"], "dark")
    page.goto(f"{service.url}#openings")
    page.wait_for_selector(".openings-table")
    return page


def show_a_scoring(service: Service, browser: Browser) -> Page:
    """The end of a shift on a phone."""
    page = open_page(browser, PHONE["width"], PHONE["height"], "light")
    end_the_shift(service, page, last_worker(2, 2), "p", "p")
    page.wait_for_selector("#scoring")
    return page


def show_the_river(service: Service, browser: Browser) -> Page:
    """Turn 7 on the Ruhr, with a hint."""
    state = River(2, seed=7)
    while state.shift < RIVER_TURN or state.decision not in BEGINS:
        state.push_codes(state.first_sight())
    page = open_page(browser, DESKTOP["width"], 1060, "light")
    open_game(service, page, state, "p", "p")
    page.click("#hint")
    page.wait_for_selector("#take-hint")
    return page


def show_a_review(_service: Service, browser: Browser) -> Page:
    """The report of a game between the engine and greedy play."""
    engine, state = Engine(hash_mb=16), State(2, seed=3)
    while not state.is_over:
        codes = state.first_sight()
        if state.turn == 0:
            codes = engine.search(state, Limits(nodes=50)).best_codes
        state.push_codes(codes)
    judged = list(review_turns(state, engine, Limits(nodes=400)))
    tags = {"Seat0": "Anna", "Seat1": "Bob", "Date": "2026.11.19"}
    story = tell_game(load_game("coalbaron"), state, tags, judged, nodes=400)
    page = open_page(browser, 900, 1300, "light")
    page.set_content(write_html(Report([story])))
    return page


SCENES: Final = {
    "table-hint": show_a_hint,
    "table-opponents": show_the_opponents,
    "table-teacher": show_the_teacher,
    "table-mining": show_four_seats,
    "table-phone": show_a_phone,
    "table-welcome": show_the_welcome,
    "table-lesson": show_a_lesson,
    "table-puzzle": show_a_puzzle,
    "table-openings": show_the_openings,
    "table-scoring": show_a_scoring,
    "table-ruhr": show_the_river,
    "review": show_a_review,
}


def main() -> None:
    """Take those that are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.web.screenshots",
        description="Takes the pictures of the documents again.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"all, or some of {', '.join(SCENES)}"
    )
    names = parser.parse_args().names or list(SCENES)
    unknown = [name for name in names if name not in SCENES]
    if unknown:
        parser.error(f"no picture {unknown[0]!r}: {', '.join(SCENES)}")
    PICTURES.mkdir(exist_ok=True)
    service = Service()
    service.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=["--no-sandbox"]
            )
            for name in names:
                SCENES[name](service, browser).screenshot(path=PICTURES / f"{name}.png")
            browser.close()
    finally:
        service.stop()


if __name__ == "__main__":
    main()
