"""The page that `coalbaron-engine review` writes, in a browser: light, dark, and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coalbaron_fast.games import load_game
from coalbaron_fast.review import Report, tell_game, write_html
from tests.review.test_reports import greedy_game, made_up
from tests.web.table import find_faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = {"Seat0": "Anna", "Seat1": "x" * 60, "Seat2": "<b>Cleo</b> & Co", "Seat3": "Anna"}


@pytest.fixture(scope="module")
def report() -> str:
    played = greedy_game(4)
    story = tell_game(load_game("coalbaron"), played, NAMES, made_up(played), "game.txt, record 1")
    return write_html(Report([story, story], [("other.txt, record 1", "it cannot be read")]))


@pytest.mark.slow
def test_axe_finds_nothing_in_a_report(report: str, page: Page) -> None:
    page.set_content(report)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert find_faults(page) == []


def test_a_report_fits_a_phone(report: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.set_content(report)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    # Wide tables and pictures scroll by themselves; the page does not.
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
