"""Opponents with a face, and the player's own rating against them."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from coalbaron_fast.games import load_game
from tests.web.conftest import PHONE, Service
from tests.web.table import begin, find_faults, game_of, link_to, wait_for_turn, wait_until
from tests.web.test_scoring import last_worker

OPPONENTS: Final = load_game("coalbaron").opponents
UNMEASURED: Final = "steiger"
ELO: Final = {one.name: 1100 + 100 * place for place, one in enumerate(OPPONENTS[:-1])}
ERROR: Final = 40
COUNTS: Final = "This game counts for your rating"
COUNTS_NOT: Final = "This game does not count for your rating"
MODULE: Final = "/static/js/opponents/rating.js"


@pytest.fixture
def measured(page: Page) -> Page:
    """A page to which the service tells ratings of all but one opponent."""

    def tell(route: Route) -> None:
        answer = route.fetch()
        told = [
            {**one, "elo": ELO.get(one["name"]), "elo_error": ELO.get(one["name"]) and ERROR}
            for one in answer.json()
        ]
        route.fulfill(response=answer, json=told)

    page.route("**/v1/opponents*", tell)
    return page


def choose(page: Page, name: str) -> None:
    """Choose an opponent by the face, as the keyboard does."""
    page.locator(f"dialog input[type='radio'][value='{name}']").check(force=True)


def start_against(page: Page, service: Service, name: str) -> None:
    """Begin a game against an opponent, at the person's first decision."""
    page.goto(service.url)
    page.click("#door-play")
    page.wait_for_selector(".opponent-faces")
    choose(page, name)
    page.select_option("#new-start", "0")
    page.click("dialog button.primary")
    page.wait_for_selector(".draft .card.can")


def test_eight_faces_to_choose_from(service: Service, measured: Page) -> None:
    page = measured
    page.set_viewport_size(PHONE)
    page.goto(service.url)
    page.click("#door-play")
    faces = page.locator("dialog .opponent-face")
    expect(faces).to_have_count(len(OPPONENTS))
    assert len(OPPONENTS) == 8
    assert len({face.locator("svg").inner_html() for face in faces.all()}) == len(OPPONENTS)
    for face in faces.all():
        box = face.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    card = page.locator("dialog .opponent-card")
    page.locator("dialog .opponent-face input:checked").focus()
    page.keyboard.press("ArrowRight")
    # The gentlest comes first, the next one is a step away.
    expect(card).to_contain_text("Greta")
    expect(card).to_contain_text("Miser: thinks too much of money")
    expect(card).to_contain_text(f"Elo {ELO['greta']} \u00b1{ERROR}")
    choose(page, UNMEASURED)
    expect(card).to_contain_text("not measured yet")
    assert find_faults(page, "dialog") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.keyboard.press("Escape")
    page.select_option("#language", "nl")
    page.click("#new-game")
    expect(card).to_contain_text("neemt wat er mooi uitziet")


def test_an_opponent_plays_as_itself_under_its_name(service: Service, measured: Page) -> None:
    page = measured
    asked: list[dict[str, Any]] = []

    def note(route: Route) -> None:
        body = route.request.post_data_json or {}
        asked.append(body)
        route.continue_()

    page.route("**/v1/bestmove", note)
    start_against(page, service, "greta")
    expect(page.locator(".seats .seat-name")).to_have_text("Greta")
    expect(page.locator(".seats .seat-head .face-picture")).to_have_count(1)
    page.click(".draft .card.can >> nth=0")
    page.click("#confirm")
    page.wait_for_selector(".seats .order-item")
    # Whichever seat drafts first: no other opponent was asked.
    assert {body["options"].get("opponent") for body in asked} == {"greta"}
    assert game_of(page)["seats"][1]["strength"] == "greta"
    page.reload()
    expect(page.locator(".seats .seat-head .face-picture")).to_have_count(1)
    wait_until(page, "() => location.hash.endsWith('&s=p.greta')")
    # The Game tab has her too, with the other faces folded away.
    expect(page.locator("#panel-play .opponent-card")).to_contain_text("Greta")
    expect(page.locator("#panel-play .opponent-faces")).to_be_hidden()
    assert find_faults(page, "#panel-play") == []


def test_a_game_counts_until_help_is_asked_for(service: Service, measured: Page) -> None:
    page = measured
    start_against(page, service, "pip")
    rated = page.locator("#rated")
    expect(rated).to_contain_text(COUNTS)
    page.click("#hint")
    expect(rated).to_contain_text(f"{COUNTS_NOT}: the engine was asked")
    page.reload()
    expect(rated).to_contain_text(COUNTS_NOT)
    start_again(page)
    expect(rated).to_contain_text(COUNTS)
    page.click(".draft .card.can >> nth=0")
    page.click("#confirm")
    expect(page.locator("#moves-back")).to_be_visible()
    page.click("#moves-back")
    expect(rated).to_contain_text(f"{COUNTS_NOT}: turns were taken back")
    start_again(page)
    page.select_option("#panel-play select[data-seat='1']", "apprentice")
    page.select_option("#panel-play select[data-seat='1']", "opponent")
    expect(rated).to_contain_text(f"{COUNTS_NOT}: somebody else sat down")


def start_again(page: Page) -> None:
    """Begin another game with the same seats."""
    before = game_of(page)["id"]
    page.click("#new-game")
    page.wait_for_selector("dialog .opponent-faces", state="attached")
    page.select_option("#new-start", "0")
    page.click("dialog button.primary")
    wait_until(page, "id => JSON.parse(localStorage['coalbaron.game']).id !== id", before)
    page.wait_for_selector(".draft .card.can")


