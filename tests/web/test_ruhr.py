"""Ruhrschifffahrt at the table: turns by mouse and by keyboard, its words, its help, a phone."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast.games import load_game
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.games.ruhr import State
from coalbaron_fast.games.ruhr.events import tell_events
from coalbaron_fast.games.ruhr.facts import RECONSTRUCTED
from tests.web.conftest import PHONE, PROJECT, Service
from tests.web.games import record_of
from tests.web.table import confirm, find_faults, game_of, link_to, wait_until
from tests.web.test_languages import forms_of, places_in, shell_texts, words_of
from tests.web.test_review import review

GAME: Final = PROJECT / "src/coalbaron_fast/games/ruhr/web"
LANGUAGES: Final = ("en", "de", "nl")
CODES: Final = re.compile(
    r"(?<![\w#-])(?:[@>^+][sicl]\d+|[bw]>s\d+|lock:l\d+|city\*?:c\d|\b[slci]\d{1,2}\b)"
)
KEYS: Final = re.compile(
    r"\b(?:option|token|event|board|seat|use|area|stage|happens|marker|space)\.[a-zA-Z_]+"
)
TERMS: Final = {
    "en": ("Coal depots", "Transport track", "Blankenstein", "County of Mark", "coal store"),
    "de": ("Kohlenniederlagen", "Transportleiste", "Mülheim", "Grafschaft Mark", "Kohlenlager"),
    "nl": ("Kolendepots", "Transportspoor", "Kettwig", "Graafschap Mark", "kolenopslag"),
}


@cache
def after(players: int, tokens: int, seed: int = 5) -> State:
    """Return a random game after `tokens` tokens or more, where somebody is to decide."""
    rng = Random(seed)
    state = State(players, seed=seed)
    while not state.is_over and (len(state.history) < tokens or state.decision not in BEGINS):
        state.push(rng.choice(state.legal_moves()))
    return state


def open_game(service: Service, page: Page, state: State, *seats: str) -> None:
    """Open a game of it with these seats."""
    address = link_to(service, record_of(state), *seats)  # type: ignore[arg-type]
    page.goto(address.replace(service.url, f"{service.url}?game=ruhr"))
    page.wait_for_selector(".seat-card")


def record_at(page: Page) -> str:
    """Return the record that the browser keeps."""
    return str(game_of(page, "coalbaron.game.ruhr")["record"])


def tokens_at(page: Page) -> list[str]:
    """Return what has been played at the page's table."""
    return State.from_record(record_at(page)).history


def texts(language: str) -> dict[str, Any]:
    """Return the texts of the game."""
    return dict(json.loads((GAME.parent / f"words/{language}.json").read_text("utf-8")))


def help_texts(language: str) -> dict[str, Any]:
    """Return the texts of its help."""
    return dict(json.loads((GAME / f"help/{language}.json").read_text("utf-8")))


def test_a_turn_is_played_with_the_mouse(service: Service, page: Page) -> None:
    open_game(service, page, after(2, 0), "p", "p")
    # What cannot be chosen says why.
    page.click("#board [data-place='s8']", force=True)
    expect(page.locator(".refusal")).to_contain_text("option")
    page.click("#decision [data-token='plain']")
    expect(page.locator("#board .place.can[data-place='s8']")).to_have_count(1)
    page.click("#board [data-place='l3']", force=True)
    expect(page.locator(".refusal")).to_contain_text("Blankenstein lock")
    page.click("#board [data-place='s8']")
    expect(page.locator(".pending")).to_contain_text("start at coal store 8")
    page.click("#undo")
    page.click("#board [data-place='s10']")
    confirm(page)
    assert tokens_at(page)[1:] == ["plain", "@s10"]
    expect(page.locator("[data-place='s10'] .barge")).to_have_count(1)


def test_a_turn_is_played_with_the_keyboard(service: Service, page: Page) -> None:
    open_game(service, page, after(2, 0), "p", "p")
    page.focus("#decision [data-token='plain']")
    page.keyboard.press("Enter")
    expect(page.locator("#board .place.can")).not_to_have_count(0)
    # One stop of the tab key is the whole board; arrows lead along it.
    page.focus("#board .places [tabindex='0']")
    for _ in range(60):
        place = page.evaluate("document.activeElement.dataset.place")
        if place == "s7":
            break
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") == "s7"
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    page.focus("#confirm")
    page.keyboard.press("Enter")
    expect(page.locator(".pending")).to_have_count(0)
    assert tokens_at(page)[1:] == ["plain", "@s7"]


