"""Help: a sentence on every space, majority and piece, the rules, the keys."""

from __future__ import annotations

import json
import re
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PROJECT, Service
from tests.web.table import FEW_NODES, begin, find_faults, game_of, wait_for_turn

HELP: Final = PROJECT / "src/coalbaron_fast/games/coalbaron/web/help"
Texts: TypeAlias = "str | list[Texts] | dict[str, Texts]"
ASKED: Final = {
    "[data-space='m10']": "10 work steps",
    "[data-majority='9']": "empty carts on the brown level",
    ".count-marks": "5 Marks are worth a point",
    ".clock-face": "twelve majorities",
}
"""What is asked about on the board, and what is said of it."""


def help_in(language: str) -> dict[str, Any]:
    """Return the texts of the game's help."""
    return dict(json.loads((HELP / f"{language}.json").read_text("utf-8")))


def test_whatever_is_asked_about_is_explained_and_not_played(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    page.click("#help")
    page.click("#help-ask")
    for selector, said in ASKED.items():
        page.locator(selector).first.click()
        expect(page.locator("#explained")).to_contain_text(said)
    expect(page.locator("#explained .piece")).to_have_count(1)
    assert game_of(page)["pending"] == []
    page.keyboard.press("Escape")
    expect(page.locator("#asking")).to_have_count(0)
    page.click("[data-space='c6']")
    page.wait_for_selector("#confirm")
    assert game_of(page)["pending"] == ["c6"]


def test_the_question_mark_explains_what_has_the_focus(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    page.focus("[data-space='bank']")
    page.keyboard.press("?")
    expect(page.locator("#explained")).to_contain_text("1 Mark for one worker")
    page.keyboard.press("Tab")
    expect(page.locator("#explained")).to_have_count(0)
    page.focus("#theme")
    page.keyboard.press("?")
    expect(page.locator("dialog.help")).to_be_visible()


def test_the_dialog_has_what_is_what_the_rules_and_the_keys(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.click("#help")
    page.wait_for_selector(".term")
    terms = page.locator(".term").evaluate_all("all => all.map(one => one.dataset.term)")
    # Twelve majorities, sixteen pieces, and the spaces: those for tunnels and orders told as one.
    assert sum(term.startswith("majority:") for term in terms) == 12
    assert {"space:f", "space:fx", "space:o", "space:ox", "space:bank"} < set(terms)
    assert len(terms) == 12 + len(help_in("en")["pieces"]) + 17
    assert not [
        text
        for text in page.locator(".term").all_inner_texts()
        if re.search(r"[{}]|undefined", text)
    ]
    assert find_faults(page, "dialog") == []
    page.click("#help-rules")
    expect(page.locator(".help-page")).to_contain_text("As read here:")
    assert page.locator(".reading").count() >= 7
    page.click("#help-keys")
    expect(page.locator(".help-page")).to_contain_text("takes back the last choice")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_help_says_the_same_in_three_languages(language: str) -> None:
    assert shape_of(help_in(language)) == shape_of(help_in("en"))
    assert set(leaves_of(help_in(language))).isdisjoint(
        text for text in leaves_of(help_in("en")) if " " in text
    )


def shape_of(value: Texts) -> Texts:
    """Return keys, lengths and places, without the words."""
    if isinstance(value, dict):
        return {key: shape_of(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shape_of(part) for part in value]
    places: list[Texts] = [*sorted(re.findall(r"{(\w+)}", value))]
    return places


def leaves_of(value: Texts) -> list[str]:
    """Return all texts."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value
    return [text for part in parts for text in leaves_of(part)]
