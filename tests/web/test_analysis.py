"""The analysis panel: live lines, the graph of the game, the majority radar."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.conftest import PATIENCE_MS, Service
from tests.web.games import played, record_of
from tests.web.table import find_faults, link_to


def open_game(service: Service, page: Page, players: int, turns: int) -> None:
    """Open a game of persons and its analysis panel."""
    record = record_of(played(players, 7, turns))
    page.goto(link_to(service, record, *players * ("p",)))
    page.wait_for_selector(".space.can")
    page.click("#tab-analyse")


def count_metric(page: Page, service: Service, name: str) -> float:
    """Return what the service says that it counts under this name."""
    text = page.request.get(f"{service.url}metrics").text()
    found = re.search(rf"^{name}(?:{{.*}})? ([0-9.e+]+)$", text, re.MULTILINE)
    assert found, f"no metric {name}"
    return float(found[1])


def test_lines_get_better_and_stop_when_the_panel_is_closed(service: Service, page: Page) -> None:
    open_game(service, page, 3, 6)
    page.click("#analyse-switch")
    expect(page.locator("#analyse-lines > li")).to_have_count(3)
    status = page.locator("#analyse-status")
    first = status.inner_text()
    expect(status).not_to_have_text(first)
    assert positions_in(status.inner_text()) > positions_in(first)
    bar = page.locator("#analyse-lines .win-bar").first
    shares = [int(number) for number in re.findall(r"(\d+) %", str(bar.get_attribute("title")))]
    assert len(shares) == 3
    assert abs(sum(shares) - 100) <= 2
    expect(page.locator("#analyse-lines li:first-child .expected")).to_have_count(3)
    assert count_metric(page, service, "coalbaron_searches_running") == 1
    page.click("#tab-share")
    expect_no_search(page, service)
    page.click("#tab-analyse")
    expect(page.locator("#analyse-switch")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#analyse-lines > li")).to_have_count(3)
    page.click("#analyse-switch")
    expect_no_search(page, service)


def test_a_mixture_is_told_in_bars_and_what_comes_to_the_same_is_one(
    service: Service, page: Page
) -> None:
    open_game(service, page, 2, 6)
    told: dict[str, Any] = page.evaluate(
        """async () => {
            const {MixtureView} = await import('/static/js/analyse/mixture.js');
            const texts = (key) => key;
            const words = {turn: (tokens) => tokens.join('+'), essence: ([first]) => first};
            const view = new MixtureView({t: texts, i18n: {number: (n) => n.toFixed(0)}, words});
            const read = () => [...view.list.children].map((row) => [
                row.querySelector('.mixture-share').textContent,
                row.querySelector('.mixture-fill').style.width,
                row.querySelector('.mixture-turn').textContent,
            ]);
            const turn = (share, ...tokens) => ({share, tokens});
            const none = [view.element.hidden];
            view.update([turn(1, 'a')]);
            const single = view.note.textContent;
            view.update([turn(.25, 'a'), turn(.2, 'b', 'x'), turn(.2, 'b', 'y'), turn(.1, 'c'),
                turn(.08, 'd'), turn(.06, 'e'), turn(.05, 'f'), turn(.03, 'g'), turn(.02, 'h')]);
            const many = read();
            const note = view.note.textContent;
            view.update(null);
            return {single, many, note, hidden: [...none, view.element.hidden]};
        }"""
    )
    assert told["hidden"] == [True, True]
    assert (told["single"], told["note"]) == ("mixture.single", "mixture.note")
    # What is left out of the bars, or below the least that an answer names, is the last row.
    assert told["many"] == [
        ["40 %", "40%", "b+x"],
        ["25 %", "25%", "a"],
        ["10 %", "10%", "c"],
        ["8 %", "8%", "d"],
        ["6 %", "6%", "e"],
        ["5 %", "5%", "f"],
        ["6 %", "6%", "mixture.others"],
    ]
    page.click("#analyse-switch")
    expect(page.locator("#analyse-lines > li")).to_have_count(3)
    # Nobody decides in secret here.
    expect(page.locator(".mixture")).to_be_hidden()


def positions_in(status: str) -> int:
    """Return how many positions a line of status tells of."""
    found = re.search(r"([\d,]+) positions?", status)
    assert found, status
    return int(found[1].replace(",", ""))


def expect_no_search(page: Page, service: Service) -> None:
    """Wait until the service runs no search."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while count_metric(page, service, "coalbaron_searches_running"):
        assert time.monotonic() < end, "a search goes on that no one waits for"
        page.wait_for_timeout(50)


