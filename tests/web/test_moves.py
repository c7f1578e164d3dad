"""The move list: a line a turn, ways back, branches that are named, deleted and saved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast import State
from coalbaron_fast.games.position import BEGINS
from tests.web.conftest import PHONE, Service
from tests.web.games import played, record_of
from tests.web.table import FEW_NODES, begin, confirm, find_faults, game_of, wait_for_turn

ROWS = "#moves-list > .move .move-button"
HERE = "#moves-list [aria-current]"
IS_IN_SIGHT = """where => {
    const [row, list] = [where, "#moves-list"].map(
        (one) => document.querySelector(one).getBoundingClientRect()
    );
    return row.height > 0 && row.top >= list.top && row.bottom <= list.bottom + 1;
}"""


def turns_of(state: State) -> int:
    """Count the turns of a game, picks of the draft among them."""
    replayed = state.origin
    count = 0
    for code in state.codes:
        count += replayed.decision in BEGINS
        replayed.push_codes([code])
    return count


def lines_of(page: Page) -> list[str]:
    """Return what the rows of the game itself say, in words."""
    return page.locator(f"{ROWS} .unseen").all_inner_texts()


def show(service: Service, page: Page, turns: int = 12, *seats: str) -> State:
    """Open a game that is under way, and wait for its list."""
    begin(service, page, *(seats or ("p", FEW_NODES)), turns=turns)
    state = played(2, 11, turns)
    expect(page.locator(ROWS)).to_have_count(turns_of(state))
    wait_for_turn(page)
    return state


def test_each_turn_is_a_line_that_leads_there_also_after_a_reload(
    service: Service, page: Page
) -> None:
    state = show(service, page)
    told = lines_of(page)
    assert told[0].startswith("You: ") or told[0].startswith("Engine 2: ")
    page.reload()
    expect(page.locator(ROWS)).to_have_count(len(told))
    assert lines_of(page) == told
    heights = page.locator(ROWS).evaluate_all("all => all.map(one => one.offsetHeight)")
    assert max(heights) < 40, "a line each"
    expect(page.locator(HERE)).to_have_count(1)
    page.locator(ROWS).nth(6).click()
    expect(page.locator("#decision h2")).to_have_text("Looking at another position")
    expect(page.locator(ROWS).nth(6)).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    expect(page.locator(ROWS).last).to_have_attribute("aria-current", "true")
    assert State.from_record(game_of(page)["record"]).history == state.history


def test_the_scrubber_goes_through_the_game_by_keyboard(service: Service, page: Page) -> None:
    show(service, page)
    last = page.locator(ROWS).count()
    page.focus("#moves-range")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(ROWS).nth(last - 2)).to_have_attribute("aria-current", "true")
    page.keyboard.press("Home")
    expect(page.locator(HERE)).to_have_count(0)
    expect(page.locator(".draft .card")).not_to_have_count(0)
    expect(page.locator("#moves-first")).to_be_disabled()
    page.click("#moves-after")
    expect(page.locator(ROWS).first).to_have_attribute("aria-current", "true")
    page.click("#moves-last")
    expect(page.locator("#unpeek")).to_have_count(0)


def test_a_turn_taken_back_stays_as_a_branch_and_is_marked(service: Service, page: Page) -> None:
    state = show(service, page)
    page.click("[data-space='bank']")
    confirm(page)
    wait_for_turn(page)
    expect(page.locator(ROWS)).not_to_have_count(turns_of(state))
    before = State.from_record(game_of(page)["record"])
    page.click("#moves-back")
    expect(page.locator(".branch")).to_have_count(1)
    expect(page.locator(".move-note")).to_contain_text("taken back to here")
    expect(page.locator(ROWS)).to_have_count(turns_of(state))
    wait_for_turn(page)
    page.click(".space-money.can >> nth=0")
    confirm(page)
    wait_for_turn(page)
    record = game_of(page)["record"]
    now = State.from_record(record)
    at = len(state.codes)
    assert now.history[:at] == before.history[:at] == state.history
    assert now.history[at] != "bank"
    assert f'[Takebacks "0:{at}"]' in record
    assert f'[Branch1 "0:{at} {" ".join(before.history[at:])}"]' in record
    page.reload()
    expect(page.locator(".branch .move-button")).not_to_have_count(0)
    expect(page.locator(".move-note")).to_have_count(1)
    assert game_of(page)["record"] == record


@pytest.mark.slow
def test_a_branch_is_played_named_saved_and_deleted(service: Service, page: Page) -> None:
    """The game that is over stays what it was, and its end can be played otherwise."""
    over = played(2, 11, 1000)
    assert over.is_over
    begin(service, page, "p", "p", turns=1000)
    expect(page.locator(ROWS)).to_have_count(turns_of(over))
    page.locator(ROWS).nth(turns_of(over) - 12).click()
    expect(page.locator("#go-on")).to_have_text("Play on from here, as a branch")
    page.click("#go-on")
    wait_for_turn(page)
    page.click("[data-space='bank']")
    confirm(page)
    page.fill(".branch-name", 'What if; "bank"?')
    page.press(".branch-name", "Tab")
    page.click("#tab-share")
    record = page.input_value("#share-record")
    assert State.from_record(record).history == over.history
    assert re.search(r'\[Branch1 "0:\d+ bank[^"]*; What if; \\"bank\\"\?"\]', record)
    page.fill("#share-import", record)
    page.click("#share-load")
    expect(page.locator("#share-import")).to_have_value("")
    page.click("#tab-play")
    expect(page.locator(".branch-name")).to_have_value('What if; "bank"?')
    expect(page.locator(".branch [aria-current]")).to_have_count(1)
    page.click(".branch-remove")
    page.click(".question button[value='yes']")
    expect(page.locator(".branch")).to_have_count(0)
    expect(page.locator(".final")).to_have_count(1)
    assert "Branch" not in game_of(page)["record"]


def test_the_list_stays_while_a_turn_is_being_told(service: Service, page: Page) -> None:
    show(service, page, 16)
    expect(page.locator(HERE)).to_have_count(1)
    assert page.evaluate(IS_IN_SIGHT, HERE)
    page.route("**/v1/history*", lambda _: None)
    page.click("[data-space='bank']")
    confirm(page)
    expect(page.locator(HERE)).to_have_count(0)
    assert page.evaluate("document.querySelector('#moves-list').scrollTop") > 0


def test_branches_that_do_not_fit_are_refused(service: Service, page: Page) -> None:
    show(service, page)
    kept = game_of(page)["record"]
    page.click("#tab-share")
    record = record_of(played(2, 3, 2))
    for tag in ("0:9999 bank", "1:3 bank", "nonsense"):
        page.fill("#share-import", f'[Branch1 "{tag}"]\n{record}')
        page.click("#share-load")
        expect(page.locator("#share-fault")).to_contain_text("Branch1")
    assert game_of(page)["record"] == kept


def test_the_list_tells_nothing_that_its_reader_did_not_see(service: Service, page: Page) -> None:
    show(service, page, 4, "p", "p")
    page.click("[data-space='ox']")
    page.click("#confirm")
    page.wait_for_selector("#decision .card.can")
    kept = page.locator("#decision .card.can .unseen >> nth=0").inner_text()
    others = [
        name for name in page.locator("#decision .card .unseen").all_inner_texts() if name != kept
    ]
    page.click("#decision .card.can >> nth=0")
    page.click("[data-token='bottom']")
    moves = page.locator("#moves-list")
    for name in others:
        expect(moves).to_contain_text(name.removeprefix("take "))
    confirm(page)
    wait_for_turn(page)
    assert len(others) >= 4
    for name in others:
        expect(moves).not_to_contain_text(name.removeprefix("take "))
    expect(moves).to_contain_text(kept.removeprefix("take "))


def test_the_last_turn_is_in_sight_when_a_phone_opens_the_list(
    service: Service, page: Page
) -> None:
    page.set_viewport_size(PHONE)
    show(service, page)
    page.click("#tab-play")
    assert page.evaluate(IS_IN_SIGHT, HERE)


@pytest.mark.slow
def test_axe_finds_nothing_serious_in_a_list_with_branches(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    show(service, page)
    page.click("#tab-play")
    page.click("#moves-back")
    expect(page.locator(".branch")).to_have_count(1)
    assert find_faults(page, "#moves") == []
