"""Games besides the usual one: the shell loads them by name, or says that they have no board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, Route, expect

from coalbaron_fast.games import DEFAULT
from coalbaron_fast.games import GAMES as ALL_GAMES
from coalbaron_fast.games.options import Option, Options
from tests.web.conftest import PROJECT, Service
from tests.web.games import played, record_of
from tests.web.table import link_to, wait_until

FOLDER: Final = Path(__file__).parent / "pennies"
SHELL: Final = PROJECT / "server/coalbaron_server/web"
GAMES: Final = PROJECT / "src/coalbaron_fast/games"
SHARED: Final = {".board", ".card", ".count", ".storage"}
"""What both lay out on purpose: the board's place, and pieces that panels of the shell show."""
TYPES: Final = {".js": "text/javascript", ".css": "text/css"}


def serve_folder(route: Route) -> None:
    """Answer as the service does that has the folder of the game."""
    path = FOLDER / route.request.url.rpartition("/")[2]
    route.fulfill(path=path, content_type=TYPES[path.suffix])


def history_of(body: dict[str, Any]) -> dict[str, Any]:
    """Return the turns from `start` on, a penny each."""
    turns = [
        {
            "index": index,
            "length": 1,
            "seat": index % 2,
            "shift": 1,
            "phase": "take",
            "is_done": True,
            "events": [{"kind": "take", "token": "1", "seat": index % 2, "text": "One is gone."}],
        }
        for index in range(body["start"], len(body["record"].split()))
    ]
    return {"turns": turns, "next": None}


OPTIONS: Final = Options(
    Option("quick", "No seat thinks long."), Option("heap", "Pennies in the heap", 3, (3, 5))
)

ABOUT: Final = {
    "name": "pennies",
    "players": [2],
    "usual_players": 2,
    "draws_order": True,
    "options": OPTIONS.tell(),
    "units": {"name": "pence", "short": "p", "size": 1.0},
}