def test_stop_goes_when_the_search_has_ended_and_words_claim_no_more_than_is_known(
    service: Service, page: Page
) -> None:
    over = played(2, 7, 1000)
    state = over.origin
    placings = []
    for index, code in enumerate(over.codes):
        if state.phase == "place":
            placings.append(index)
        state.push_codes([code])
    state = over.origin
    state.push_codes(over.codes[: placings[-3]])
    page.goto(link_to(service, state.to_record(), "p", "p"))
    page.wait_for_selector(".space.can")
    page.click("#tab-analyse")
    page.click("#analyse-switch")
    page.wait_for_selector("#analyse-lines > li")
    expect(page.locator("#analyse-switch")).to_have_text("Analyse")
    expect(page.locator("#analyse-switch")).to_have_attribute("aria-pressed", "false")
    told = page.locator("#analyse-lines").inner_text()
    assert "±" not in told
    assert "best with" not in told
    mover = f"Seat {(state.turn or 0) + 1}"
    expect(page.locator(".mover-share").first).to_contain_text(f"{mover}: ")
    turns = page.locator(".line-turn > span:last-child").all_inner_texts()
    assert len(set(turns)) == len(turns)


def test_an_arrow_ends_where_the_tile_comes_to_lie(service: Service, page: Page) -> None:
    open_game(service, page, 2, 4)
    ends = page.evaluate(
        """async () => {
            const {drawMarks} = await import('/games/coalbaron/board/marks.js');
            const root = document.querySelector('#board');
            const layer = root.querySelector('.marks');
            const space = [...root.querySelectorAll('.space-factory.can')]
                .map((one) => one.dataset.space).find((name) => name !== 'fx');
            const {table} = JSON.parse(await (await fetch('/v1/legal', {
                method: 'POST',
                headers: {'content-type': 'application/json'},
                body: JSON.stringify({
                    record: JSON.parse(localStorage.getItem('coalbaron.game')).record}),
            })).text());
            drawMarks(root, layer, [{tokens: [space], rank: 1}], table);
            const item = table.spaces.find(({name}) => name === space).item;
            const level = 'ybgk'.indexOf(item[0]) + 1;
            const card = root.querySelector(`.seat-card[data-seat="${table.turn}"]`);
            const box = card.querySelector(`[data-level="${level}"]`).getBoundingClientRect();
            const head = layer.querySelector('.mark-head').getBoundingClientRect();
            const x = head.x + head.width / 2;
            const middle = box.x + box.width / 2;
            return {
                inside: head.y + head.height / 2 > box.y && head.y + head.height / 2 < box.bottom,
                side: x < middle ? 'L' : 'D',
                wanted: item[2],
            };
        }"""
    )
    assert ends["inside"]
    assert ends["side"] == ends["wanted"]


@pytest.mark.slow
def test_a_line_is_drawn_on_the_board_and_can_be_played(service: Service, page: Page) -> None:
    open_game(service, page, 2, 4)
    page.select_option("#analyse-count", "1")
    page.click("#analyse-switch")
    page.wait_for_selector("#board [class*='mark']")
    page.click("#analyse-play-0")
    page.wait_for_selector("#confirm")
    page.click("#analyse-switch")
    assert page.evaluate("JSON.parse(localStorage.getItem('coalbaron.game')).pending.length") > 0


