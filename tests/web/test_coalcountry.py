"""Coal Country at the table: placing by hand, what stays secret, its words, its lesson, a phone."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import FloatRect, Page, expect

from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalcountry import State
from coalbaron_fast.games.coalcountry.facts import RECONSTRUCTED
from coalbaron_server.page.web_files import bared
from tests.web.conftest import PHONE, PROJECT, Service
from tests.web.games import record_of
from tests.web.table import confirm, find_faults, game_of, link_to, press_confirm, wait_until
from tests.web.test_languages import forms_of, places_in, shell_texts, words_of

GAME: Final = PROJECT / "src/coalbaron_fast/games/coalcountry/web"
LANGUAGES: Final = ("en", "de", "nl")
KEYS: Final = re.compile(
    r"\b(?:token|event|board|seat|area|stage|course|slot|place|building|effect|tile|utility|map)"
    r"\.[a-zA-Z_]+"
)
CODES: Final = re.compile(r"\b(?:dig|lay|buy|put|sell|build|onto|swap|church|mark):\w|\d>\w|!\w")
TERMS: Final = {
    "en": (
        "Coal brokers",
        "Permits",
        "Utility market",
        "Construction company",
        "Reported earnings",
    ),
    "de": ("Kohlenhändler", "Genehmigungen", "Betriebsmittel\u00admarkt", "Baufirma", "Ertrag"),
    "nl": ("Kolenhandelaren", "Vergunningen", "Voorzieningenmarkt", "Bouwbedrijf", "opbrengsten"),
}
KEPT: Final = "coalbaron.game.coalcountry"
LESSON: Final = f"{KEPT}.lesson"
DOWN: Final = ".desk .foreman.down, .seat-card .foreman.down"
"""Foremen of others whose influence is hidden."""
MOST_PACKED: Final = 60_000
STEPS: Final = 36
ALONE: Final = 34
"""The step of the lesson in which the learner is not led."""


@cache
def after(players: int, phase: str, round_: int = 1, seed: int = 5) -> State:
    """Return a random game at the first decision of a phase from a round on."""
    rng = Random(seed)
    state = State(players, seed=seed, start=0)
    while not state.is_over and not (state.phase == phase and state.shift >= round_):
        state.push(rng.choice(state.legal_moves()))
    return state


def open_game(service: Service, page: Page, state: State, *seats: str) -> None:
    """Open a game of it with these seats."""
    address = link_to(service, record_of(state), *seats)  # type: ignore[arg-type]
    page.goto(address.replace(service.url, f"{service.url}?game=coalcountry"))
    page.wait_for_selector(".own-mine .tile")


def tokens_at(page: Page) -> list[str]:
    """Return what has been played at the page's table."""
    return State.from_record(str(game_of(page, KEPT)["record"])).history


def pending_at(page: Page) -> list[str]:
    """Return the turn in progress."""
    return list(game_of(page, KEPT)["pending"])


def texts(language: str) -> dict[str, Any]:
    """Return the texts of the game."""
    return dict(json.loads((GAME.parent / f"words/{language}.json").read_text("utf-8")))


