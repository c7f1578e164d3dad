"""English, German and Dutch: the same keys, nothing on screen that is no text."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from coalbaron_fast.errors import Defect
from coalbaron_fast.games.text.words import Words
from coalbaron_fast.review.reasons import LATER_KEY
from tests.web.conftest import PHONE, PROJECT, Service
from tests.web.games import played, record_of
from tests.web.table import link_to

SCRIPTS: Final = PROJECT / "server/coalbaron_server/web/js"
GAME: Final = PROJECT / "src/coalbaron_fast/games/coalbaron/web"
LANGUAGES: Final = ("en", "de", "nl")
UNITS: Final = re.compile(r"\b(?:VP|SP|OP|(?:victory )?points|(?:Sieg)?[Pp]unkten?|\w*punten)\b")
KEY: Final = re.compile(r"\b[a-z]+\.[a-z][A-Za-z_]*(?:\.[a-z]+)?\b")
TERMS: Final = {
    "en": ("Shift clock", "Factory", "Storage", "Outstanding orders", "Share of the win"),
    "de": ("Schichtuhr", "Lorenfabrik", "Lager", "Offene Aufträge", "Anteil am Sieg"),
    "nl": (
        "Dienstklok",
        "Lorriefabriek",
        "Opslag",
        "Openstaande opdrachten",
        "Aandeel in de winst",
    ),
}


@cache
def texts(language: str) -> dict[str, Any]:
    """Return all texts of a language."""
    return {**shell_texts(language), **game_texts(language)}


def game_texts(language: str) -> dict[str, Any]:
    """Return the words of Coal Baron; tests/games/test_words.py looks after their use."""
    return dict(Words(GAME.parent / "words", language).texts)


def merged(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return texts of several files as one; no key may be in two."""
    keys = [key for part in parts for key in part]
    assert len(keys) == len(set(keys))
    return {key: text for part in parts for key, text in part.items()}


@cache
def shell_texts(language: str) -> dict[str, Any]:
    """Return the texts of the shell, read as the browser reads them."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    paths = [path.as_uri() for path in sorted(SCRIPTS.rglob(f"lang/{language}.js"))]
    script = (
        f"const parts = await Promise.all({paths!r}.map((path) => import(path)));"
        "console.log(JSON.stringify(parts.map((part) => part.default)));"
    )
    run = subprocess.run(
        [node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    return merged(json.loads(run.stdout))


def forms_of(text: str | dict[str, str]) -> dict[str, str]:
    """Return the forms of a text by their number; one that has none counts as `other`."""
    return {"other": text} if isinstance(text, str) else text


def places_in(text: str) -> set[str]:
    """Return the names that the text has a place for."""
    return set(re.findall(r"{(\w+)}", text))


def test_no_text_stands_in_the_shell_and_in_the_game() -> None:
    assert shell_texts("en").keys() & game_texts("en").keys() == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_have_the_same_keys_and_places(language: str) -> None:
    assert texts(language).keys() == texts("en").keys()
    for key, english in texts("en").items():
        forms = forms_of(texts(language)[key])
        assert forms.keys() == forms_of(english).keys(), key
        for text in forms.values():
            assert text.strip(), key
            missing = places_in(forms_of(english)["other"]) ^ places_in(text)
            assert missing <= ({"n"} if len(forms) > 1 else set()), key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_texts_are_translated(language: str) -> None:
    same = [key for key, text in texts("en").items() if texts(language)[key] == text]
    assert len(same) < 0.05 * len(texts("en")), same


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_shell_names_what_a_game_counts(language: str) -> None:
    named = [
        key
        for key, text in shell_texts(language).items()
        if not key.startswith(("unit.", "units."))
        and UNITS.search(" ".join(forms_of(text).values()))
    ]
    assert named == []


def test_every_key_of_the_scripts_has_a_text_and_every_text_a_use() -> None:
    scripts = [*sorted(SCRIPTS.rglob("*.js")), *sorted(GAME.rglob("*.js"))]
    sources = "".join(path.read_text("utf-8") for path in scripts if path.parent.name != "lang")
    sources += (SCRIPTS.parent / "index.html").read_text("utf-8")
    used = set(re.findall(r"""\bt\(\s*"([\w.]+)\"""", sources))
    used |= set(re.findall(r'data-t(?:-label)?="([\w.]+)"', sources))
    assert used <= texts("en").keys()
    # A key that is put together, as in t(`phase.${name}`), is used by the part that is written out.
    begun = tuple(set(re.findall(r"[`\"]([a-z]+\.[A-Za-z_.]*)\$\{", sources)))
    ended = tuple(set(re.findall(r"`\$\{\w+\}(\.[a-z]+)`", sources)))
    # What the service says of itself comes by its key.
    quoted = used | {LATER_KEY} | set(re.findall(r'"([a-z]+\.[\w.]+)"', sources))
    unused = [
        key
        for key in texts("en").keys() - game_texts("en").keys()
        if key not in quoted and not key.startswith(begun) and not key.endswith(ended)
    ]
    assert unused == []


