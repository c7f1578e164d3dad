"""The lessons of the games, each step done by the learner's own hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import PATIENCE_MS, PHONE, PROJECT, Service
from tests.web.table import find_faults, game_of, wait_until

GAMES: Final = PROJECT / "src/coalbaron_fast/games"
STEPS: Final = {"coalbaron": 30, "ruhr": 42}
ALONE: Final = 26
RUHR_ALONE: Final = 39
VOYAGE: Final = "coalbaron.game.ruhr.lesson"
"""The step in which the learner is not led."""
BY_HAND: Final = ("@2", "+b", "@4", "+k", "@0", "b>Tb", "k>Tk")

Hand = Callable[[str], None]


def step_of(page: Page) -> int:
    """Return the number of the step that the coach is at."""
    return int(page.inner_text(".coach-count").split()[0])


def wait_for_step(page: Page, step: int) -> None:
    """Wait until the coach is there."""
    expect(page.locator(".coach-count")).to_have_text(re.compile(rf"^{step} "))


def open_lesson(service: Service, page: Page) -> None:
    """Open the page for the first time, and its lesson."""
    page.goto(service.url)
    page.click("#door-learn")
    page.wait_for_selector("#coach-next")


def wait_for_address(page: Page, game: dict[str, Any]) -> None:
    """Wait until the address, which follows after a pause, is that of a game."""
    wait_until(page, "id => history.state?.id === id", game["id"])


def go_on(page: Page, hand: Hand, until: int) -> None:
    """Do what the coach asks, with the learner's own hand, until it comes to a step."""
    while (step := step_of(page)) < until:
        hand("#coach-next" if page.locator("#coach-next").count() else next_control(page))
        wait_until(
            page,
            "step => parseInt(document.querySelector('.coach-count').textContent) > step",
            step,
        )
        # The other seat's turns pass by themselves.
        page.wait_for_selector(
            "#coach-next, #coach-play_on, #board .pointed.can, #decision .pointed, #hint"
        )


def next_control(page: Page) -> str:
    """Return what the coach points at: a control of the panel, or a place of the board."""
    if page.locator("#decision .pointed").count():
        return "#decision .pointed"
    return "#board .pointed.can"


def play_alone(page: Page, hand: Hand) -> None:
    """Use the last three workers as the coach advises: both orders for the truck."""
    hand("[data-space='m10']")
    for token in BY_HAND:
        hand(f"#decision [data-token='{token}']")
        wait_until(
            page,
            "n => JSON.parse(localStorage['coalbaron.game.lesson']).pending.length == n",
            2 + BY_HAND.index(token),
        )
    hand("#confirm")
    # Three steps are left over, and the page asks.
    page.wait_for_selector("dialog")
    hand("dialog button:not(.primary)")
    page.wait_for_selector("[data-space='dT'].can")
    hand("[data-space='dT']")
    page.wait_for_selector("#confirm")
    hand("#confirm")


def play_anything(page: Page) -> None:
    """Confirm a turn on the Ruhr that is begun, or make the first choice of it."""
    chosen = len(game_of(page, VOYAGE)["pending"])
    is_whole = page.locator("#confirm").count() > 0
    page.click("#confirm" if chosen and is_whole else ".choice-button >> nth=0")
    changed = "([name, n]) => JSON.parse(localStorage[name]).pending.length !== n"
    wait_until(page, changed, [VOYAGE, chosen])


def test_a_lesson_leads_and_can_be_left_and_taken_up_again(service: Service, page: Page) -> None:
    open_lesson(service, page)
    go_on(page, page.click, 4)
    # What is not asked for is refused in a friendly way.
    page.click("[data-space='c6']")
    expect(page.locator(".refusal")).to_contain_text("Later")
    page.click("[data-space='f2']")
    wait_for_step(page, 5)
    # Nothing is final: to take a choice back leads back a step.
    page.click("#undo")
    wait_for_step(page, 4)
    go_on(page, page.click, 9)
    page.reload()
    # The confirmed game comes first, then the turn in progress.
    wait_for_step(page, 9)
    expect(page.locator(".steps-left")).to_have_text("5 steps left")
    page.click("#coach-leave")
    page.wait_for_selector("#door-learn")
    expect(page.locator("#coach")).to_have_count(0)
    page.click("#door-learn")
    wait_for_step(page, 9)
    page.select_option("#language", "nl")
    expect(page.locator("#coach-text")).to_contain_text("Stap 2")


def test_a_game_under_way_is_there_after_the_lesson(service: Service, page: Page) -> None:
    page.goto(service.url)
    page.click("#door-analyse")
    page.click(".draft .card.can >> nth=0")
    page.click("#confirm")
    expect(page.locator(".pending")).to_have_count(0)
    kept = game_of(page)["record"]
    page.click("#help")
    page.click("#help-learn")
    page.wait_for_selector("#coach-next")
    go_on(page, page.click, 6)
    assert game_of(page)["record"] == kept
    page.click("#coach-leave")
    expect(page.locator(".draft .card")).to_have_count(6)
    assert game_of(page)["record"] == kept