def box_of(page: Page, selector: str) -> FloatRect:
    """Return where an element is."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


def drag(page: Page, selector: str, to: str) -> None:
    """Drag an element onto another one."""
    one, other = box_of(page, selector), box_of(page, to)
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(one["x"] - 40, one["y"] + 40, steps=3)
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=5)
    page.mouse.up()


def man(page: Page, number: int) -> str:
    """Return what a foreman of the hand is said to do."""
    return str(page.get_attribute(f".hand-man >> nth={number}", "aria-label"))


def test_foremen_are_placed_by_tap_drag_and_keyboard_and_come_back(
    service: Service, page: Page
) -> None:
    open_game(service, page, after(2, "place"), "p", "p")
    # By drag, from the hand; the tile shows what he would mine.
    drag(page, ".hand-man >> nth=0", "[data-place='i0']")
    assert man(page, 0) == "Foreman 4: i0"
    expect(page.locator("[data-place='i0'] .plate-number.now")).to_have_text("3")
    # By tap: the next one is in the hand already.
    page.click("[data-place='h0']")
    assert man(page, 1) == "Foreman 4: h0"
    # By keyboard: a digit takes one up, an arrow leads along the board.
    page.keyboard.press("2")
    page.focus("[data-place='sell']")
    page.keyboard.press("Enter")
    assert man(page, 4) == "Foreman 2: coal brokers"
    # Single or tandem, not both.
    page.click("[data-place='util']")
    page.click("[data-place='tandem']", force=True)
    expect(page.locator(".refusal")).to_contain_text("tandem")
    # From one place to another, and back to the hand.
    drag(page, "[data-place='i0'] .foreman-piece", "[data-place='dump']")
    assert man(page, 0) == "Foreman 4: refuse pile"
    page.keyboard.press("Backspace")
    assert man(page, 0) == "Foreman 4: at hand"
    page.click("[data-place='h0'] .foreman-piece")
    assert man(page, 1) == "Foreman 4: at hand"
    assert pending_at(page) == []
    page.click("#hold-rest")
    page.wait_for_selector("#confirm")
    # What has been placed is sent but for the last one, which would show what others did.
    assert len(pending_at(page)) == 8
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_have_count(0)
    expect(page.locator(".hand-man:not(.placed)")).to_have_count(1)
    page.click("[data-place='depot']")
    page.wait_for_selector("#confirm")
    before = len(after(2, "place").history)
    press_confirm(page)
    wait_until(page, f"JSON.parse(localStorage['{KEPT}']).pending.length === 0")
    placed = tokens_at(page)[before:]
    assert [token[0] for token in placed] == list("443322110")
    assert {"2>sell", "4>-"} < set(placed)
    assert sum(token.endswith(">depot") for token in placed) == 1


def test_the_keys_are_those_of_the_page(service: Service, page: Page) -> None:
    open_game(service, page, after(2, "place"), "p", "p")
    cell = "getComputedStyle(document.querySelector('.ground')).getPropertyValue('--cell')"
    before = int(page.evaluate(cell).removesuffix("px"))
    page.focus(".mine-tools [data-tool='in']")
    for key, grows in (("+", 1), ("-", 0), ("=", 1), ("-", 0), ("-", -1)):
        page.keyboard.press(key)
        size = int(page.evaluate(cell).removesuffix("px"))
        assert (size > before) - (size < before) == grows, key
    # A foreman who is on his way goes back where he was.
    box = box_of(page, ".hand-man >> nth=0")
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] + 40, steps=3)
    expect(page.locator(".dragged")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".dragged")).to_have_count(0)
    page.mouse.up()
    # What is chosen elsewhere by keyboard is no foreman, and no key reaches past a dialog.
    page.keyboard.press("1")
    expect(page.locator(".hand-man >> nth=6")).to_have_attribute("aria-pressed", "true")
    page.focus("#language")
    page.keyboard.press("3")
    page.click("#new-game")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("3")
    page.keyboard.press("Escape")
    expect(page.locator(".hand-man >> nth=6")).to_have_attribute("aria-pressed", "true")
    for script in sorted(GAME.rglob("*.js")):
        assert not re.search(r"addEventListener\(\s*[\"']key", script.read_text("utf-8")), script


def test_a_placing_is_kept_on_the_page_after_a_reload(service: Service, page: Page) -> None:
    open_game(service, page, after(2, "place", 2), "p", "p")
    page.click("[data-place='sell']")
    page.click("#hold-rest")
    page.wait_for_selector("#confirm")
    page.reload()
    page.wait_for_selector(".hand-man.placed")
    expect(page.locator(".hand-man:not(.placed)")).to_have_count(1)
    assert man(page, 0) == "Foreman 4: coal brokers"


def test_in_the_first_round_somebody_must_sell(service: Service, page: Page) -> None:
    open_game(service, page, after(2, "place"), "p", "p")
    expect(page.locator("#hold-rest")).to_have_count(0)
    for _ in range(9):
        page.click(".hand-held")
    expect(page.locator(".prompt")).to_contain_text("must go to the coal brokers")
    expect(page.locator("#confirm")).to_have_count(0)
    page.click(".hand-man >> nth=8")
    page.click("[data-place='sell']")
    page.wait_for_selector("#confirm")
    confirm(page)
    assert tokens_at(page)[-9:][-1] == "0>sell"


def test_nobody_sees_what_another_places(service: Service, page: Page) -> None:
    record = record_of(after(2, "place", 2))  # type: ignore[arg-type]
    person = {"kind": "person", "strength": "", "name": ""}
    kept = {"record": record, "seats": [person] * 2, "pending": [], "chance": "draw"}
    page.goto(f"{service.url}static/icon.svg")
    page.evaluate(f"kept => localStorage['{KEPT}'] = kept", json.dumps({**kept, "curtain": True}))
    page.goto(f"{service.url}?game=coalcountry")
    page.click("#lift-curtain")
    page.wait_for_selector(".hand-man")
    first = int(str(page.get_attribute(".seat-card", "data-seat")))
    page.click("[data-place='sell']")
    page.click("[data-place='i0']")
    page.click("#hold-rest")
    page.wait_for_selector("#confirm")
    page.evaluate("scrollTo(0, 400)")
    wait_until(page, "scrollY > 0")
    press_confirm(page)
    expect(page.locator(".curtain")).to_contain_text(f"Seat {first + 1}")
    expect(page.locator("#board")).to_be_hidden()
    page.click("#lift-curtain")
    page.wait_for_selector(".hand-man")
    # The next person begins at the top, with the own mine.
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#board .foreman")).to_have_count(0)
    told = page.inner_text("#moves-list")
    assert "brokers" not in told.splitlines()[-1]
    page.click("[data-place='build']")
    page.click("#hold-rest")
    page.wait_for_selector("#confirm")
    # All but the last are sent: the places of the first are not to be seen yet.
    expect(page.locator(".seat-card .foreman")).to_have_count(0)


def test_what_a_turn_would_bring_to_light_waits_for_its_confirmation(
    service: Service, page: Page
) -> None:
    state = next(ends_of_sales())
    open_game(service, page, state, "p", "p")
    hidden = page.locator(DOWN).count()
    assert hidden > 0
    page.locator("#decision [data-token]").last.click()
    page.wait_for_selector("#confirm")
    assert page.locator(DOWN).count() == hidden
    assert "turns over" not in page.inner_text(".pending")
    confirm(page)
    fewer = "([down, n]) => document.querySelectorAll(down).length < n"
    wait_until(page, fewer, [DOWN, hidden])


def ends_of_sales() -> Iterator[State]:
    """Yield positions whose last legal token turns over foremen of the other seat."""
    for seed in range(60):
        state = after(2, "sell", 2, seed)
        while not state.is_over and state.phase == "sell":
            seat = state.turn
            assert seat is not None
            ahead = state.copy()
            ahead.push(state.legal_moves()[-1])
            if ahead.turn == seat and face_down(ahead, seat) < face_down(state, seat):
                yield state
            state = ahead


def face_down(state: State, seat: int) -> int:
    """Return how many foremen of the other of two seats are hidden from a seat."""
    foremen = state.view(seat).to_dict()["seats"][1 - seat]["foremen"]
    return sum(influence is None for _, influence in foremen)


def test_a_permit_is_taken_and_its_tile_laid_and_turned(service: Service, page: Page) -> None:
    state = next(
        one
        for seed in range(40)
        for one in [after(2, "dig", 1, seed)]
        if one.phase == "dig" and any(token.endswith(":2") for token in one.legal_moves())
    )
    open_game(service, page, state, "p", "p")
    digger = next(token for token in state.legal_moves() if token.endswith(":2")).split(":")[1]
    page.click(f"#board [data-place='{digger}']")
    page.click("#board [data-place='stack:2']")
    page.wait_for_selector("#confirm")
    page.click("#confirm")
    page.wait_for_selector(".way-button")
    cell = str(page.get_attribute(".cell.can", "data-place"))
    page.click(f"[data-place='{cell}']")
    page.wait_for_selector("#confirm")
    first = pending_at(page)
    page.click(f"[data-place='{cell}']")
    wait_until(page, f"token => JSON.parse(localStorage['{KEPT}']).pending[0] !== token", first[0])
    assert pending_at(page)[0].startswith(f"lay:{cell}:")
    confirm(page)
    assert tokens_at(page)[len(state.history) + 2] != first[0]


def test_cubes_are_bought_one_by_one(service: Service, page: Page) -> None:
    state = next(
        one
        for seed in range(60)
        for one in [after(2, "buy", 1, seed)]
        if one.phase == "buy" and "buy:110" in one.legal_moves()
    )
    open_game(service, page, state, "p", "p")
    page.click("#board [data-place='cubes:w']")
    page.click(".basket-row >> nth=1 >> button >> nth=1")
    page.click("#buy-basket")
    page.wait_for_selector("#decision [data-token^='put:w:']")
    page.locator("#decision [data-token^='put:w:']").last.click()
    page.locator("#decision [data-token^='put:a:']").last.click()
    confirm(page)
    assert tokens_at(page)[len(state.history)] == "buy:110"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_words(service: Service, page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('coalbaron.language', '{language}')")
    open_game(service, page, after(3, "dig", 2), "p", "p", "p")
    page.wait_for_selector("#moves-list .move-line >> nth=10")
    expect(page.locator("html")).to_have_attribute("lang", language)
    seen = words_of(page)
    assert KEYS.findall(seen) == []
    assert CODES.findall(seen) == []
    assert not re.search(r"\{\w+\}", seen), "a place that nothing was put into"
    for term in TERMS[language]:
        assert term in seen, term


def test_the_analysis_of_a_placing_is_a_mixture(service: Service, page: Page) -> None:
    open_game(service, page, after(2, "place", 2), "p", "p")
    page.click("#tab-analyse")
    page.click("#analyse-switch")
    page.wait_for_selector(".mixture-turns li >> nth=1")
    page.click("#analyse-switch")
    for language in ("de", "nl", "en"):
        page.select_option("#language", language)
        expect(page.locator(".mixture h3")).to_have_text(shell_texts(language)["mixture.title"])
    shares = [int(text.split()[0]) for text in page.locator(".mixture-share").all_inner_texts()]
    assert abs(sum(shares) - 100) <= len(shares) / 2
    turns = page.locator(".mixture-turn").all_inner_texts()
    assert len(set(turns)) == len(turns) > 1
    assert not CODES.search(" ".join(turns))
    assert find_faults(page, ".mixture") == []
    # The next decision is another seat's: what was told of this one is gone.
    page.click("#tab-play")
    page.click("#board [data-place='sell']")
    page.click("#hold-rest")
    page.wait_for_selector("#confirm")
    expect(page.locator(".mixture")).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_have_the_same_texts(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys()
    assert english.keys() & shell_texts("en").keys() == set()
    for key, text in english.items():
        assert forms_of(text).keys() == forms_of(other[key]).keys(), key
        whole = places_in(forms_of(text)["other"])
        assert all(places_in(form) == whole for form in forms_of(other[key]).values()), key
    for part in ("help", "lesson"):
        one, two = (
            json.loads((GAME / f"{part}/{name}.json").read_text("utf-8"))
            for name in ("en", language)
        )
        assert one.keys() == two.keys()
        assert part == "lesson" or one["pieces"].keys() == two["pieces"].keys()


def test_the_page_says_tokens_as_the_service_does(service: Service, page: Page) -> None:
    state = State(2, seed=3, start=0)
    rng = Random(3)
    tokens: dict[str, str] = {}
    game = load_game("coalcountry")
    while not state.is_over:
        legal = state.legal_moves()
        for token in rng.sample(legal, min(3, len(legal))):
            message = game.phrase(game.read_words([token])[0])
            tokens[token] = game.words.spell(message)
        state.push(rng.choice(legal))
    open_game(service, page, after(2, "place"), "p", "p")
    page.evaluate("() => import('/games/coalcountry/words.js').then((it) => (window.told = it))")
    for token, text in tokens.items():
        message = page.evaluate("token => window.told.messageOf(token)", token)
        assert message["key"] in texts("en"), token
        mine = game.words.spell(_message(message))
        assert mine == text, token


def _message(told: dict[str, Any]) -> Any:  # noqa: ANN401 - a message of messages
    """Return what the page says as the service's own message."""
    from coalbaron_fast.games.text.words import say  # noqa: PLC0415 - for this test alone

    def read(value: Any) -> Any:  # noqa: ANN401 - text, a number, a message or a list of these
        if isinstance(value, list):
            return [read(one) for one in value]
        return _message(value) if isinstance(value, dict) else value

    return say(told["key"], **{name: read(value) for name, value in told["params"].items()})


