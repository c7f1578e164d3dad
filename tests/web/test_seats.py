"""Seats: who sits there, what each is called, and how the page speaks to “you”."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Service
from tests.web.games import played, record_of
from tests.web.table import begin, game_of, link_to, wait_for_turn


def test_engines_have_names(service: Service, page: Page) -> None:
    begin(service, page, "p", "hewer", "apprentice", "hewer")
    names = page.locator(".seat-card .seat-name")
    expect(names).to_have_text(["You", "Hewer", "Apprentice", "Hewer 2"])
    page.select_option("#language", "de")
    expect(names).to_have_text(["Du", "Hauer", "Lehrling", "Hauer 2"])


def test_people_type_their_names_which_are_kept(service: Service, page: Page) -> None:
    page.goto(service.url)
    page.click("#door-play")
    page.fill("dialog [data-name='0']", "Anna")
    expect(page.locator("dialog [data-name='1']")).to_be_hidden()
    page.select_option("dialog [data-seat='1']", "person")
    page.fill("dialog [data-name='1']", " Bertha ")
    page.click("dialog button.primary")
    names = page.locator(".seat-card .seat-name")
    page.wait_for_selector(".draft .card.can")
    assert sorted(names.all_inner_texts()) == ["Anna", "Bertha"]
    page.reload()
    page.wait_for_selector(".draft .card.can")
    assert sorted(names.all_inner_texts()) == ["Anna", "Bertha"]
    page.fill("#panel-play [data-name='1']", "Carla")
    page.press("#panel-play [data-name='1']", "Enter")
    expect(page.get_by_role("heading", name="Carla", exact=True)).to_be_visible()
    assert [seat["name"] for seat in game_of(page)["seats"]] == ["Anna", "Carla"]
    page.click("#new-game")
    expect(page.locator("dialog [data-name='1']")).to_have_value("Carla")


def test_the_page_speaks_to_you_in_the_second_person(service: Service, page: Page) -> None:
    begin(service, page, "p", "hewer")
    wait_for_turn(page)
    for language, told, analysed in (
        ("en", "You put 1 worker on", "your best turn"),
        ("de", "nimmst 6 Mark", "deinen besten Zug"),
        ("nl", "je neemt 6 mark", "jouw beste beurt"),
    ):
        page.select_option("#language", language)
        page.click("[data-space='c6']")
        expect(page.locator(".pending")).to_contain_text(told)
        page.click("#undo")
        page.click("#tab-analyse")
        expect(page.locator("#analyse-status")).to_contain_text(analysed)
        page.click("#tab-play")


def test_you_have_won(service: Service, page: Page) -> None:
    over = played(2, 11, 200)
    scores = over.scores()
    assert scores is not None
    seats = ("p", "hewer") if scores[0] > scores[1] else ("hewer", "p")
    page.goto(link_to(service, record_of(over), *seats))
    for language, told in (
        ("en", "You have won."),
        ("de", "Du hast gewonnen."),
        ("nl", "Jij hebt gewonnen."),
    ):
        page.select_option("#language", language)
        expect(page.locator("#decision .prompt")).to_have_text(told)