def test_every_defect_has_a_text() -> None:
    assert {f"defect.{defect}" for defect in Defect} <= texts("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks(service: Service, page: Page, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('coalbaron.language', '{language}')")
    page.goto(link_to(service, record_of(played(3, 7, 12)), "p", "n12", "p"))
    page.wait_for_selector(".seat-card")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.click("#tab-analyse")
    page.click("#analyse-switch")
    page.wait_for_selector("#analyse-lines > li")
    page.click("#fold-chart > summary")
    page.click("#fold-radar > summary")
    page.wait_for_selector("#fold-radar .radar")
    seen = words_of(page)
    page.click("#analyse-switch")
    page.click("#tab-review")
    seen += words_of(page)
    page.click("#tab-editor")
    page.click("#begin-current")
    page.wait_for_selector("#editor-form details")
    seen += words_of(page)
    page.click("#tab-share")
    seen += words_of(page)
    known = {key.split(".")[0] for key in texts("en")}
    assert [key for key in KEY.findall(seen) if key.split(".")[0] in known] == []
    assert not re.search(r"\{\w+\}", seen), "a place that nothing was put into"
    for term in TERMS[language]:
        assert term in seen, term


def words_of(page: Page) -> str:
    """Return all that the page says, labels and hidden parts included, but no game as text."""
    return str(
        page.evaluate(
            """() => {
              const spoken = [...document.querySelectorAll('body *')].flatMap((element) =>
                ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)));
              return document.body.textContent + ' ' + spoken.filter(Boolean).join(' \\n ');
            }"""
        )
    )


def test_the_language_changes_at_once_and_is_kept(service: Service, page: Page) -> None:
    page.goto(link_to(service, record_of(played(2, 7, 3)), "p", "p"))
    page.wait_for_selector(".seat-card")
    page.click("#tab-editor")
    page.select_option("#language", "de")
    expect(page.locator("#tab-editor")).to_have_text("Echter Tisch")
    expect(page.locator("#begin-new")).to_have_text("Ein neues Spiel verfolgen")
    page.reload()
    expect(page.locator("#tab-editor")).to_have_text("Echter Tisch")
    page.select_option("#language", "nl")
    expect(page.locator("#tab-editor")).to_have_text("Echte tafel")


@pytest.mark.slow
def test_the_longest_words_fit_a_phone(service: Service, page: Page) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.add_init_script("localStorage.setItem('coalbaron.language', 'de')")
    page.goto(link_to(service, record_of(played(4, 7, 9)), "p", "p", "p", "p"))
    page.wait_for_selector(".seat-card")
    page.click("#tab-analyse")
    page.click("#analyse-switch")
    page.click("#fold-chart > summary")
    page.click("#fold-radar > summary")
    page.wait_for_selector("#analyse-lines > li")
    page.wait_for_selector("#fold-radar .radar")
    assert wide_parts(page, "analyse") == []
    page.click("#analyse-switch")
    page.click("#tab-review")
    page.click("#review-start")
    expect(page.locator("#review-status")).to_contain_text("durchgesehen")
    page.locator("#review-turns .turn-button").first.click()
    expect(page.locator("#review-turns [aria-current]")).to_have_count(1)
    assert wide_parts(page, "review") == []
    page.click("#tab-share")
    assert wide_parts(page, "share") == []


def wide_parts(page: Page, panel: str) -> list[str]:
    """Return what reaches beyond the edge of the screen."""
    return list(
        page.locator(f"#panel-{panel} :not(.unseen, .unseen *, svg *)").evaluate_all(
            """all => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
                   .map((one) => one.outerHTML.slice(0, 80))"""
        )
    )