def test_buying_ends_with_the_confirmation(service: Service, page: Page) -> None:
    state = next(
        one
        for seed in range(40)
        for one in [bought_before(seed)]
        if one is not None and len(one.legal_moves()) > 2
    )
    open_game(service, page, state, "p", "p")
    before = len(state.history)
    lock = next(token for token in state.legal_moves() if token.startswith("lock:"))
    page.click(f"#board [data-place='{lock[5:]}']")
    expect(page.locator(".pending")).to_contain_text("build:")
    expect(page.locator(f"[data-place='{lock[5:]}'] .lock-gate")).to_have_count(1)
    confirm(page)
    played = tokens_at(page)[before:]
    assert played[0] == lock


def bought_before(seed: int) -> State | None:
    """Return a position where a lock may be bought, None if this game comes to none."""
    rng = Random(seed)
    state = State(2, seed=seed)
    while not state.is_over:
        moves = state.legal_moves()
        if state.phase == "buy" and any(token.startswith("lock:") for token in moves):
            return state
        state.push(rng.choice(moves))
    return None


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_words(service: Service, page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('coalbaron.language', '{language}')")
    open_game(service, page, after(3, 130), "p", "p", "p")
    page.wait_for_selector("#moves-list .move-line >> nth=40")
    expect(page.locator("html")).to_have_attribute("lang", language)
    seen = words_of(page)
    assert KEYS.findall(seen) == []
    assert CODES.findall(seen) == []
    assert not re.search(r"\{\w+\}", seen), "a place that nothing was put into"
    for term in TERMS[language]:
        assert term in seen, term


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_have_the_same_texts(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys()
    assert english.keys() & shell_texts("en").keys() == set()
    for key, text in english.items():
        assert forms_of(text).keys() == forms_of(other[key]).keys(), key
        whole = places_in(forms_of(text)["other"])
        assert all(places_in(form) == whole for form in forms_of(other[key]).values()), key
    same = [key for key, text in english.items() if text == other[key]]
    assert len(same) < 0.1 * len(english), same
    helped = [
        json.loads((GAME / f"help/{one}.json").read_text("utf-8")) for one in ("en", language)
    ]
    for part in ("pieces", "reconstructed"):
        assert helped[0][part].keys() == helped[1][part].keys()


def test_every_reconstruction_is_named_in_the_help(service: Service, page: Page) -> None:
    open_game(service, page, after(2, 0), "p", "p")
    told = help_texts("en")["reconstructed"]
    assert told.keys() == set(RECONSTRUCTED)
    page.click("#help")
    page.click("#help-rules")
    for text in told.values():
        expect(page.locator(".rule-items li", has_text=text)).not_to_have_count(0)


def test_an_engine_plays_and_gives_a_hint(service: Service, page: Page) -> None:
    page.goto(f"{service.url}?game=ruhr")
    page.click("#door-play")
    expect(page.locator("dialog [name='players']")).to_have_count(3)
    page.select_option("dialog [data-seat='1']", "apprentice")
    page.select_option("#new-start", "1")
    page.click("dialog button.primary")
    wait_until(page, "document.querySelectorAll('.moored .barge').length === 1")
    page.click("#hint")
    page.wait_for_selector("#take-hint")
    expect(page.locator(".mark-ring")).not_to_have_count(0)
    page.click("#take-hint")
    confirm(page)
    assert len(tokens_at(page)) > 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_teacher_says_why_a_market_is_poor(service: Service, page: Page, language: str) -> None:
    """Where two locks cost one, buying nothing gives points away, and the light says which."""
    page.add_init_script(f"localStorage['coalbaron.language'] = '{language}'")
    page.add_init_script("localStorage['coalbaron.teacher'] = 'strict'")
    state = bought_before(0)
    assert state is not None
    open_game(service, page, state, "p", "p")
    page.click("#decision [data-token='end']")
    teacher = page.locator("#teacher")
    expect(teacher).to_have_attribute("data-light", re.compile("red|yellow"))
    sources = load_game("ruhr").sources
    assert sources is not None
    named = [forms_of(texts(language)[f"source.{name}"])["other"] for name in sources().names]
    told = teacher.locator(".reasons li").all_inner_texts()
    assert any(name in text for name in named for text in told), told
    # Which locks the better turn builds.
    assert any(f"{texts(language)['source.lock']} (" in text for text in told), told
    seen = words_of(page)
    assert KEYS.findall(seen) == []
    assert CODES.findall(seen) == []


def test_the_end_tells_where_the_points_came_from(service: Service, page: Page) -> None:
    state = after(4, 10_000)
    open_game(service, page, state, "p", "p", "p", "p")
    rows = page.locator(".sources tbody tr")
    expect(rows.first).to_be_visible()
    sums = [0] * 4
    for row in rows.all():
        for seat, text in enumerate(row.locator("td").all_inner_texts()):
            sums[seat] += 0 if text == "\u2013" else int(text.replace("\u2212", "-"))
    assert sums == state.scores()
    table = page.locator(".sources").evaluate("one => [one.scrollWidth, one.clientWidth]")
    assert table[0] <= table[1], "four seats' numbers do not fit"
    sources = {event.source for event in tell_events(state.origin, state.history) if event.points}
    named = [name.strip() for name in rows.locator("th").all_inner_texts()]
    assert sorted(named) == sorted(texts("en")[f"source.{source}"] for source in sources)


def test_a_calm_game_begins_from_the_dialog(service: Service, page: Page) -> None:
    page.goto(f"{service.url}?game=ruhr")
    page.click("#door-play")
    page.select_option("dialog [data-seat='1']", "person")
    page.check("#new-option-calm")
    page.click("dialog button.primary")
    page.wait_for_selector("#decision .choice-button")
    assert State.from_record(record_at(page)).calm
    # Nothing is hidden in this game, so nothing offers to hide it.
    page.wait_for_selector("#board .place")
    expect(page.locator(".curtain-choice:visible")).to_have_count(0)
    # The next game is as the last one, unless another choice is made.
    page.click("#new-game")
    expect(page.locator("#new-option-calm")).to_be_checked()
    assert "calm" in page.evaluate("localStorage['coalbaron.game.ruhr']")
    page.uncheck("#new-option-calm")
    page.click("dialog button.primary")
    wait_until(page, "!localStorage['coalbaron.game.ruhr'].includes('calm')")


def test_the_dialog_of_a_new_game_fits_a_phone(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{service.url}?game=ruhr")
    for language in LANGUAGES:
        page.select_option("#language", language)
        page.click("#door-play")
        fields = page.locator("dialog select:visible, dialog input:visible")
        expect(page.locator("#new-option-calm")).to_be_visible()
        right = "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
        dialog = page.locator("dialog").bounding_box()
        assert dialog is not None
        assert fields.evaluate_all(right) < dialog["x"] + dialog["width"], language
        page.click("dialog button[value='']")


def test_to_stop_buying_stands_above_all_that_can_be_bought(service: Service, page: Page) -> None:
    state = next(
        position
        for tokens in range(4, 60)
        if "end" in (position := after(2, tokens)).legal_moves() and position.phase == "buy"
    )
    assert len(state.legal_moves()) > 2
    open_game(service, page, state, "p", "p")
    first = page.locator("#decision .choice-button").first
    expect(first).to_have_attribute("data-token", "end")
    expect(first).to_be_in_viewport()


def test_a_review_judges_turns_and_another_one_can_be_tried(service: Service, page: Page) -> None:
    state = after(2, 60)
    open_game(service, page, state, "p", "p")
    kept = tokens_at(page)
    review(page)
    first = page.locator("#review-turns > li").first
    expect(first.locator(".turn-loss")).to_have_count(1)
    assert "gave away" in " ".join(page.locator("#review-costliest li").all_inner_texts())
    page.locator("#review-turns .turn-button").nth(3).click()
    expect(page.locator("#review-turns [aria-current]")).to_have_count(1)
    page.wait_for_selector("#board [class*='mark']")
    seen = words_of(page)
    assert KEYS.findall(seen) == []
    assert CODES.findall(seen) == []
    page.keyboard.press("Escape")
    assert tokens_at(page) == kept


def test_nothing_stands_in_the_way_of_anybody(service: Service, page: Page) -> None:
    open_game(service, page, after(4, 150), "p", "p", "p", "p")
    assert find_faults(page) == []


def test_it_fits_a_phone(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.add_init_script("localStorage.setItem('coalbaron.language', 'de')")
    open_game(service, page, after(4, 150), "p", "p", "p", "p")
    wide = page.locator("#board :not(svg *, .unseen)").evaluate_all(
        """all => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
               .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert wide == []
    small = page.locator("#board button:visible, #decision button:visible").evaluate_all(
        """all => all.filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width < 43.5 || box.height < 43.5;
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert small == []


def test_the_usual_game_loads_nothing_of_it(service: Service, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(service.url)
    page.wait_for_selector("#door-play")
    assert not [url for url in asked if "/games/ruhr/" in url]
