"""A game taken elsewhere and brought in again: as a link, a record, a position, a file."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from coalbaron_fast import State
from tests.web.conftest import Service
from tests.web.games import played, record_of
from tests.web.table import ask, game_of, link_to


def open_share(service: Service, page: Page, record: str) -> None:
    """Open a game of two persons and the panel to share it."""
    page.goto(link_to(service, record, "p", "p"))
    page.wait_for_selector(".space.can")
    page.click("#tab-share")


def bring_in(page: Page, text: str) -> None:
    """Paste a text and load it."""
    page.fill("#share-import", text)
    page.click("#share-load")


def test_a_record_goes_out_and_comes_in(service: Service, page: Page) -> None:
    state = played(2, 5, 9)
    open_share(service, page, record_of(state))
    exported = page.input_value("#share-record")
    assert State.from_record(exported).history == state.history
    bring_in(page, record_of(played(3, 5, 3)))
    expect(page.locator(".seat-card")).to_have_count(3)
    bring_in(page, exported)
    expect(page.locator(".seat-card")).to_have_count(2)
    assert State.from_record(game_of(page)["record"]) == state


def test_a_record_is_kept_as_a_file_and_read_from_one(
    service: Service, page: Page, tmp_path: Path
) -> None:
    state = played(2, 5, 9)
    open_share(service, page, record_of(state))
    with page.expect_download() as download:
        page.click("#share-record-save")
    assert re.fullmatch(r"coal-baron-.*\.record\.txt", download.value.suggested_filename)
    path = tmp_path / "game.txt"
    download.value.save_as(path)
    assert State.from_record(path.read_text(encoding="utf-8")) == state
    bring_in(page, record_of(played(3, 5, 3)))
    expect(page.locator(".seat-card")).to_have_count(3)
    page.set_input_files("#share-file", path)
    expect(page.locator(".seat-card")).to_have_count(2)
    assert State.from_record(game_of(page)["record"]) == state


def test_a_position_goes_out_and_comes_in(service: Service, page: Page) -> None:
    state = played(2, 5, 9)
    open_share(service, page, record_of(state))
    text = page.input_value("#share-position")
    assert state.turn is not None
    assert State.from_text(text) == state.view(state.turn)
    bring_in(page, state.to_text())
    expect(page.locator("#share-record")).to_have_value(re.compile(r'\[Position "cb1 '))
    answer = ask(service, "/v1/legal", record=game_of(page)["record"])
    assert answer["position"] == state.to_text()


def test_a_link_opens_the_same_game_elsewhere(
    service: Service, page: Page, context: BrowserContext
) -> None:
    state = played(2, 5, 9)
    open_share(service, page, record_of(state))
    expect(page.locator("#share-link")).to_have_value(re.compile("#g="))
    link = page.input_value("#share-link")
    page.evaluate("localStorage.clear()")
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector(".space.can")
    assert State.from_record(game_of(other)["record"]) == state
    other.close()


def test_a_link_put_into_the_address_of_the_open_page(service: Service, page: Page) -> None:
    open_share(service, page, record_of(played(2, 5, 9)))
    page.goto(link_to(service, record_of(played(3, 5, 3)), "p", "p", "p"))
    expect(page.locator(".seat-card")).to_have_count(3)


def test_what_cannot_be_loaded_is_said_and_loses_nothing(service: Service, page: Page) -> None:
    state = played(2, 5, 9)
    open_share(service, page, record_of(state))
    for junk, told in (
        ("neither game nor position", "cannot be loaded"),
        ('[Players "2"]\n[Start "0"]\n\n!y1L !!! f1\n', "cannot be loaded"),
        (re.sub(r"seat0=\d+", "seat0=1234", state.to_text()), "A sum that no game reaches"),
        ("#g=bm9uc2Vuc2U", "cannot be loaded"),
        ('{"players": 2', "cannot be loaded"),
    ):
        bring_in(page, junk)
        expect(page.locator("#share-fault")).to_contain_text(told)
        assert page.input_value("#share-import").strip() == junk.strip()
        assert State.from_record(game_of(page)["record"]) == state