def test_the_analysis_knows_no_more_than_the_screen(service: Service, page: Page) -> None:
    asked: list[Any] = []

    def note(request: Request) -> None:
        if "/v1/analyse" in request.url:
            asked.append(request.post_data_json)

    page.on("request", note)
    record = record_of(played(2, 7, 4))
    page.goto(link_to(service, record, "p", "p"))
    page.wait_for_selector(".space.can")
    page.click("#tab-analyse")
    page.click("#analyse-switch")
    page.wait_for_selector("#analyse-lines > li")
    page.click("#analyse-switch")
    assert asked
    for body in asked:
        assert re.search(r" view=[01] ", body["position"])


@pytest.mark.slow
def test_the_graph_grows_with_the_game_and_goes_through_all_of_it(
    service: Service, page: Page
) -> None:
    open_game(service, page, 2, 5)
    page.click("#fold-chart > summary")
    expect(page.locator("#fold-chart tbody tr")).to_have_count(1)
    page.click("[data-space='bank']")
    page.click("#confirm")
    expect(page.locator("#fold-chart tbody tr")).to_have_count(2)
    page.click("#chart-whole")
    expect(page.locator("#chart-whole")).to_have_text("Go through the whole game")
    rows = page.locator("#fold-chart tbody tr").count()
    assert rows >= 6 + 5 + 1, "six picks of the draft, six turns"
    expect(page.locator("#fold-chart .chart-line")).to_have_count(2)
    for row in page.locator("#fold-chart tbody tr").all_inner_texts():
        win = [int(number) for number in re.findall(r"(\d+) %", row)]
        assert abs(sum(win) - 100) <= 1, row
    page.check("#fold-chart input[value='vp']")
    expect(page.locator("#fold-chart caption")).to_have_text("Final victory points")


def test_the_graph_ends_with_the_result(service: Service, page: Page) -> None:
    state = played(2, 7, 200)
    page.goto(link_to(service, record_of(state), "p", "p"))
    page.wait_for_selector(".final")
    page.click("#tab-analyse")
    page.click("#fold-chart > summary")
    row = page.locator("#fold-chart tbody tr").last
    shares = [
        f"{100 * (seat in (state.winners() or ())) // len(state.winners() or ())} %"
        for seat in (0, 1)
    ]
    expect(row.locator("td")).to_have_text(shares)


def test_the_radar_counts_what_each_seat_may_expect(service: Service, page: Page) -> None:
    open_game(service, page, 3, 30)
    page.click("#fold-radar > summary")
    page.wait_for_selector("#fold-radar .radar")
    rows = page.locator("#fold-radar tbody tr")
    expect(rows).to_have_count(12)
    expect(page.locator("#fold-radar .radar-area")).to_have_count(3)
    cells = [row.split("\t") for row in rows.all_inner_texts()]
    assert all(len(row) == 2 + 3 for row in cells)
    means = [float(cell.split()[0]) for row in cells for cell in row[2:]]
    assert max(means) > 1
    assert page.locator("#fold-radar td.leads").count() >= 6
    shapes = page.locator("#fold-radar .chart-seat").evaluate_all(
        "all => all.map(seat => seat.querySelector('.chart-mark').outerHTML.length)"
    )
    assert len(set(shapes)) > 1, "seats are told apart by shape"


def test_the_radar_is_asked_for_again_after_a_fault(service: Service, page: Page) -> None:
    page.route("**/v1/project", lambda route: route.fulfill(status=500, body="{}"))
    open_game(service, page, 3, 30)
    page.click("#fold-radar > summary")
    expect(page.locator("#notice")).to_be_visible()
    page.unroute("**/v1/project")
    page.click("#notice .button:not(.quiet)")
    expect(page.locator("#fold-radar .radar")).to_be_visible()


@pytest.mark.slow
def test_axe_finds_nothing_serious_in_the_analysis(service: Service, page: Page) -> None:
    open_game(service, page, 4, 9)
    page.click("#fold-chart > summary")
    page.click("#fold-radar > summary")
    page.click("#analyse-switch")
    page.wait_for_selector("#analyse-lines > li")
    page.wait_for_selector("#fold-radar .radar")
    page.wait_for_selector("#fold-chart .chart")
    page.click("#analyse-switch")
    assert find_faults(page, "#panel-analyse") == []
