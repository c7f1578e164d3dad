"""A game on a real table: put in by hand, checked, asked about, followed from one chair."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast import State
from tests.web.conftest import PHONE, Service
from tests.web.games import played, record_of
from tests.web.table import find_faults, game_of, link_to, wait_until

QUESTION = "#follow-question"


def open_editor(service: Service, page: Page) -> None:
    """Open the page without a game, and its panel of the real table."""
    page.goto(service.url)
    page.click("#welcome-editor")


def edit_game(service: Service, page: Page, state: State) -> None:
    """Open a game and put its position into the editor."""
    page.goto(link_to(service, record_of(state), *state.players * ("p",)))
    page.wait_for_selector(".space.can")
    page.click("#tab-editor")
    page.click("#begin-current")
    expect(page.locator("#editor-verdict")).to_have_text("The position holds together.")


def enter(page: Page, words: str, question: str) -> None:
    """Enter tokens, and wait until this is asked next."""
    page.fill("#follow-tokens", words)
    page.press("#follow-tokens", "Enter")
    expect(page.locator(QUESTION)).to_contain_text(question)


def press(page: Page, token: str) -> None:
    """Press a token's button, and wait until the browser keeps what comes of it."""
    read = "localStorage.getItem('coalbaron.game')"
    kept = page.evaluate(read)
    page.click(f"#follow [data-token='{token}']")
    wait_until(page, f"kept => {read} !== kept", kept)


def tokens_of(page: Page) -> list[str]:
    """Return the tokens of the game that the browser keeps."""
    return re.split(r"[\s/]+", game_of(page)["record"].split("\n\n")[1].strip())


def set_up(page: Page) -> None:
    """Follow a two-player game from the first tunnel to the first placement, seen from seat 1."""
    page.select_option("#begin-chair", "0")
    page.click("#begin-new")
    expect(page.locator(QUESTION)).to_have_text("Which one came up for Factory 1?")
    page.click("#follow [data-token='!g2D']")
    expect(page.locator(QUESTION)).to_have_text("Which one came up for Factory 2?")
    enter(page, "!y1L !y2L !b1L !k1D !g1L", "laid out for the draft")
    enter(page, "!Tgg !Bkk !Bk !Ckk !Bybgk !Egg !Bg", "Which order did Seat 2 pick?")
    enter(page, "+Tgg +Bkk +Bk +Ckk +Bybgk +Egg", "came up for Order place 2")
    enter(page, "!Ty !Tyy", "Where did Seat 1 place workers?")


@pytest.mark.slow
def test_a_game_is_followed_from_one_chair(service: Service, page: Page) -> None:
    open_editor(service, page)
    set_up(page)
    page.click("#follow [data-token='f1']")
    expect(page.locator(QUESTION)).to_have_text("Which one came up for Factory 1?")
    page.fill("#follow-filter", "black")
    for text in page.locator("#follow-choices button").all_inner_texts():
        assert "black" in text
    page.click("#follow [data-token='!k2L']")
    expect(page.locator(QUESTION)).to_contain_text("Where did Seat 2")
    page.click("#follow [data-token='ox']")
    expect(page.locator(QUESTION)).to_have_text("What did Seat 2 draw?")
    for _ in range(5):
        expect(page.locator("#follow-choices button")).to_have_text(["not seen from here"])
        press(page, "!?")
    expect(page.locator(QUESTION)).to_have_text("Which one did Seat 2 keep?")
    page.click("#follow [data-token='+Cybgk']")
    page.click("#follow [data-token='top']")
    for _ in range(3):
        press(page, "^?")
    expect(page.locator(QUESTION)).to_contain_text("Where did Seat 1")
    expect(page.locator("#follow-pending")).to_be_hidden()
    entered = ["f1", "!k2L", "ox", *5 * ("!?",), "+Cybgk", "top", *3 * ("^?",)]
    assert tokens_of(page)[-len(entered) :] == entered
    state = State.from_record(game_of(page)["record"])
    assert state.viewer == 0
    assert state.to_dict()["order_stack"]["top"] == [[{"item": "?", "known": ".="}] * 4]


def test_the_best_turn_is_asked_for_and_entered(service: Service, page: Page) -> None:
    open_editor(service, page)
    set_up(page)
    page.click("#follow-switch")
    page.wait_for_selector("#follow-lines > li")
    page.click("#follow-play-0")
    page.click("#follow-switch")
    # The turn waits for what chance turns up, if it does, or for the word that it was so.
    page.locator("#follow-done:visible, #follow [data-token^='!']").first.click()
    expect(page.locator("#follow-pending")).to_be_hidden()
    assert State.from_record(game_of(page)["record"]).turn == 1


