"""Takes every screen of the page, by day and by night: `python -m tests.web.screens DIRECTORY`.

Each screen is taken on two sizes of a desktop and on a phone. Sheets show several of them side by
side, so that somebody can look at them all.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from coalbaron_fast.games import load_game
from coalbaron_fast.review.puzzles import load_puzzles
from tests.web.conftest import DESKTOP, PATIENCE_MS, PHONE, Service, find_browser
from tests.web.games import played, record_of
from tests.web.table import FEW_NODES, begin, confirm, link_to, wait_for_turn
from tests.web.test_coalcountry import after as at_phase
from tests.web.test_coalcountry import open_game as open_country
from tests.web.test_learn import go_on
from tests.web.test_one_screen import PERSON, begin_to_look, look_at_orders, sit_down
from tests.web.test_real_table import edit_game
from tests.web.test_ruhr import after, open_game
from tests.web.test_scoring import end_the_shift, last_worker

LARGE: Final[ViewportSize] = {"width": 1920, "height": 1080}
SCHEMES: Final = ("light", "dark")
PACE: Final = "origin === 'null' || localStorage.setItem('coalbaron.pace', 'PACE')"

Scene = Callable[[Service, Page], None]


def new_page(browser: Browser, device: str) -> Page:
    """Open a page of a device, where nothing takes time to move."""
    is_phone = device == "phone"
    context = browser.new_context(
        viewport=PHONE if is_phone else DESKTOP,
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
        locale="en-GB",
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(PACE.replace("PACE", "instant"))
    return context.new_page()


def welcome(service: Service, page: Page) -> None:
    page.goto(service.url)
    page.wait_for_selector(".demo-caption")


def new_game(service: Service, page: Page) -> None:
    welcome(service, page)
    page.click("#door-play")
    page.wait_for_selector("dialog .opponent-card")


def new_game_of_four(service: Service, page: Page) -> None:
    new_game(service, page)
    page.check("dialog input[type=radio][value='4']")


def draft(service: Service, page: Page) -> None:
    new_game(service, page)
    page.select_option("#new-start", "0")
    page.click("dialog button.primary")
    page.wait_for_selector(".draft .card.can")


def table(*seats: str, turns: int) -> Scene:
    """Return the scene of a table with these seats."""

    def scene(service: Service, page: Page) -> None:
        begin(service, page, *seats, turns=turns)
        wait_for_turn(page)

    return scene


two = table("p", "hewer", turns=16)
three = table("p", "hewer", "foreman", turns=18)
four = table("p", "hewer", "foreman", "baron", turns=28)


def mining(service: Service, page: Page) -> None:
    table("p", "hewer", "foreman", "baron", turns=4)(service, page)
    page.click("[data-space='m8']")
    page.wait_for_selector("#show-plans")


def plans(service: Service, page: Page) -> None:
    mining(service, page)
    page.click("#show-plans")
    page.wait_for_selector(".plan")


def look(service: Service, page: Page) -> None:
    table("p", FEW_NODES, turns=0)(service, page)
    begin_to_look(page)


def stacks(service: Service, page: Page) -> None:
    sit_down(service, page, PERSON, {"kind": "engine", "strength": FEW_NODES, "name": ""})
    look_at_orders(page)
    wait_for_turn(page)
    page.click(".stack-orders summary")
    page.click(".stack-tiles summary")


def curtain(service: Service, page: Page) -> None:
    sit_down(service, page, PERSON, PERSON)
    look_at_orders(page)
    page.wait_for_selector(".curtain")


def pending(service: Service, page: Page) -> None:
    two(service, page)
    page.click(".space-factory.can >> nth=0")
    page.wait_for_selector("#confirm")


def refused(service: Service, page: Page) -> None:
    four(service, page)
    page.click(".space:not(.can) >> nth=3", force=True)
    page.wait_for_selector(".refusal")


def hint(service: Service, page: Page) -> None:
    two(service, page)
    page.click("#hint")
    page.wait_for_selector(".hint-why li")


def teacher(service: Service, page: Page) -> None:
    page.add_init_script("localStorage['coalbaron.teacher'] = 'strict'")
    two(service, page)
    page.click("[data-space='bank']")
    page.wait_for_selector(".light .sign")


def scoring(service: Service, page: Page) -> None:
    # At once there would be nothing to see.
    page.add_init_script(PACE.replace("PACE", "brisk"))
    end_the_shift(service, page, last_worker(2, 2), "p", "p")
    page.wait_for_selector("#scoring")


def scoring_of_four(service: Service, page: Page) -> None:
    page.add_init_script(PACE.replace("PACE", "brisk"))
    end_the_shift(service, page, last_worker(4, 3), "p", "p", "p", "p")
    page.wait_for_selector("#scoring")


def final(service: Service, page: Page) -> None:
    begin(service, page, "p", "hewer", turns=1000)
    page.wait_for_selector(".sources")


def branches(service: Service, page: Page) -> None:
    two(service, page)
    page.click("[data-space='bank']")
    confirm(page)
    wait_for_turn(page)
    show_tab(page, "play")
    page.click("#moves-back")
    page.wait_for_selector(".branch")


def show_tab(page: Page, name: str) -> None:
    page.click(f"#tab-{name}")


def settings(service: Service, page: Page) -> None:
    three(service, page)
    show_tab(page, "play")
    for fold in page.locator("#panel-play details:not([open]) > summary").all():
        fold.click()


def analyse(service: Service, page: Page) -> None:
    two(service, page)
    show_tab(page, "analyse")
    page.click("#analyse-switch")
    page.wait_for_selector("#analyse-play-0")
    page.wait_for_timeout(3000)


def radar(service: Service, page: Page) -> None:
    three(service, page)
    show_tab(page, "analyse")
    page.click("#fold-radar > summary")
    page.wait_for_selector("#fold-radar .radar")
    page.locator("#fold-radar").scroll_into_view_if_needed()


def graph(service: Service, page: Page) -> None:
    two(service, page)
    show_tab(page, "analyse")
    page.click("#fold-chart > summary")
    page.click("#chart-whole")
    page.wait_for_timeout(6000)


def review(service: Service, page: Page) -> None:
    page.goto(link_to(service, record_of(played(2, 3, 1000)), "p", "hewer"))
    page.click("#end-review")
    expect(page.locator("#review-status")).to_contain_text("turns reviewed", timeout=240_000)


def review_turn(service: Service, page: Page) -> None:
    review(service, page)
    page.click("#review-costliest button >> nth=0")
    page.wait_for_selector("#review-turns [aria-current]")


def again(service: Service, page: Page) -> None:
    page.goto(link_to(service, record_of(played(2, 3, 8)), "p", "hewer"))
    wait_for_turn(page)
    show_tab(page, "review")
    page.click("#review-start")
    expect(page.locator("#review-status")).to_contain_text("turns reviewed", timeout=120_000)
    page.locator("#review-turns .turn-button").nth(8).click()
    page.click("#review-again")
    page.wait_for_selector("[data-space='bank'].can")
    page.click("[data-space='bank']")
    page.click("#confirm")
    page.wait_for_selector(".again-table tbody tr")


def puzzles(service: Service, page: Page) -> None:
    page.goto(f"{service.url}#puzzles")
    page.wait_for_selector(".puzzle-calendar, #puzzle, .puzzles")
    page.wait_for_timeout(1500)


def puzzle(kind: str) -> Scene:
    """Return the scene of a puzzle of a kind."""

    def scene(service: Service, page: Page) -> None:
        file = load_game("coalbaron").puzzles
        assert file is not None
        one = next((one for one in load_puzzles(file).puzzles if one.kind == kind), None)
        page.goto(f"{service.url}#puzzles={one.id if one else '2026-11-19'}")
        page.wait_for_selector("#puzzle")
        page.wait_for_selector(".puzzling .space.can")

    return scene


def puzzle_answered(service: Service, page: Page) -> None:
    page.goto(f"{service.url}#puzzles=2026-11-19")
    page.wait_for_selector(".puzzling .space.can")
    page.click("#puzzle-show")
    page.wait_for_selector(".puzzle-answers")


def openings(service: Service, page: Page) -> None:
    page.goto(f"{service.url}#openings")
    page.wait_for_selector(".openings-table")


def lesson(step: int) -> Scene:
    """Return the scene of a step of the lesson."""

    def scene(service: Service, page: Page) -> None:
        page.goto(service.url)
        page.click("#door-learn")
        page.wait_for_selector("#coach-next")
        go_on(page, page.click, step)

    return scene


def help_page(name: str) -> Scene:
    """Return the scene of a page of the help."""

    def scene(service: Service, page: Page) -> None:
        two(service, page)
        page.click("#help")
        page.wait_for_selector(".term")
        if name:
            page.click(f"#help-{name}")

    return scene


def explained(service: Service, page: Page) -> None:
    two(service, page)
    page.click("#help")
    page.click("#help-ask")
    page.locator("[data-majority='9']").first.click()
    page.wait_for_selector("#explained")


def editor(service: Service, page: Page) -> None:
    edit_game(service, page, played(2, 9, 6))


def editor_place(service: Service, page: Page) -> None:
    editor(service, page)
    if page.locator("#tab-board").is_visible():
        show_tab(page, "board")
    page.focus("[data-space='f1']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board-popover h3")


def real_table(service: Service, page: Page) -> None:
    two(service, page)
    show_tab(page, "editor")
    page.wait_for_selector("#begin-new")


def follow(service: Service, page: Page) -> None:
    real_table(service, page)
    page.click("#begin-new")
    page.wait_for_selector("#follow-question")


def share(service: Service, page: Page) -> None:
    two(service, page)
    show_tab(page, "share")
    page.wait_for_selector("#share-record")


def games(service: Service, page: Page) -> None:
    for scene in (final, three, four, two):
        scene(service, page)
        page.wait_for_timeout(500)
        page.goto("about:blank")
    two(service, page)
    page.click("#games")
    page.wait_for_selector("dialog .kept-open")


def unreachable(service: Service, page: Page) -> None:
    two(service, page)
    page.route("**/v1/**", lambda route: route.abort())
    page.click("#hint")
    page.wait_for_selector("#notice:not([hidden])")


def ruhr(players: int, tokens: int) -> Scene:
    """Return the scene of the other game's table."""

    def scene(service: Service, page: Page) -> None:
        open_game(service, page, after(players, tokens), *players * ("p",))
        page.wait_for_selector("#decision button")

    return scene