def test_a_lesson_is_neither_changed_nor_analysed(service: Service, page: Page) -> None:
    open_lesson(service, page)
    tabs = page.locator("#tabs [role=tab]")
    expect(tabs.filter(visible=True)).to_have_count(1)
    page.wait_for_selector("#moves", state="attached")
    expect(page.locator(".seat-choices select").filter(visible=True)).to_have_count(0)
    expect(page.locator("#teacher-level")).to_be_hidden()
    go_on(page, page.click, 5)
    # A learner who could once change the seats finds them as they belong.
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage["coalbaron.game.lesson"]);
          for (const seat of kept.seats) seat.kind = "person";
          localStorage["coalbaron.game.lesson"] = JSON.stringify(kept);
        }"""
    )
    page.reload()
    wait_for_step(page, 5)
    expect(page.locator("body")).to_have_class(re.compile("led"))
    go_on(page, page.click, 7)
    page.click("#coach-leave")
    page.wait_for_selector("#door-learn")
    # What the page kept once where no lesson was open.
    page.evaluate("localStorage['coalbaron.game.lesson.open'] = ''")
    page.goto("about:blank")
    page.goto(service.url)
    page.wait_for_selector("#door-learn")
    expect(page.locator("#coach")).to_have_count(0)


def test_another_game_leaves_the_lesson_where_it_is(service: Service, page: Page) -> None:
    open_lesson(service, page)
    go_on(page, page.click, 5)
    wait_for_address(page, game_of(page, "coalbaron.game.lesson"))
    page.click("#new-game")
    expect(page.locator("#new-keeps")).to_contain_text("The lesson is kept")
    # The lesson's engine is not whom a first game is against.
    expect(page.locator("dialog select[data-seat='1']")).to_have_value("opponent")
    page.select_option("#new-start", "0")
    page.click("dialog button.primary")
    page.click(".draft .card.can >> nth=0")
    page.wait_for_selector("#confirm")
    expect(page.locator("#coach")).to_have_count(0)
    expect(page.locator("#tab-review")).to_be_visible()
    mine = game_of(page)
    assert len(mine["pending"]) == 1
    wait_for_address(page, mine)
    page.go_back()
    wait_for_step(page, 5)
    page.wait_for_selector("#confirm.primary.pointed")
    page.go_forward()
    expect(page.locator("#coach")).to_have_count(0)
    page.wait_for_selector("#confirm")
    page.click("#games")
    expect(page.locator(".kept-open")).to_have_count(1)
    page.keyboard.press("Escape")
    page.click("#help")
    page.click("#help-learn")
    wait_for_step(page, 5)
    page.wait_for_selector("#confirm.pointed")
    page.click("#coach-leave")
    # The card that was chosen is not laid out any more.
    expect(page.locator(".draft .card")).to_have_count(5)
    page.wait_for_selector("#confirm")
    assert game_of(page) == mine


def hold(page: Page, path: str, tokens: list[str] | None) -> list[Route]:
    """Keep the first request of a path with these tokens on its way, until it is continued."""
    held: list[Route] = []

    def handle(route: Route) -> None:
        asked = route.request.post_data_json or {}
        if not held and asked.get("tokens") == tokens:
            held.append(route)
        else:
            route.continue_()

    page.route(f"**{path}", handle)
    return held


def wait_for_one(page: Page, held: list[Route]) -> Route:
    """Wait until a request is held."""
    for _ in range(PATIENCE_MS // 50):
        if held:
            return held[0]
        page.wait_for_timeout(50)
    pytest.fail(f"nothing was asked for at {page.url}")


@pytest.mark.parametrize(
    ("path", "tokens"),
    [("/v1/legal", None), ("/v1/play", []), ("/v1/play", ["f2"])],
    ids=["position", "game", "turn"],
)
def test_a_lesson_and_a_game_that_are_left_while_they_come_lose_nothing(
    service: Service, page: Page, path: str, tokens: list[str] | None
) -> None:
    open_lesson(service, page)
    go_on(page, page.click, 5)
    lesson = game_of(page, "coalbaron.game.lesson")
    assert lesson["pending"] == ["f2"]
    wait_for_address(page, lesson)
    page.click("#new-game")
    page.select_option("#new-start", "0")
    page.click("dialog button.primary")
    page.click(".draft .card.can >> nth=0")
    page.wait_for_selector("#confirm")
    mine = game_of(page)
    wait_for_address(page, mine)
    # Back to the lesson, and forward again before the service has answered.
    held = hold(page, path, tokens)
    page.go_back()
    late = wait_for_one(page, held)
    page.go_forward()
    expect(page.locator("#coach")).to_have_count(0)
    page.wait_for_selector("#confirm")
    late.continue_()
    page.wait_for_timeout(300)
    page.unroute(f"**{path}")
    assert game_of(page) == mine
    assert game_of(page, "coalbaron.game.lesson") == lesson
    expect(page.locator(".draft .card")).to_have_count(5)
    page.click("#help")
    page.click("#help-learn")
    wait_for_step(page, 5)
    page.wait_for_selector("#confirm.pointed")
    expect(page.locator("#notice")).to_be_hidden()


def test_a_lesson_that_cannot_come_is_asked_for_again(service: Service, page: Page) -> None:
    open_lesson(service, page)
    go_on(page, page.click, 4)
    page.route("**/v1/play", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#notice button")
    page.unroute("**/v1/play")
    page.click("#notice button:not(.quiet)")
    wait_for_step(page, 4)
    page.wait_for_selector("[data-space='f2'].pointed")


@pytest.mark.slow
def test_the_whole_lesson_by_touch_on_a_phone(service: Service, browser: Browser) -> None:
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="de-DE"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script("localStorage.setItem('coalbaron.pace', 'instant')")
    page = context.new_page()
    try:
        page.goto(service.url)
        page.tap("#door-learn")
        page.wait_for_selector("#coach-next")
        go_on(page, page.tap, ALONE)
        play_alone(page, page.tap)
        finish(page, page.tap)
        page.tap("#coach-play_on")
        page.wait_for_selector("#coach", state="detached")
        assert "b>Tb" in game_of(page)["record"]
    finally:
        context.close()


@pytest.mark.slow
def test_the_whole_lesson_by_keyboard(service: Service, page: Page) -> None:
    def press(selector: str) -> None:
        page.focus(selector)
        page.keyboard.press("Enter")

    page.goto(service.url)
    page.wait_for_selector("#door-learn")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "door-learn":
            break
    else:
        pytest.fail("Tab does not lead to the lesson")
    page.keyboard.press("Enter")
    page.wait_for_selector("#coach-next")
    page.focus("#coach-next")
    for _ in range(3):
        page.keyboard.press("Enter")
    page.wait_for_selector("#coach-show")
    # “Show me where” takes the keyboard to the space.
    expect(page.locator("#coach-show")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-space='f2']")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm")
    page.keyboard.press("Enter")
    wait_for_step(page, 7)
    go_on(page, press, ALONE)
    assert find_faults(page) == []
    play_alone(page, press)
    finish(page, press)
    assert step_of(page) == STEPS["coalbaron"]
    # Play after the last step goes on with this game.
    page.wait_for_selector("[data-space='bank'].can")
    press("[data-space='bank']")
    page.wait_for_selector("#confirm")
    press("#confirm")
    expect(page.locator("#coach")).to_have_count(0)
    assert "bank" in game_of(page)["record"]
    expect(page.locator(".seat-choices select").first).to_be_visible()


def finish(page: Page, hand: Hand) -> None:
    """Let the other seat use its last workers, and read to the end."""
    page.wait_for_selector("#coach-next")
    assert step_of(page) == ALONE + 1
    majorities = page.locator(".quarter").nth(0).locator("tbody tr")
    assert majorities.nth(0).locator("td").nth(0).inner_text().startswith("2")
    while page.locator("#coach-next").count():
        hand("#coach-next")


@pytest.mark.slow
def test_the_first_voyages_on_the_ruhr(service: Service, page: Page) -> None:
    page.goto(f"{service.url}?game=ruhr")
    page.click("#door-learn")
    page.wait_for_selector("#coach-next")
    expect(page.locator("#coach-title")).to_have_text("Your first voyages")
    go_on(page, page.click, RUHR_ALONE)
    # What the words of the last step promise.
    expect(page.locator("[data-seat='0'] .counts")).to_contain_text("14")
    assert "depot:m" in game_of(page, VOYAGE)["record"]
    # Turn 4 is played by oneself: any choices lead on.
    while step_of(page) == RUHR_ALONE:
        page.wait_for_selector("#decision .choice-button, #confirm, #coach-next")
        if not page.locator("#coach-next").count():
            play_anything(page)
    wait_for_step(page, RUHR_ALONE + 1)
    while page.locator("#coach-next").count():
        page.click("#coach-next")
    assert step_of(page) == STEPS["ruhr"]


@pytest.mark.parametrize("game", STEPS)
@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_lesson_speaks_three_languages(game: str, language: str) -> None:
    lesson = GAMES / game / "web/lesson"
    english = json.loads((lesson / "en.json").read_text("utf-8"))
    other = json.loads((lesson / f"{language}.json").read_text("utf-8"))
    assert list(other) == list(english)
    assert all(other[key] and other[key] != english[key] for key in english)
    steps = re.findall(r'text: "(\w+)"', (lesson / "lesson.js").read_text("utf-8"))
    assert steps == list(english)
    assert len(steps) == STEPS[game]