class Pennies:
    """The rules for the page: two seats take one penny each, the last wins."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    def answer(self, route: Route) -> None:
        """Answer a request of the page."""
        if route.request.url.partition("?")[0].endswith("/v1/games"):
            route.fulfill(content_type="application/json", body=json.dumps([ABOUT]))
            return
        body: dict[str, Any] = dict(route.request.post_data_json or {})
        self.bodies.append(body)
        if route.request.url.endswith("/v1/history"):
            route.fulfill(content_type="application/json", body=json.dumps(history_of(body)))
            return
        options = OPTIONS.read(self.bodies[0].get("options"))
        heap = options["heap"]
        record = " ".join([*body.get("record", "").split(), *body.get("tokens", ())])
        taken = len(record.split())
        turn = taken % 2 if taken < heap else None
        table: dict[str, Any] = {
            "players": 2,
            "phase": "take" if turn is not None else "over",
            "turn": turn,
            "over": None if turn is not None else {"scores": [2, 1], "winners": [0]},
            "seats": [{}, {}],
        }
        document = {
            "position": record,
            "data": {"view": body.get("viewer", turn), "active": turn, "pennies": heap - taken},
            "options": options,
            "table": table,
            "legal": [{"token": "1", "text": "take"}] if turn is not None else [],
            "record": record,
            "tokens": body.get("tokens", []),
            "events": [{"kind": "take", "token": "1", "seat": 0, "text": "One is gone."}],
        }
        route.fulfill(content_type="application/json", body=json.dumps(document))


def test_another_game_is_loaded_by_its_name_and_played(service: Service, page: Page) -> None:
    pennies = Pennies()
    page.route("**/games/pennies/**", serve_folder)
    page.route("**/v1/**", pennies.answer)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{service.url}?game=pennies")
    page.click("#door-play")
    expect(page.locator("dialog [name='players']")).to_have_count(1)
    page.select_option("dialog [data-seat='1']", "person")
    page.click("dialog button.primary")
    expect(page.locator("#pennies")).to_have_text("3 pennies left")
    expect(page.locator("#brand")).to_have_text("Pennies")
    assert page.evaluate("getComputedStyle(document.querySelector('#pennies')).color") == (
        "rgb(1, 2, 3)"
    )
    for left in (2, 1, 0):
        page.click("#board [data-token='1']")
        expect(page.locator("#pennies")).to_have_text(f"{left} pennies left")
        page.click("#confirm")
        expect(page.locator(".pending")).to_have_count(0)
    # Its points are called as the service says.
    expect(page.locator(".final li b")).to_have_text(["2 p", "1 p"])
    expect(page.locator("#moves-list .move-line")).to_have_text(3 * ["One is gone."])
    page.select_option("#language", "de")
    expect(page.locator("#pennies")).to_have_text("0 Pfennige liegen noch")
    assert {body["game"] for body in pennies.bodies} == {"pennies"}
    assert not [url for url in asked if f"/games/{DEFAULT}/" in url]


def test_the_dialog_draws_the_options_of_a_game(service: Service, page: Page) -> None:
    pennies = Pennies()
    page.route("**/games/pennies/**", serve_folder)
    page.route("**/v1/**", pennies.answer)
    page.goto(f"{service.url}?game=pennies")
    page.click("#door-play")
    # Where the game has no text, the sentence of its table is shown.
    expect(page.locator("label:has(#new-option-quick)")).to_have_text("No seat thinks long.")
    expect(page.locator("label:has(#new-option-heap)")).to_contain_text("Pennies in the heap")
    expect(page.locator("#new-option-quick")).not_to_be_checked()
    expect(page.locator("#new-option-heap option")).to_have_text(["3", "5"])
    page.check("#new-option-quick")
    page.select_option("#new-option-heap", "5")
    page.click("dialog button.primary")
    expect(page.locator("#pennies")).to_have_text("5 pennies left")
    begun = pennies.bodies[0]
    assert begun["options"] == {"quick": True, "heap": 5}
    # Chance draws who begins.
    assert "start" not in begun
    page.click("#new-game")
    expect(page.locator("#new-option-quick")).to_be_checked()
    expect(page.locator("#new-option-heap")).to_have_value("5")
    page.select_option("#new-start", "1")
    pennies.bodies.clear()
    page.click("dialog button.primary")
    wait_until(page, "document.querySelector('dialog') === null")
    assert pennies.bodies[0]["start"] == 1


def test_its_game_is_kept_beside_the_usual_one(service: Service, page: Page) -> None:
    page.goto(link_to(service, record_of(played(2, 7, 3)), "p", "p"))
    page.wait_for_selector(".seat-card")
    page.route("**/games/pennies/**", serve_folder)
    page.route("**/v1/**", Pennies().answer)
    page.goto(f"{service.url}?game=pennies")
    page.click("#door-play")
    page.click("dialog button.primary")
    page.wait_for_selector("#pennies")
    page.unroute("**/v1/**")
    page.goto(service.url)
    expect(page.locator(".seat-card")).to_have_count(2)


def test_a_game_without_a_board_is_named_with_a_way_back(service: Service, page: Page) -> None:
    for name in ("pennies", "../static", "Coal Baron"):
        page.goto(f"{service.url}?game={name}")
        expect(page.locator("#board")).to_contain_text(f"no board of the game “{name}”")
        expect(page.locator("#notice")).to_be_hidden()
    page.select_option("#language", "de")
    expect(page.locator("#board")).to_contain_text("keinen Spielplan")
    page.click("#board a")
    page.wait_for_selector("#door-learn")


def test_the_default_is_that_of_the_engine() -> None:
    loading = (SHELL / "js/loading.js").read_text("utf-8")
    assert f'export const DEFAULT_GAME = "{DEFAULT}";' in loading


def test_the_shell_names_no_file_of_a_game() -> None:
    for path in sorted(SHELL.rglob("*")):
        if path.suffix in (".js", ".html", ".css"):
            text = path.read_text("utf-8")
            # The shell's own folder of that name keeps the games that were played.
            others = text.replace('"./games/', "").replace("// games/*.js", "")
            assert others.count("games/") == text.count("games/${name}/index.js"), path


def classes_in(sheets: Iterable[Path]) -> set[str]:
    """Return the classes that style sheets lay out wherever they are."""
    found = set()
    for sheet in sheets:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        selectors = ",".join(re.findall(r"([^{}]+)\{", text)).split(",")
        found |= {one.strip() for one in selectors if re.fullmatch(r"\s*\.[\w-]+\s*", one)}
    return found


def test_no_game_lays_out_a_class_of_the_shell_by_chance() -> None:
    own = classes_in(SHELL.rglob("*.css"))
    assert ".turns" in own
    for game in ALL_GAMES:
        assert own & classes_in((GAMES / game / "web").rglob("*.css")) <= SHARED