def test_every_reconstruction_is_named_in_the_help(service: Service, page: Page) -> None:
    open_game(service, page, after(2, "place"), "p", "p")
    told = json.loads((GAME / "help/en.json").read_text("utf-8"))["reconstructed"]
    assert told.keys() == set(RECONSTRUCTED)
    page.click("#help")
    expect(page.locator(".term")).to_have_count(27)
    page.click("#help-rules")
    for text in told.values():
        expect(page.locator(".rule-items li", has_text=text)).not_to_have_count(0)


def test_an_engine_plays_and_its_hint_is_placed(service: Service, page: Page) -> None:
    open_game(service, page, after(2, "place", 2), "p", "n12")
    page.click("#hint")
    page.wait_for_selector("#take-hint")
    expect(page.locator(".mark-ring")).not_to_have_count(0)
    page.click("#take-hint")
    page.wait_for_selector("#confirm")
    expect(page.locator(".hand-man:not(.placed)")).to_have_count(0)
    press_confirm(page)
    wait_until(page, f"JSON.parse(localStorage['{KEPT}']).pending.length === 0")


def test_the_end_shows_the_inspection_item_by_item(service: Service, page: Page) -> None:
    state = after(3, "over")
    scores = state.scores()
    assert scores is not None
    open_game(service, page, state, "p", "p", "p")
    rows = page.locator(".inspection tbody tr")
    expect(rows).to_have_count(8)
    money = page.locator(".inspection tfoot td").all_inner_texts()
    assert [int(text.replace("\u2212", "-").replace("$", "")) for text in money] == scores
    sources = page.locator(".sources tbody tr")
    expect(sources.first).to_be_visible()
    sums = [0] * 3
    for row in sources.all():
        for seat, text in enumerate(row.locator("td").all_inner_texts()):
            sums[seat] += 0 if text == "\u2013" else int(text.replace("\u2212", "-"))
    assert sums == scores
    # What the shell says of it is in the game's money.
    told = (
        ("en", "Where the dollars came from", "Total dollars", "Final dollars"),
        ("de", "Woher die Dollar kamen", "Dollar", "Dollar am Ende"),
        ("nl", "Waar de dollars vandaan kwamen", "Totaal dollars", "Eindstand in dollars"),
    )
    for language, caption, total, _ in told:
        page.select_option("#language", language)
        expect(page.locator(".sources caption")).to_have_text(caption)
        expect(page.locator(".sources tfoot th")).to_have_text(total)
    page.click("#tab-analyse")
    page.click("#fold-chart > summary")
    for language, *_, final in told:
        page.select_option("#language", language)
        expect(page.locator("#fold-chart .choice").last).to_have_text(final)