def ruhr_help(service: Service, page: Page) -> None:
    ruhr(2, 60)(service, page)
    page.click("#help")
    page.wait_for_selector(".term")


def ruhr_final(service: Service, page: Page) -> None:
    open_game(service, page, after(3, 100_000), "p", "p", "p")
    page.wait_for_selector(".final")


def country(players: int, phase: str, round_: int) -> Scene:
    """Return the scene of the mines' table at a decision of this phase."""

    def scene(service: Service, page: Page) -> None:
        open_country(service, page, at_phase(players, phase, round_), *players * ("p",))
        page.wait_for_selector("#decision button")

    return scene


def country_help(service: Service, page: Page) -> None:
    country(2, "place", 2)(service, page)
    page.click("#help")
    page.wait_for_selector(".term")


def country_final(service: Service, page: Page) -> None:
    open_country(service, page, at_phase(3, "over"), "p", "p", "p")
    page.wait_for_selector(".final")


SCENES: Final[dict[str, Scene]] = {
    "welcome": welcome,
    "new-game": new_game,
    "new-game-4": new_game_of_four,
    "draft": draft,
    "two": two,
    "three": three,
    "four": four,
    "pending": pending,
    "refused": refused,
    "mining": mining,
    "plans": plans,
    "look": look,
    "stacks": stacks,
    "curtain": curtain,
    "hint": hint,
    "teacher": teacher,
    "scoring": scoring,
    "scoring-4": scoring_of_four,
    "final": final,
    "branches": branches,
    "settings": settings,
    "analyse": analyse,
    "graph": graph,
    "radar": radar,
    "review": review,
    "review-turn": review_turn,
    "again": again,
    "puzzles": puzzles,
    "puzzle-ending": puzzle("ending"),
    "puzzle-far": puzzle("far"),
    "puzzle-answered": puzzle_answered,
    "openings": openings,
    "lesson-1": lesson(1),
    "lesson-9": lesson(9),
    "help": help_page(""),
    "rules": help_page("rules"),
    "keys": help_page("keys"),
    "explained": explained,
    "real-table": real_table,
    "editor": editor,
    "editor-place": editor_place,
    "follow": follow,
    "share": share,
    "games": games,
    "unreachable": unreachable,
    "ruhr-start": ruhr(2, 0),
    "ruhr-two": ruhr(2, 60),
    "ruhr-four": ruhr(4, 130),
    "ruhr-help": ruhr_help,
    "ruhr-final": ruhr_final,
    "country-start": country(2, "place", 1),
    "country-permits": country(2, "dig", 2),
    "country-market": country(3, "buy", 3),
    "country-four": country(4, "place", 5),
    "country-help": country_help,
    "country-final": country_final,
}


