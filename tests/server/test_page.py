"""The page and its files: served from the package, fenced in by its policy."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_server import app as app_module
from tests.server.fakes import Client, client_of


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<!doctype html><title>Table</title>", encoding="utf-8")
    (web / "table.js").write_text("export const one = 1;\n", encoding="utf-8")
    (web / "cart.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not for you", encoding="utf-8")
    monkeypatch.setattr(app_module, "WEB", web)
    return client_of(api_key="k")


def test_the_page_is_at_the_root_and_needs_no_key(client: Client) -> None:
    answer = client.get("/")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


def test_the_page_is_put_together_once_and_anew_when_it_changes(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "web/index.html"
    first = client.get("/").body
    reads: list[Path] = []
    read = Path.read_text

    def read_text(path: Path, encoding: str) -> str:
        reads.append(path)
        return read(path, encoding)

    monkeypatch.setattr(Path, "read_text", read_text)
    assert client.get("/").body == first
    assert page not in reads
    page.write_text("<!doctype html><title>Other</title>", encoding="utf-8")
    os.utime(page, ns=(1, 1))
    assert b"Other" in client.get("/").body
    assert page in reads


def test_the_page_may_load_its_own_files_and_nothing_inline(client: Client) -> None:
    policy = client.get("/").headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy
    assert "http" not in policy


def test_a_page_that_has_not_changed_keeps_its_policy(client: Client) -> None:
    page = client.get("/")
    again = client.get("/", {"If-None-Match": page.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert "content-security-policy" not in again.headers


def test_files_have_their_types_and_are_asked_for_once(client: Client) -> None:
    script = client.get("/static/table.js")
    assert script.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert client.get("/static/cart.svg").headers["content-type"] == "image/svg+xml"
    again = client.get("/static/table.js", {"If-None-Match": script.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_texts_are_packed_for_whoever_unpacks_them(client: Client, tmp_path: Path) -> None:
    plain = client.get("/static/table.js", {"Accept-Encoding": "identity"})
    assert plain.body == b"export const one = 1;\n"
    assert "content-encoding" not in plain.headers
    packed = client.get("/static/table.js", {"Accept-Encoding": "br;q=1, gzip;q=0.5"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert packed.headers["cache-control"] == "no-cache"
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["etag"] != plain.headers["etag"]
    told = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
    again = client.get("/static/table.js", told)
    assert (again.status, again.body) == (304, b"")
    (tmp_path / "web/table.js").write_text("export const two = 2;\n", encoding="utf-8")
    os.utime(tmp_path / "web/table.js", (1, 1))
    changed = client.get("/static/table.js", told)
    assert gzip.decompress(changed.body) == b"export const two = 2;\n"
    page = client.get("/", {"Accept-Encoding": "gzip"})
    assert gzip.decompress(page.body) == client.get("/").body


def test_style_sheets_of_a_folder_come_in_one_answer(client: Client, tmp_path: Path) -> None:
    for name in ("b", "a"):
        sheet = f"/* about {name} */\n.{name} {{ top: 0 }}\n"
        (tmp_path / f"web/{name}.css").write_text(sheet, encoding="utf-8")
    both = client.get("/static/b.css+a.css", {"Accept-Encoding": "identity"})
    assert both.headers["content-type"].startswith("text/css")
    assert both.body.decode().split("\n.")[1:] == [
        "b { top: 0 }\n\n/* about a */",
        "a { top: 0 }\n",
    ]
    packed = client.get("/static/b.css+a.css", {"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.body).split() == b".b { top: 0 } .a { top: 0 }".split()
    assert packed.headers["etag"] != both.headers["etag"]
    told = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
    assert client.get("/static/b.css+a.css", told).status == 304
    (tmp_path / "web/a.css").write_text(".a { top: 1px }\n", encoding="utf-8")
    assert client.get("/static/b.css+a.css", told).status == 200


@pytest.mark.parametrize(
    "name", ["none.css", "table.js", "..", "", "%2e%2e%2fsecret.txt", "+".join(8 * ["a.css"])]
)
def test_nothing_but_a_few_style_sheets_is_joined(
    client: Client, tmp_path: Path, name: str
) -> None:
    (tmp_path / "web/a.css").write_text(".a { top: 0 }\n", encoding="utf-8")
    assert client.get(f"/static/a.css+{name}").status == 404


NAMED: Final = re.compile(r'<link rel="modulepreload" href="([^"]+)">')


def test_the_page_names_all_modules_that_its_first_view_needs() -> None:
    """Also of the game that the address asks for; none comes twice, and each is there."""
    client = client_of()
    for address, game in (("/", DEFAULT), ("/?game=ruhr", "ruhr"), ("/?game=none", None)):
        named = NAMED.findall(client.get(address).body.decode())
        assert len(named) == len(set(named))
        assert named[0] == "static/js/main.js"
        assert {"static/js/dom.js", "static/js/lang/en.js"} <= set(named)
        assert "static/js/analyse/analyse.js" not in named
        assert {name.split("/")[1] for name in named if name.startswith("games/")} == {game} - {
            None
        }
        if game:
            assert {f"games/{game}/index.js", f"games/{game}/board/pieces.js"} <= set(named)
        for name in named:
            assert client.get(f"/{name}").status == 200, name


def test_a_game_is_served_from_its_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.js").write_text("export default {};\n", encoding="utf-8")
    games = {"coalbaron": load_game(DEFAULT)._replace(web=None)}
    games["pennies"] = games["coalbaron"]._replace(name="pennies", web=tmp_path)
    monkeypatch.setattr(app_module, "GAMES", games)
    monkeypatch.setattr(app_module, "load_game", games.get)
    client = client_of(api_key="k")
    script = client.get("/games/pennies/index.js")
    assert script.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert script.headers["cache-control"] == "no-cache"
    again = client.get("/games/pennies/index.js", {"If-None-Match": script.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    for path in ("/games/coalbaron/index.js", "/games/none/index.js", "/games/pennies/../secret"):
        assert client.get(path).status == 404


def test_the_files_of_the_usual_game_are_served() -> None:
    client = client_of()
    for name in ("index.js", "board/board.js", "pieces.css", "words/en.json"):
        assert client.get(f"/games/{DEFAULT}/{name}").status == 200, name


@pytest.mark.parametrize(
    "path",
    ["/static/../secret.txt", "/static/..%2fsecret.txt", "/static//etc/passwd", "/static/none.js"],
)
def test_nothing_else_is_served(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status == 404
    assert answer.json()["type"] == "/problems/not-found"
