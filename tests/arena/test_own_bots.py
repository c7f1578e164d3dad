"""Bots of one's own by module and name: what is found, what is refused, how they play."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import (
    FaultKind,
    GameResult,
    GameTask,
    LocalBackend,
    MatchSettings,
    Opening,
    begin_match,
    bot_from,
    play_match,
    read_player,
    resume_match,
    summary,
)
from coalbaron_fast.arena.own_bots import check_own_bot
from coalbaron_fast.games import DEFAULT, Game
from coalbaron_protocol.__main__ import main

BOTS: Final = '''\
import helping

loaded = []
number = 5


class First:
    """Plays the first legal token, or the one that is asked for."""

    def __init__(self, index: int = 0, seed=0, game=None, *, label: str = "", **_):
        self.index, self.seed, self.game, self.label = index, seed, game, label

    def choose(self, state):
        assert helping.HELP
        moves = state.legal_moves()
        return [moves[self.index % len(moves)]]


class Answers:
    def __init__(self, answer):
        self.answer = answer

    def choose(self, state):
        state.push(state.legal_moves()[-1])  # a view of its own: no one else sees it
        answers = {
            "none": None, "number": 3, "numbers": [1], "empty": [], "castle": ["castle"],
            "two": ["bank", "bank"], "word": state.history[-1], "words": [state.history[-1]],
        }
        return 1 // 0 if self.answer == "zero" else answers[self.answer]


class Peek:
    def choose(self, state):
        assert (state.viewer, state.seed) == (state.turn, None)
        return [state.legal_moves()[0]]


def make(depth):
    return First(depth)


def broken(kind=1):
    return [][kind]


def no_bot():
    return 5


class NoBot:
    pass
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current folder with modules in it, of which nothing is left afterwards."""
    (tmp_path / "some_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "helping.py").write_text("HELP = True\n", encoding="utf-8")
    (tmp_path / "fails.py").write_text("\n1 / 0\n", encoding="utf-8")
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit('bye')\n", encoding="utf-8")
    (tmp_path / "no_syntax.py").write_text("class\n", encoding="utf-8")
    (tmp_path / "wants.py").write_text("import nobody_has_this\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("coalbaron_own_bots") or name in ("some_bots", "helping"):
            del sys.modules[name]


def play(*players: str, seed: int = 3) -> GameResult:
    return GameTask(0, 0, 0, tuple(range(len(players))), players, Opening(seed, 0)).run()


@pytest.mark.parametrize(
    "text",
    [
        "some_bots:First",
        "some_bots:First:index=2,name=two",
        "some_bots:make:depth=1",
        "some_bots.py:First",
        "./some_bots.py:First:seed=4",
    ],
)
def test_a_bot_reads_back(text: str) -> None:
    spec = read_player(text)
    assert spec.text == text
    assert read_player(spec.text) == spec
    assert not spec.is_repeatable
    assert (spec.limits, spec.clock_ms) == ({}, None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nowhere:First", "there is no module 'nowhere' in"),
        ("some_bots.inner:First", "there is no module 'some_bots.inner'"),
        ("nowhere.py:First", "there is no file 'nowhere.py' in"),
        ("/nowhere/bot.py:First", "there is no file '/nowhere/bot.py'"),
        ("some_bots.py", "or a class of your own, such as my_bot:MyBot"),
        ("some_bots:Frist", "some_bots has no 'Frist'; its bots are First Answers Peek"),
        ("helping:Frist", "helping has no 'Frist', and no class with choose(state)"),
        ("some_bots:number", "some_bots:number is of type int: a class, or a function"),
        ("some_bots:NoBot", "some_bots:NoBot has no method choose(state)"),
        ("some_bots:make", "some_bots:make needs a value for 'depth'"),
        ("some_bots:make:width=1", "some_bots:make has no setting 'width': name depth"),
        ("some_bots:First:index", "'index' in 'some_bots:First:index' is not NAME=VALUE"),
        ("fails:First", "fails cannot be imported: ZeroDivisionError: division by zero ("),
        ("fails.py:First", "fails.py, line 2)"),
        ("leaves:First", "leaves cannot be imported: SystemExit: bye"),
        ("no_syntax:First", "no_syntax cannot be imported: SyntaxError"),
        ("wants:First", "wants cannot be imported: ModuleNotFoundError: No module named 'nobody_"),
    ],
)
def test_what_is_no_bot_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as refusal:
        read_player(text)
    assert complaint in str(refusal.value)
    assert "<frozen" not in str(refusal.value)
    assert text in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("some_bots:broken", "some_bots:broken cannot be made: IndexError: list index out of ran"),
        ("some_bots:broken:kind=x", "cannot be made: TypeError"),
        ("some_bots:no_bot", "some_bots:no_bot returns an object of type int, without choose"),
    ],
)
def test_what_makes_no_bot_is_found_before_a_match(text: str, complaint: str) -> None:
    for attempt in (lambda: bot_from(text), MatchSettings((text, "random")).checked):
        with pytest.raises(ValueError, match=r".") as refusal:
            attempt()
        assert complaint in str(refusal.value)