def test_the_inspection_is_shown_row_by_row_at_the_end(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('coalbaron.pace', 'brisk')")
    rng = Random(5)
    state = State(4, seed=5, start=0)
    last = state
    while not state.is_over:
        last = state.copy() if state.turn is not None else last
        state.push(rng.choice(state.legal_moves()))
    scores = state.scores()
    assert scores is not None
    assert min(scores) < 0
    open_game(service, page, last, "p", "p", "p", "p")
    page.locator("#decision [data-token]").first.click()
    page.wait_for_selector("#confirm")
    press_confirm(page)
    page.wait_for_selector("#scoring")
    expect(page.locator("#scoring tbody tr:not([hidden])")).to_have_count(5)
    expect(page.locator("#scoring-on")).to_have_text("Go on")
    # Where no row has a picture, there is no room for one; a minus is no hyphen.
    expect(page.locator("#scoring .round-icon")).to_have_count(0)
    told = page.locator("#scoring .total").all_inner_texts()
    assert told == [str(score).replace("-", "\u2212") for score in scores]
    assert page.evaluate("document.querySelector('#scoring').scrollWidth") <= PHONE["width"]
    page.click("#scoring-on")
    expect(page.locator("#scoring")).to_have_count(0)


def test_the_variants_begin_from_the_dialog(service: Service, page: Page) -> None:
    page.goto(f"{service.url}?game=coalcountry")
    page.click("#door-play")
    page.select_option("dialog [data-seat='1']", "person")
    page.check("#new-option-amok")
    page.select_option("#new-start", "0")
    page.click("dialog button.primary")
    page.click("#lift-curtain")
    page.wait_for_selector(".hand-man")
    expect(page.locator(".stack-face")).to_have_count(4)
    # One foreman at a time, and he is seen at once.
    page.click("#board [data-place='sell']")
    page.wait_for_selector("#confirm")
    page.click("#confirm")
    page.click("#lift-curtain")
    expect(page.locator("[data-place='sell'] .foreman.seat-0.down")).to_have_count(1)
    expect(page.locator("[data-place='sell'] .foreman-number")).to_have_count(0)


@pytest.mark.slow
def test_the_first_round_is_taught_to_its_end(service: Service, page: Page) -> None:
    page.goto(f"{service.url}?game=coalcountry")
    page.click("#door-learn")
    page.wait_for_selector("#coach-next")
    assert int(page.inner_text(".coach-count").split()[-1]) == STEPS
    while (step := int(page.inner_text(".coach-count").split()[0])) < ALONE:
        if page.locator("#coach-next").count():
            page.click("#coach-next")
        elif page.locator(".basket").count():
            for row in range(3):
                page.click(f".basket-row >> nth={row} >> button >> nth=1")
            page.click("#buy-basket")
        elif page.locator("#decision .pointed").count():
            page.click("#decision .pointed")
        else:
            page.click("#board .pointed.can")
        told = "step => parseInt(document.querySelector('.coach-count').textContent) > step"
        wait_until(page, told, step)
        ready = "#coach-next, #decision .pointed, #board .pointed.can, .basket, #hold-rest"
        page.wait_for_selector(ready)
    page.click("#hold-rest")
    page.wait_for_selector("#confirm")
    press_confirm(page)
    wait_until(page, f"parseInt(document.querySelector('.coach-count').textContent) > {ALONE}")
    assert "lay:h0:NEW" in str(game_of(page, LESSON)["record"])


def test_nothing_stands_in_the_way_of_anybody(service: Service, page: Page) -> None:
    open_game(service, page, after(4, "place", 3), "p", "p", "p", "p")
    assert find_faults(page) == []


def test_it_fits_a_phone(service: Service, page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.add_init_script("localStorage.setItem('coalbaron.language', 'de')")
    open_game(service, page, after(4, "place", 4), "p", "p", "p", "p")
    wide = page.locator("#board :not(svg *, .unseen, .mine-scroll *, .small-mine *)").evaluate_all(
        """all => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
               .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert wide == []


def test_the_folder_is_light() -> None:
    """All files as they are sent: scripts without comments, everything packed."""
    files = [path for path in GAME.rglob("*") if path.is_file()]
    read = {path: path.read_text("utf-8") for path in files}
    sent = [bared(text) if path.suffix == ".js" else text for path, text in read.items()]
    assert sum(len(gzip.compress(text.encode())) for text in sent) <= MOST_PACKED