def test_a_game_that_began_elsewhere_does_not_count(service: Service, measured: Page) -> None:
    begin(service, measured, "p", "pip", turns=4)
    expect(measured.locator("#rated")).to_contain_text(f"{COUNTS_NOT}: it did not begin here")


def test_a_game_counts_once_when_it_is_over(service: Service, measured: Page) -> None:
    page = measured
    end_the_shift_fairly(service, page, "pip")
    expect(page.locator(".rated-end")).to_contain_text("Your rating: ")
    games = kept_games(page)
    assert len(games) == 1
    won = games[0]["winners"] == [0]
    shown = page.inner_text(".rated-end p")
    rating = int(shown.split("Your rating: ")[1].split(" ")[0])
    assert (rating > 1500) == won
    page.reload()
    expect(page.locator(".rated-end")).to_contain_text(str(rating))
    assert kept_games(page) == games
    page.click(".rated-end .button")
    dialog = page.locator("#rated-dialog")
    expect(dialog.locator(".rated-now")).to_contain_text(str(rating))
    expect(dialog.locator("tbody tr")).to_have_count(1)
    expect(dialog.locator(".rated-curve .rated-line")).to_have_count(1)
    expect(dialog).to_contain_text("Glicko")
    assert find_faults(page, "#rated-dialog") == []
    page.click("#rated-clear")
    page.click(".question [value='yes']")
    expect(dialog.locator("tbody tr")).to_have_count(0)
    assert kept_games(page) == []


def test_a_game_against_somebody_unmeasured_waits(service: Service, measured: Page) -> None:
    page = measured
    end_the_shift_fairly(service, page, UNMEASURED)
    expect(page.locator(".rated-end")).to_contain_text("when its opponents are measured")
    assert len(kept_games(page)) == 1


def end_the_shift_fairly(service: Service, page: Page, name: str) -> None:
    """Play the last worker of a game that is thought to have begun here."""
    record = last_worker(2, 3)
    page.goto(service.url)
    page.wait_for_selector("#door-play")
    page.add_init_script(
        """{
          const kept = JSON.parse(localStorage['coalbaron.game'] ?? 'null');
          const seats = kept && [null, kept.seats[1].strength];
          const open = kept && { [kept.id]: { seats, spoiled: null } };
          if (open) localStorage['coalbaron.game.rated.open'] ??= JSON.stringify(open);
        }"""
    )
    page.goto(link_to(service, record, "p", name))
    wait_for_turn(page)
    page.reload()
    expect(page.locator("#rated")).to_contain_text(COUNTS)
    page.click("[data-space='bank']")
    page.click("#confirm")


def kept_games(page: Page) -> list[dict[str, Any]]:
    """Return the games that count, as the browser keeps them."""
    return list(json.loads(page.evaluate("localStorage['coalbaron.game.rated'] ?? '[]'")))


def test_the_rating_is_glickos(service: Service, page: Page) -> None:
    """The example of Glickman's paper: 1464 with a deviation of 151.4."""
    page.goto(service.url)
    found = page.evaluate(
        """async (module) => {
          const { after, ratingsOf } = await import(module);
          const others = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]];
          const named = others.map(([rating, deviation, score]) => ({ rating, deviation, score }));
          const before = { rating: 1500, deviation: 200 };
          const find = (name) => ({ elo: name === "new" ? null : 1600, elo_error: 40 });
          const game = (name, winners) => ({ seats: [null, name], scores: [90, 80], winners });
          return {
            paper: after(before, named, 1),
            table: after(before, [named[0], named[0], named[0]]),
            single: after(before, [named[0]]),
            course: ratingsOf([game("a", [0]), game("new", [0]), game("a", [0, 1])], find),
          };
        }""",
        MODULE,
    )
    assert found["paper"]["rating"] == pytest.approx(1464.1, abs=0.1)
    assert found["paper"]["deviation"] == pytest.approx(151.4, abs=0.1)
    # A game at a table of four is one game.
    assert found["table"]["rating"] == pytest.approx(found["single"]["rating"])
    won, waiting, shared = found["course"]
    assert waiting is None
    assert won["rating"] > 1600
    assert 1600 < shared["rating"] < won["rating"]
    assert shared["deviation"] < won["deviation"] < 350


def test_nothing_of_it_is_loaded_before_it_is_needed(service: Service, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(service, page, "p", "p", turns=4)
    wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "opponents" in url]


def test_a_table_of_four_on_a_phone_has_three_faces_and_begins_without_scrolling(
    service: Service, page: Page
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(service.url)
    page.click("#door-play")
    page.check("dialog input[name='players'][value='4']")
    names = page.locator("dialog .opponent-card b, dialog .opponent-card h3, dialog .opponent-name")
    expect(page.locator("dialog .opponent-card")).to_have_count(3)
    assert len(set(names.all_inner_texts())) == 3
    expect(page.locator("dialog button.primary")).to_be_in_viewport(ratio=1)
    page.click("dialog button.primary")
    page.wait_for_selector(".draft")
    seats = game_of(page)["seats"]
    assert len({seat["strength"] for seat in seats[1:]}) == 3


def test_coal_country_has_faces_of_its_own(service: Service, page: Page) -> None:
    country = load_game("coalcountry").opponents
    page.goto(f"{service.url}?game=coalcountry")
    page.click("#door-play")
    faces = page.locator("dialog .opponent-face")
    expect(faces).to_have_count(len(country))
    assert len({face.locator("svg").inner_html() for face in faces.all()}) == len(country)
    card = page.locator("dialog .opponent-card")
    # Whom somebody meets first is the game's to say.
    expect(card).to_contain_text("Clem")
    expect(card).to_contain_text("Digger: takes every permit")
    assert find_faults(page, "dialog") == []
