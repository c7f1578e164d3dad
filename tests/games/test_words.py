"""What games say: every key in every language, what its text has places for, and none unused."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from coalbaron_fast.games import GAMES, Game, load_game
from coalbaron_fast.games.text.words import LANGUAGES, PLACE, SEAT, TEXT, Message, Words, say

EVERY_GAME: Final = sorted(GAMES)
SHELL: Final = Path(__file__).parents[2] / "server/coalbaron_server/web"
YOU: Final = ".you"

OF_THE_SHELL: Final = re.compile(
    r"(?:act|care|panel|strength|defect|units?|opponent|temper)\.|(?:game|welcome|lesson|opening)\.\w+$|(?:chart\.shift|review\.turn)$"
)
"""What the shell asks a game for (docs/web.md)."""


def texts_of(game: Game, language: str) -> Mapping[str, Any]:
    """Return the texts of a game by their keys."""
    assert game.words.folder is not None
    return Words(game.words.folder, language).texts


def forms_of(text: str | Mapping[str, str]) -> Mapping[str, str]:
    """Return the forms of a text by number; one that has none counts as `other`."""
    return {"other": text} if isinstance(text, str) else text


def places_in(text: str) -> set[str]:
    """Return the names of the parameters that a text has places for."""
    return {place["name"] for place in PLACE.finditer(text)}


def messages_in(value: object) -> Iterator[Message]:
    """Yield every message in an answer, those within others too."""
    if is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        if {"key", "params"} <= value.keys():
            yield Message(key=value["key"], params=value["params"])
        for part in value.values():
            yield from messages_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from messages_in(part)


@cache
def said_by(name: str) -> list[Message]:
    """Return what a game says of its tokens, facts and sources, and in some whole games."""
    game = load_game(name)
    found = [game.phrase(code) for code in range(len(game.tokens))]
    if game.sources is not None:
        found += game.sources().phrases
    screen = game.screen() if game.screen is not None else None
    answers: list[object] = [found, screen.components() if screen is not None else None]
    for players in game.players:
        answers += played(game, players)
    return [*messages_in(answers)]


def played(game: Game, players: int) -> Iterator[object]:
    """Yield what is answered in a random game: choices, tables, events, and turns as they grow."""
    rng = Random(f"words {players}")
    screen = game.screen() if game.screen is not None else None
    state = game.State(players)
    begun = state.copy()
    turn: list[int] = []
    while not state.is_over:
        yield game.choices(state)
        code = rng.choice(state.legal_codes())
        if state.is_chance or state.turn != begun.turn:
            begun, turn = state.copy(), []
        turn.append(code)
        yield [game.turn_phrase(begun, turn), game.turn_phrase(state, [code])]
        before = state.copy()
        state.push_codes([code])
        if screen is not None:
            tokens = state.history[len(before.history) :]
            yield screen.describe_table(before)
            yield screen.tell_events(before, tokens, None)
            yield screen.tell_events(before, tokens, 0)


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_keys_with_the_same_places(name: str, language: str) -> None:
    english, other = (texts_of(load_game(name), one) for one in (LANGUAGES[0], language))
    assert english.keys() == other.keys()
    for key, text in english.items():
        forms = forms_of(other[key])
        assert forms.keys() == forms_of(text).keys(), key
        for form in forms.values():
            missing = places_in(forms_of(text)["other"]) ^ places_in(form)
            assert missing <= ({"n"} if len(forms) > 1 else set()), key


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_has_a_text_and_all_that_it_has_places_for(name: str, language: str) -> None:
    texts = texts_of(load_game(name), language)
    for message in said_by(name):
        own = [texts[message.key]]
        own += [texts[key] for end in (TEXT, YOU) if (key := message.key + end) in texts]
        for text in own:
            assert len(forms_of(text)) == 1 or isinstance(message.params["n"], int)
            for form in forms_of(text).values():
                assert places_in(form) <= message.params.keys(), message


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_text_is_used(name: str) -> None:
    game = load_game(name)
    assert game.web is not None
    files = [*sorted(game.web.parent.rglob("*.js")), *sorted(game.web.parent.rglob("*.py"))]
    sources = "".join(path.read_text("utf-8") for path in files)
    quoted = set(re.findall(r'"([a-z]+\.[\w.]+)"', sources))
    # A key that is put together, as in t(`phase.${name}`), is used by the part that is written.
    begun = tuple(set(re.findall(r"[`\"]([a-z]+\.[A-Za-z_.]*)\$?\{", sources)))
    folds = {f"{fold}.title" for fold in re.findall(r'\bfold\(app, "(\w+)"', sources)}
    said = {message.key for message in said_by(name)}
    texts = texts_of(game, "en")
    known = quoted | folds | said | {SEAT, *(option.key for option in game.options)}
    known |= {key for key in texts if key.startswith(begun) or OF_THE_SHELL.match(key)}
    known |= {key + YOU for key in known} | {key + TEXT for key in known}
    assert sorted(texts.keys() - known) == []
    asked = set(re.findall(r"""\bt\(\s*"([\w.]+)\"""", sources))
    beside = "".join(path.read_text("utf-8") for path in SHELL.rglob("lang/en.js"))
    assert [key for key in asked | folds if key not in texts and f'"{key}":' not in beside] == []