class Shot(NamedTuple):
    """A picture of a screen."""

    path: Path
    scene: str
    device: str
    scheme: str


def take(page: Page, name: str, device: str, directory: Path) -> list[Shot]:
    """Take what the page shows, by day and by night; return the pictures."""
    shots = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.wait_for_timeout(250)
        path = directory / f"{name}-{device}-{scheme}.png"
        page.screenshot(path=path)
        shots.append(Shot(path, name, device, scheme))
    return shots


def take_scene(service: Service, browser: Browser, name: str, directory: Path) -> list[Shot]:
    """Take a screen on each device."""
    shots = []
    for device in ("desktop", "phone"):
        page = new_page(browser, device)
        try:
            SCENES[name](service, page)
        except Exception as error:  # noqa: BLE001 - what it came to is worth a look
            print(f"{name}, {device}: {error}", flush=True)
        shots += take(page, name, device, directory)
        if device == "desktop":
            page.set_viewport_size(LARGE)
            shots += take(page, name, "large", directory)
        page.context.close()
    return shots


def make_sheets(browser: Browser, shots: Iterable[Shot], directory: Path) -> None:
    """Put the pictures of a device and a scheme side by side, several a sheet."""
    groups: dict[tuple[str, str], list[Shot]] = {}
    for shot in shots:
        groups.setdefault((shot.device, shot.scheme), []).append(shot)
    for (device, scheme), group in groups.items():
        columns, rows = (6, 1) if device == "phone" else (2, 2)
        size = columns * rows
        for number in range(0, len(group), size):
            page = browser.new_page(viewport={"width": 1800, "height": 400})
            # What is opened from a file may show files.
            sheet = directory / "sheet.html"
            sheet.write_text(_spell_sheet(group[number : number + size], columns), encoding="utf-8")
            page.goto(sheet.as_uri())
            page.screenshot(
                path=directory / f"sheet-{device}-{scheme}-{1 + number // size}.png", full_page=True
            )
            page.close()
            sheet.unlink()


