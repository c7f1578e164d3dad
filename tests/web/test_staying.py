"""Nothing is lost: reloads, links, a server that is down or slow or busy."""

from __future__ import annotations

import threading
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.conftest import Service
from tests.web.games import played, record_of
from tests.web.table import (
    DECIDES,
    FEW_NODES,
    address_of,
    begin,
    confirm,
    game_of,
    link_to,
    wait_for_turn,
    wait_until,
)


def test_a_reload_goes_on_where_the_turn_was(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    page.click("[data-space='m6']")
    page.click("#decision [data-token='@3']")
    expect(page.locator(".steps-left")).to_have_text("5 steps left")
    kept = game_of(page)
    page.reload()
    expect(page.locator(".steps-left")).to_have_text("5 steps left")
    assert game_of(page) == kept


def test_a_reload_is_not_behind_when_the_address_is(service: Service, page: Page) -> None:
    begin(service, page, "p", "p")
    page.click("[data-space='c6']")
    confirm(page)
    kept = game_of(page)
    page.reload()
    page.wait_for_selector(".space.can")
    assert game_of(page) == kept


@pytest.mark.parametrize("begins", ["with a game", "with a position"])
def test_a_reload_with_an_address_from_before_loses_nothing(
    service: Service, page: Page, begins: str
) -> None:
    record = record_of(played(2, 11, 0))
    if begins == "with a position":
        # The service adds the number of players to it.
        record = f'[Position "{played(2, 11, 0).to_text()}"]\n\n'
    link = link_to(service, record, "p", "p")
    page.goto(link)
    page.click("[data-space='c6']")
    confirm(page)
    wait_until(page, "before => location.href !== before", link)
    kept = game_of(page)
    # As a browser does that reloads in the moment when the address changes.
    page.evaluate("before => history.replaceState(null, '', before)", link)
    page.reload()
    page.wait_for_selector(".space.can")
    assert game_of(page) == kept


def test_a_link_is_the_game(service: Service, page: Page, context: BrowserContext) -> None:
    begin(service, page, "p", FEW_NODES, turns=4)
    wait_for_turn(page)
    record = game_of(page)["record"]
    address = address_of(page, record)
    other = context.browser.new_context() if context.browser else context
    try:
        guest = other.new_page()
        guest.goto(address)
        wait_for_turn(guest)
        assert game_of(guest)["record"] == record
        assert [seat["kind"] for seat in game_of(guest)["seats"]] == ["person", "engine"]
    finally:
        other.close()


def test_a_broken_link_is_said_and_harms_nothing(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    kept = game_of(page)["record"]
    page.goto("about:blank")
    page.goto(service.url + "#g=nonsense")
    expect(page.locator("#notice")).to_be_visible()
    assert game_of(page)["record"] == kept


@pytest.mark.slow
def test_a_server_that_is_down_costs_nothing(page: Page) -> None:
    own = Service()
    own.start()
    try:
        begin(own, page, "p", FEW_NODES)
        page.click("[data-space='c6']")
        page.wait_for_selector("#confirm")
        kept = game_of(page)
        own.stop()
        page.click("#confirm")
        expect(page.locator("#notice")).to_contain_text("nothing is lost")
        assert game_of(page) == kept
        expect(page.locator(".seat-card"), "the board is still there").to_have_count(2)
        own.start()
        page.click("#notice button >> nth=0")
        wait_for_turn(page)
        expect(page.locator("#notice")).to_be_hidden()
        assert "c6" in game_of(page)["record"]
    finally:
        own.stop()


@pytest.mark.slow
def test_a_slow_server_is_said_and_waited_for(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    held = threading.Event()
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)
        held.set()

    page.route("**/v1/play", hold)
    page.click("[data-space='c6']")
    expect(page.locator("#status")).to_contain_text("Waiting for the server")
    assert held.is_set()
    routes[0].continue_()
    page.unroute("**/v1/play")
    page.wait_for_selector("#confirm")
    expect(page.locator("#status")).to_have_text("")
    confirm(page)


def test_a_busy_server_is_asked_again(service: Service, page: Page) -> None:
    begin(service, page, "p", FEW_NODES)
    wait_for_turn(page)
    refused = 0

    def refuse_twice(route: Route) -> None:
        nonlocal refused
        if refused == 2:
            route.continue_()
            return
        refused += 1
        body = '{"title": "busy", "status": 429}'
        headers = {"retry-after": "0", "content-type": "application/problem+json"}
        route.fulfill(status=429, headers=headers, body=body)

    page.route("**/v1/play", refuse_twice)
    page.click("[data-space='c6']")
    page.wait_for_selector("#confirm")
    assert refused == 2
    expect(page.locator("#notice")).to_be_hidden()


def test_a_new_game_ends_the_thinking_about_the_old_one(service: Service, page: Page) -> None:
    # The service never answers about the old game.
    page.route("**/v1/bestmove", lambda _: None)
    begin(service, page, "baron", "baron")
    expect(page.locator(DECIDES)).to_contain_text("is thinking")
    page.click("#new-game")
    page.select_option("dialog [data-seat='0']", "person")
    page.select_option("dialog [data-seat='1']", "person")
    page.click("dialog button.primary")
    page.wait_for_selector(".draft .card.can")
    expect(page.locator(DECIDES)).to_contain_text("take an order")


LOOK_WHILE_COMMITTING: Final = """async () => {
    const { Game } = await import("/static/js/game.js");
    const waiting = [];
    const api = { post: (path) => new Promise((answer) => waiting.push({ path, answer })) };
    const position = (turn, name) => ({
        name, record: name, tokens: [], events: [], legal: [],
        table: { turn, phase: "place", seats: [{}, {}] },
        data: { view: turn, active: turn },
    });
    const game = new Game(api, () => {});
    game.seats = [0, 1].map(() => ({ kind: "person", strength: "", name: "" }));
    [game.answer, game.record, game.mover] = [position(0, "before"), "before", 0];
    const commit = game.commit(["c6"]);
    const look = game.peek({ record: "elsewhere" });
    const answerTo = async (path, answer) => {
        while (!waiting.some((one) => one.path === path)) await new Promise(requestAnimationFrame);
        waiting.splice(waiting.findIndex((one) => one.path === path), 1)[0].answer(answer);
    };
    await answerTo("/v1/legal", position(0, "elsewhere"));
    await look;
    const seen = [game.peeking, game.answer.name, game.busy];
    await answerTo("/v1/play", { ...position(1, "after"), data: { view: 0, active: 1 } });
    await answerTo("/v1/legal", position(1, "after"));
    await commit;
    return [seen, [game.peeking, game.answer.name, game.busy, game.record]];
}"""


def test_a_look_at_another_position_loses_no_turn(service: Service, page: Page) -> None:
    """The look begins while the turn is on its way to the server."""
    page.goto(service.url)
    looking, back = page.evaluate(LOOK_WHILE_COMMITTING)
    assert looking == [True, "elsewhere", True]
    assert back == [False, "after", False, "after"]


@pytest.mark.slow
def test_a_guarded_server_asks_for_its_key_once(service: Service, page: Page) -> None:
    def guard(route: Route) -> None:
        if route.request.headers.get("x-api-key") == "lamp":
            route.continue_()
            return
        body = '{"title": "key", "status": 401}'
        route.fulfill(status=401, content_type="application/problem+json", body=body)

    page.route("**/v1/**", guard)
    begin(service, page, "p", FEW_NODES)
    expect(page.locator("#notice")).to_contain_text("asks for a key")
    page.fill("#notice input", "lamp")
    page.click("#notice button >> nth=0")
    wait_for_turn(page)
    page.reload()
    wait_for_turn(page)
    expect(page.locator("#notice")).to_be_hidden()