ASKED: Final = """
import { readFileSync } from "node:fs";
globalThis.document = { documentElement: {} };
const { I18n } = await import(process.argv[1]);
const { language, texts, messages } = JSON.parse(readFileSync(0, "utf8"));
const i18n = new I18n();
await i18n.add(async () => texts);
await i18n.choose(language);
console.log(JSON.stringify(messages.map(({ key, params }) => i18n.t(key, params))));
"""


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_spells_as_the_service_does(name: str, language: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    texts = {
        key: text
        for key, text in texts_of(load_game(name), language).items()
        if not key.endswith(TEXT)
    }
    messages = {repr(one): one for one in said_by(name) if "seat" not in one.params}
    run = subprocess.run(
        [node, "--input-type=module", "-e", ASKED, (SHELL / "js/i18n.js").as_uri()],
        input=json.dumps(
            {"language": language, "texts": texts, "messages": list(messages.values())}
        ),
        capture_output=True,
        text=True,
        check=True,
    )
    words = Words(texts, language)
    spelled = [spelled_from(words, message) for message in messages.values()]
    # The page writes a minus where text has a hyphen.
    assert [plain(text) for text in json.loads(run.stdout)] == [plain(text) for text in spelled]


def plain(text: str) -> str:
    """Return a text with hyphens for minus signs."""
    return text.replace("\u2212", "-")


def spelled_from(words: Words, message: Message) -> str:
    """Spell a message, whether it came as one or as plain data."""
    return words.spell(
        say(message.key, **{name: read(one) for name, one in message.params.items()})
    )


def read(value: object) -> object:
    """Return a parameter with its messages, which plain data holds as objects."""
    if isinstance(value, Mapping):
        return say(value["key"], **{name: read(one) for name, one in value["params"].items()})
    return [read(one) for one in value] if isinstance(value, list | tuple) else value


WORDS: Final = Words(
    {
        "seat.number": "seat {n}",
        "coin": {"one": "{n} coin", "other": "{n} coins"},
        "gain": {"one": "{+n} coin", "other": "{+n} coins"},
        "takes": "takes {what}",
        "named": "{seat}: {what}",
        "board": "here",
        "board.text": "on {name}",
        "all": "{parts}",
        "dots": "{parts| · }",
        "and": "{parts|, | and }",
    }
)


@pytest.mark.parametrize(
    ("message", "phrase"),
    [
        (say("coin", n=1), "1 coin"),
        (say("coin", n=0), "0 coins"),
        (say("gain", n=-1), "-1 coin"),
        (say("gain", n=2), "+2 coins"),
        (say("takes", what=say("coin", n=2)), "takes 2 coins"),
        (say("board", name="b1"), "on b1"),
        (say("all", parts=[]), ""),
        (say("all", parts=["a", "b"]), "a, b"),
        (say("dots", parts=["a", say("coin", n=1)]), "a · 1 coin"),
        (say("and", parts=["a"]), "a"),
        (say("and", parts=["a", "b"]), "a and b"),
        (say("and", parts=["a", "b", "c"]), "a, b and c"),
    ],
)
def test_a_message_is_spelled(message: Message, phrase: str) -> None:
    assert WORDS.spell(message) == phrase


def test_a_sentence_names_its_seat_once() -> None:
    what = say("coin", n=1)
    assert WORDS.sentence(say("takes", seat=1, what=what)) == "Seat 1 takes 1 coin."
    assert WORDS.sentence(say("named", seat=1, what=what)) == "Seat 1: 1 coin."
    assert WORDS.sentence(what) == "1 coin."


def test_a_message_without_a_text_or_a_parameter_is_a_fault() -> None:
    for message in (say("none"), say("takes"), say("coin")):
        with pytest.raises(KeyError):
            WORDS.spell(message)