def test_settings_come_as_what_they_are() -> None:
    text = "some_bots:First:index=3,label=7,speed=0.5,loud=true,word=so"
    bot = bot_from(text, seed=11)
    assert (vars(bot)["index"], vars(bot)["label"], vars(bot)["seed"]) == (3, "7", 11)
    assert isinstance(vars(bot)["game"], Game)
    assert vars(bot)["game"].name == DEFAULT
    assert vars(bot_from("some_bots:First:seed=5", seed=11))["seed"] == 5


def test_each_gives_what_the_bot_takes() -> None:
    assert read_player("some_bots:make", "depth=2,nodes=50").text == "some_bots:make:depth=2"
    assert read_player("some_bots:make:depth=1", "depth=2").text == "some_bots:make:depth=1"


def test_a_file_is_loaded_once_and_hides_no_module() -> None:
    Path("json.py").write_text(BOTS, encoding="utf-8")
    classes = {type(bot_from(text)) for text in ("json.py:First", "./json.py:First")}
    assert len(classes) == 1
    assert sys.modules["json"] is json


@pytest.mark.parametrize("answer", ["word", "words"])
def test_a_bot_plays_a_game(answer: str) -> None:
    result = play(f"some_bots:Answers:answer={answer}", "some_bots:First", "some_bots:Peek")
    assert result.faults == ()
    assert result.vp is not None
    assert State.from_record(result.record).scores() == list(result.vp)


@pytest.mark.parametrize(
    ("answer", "kind", "word"),
    [
        ("none", FaultKind.GARBAGE, "choose returned None, not the tokens of a turn"),
        ("number", FaultKind.GARBAGE, "choose returned 3"),
        ("numbers", FaultKind.GARBAGE, "choose returned [1]"),
        ("empty", FaultKind.ILLEGAL, "the turn is empty"),
        ("castle", FaultKind.ILLEGAL, "'castle' is no token"),
        ("two", FaultKind.ILLEGAL, "bank"),
        ("zero", FaultKind.CRASH, "choose failed: ZeroDivisionError"),
    ],
)
def test_who_goes_wrong_loses(answer: str, kind: FaultKind, word: str) -> None:
    result = play("random", f"some_bots:Answers:answer={answer}")
    (fault,) = result.faults
    assert (fault.seat, fault.kind) == (1, kind)
    assert word in fault.text
    assert (result.shares, result.vp) == ((1.0, 0.0), None)
    if kind == FaultKind.CRASH:
        assert any("some_bots.py" in line for line in fault.transcript)
        assert all(line.startswith("! ") and line.isprintable() for line in fault.transcript)


def test_a_bot_that_cannot_be_made_loses() -> None:
    (fault,) = play("some_bots:broken", "random").faults
    assert (fault.seat, fault.kind) == (0, FaultKind.CRASH)
    assert "cannot be made: IndexError" in fault.text


def test_a_match_in_processes_goes_on_where_it_was(folder: Path) -> None:
    settings = MatchSettings(("some_bots:First:index=1", "./some_bots.py:make:depth=3"), deals=3)
    store, tally = begin_match(folder / "whole.jsonl", settings)
    with store, LocalBackend(2) as backend:
        play_match(tally, backend, store)
    lines = (folder / "whole.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    cut = folder / "cut.jsonl"
    cut.write_text("".join(lines[:3]), encoding="utf-8")
    store, again = resume_match(cut, {})
    with store, LocalBackend(1) as backend:
        play_match(again, backend, store)
    assert summary(again) == summary(tally)
    assert not any(json.loads(line)["faults"] for line in lines[1:])


def test_the_command_plays_it_and_refuses_before_it_makes_a_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "some_bots:First", "random", "--deals", "1"]) == 0
    assert "some_bots:First" in capsys.readouterr().out
    status = main(["match", "some_bots:no_bot", "random", "--file", "other.jsonl"])
    assert status == 2
    assert "some_bots:no_bot returns an object of type int" in capsys.readouterr().err
    assert not (folder / "other.jsonl").exists()


def test_what_tells_nothing_of_its_arguments_is_refused() -> None:
    class Silent:
        """Callable, with something in the place of a signature."""

        __signature__ = "none"

        def __call__(self) -> None:
            """Make nothing."""

    with pytest.raises(ValueError, match="my:Bot does not say what arguments it takes"):
        check_own_bot("my:Bot", Silent())
