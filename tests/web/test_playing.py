"""Playing by mouse: whole games, mining with undo, a look with its tray."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast import State
from tests.web.conftest import Service
from tests.web.games import played
from tests.web.table import (
    DECIDES,
    FEW_NODES,
    ask,
    begin,
    confirm,
    game_of,
    link_to,
    press_confirm,
    wait_for_turn,
)

LIKED = ("mine", "deliver", "factory", "order", "money", "bank", "look")
"""Kinds of spaces in the order in which the test chooses among those open to it."""


def choose_a_space(page: Page) -> None:
    """Click an open space: of the kind liked most, the one that takes most workers."""
    for kind in LIKED:
        spaces = page.locator(f".space-{kind}.can")
        if spaces.count():
            needs = [int(text) for text in spaces.locator(".needs").all_inner_texts()]
            spaces.nth(needs.index(max(needs))).click()
            return
    raise AssertionError("no space is open")


def play_a_turn(page: Page) -> None:
    """Play one turn by mouse, whatever it asks."""
    choose_a_space(page)
    while True:
        page.wait_for_selector("#confirm, #decision .card.can, .tray-frame button[data-token]")
        if page.locator("#confirm").count():
            is_look = "five" in page.inner_text("#confirm")
            press_confirm(page)
            if not is_look:
                return
            page.wait_for_selector("#decision .card.can")
        elif page.locator("#decision .card.can").count():
            page.click("#decision .card.can >> nth=0")
        else:
            page.click(".tray-frame button[data-token] >> nth=0")


@pytest.mark.slow
def test_a_whole_game_against_the_engine_by_mouse(service: Service, page: Page) -> None:
    page.goto(service.url)
    page.click("#door-play")
    page.select_option("dialog [data-seat='1']", "apprentice")
    page.select_option("#new-start", "0")
    page.click("dialog button.primary")
    for _ in range(3):
        page.click(".draft .card.can >> nth=0")
        page.click("#confirm")
    turns = 0
    wait_for_turn(page)
    while not page.locator(".final").count():
        play_a_turn(page)
        turns += 1
        assert turns < 170, "the game does not end"
        wait_for_turn(page)
    record = game_of(page)["record"]
    assert record.count("/end") + record.count("m") > 5
    over = ask(service, "/v1/legal", record=record)["table"]["over"]
    shown = page.locator(".final li b").all_inner_texts()
    # The page spells a minus, not a hyphen.
    assert sorted(shown) == sorted(f"{score} VP".replace("-", "\u2212") for score in over["scores"])
    expect(page.locator(".chip-won")).to_have_count(len(over["winners"]))


@pytest.mark.slow
def test_four_engines_are_watched_to_the_end(service: Service, page: Page) -> None:
    begin(service, page, *4 * ("n4",), turns=84)
    page.wait_for_selector(".final")
    expect(page.locator(DECIDES)).to_have_text("The game is over")
    expect(page.locator(".final li")).to_have_count(4)
    last = page.locator("#moves-list .move-below").last
    expect(last).to_contain_text("scored: Engine 1")
    assert page.locator("#moves-list .move").count() > 100
    last.locator("summary").click()
    expect(last).to_contain_text("empty black carts")
    answer = ask(service, "/v1/legal", record=game_of(page)["record"])
    assert answer["table"]["phase"] == "over"


@pytest.mark.slow
def test_engines_can_be_paused_and_go_on(service: Service, page: Page) -> None:
    page.add_init_script("localStorage.setItem('coalbaron.pace', 'calm')")
    begin(service, page, FEW_NODES, FEW_NODES)
    page.click("#pause")
    # A turn may be on its way. Engines that go on would come to the end, where no turn is left.
    record, now = "", game_of(page)["record"]
    while record != now:
        page.wait_for_timeout(2500)
        record, now = now, game_of(page)["record"]
    entries = page.locator("#moves-list .move").count()
    page.click("#pause")
    page.locator("#moves-list .move").nth(entries).wait_for()
    assert game_of(page)["record"] != record


def test_mining_step_by_step_with_undo(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.click("[data-space='m6']")
    steps = page.locator(".steps-left")
    expect(steps).to_have_text("6 steps left")
    # The button that ends the work is not the primary one while there is work to do.
    expect(page.locator("#confirm")).not_to_have_class(re.compile("primary"))
    before = game_of(page)["record"]

    page.click("#decision [data-token='@2']")
    expect(steps).to_have_text("5 steps left")
    # What the cage can take is above where it can go, which is always much.
    expect(page.locator("#decision .step-button").first).to_have_attribute("data-token", "+b")
    page.click("#decision [data-token='+b']")
    expect(steps).to_have_text("4 steps left")
    mine = page.locator(".seat-card.seat-0 .shaft")
    expect(mine).to_have_attribute("aria-label", re.compile("Cage at level 2 with 1 brown"))

    page.click("#undo")
    expect(steps).to_have_text("5 steps left")
    expect(mine).to_have_attribute("aria-label", re.compile("Cage at level 2 with no coal"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".pending")).to_have_count(0)
    assert page.locator(".space.can").count() > 5
    assert game_of(page)["pending"] == []

    page.click("[data-space='m6']")
    page.click(".seat-card.seat-0 .level-hit[data-cage='3']", position={"x": 9, "y": 9})
    expect(steps).to_have_text("5 steps left")
    page.click(".seat-card.seat-0 .cage")
    expect(steps).to_have_text("4 steps left")
    assert game_of(page)["pending"] == ["m6", "@3", "+g"]
    assert game_of(page)["record"] == before
    confirm(page)
    assert "m6/@3/+g/end" in game_of(page)["record"]


@pytest.mark.slow
def test_a_plan_plays_itself_and_can_be_undone(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.click("[data-space='m10']")
    page.click("#show-plans")
    page.wait_for_selector(".plan")
    plans = page.locator(".plan .unseen").all_inner_texts()
    assert len(set(plans)) == len(plans), "none differs from another in the cage alone"
    page.click(".plan >> nth=0")
    page.wait_for_selector("#halt")
    page.wait_for_selector("#halt", state="detached")
    steps = len(game_of(page)["pending"]) - 1
    assert steps >= 4
    page.click("#undo")
    assert len(game_of(page)["pending"]) == steps
    confirm(page)


def test_confirming_a_plan_that_plays_itself_plays_all_of_it(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.click("[data-space='m10']")
    page.click("#show-plans")
    page.wait_for_selector(".plan")
    steps = page.locator(".plan >> nth=0").locator(".plan-step").count()
    assert steps >= 4
    # The clock is stopped, and with it the plan after its first step.
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.click(".plan >> nth=0")
    page.wait_for_selector("#halt")
    expect(page.locator("#confirm")).to_contain_text("Play the rest")
    page.dispatch_event(".seat-card.seat-0 .cage", "click")
    expect(page.locator(".refusal")).to_contain_text("A plan is playing itself")
    page.click("#confirm")
    expect(page.locator(".pending")).to_have_count(0)
    expect(page.locator(".question")).to_have_count(0)
    expect(page.locator("#notice")).to_be_hidden()
    turn = re.findall(r"m10(?:/\S+)+", game_of(page)["record"])[-1]
    assert turn.removesuffix("/end").count("/") == steps, turn


def test_steps_that_are_left_are_asked_about(service: Service, page: Page) -> None:
    """Enter twice on a mining space wastes nothing."""
    begin(service, page, "p", FEW_NODES)
    page.focus("[data-space='m10']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".steps-left")
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_contain_text("10 work steps are left")
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_have_count(0)
    assert game_of(page)["pending"] == ["m10"]
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".question")).to_have_count(0)
    assert game_of(page)["pending"] == ["m10"], "Escape answers the question and takes nothing back"
    page.click("#confirm")
    page.click(".question [value='yes']")
    expect(page.locator(".pending")).to_have_count(0)
    assert "m10/end" in game_of(page)["record"]


def test_a_look_with_a_tray_to_order_what_goes_back(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.click("[data-space='ox']")
    page.click("#confirm")
    page.wait_for_selector("#decision .card.can")
    offered = page.locator("#decision .card.can[data-token^='+']:not([data-token='+-'])")
    kept, *rest = offered.evaluate_all("cards => cards.map(card => card.dataset.token.slice(1))")
    assert len(rest) == 4
    page.click(f"#decision [data-token='+{kept}']")
    lowest = page.locator(".tray-place >> nth=3")
    name = lowest.get_attribute("data-item")
    for _ in range(3):
        page.locator(f".tray-place[data-item='{name}'] .tray-move >> nth=0").click()
    order = page.locator(".tray-place").evaluate_all("all => all.map(one => one.dataset.item)")
    assert order[0] == name
    page.click(".tray-frame [data-token='bottom']")
    page.wait_for_selector("#confirm")
    assert game_of(page)["pending"] == [f"+{kept}", "bottom", *(f"^{item}" for item in order[:3])]
    confirm(page)
    known = ask(service, "/v1/legal", record=game_of(page)["record"], viewer=0)["table"]
    assert [place["item"] for place in known["stacks"]["orders"]["bottom"]] == order
    hidden = ask(service, "/v1/legal", record=game_of(page)["record"], viewer=1)["table"]
    assert {place["item"] for place in hidden["stacks"]["orders"]["bottom"]} == {"?"}


def test_the_page_says_why_a_space_is_closed(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.locator("[data-space='dB']").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("no complete order")
    page.locator("[data-space='m4']").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("few seats")
    page.click("[data-space='c6']")
    page.wait_for_selector("#confirm")
    page.locator("[data-space='c4']").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("Confirm your turn first")
    assert game_of(page)["pending"] == ["c6"]


def test_a_hint_is_marked_on_the_board_and_can_be_taken(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.click("#hint")
    page.wait_for_selector("#take-hint")
    expect(page.locator(".mark-ring")).to_have_count(1)
    expect(page.locator(".hint-reason").first).to_contain_text("% of the win")
    assert page.locator(".hint-reason").count() >= 2, "a number and a reason"
    assert not re.search(r"Factory \d", page.inner_text(".hint"))
    # However much there is to say, what takes it stays in sight.
    expect(page.locator("#take-hint")).to_be_in_viewport(ratio=1)
    page.click("#take-hint")
    page.wait_for_selector("#confirm")
    assert len(game_of(page)["pending"]) >= 1


def test_the_opponents_look_stays_hidden(service: Service, page: Page) -> None:
    """What the browser is shown of the other seat's draw are question marks."""
    begin(service, page, "p", "p")
    answers: list[str] = []
    page.on(
        "response",
        lambda response: answers.append(response.text()) if "/v1/play" in response.url else None,
    )
    page.click("[data-space='c6']")
    confirm(page)
    wait_for_turn(page)
    page.click("[data-space='fx']")
    page.click("#confirm")
    page.wait_for_selector("#decision .card.can")
    shown = json.loads(answers[-1])
    assert shown["data"]["view"] == 1
    assert {place["item"] for place in shown["table"]["look"]["held"]} != {"?"}


def test_when_coal_runs_short_the_page_asks_for_another_cube(service: Service, page: Page) -> None:
    position = played(2, 11, 0).to_dict()
    assert position["factory"]["f1"] == "y1D"
    position["seats"][1]["storage"] = 14 * "y"  # with those on two printed carts, all there are
    text = State.from_dict(position).to_text()
    page.goto(link_to(service, f'[Position "{text}"]\n\n', "p", "p"))
    wait_for_turn(page)
    page.click("[data-space='f1']")
    page.click("#decision [data-token='fill:k']")
    page.wait_for_selector("#confirm")
    assert game_of(page)["pending"] == ["f1", "fill:k"]
    level = page.locator(".seat-card.seat-0 .shaft")
    expect(level).to_have_attribute("aria-label", re.compile("coal: 1 yellow, 1 black"))