def _spell_sheet(shots: Iterable[Shot], columns: int) -> str:
    """Return a page that shows pictures with their names."""
    figures = "".join(
        f'<figure><figcaption>{one.scene}</figcaption><img src="{one.path.name}"></figure>'
        for one in shots
    )
    return (
        "<!doctype html><style>body{margin:4px;display:grid;gap:6px;font:15px sans-serif;"
        f"grid-template-columns:repeat({columns},1fr)}}figure{{margin:0}}"
        f"img{{width:100%;display:block}}</style>{figures}"
    )


def main() -> None:
    """Take those that are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.web.screens",
        description="Takes every screen of the page, by day and by night, on three sizes.",
    )
    parser.add_argument("directory", type=Path, metavar="DIRECTORY", help="where they go")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"all, or some of {', '.join(SCENES)}"
    )
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in SCENES]
    if unknown:
        parser.error(f"no screen {unknown[0]!r}: {', '.join(SCENES)}")
    directory: Path = options.directory
    directory.mkdir(parents=True, exist_ok=True)
    service = Service()
    service.start()
    shots: list[Shot] = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_browser(), args=["--no-sandbox"]
            )
            for name in options.names or SCENES:
                shots += take_scene(service, browser, name, directory)
            make_sheets(browser, shots, directory)
            browser.close()
    finally:
        service.stop()


if __name__ == "__main__":
    main()