@pytest.mark.slow
def test_nothing_is_asked_for_a_seat_whose_knowledge_is_not_there(
    service: Service, page: Page
) -> None:
    open_editor(service, page)
    set_up(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    enter(page, "c6", "Where did Seat 2 place workers?")
    page.click("#follow-switch")
    expect(page.locator("#follow-status")).to_contain_text("its best turn cannot be told")
    enter(page, "c4", "Where did Seat 1 place workers?")
    page.wait_for_selector("#follow-lines > li")
    page.click("#follow-switch")
    assert sum("/v1/analyse" in url for url in asked) == 1
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.slow
def test_a_wrong_entry_is_refused_and_a_right_one_taken_back(service: Service, page: Page) -> None:
    open_editor(service, page)
    set_up(page)
    before = game_of(page)["record"]
    page.fill("#follow-tokens", "m6/@1/+k")
    page.press("#follow-tokens", "Enter")
    expect(page.locator("#follow-fault")).to_contain_text("This does not fit")
    assert game_of(page)["record"] == before
    enter(page, "m6/@1/+y/@0", "3 steps left")
    page.click("#follow-back")
    expect(page.locator(QUESTION)).to_contain_text("4 steps left")
    page.reload()
    page.click("#tab-editor")
    expect(page.locator(QUESTION)).to_contain_text("4 steps left")
    page.click("#follow [data-token='end']")
    expect(page.locator(QUESTION)).to_contain_text("Where did Seat 2")
    assert tokens_of(page)[-4:] == ["m6", "@1", "+y", "end"]


@pytest.mark.slow
def test_a_position_under_way_is_put_in_by_hand(service: Service, page: Page) -> None:
    open_editor(service, page)
    page.select_option("#begin-chair", "1")
    page.click("#begin-form")
    verdict = page.locator("#editor-verdict")
    expect(verdict).to_have_class(re.compile("bad"))
    page.click("#editor-open > summary")
    for place, item in {
        "factory.f1": "b1D", "factory.f2": "g2L", "factory.f3": "y1D", "factory.f5": "g2L",
        "factory.f6": "b2D", "factory.f7": "k2L", "row.o2": "Ty", "row.o3": "Cb", "row.o4": "Egg",
    }.items():  # fmt: skip
        page.select_option(f"[id='edit-{place}']", item)
    for seat, cards in enumerate((("Bbbb", "Tgg", "Ck"), ("Byy", "Tk", "Cybgk"))):
        if seat:
            page.click(f"#editor-seat-{seat} > summary")
        for card in cards:
            page.select_option(f"[id='edit-seats[{seat}].orders-add']", card)
    expect(verdict).to_have_text("The position holds together.")
    page.select_option("[id='edit-seats[0].pit[0].tiles-add']", "y2L")
    page.fill("[id='edit-seats[0].marks']", "8")
    page.fill("[id='edit-seats[0].pit[0].cubes-y']", "3")
    page.fill("[id='edit-seats[0].workers']", "17")
    page.click("#editor-spaces > summary")
    page.select_option("[id='edit-spaces.f1-seat']", "0")
    page.click("#editor-order_stack > summary")
    page.select_option("#edit-order_stack-return-seat", "0")
    page.select_option("#edit-order_stack-return-side", "bottom")
    page.click("#edit-order_stack-return-add")
    page.select_option("[id='edit-active']", "1")
    expect(verdict).to_have_text("The position holds together.")
    page.click("#editor-follow")
    expect(page.locator(QUESTION)).to_have_text("Where did Seat 2 place workers?")
    state = State.from_record(game_of(page)["record"])
    data = state.to_dict()
    assert (state.viewer, state.turn, state.phase) == (1, 1, "place")
    assert data["seats"][0]["pit"][0] == {"tiles": ["y2L"], "cubes": "yyy"}
    assert data["spaces"] == {"f1": {"seat": 0, "workers": 1}}
    assert data["order_stack"]["bottom"] == [[{"item": "?", "known": "=."}] * 4]
    assert list(data["seats"][1]["orders"]) == ["Byy", "Cybgk", "Tk"]


@pytest.mark.slow
def test_a_mining_turn_in_progress_is_put_in(service: Service, page: Page) -> None:
    edit_game(service, page, played(3, 9, 0))
    page.select_option("#edit-view", "-")
    page.click("#editor-spaces > summary")
    page.fill("[id='edit-seats[0].workers']", "14")
    page.select_option("[id='edit-spaces.m8-seat']", "0")
    page.select_option("#edit-phase", "mine")
    page.select_option("#edit-space", "m8")
    page.fill("#edit-steps", "9")
    page.press("#edit-steps", "Tab")
    expect(page.locator("#editor-verdict strong")).to_have_text(
        "Work steps that the mining space does not give"
    )
    expect(page.locator("#edit-steps")).to_have_attribute("aria-invalid", "true")
    page.fill("#edit-steps", "3")
    page.press("#edit-steps", "Tab")
    expect(page.locator("#editor-verdict")).to_have_text("The position holds together.")
    page.click("#editor-play")
    expect(page.locator(".steps-left")).to_have_text("3 steps left")
    state = State.from_record(game_of(page)["record"])
    assert (state.phase, state.turn, state.viewer) == ("mine", 0, None)


def test_another_number_of_players_keeps_what_fits(service: Service, page: Page) -> None:
    edit_game(service, page, played(4, 9, 6))
    before = page.input_value("[id='edit-seats[2].marks']")
    page.select_option("#edit-players", "3")
    expect(page.locator("#editor-form details[id^='editor-seat-']")).to_have_count(3)
    expect(page.locator("[id='edit-seats[2].marks']")).to_have_value(before)
    expect(page.locator("[id='edit-factory.f7']")).to_have_count(1)
    expect(page.locator("[id='edit-factory.f8']")).to_have_count(0)
    expect(page.locator("#editor-verdict")).to_have_class(re.compile("bad"))


@pytest.mark.parametrize(
    ("control", "value", "told"),
    [
        ("seats[0].workers", "17", "A seat's workers do not add up"),
        ("seats[1].pit[2].cubes-g", "9", "More cubes than carts on a level"),
    ],
)
def test_a_defect_is_shown_at_its_field_until_it_is_mended(
    service: Service, page: Page, control: str, value: str, told: str
) -> None:
    edit_game(service, page, played(2, 9, 6))
    page.click("#editor-seat-1 > summary")
    field = page.locator(f"[id='edit-{control}']")
    good = field.input_value()
    field.fill(value)
    field.press("Tab")
    expect(page.locator("#editor-verdict strong")).to_have_text(told)
    expect(page.locator("#editor-defect")).to_have_text(told)
    expect(page.locator("#editor-follow")).to_be_disabled()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_attribute("aria-describedby", "editor-defect")
    field.fill(good)
    field.press("Tab")
    expect(page.locator("#editor-verdict")).to_have_text("The position holds together.")
    expect(page.locator("#editor-defect")).to_have_count(0)
    expect(page.locator("#editor-follow")).to_be_enabled()


def test_a_rejected_position_leads_to_the_field(service: Service, page: Page) -> None:
    edit_game(service, page, played(2, 9, 6))
    page.click("#editor-game > summary")
    page.click("#editor-seat-0 > summary")
    page.click("#editor-seat-1 > summary")
    page.fill("[id='edit-seats[1].cage.cubes-y']", "5")
    page.fill("[id='edit-seats[1].cage.cubes-b']", "5")
    page.press("[id='edit-seats[1].cage.cubes-b']", "Tab")
    expect(page.locator("#editor-verdict strong")).to_have_text(
        "More cubes than the pit cage has room for"
    )
    page.click("#editor-seat-1 > summary")
    page.click("#editor-goto")
    focused = page.evaluate("document.activeElement.closest('[data-field]').dataset.field")
    assert focused == "seats[1].cage.cubes"


@pytest.mark.slow
def test_axe_finds_nothing_serious_at_the_real_table(service: Service, page: Page) -> None:
    open_editor(service, page)
    assert find_faults(page, "#panel-editor") == []
    set_up(page)
    assert find_faults(page, "#panel-editor") == []
    page.click("#begin-current")
    page.evaluate(
        "document.querySelectorAll('#editor-form > details').forEach((one) => { one.open = true; })"
    )
    page.fill("[id='edit-seats[0].workers']", "3")
    page.press("[id='edit-seats[0].workers']", "Tab")
    page.wait_for_selector("#editor-defect")
    assert find_faults(page, "#panel-editor") == []


def test_the_editor_fits_a_phone(service: Service, page: Page) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    edit_game(service, page, played(4, 9, 6))
    page.evaluate(
        "document.querySelectorAll('#editor-form > details').forEach((one) => { one.open = true; })"
    )
    wide = page.locator("#panel-editor :not(.unseen, svg *)").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"
    )
    assert wide == 0
