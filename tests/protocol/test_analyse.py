"""`analyse` for people and for programs: the table, the lines, JSON, and what each claims."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from typing import Any, Final

import pytest

from coalbaron_fast import Analysis, Engine, Limits, Search, State
from coalbaron_fast.games import DEFAULT, GAMES, Game, Position, load_game
from coalbaron_protocol.arguments import run_command
from coalbaron_protocol.forecast import FEWEST_VISITS, Forecast
from coalbaron_protocol.terminal import open_terminal, painted
from tests.protocol.conversation import COMMAND
from tests.protocol.screen import open_screen, run_on_terminal, shown_on
from tests.search import hide_game, tiny_game

GAME: Final = load_game(DEFAULT)
TABLE: Final = ["analyse", "--format", "table", "--nodes", "900"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run the command here; return status, output, complaints."""
    status = run_command(words)
    return status, *capsys.readouterr()


def forecast(
    state: Position, limits: Limits, game: Game = GAME, width: int = 80, encoding: str = "utf-8"
) -> tuple[Analysis, str]:
    """Search a position; return the answer and how it is shown."""
    console = open_screen(width, encoding=encoding)
    analysis = Engine(game=game, hash_mb=16).search(state, limits)
    console.print(Forecast(game, state, console).final(analysis))
    return analysis, shown_on(console)


# -- the table


def test_the_table_shows_the_board_turns_numbers_and_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, shown, complaints = run(capsys, *TABLE)
    assert (status, complaints) == (0, "")
    assert all(line in shown for line in GAME.draw_board(State(2, seed=1)))
    analysis = Engine(hash_mb=256).search(State(2, seed=1), Limits(nodes=900, lines=5))
    for line in analysis.lines:
        assert line.vp_band is not None
        low, high = map(round, line.vp_band[1])
        assert f"{100 * line.win[1]:.1f} %" in shown
        assert f"{line.vp[1]:.1f} ({low}\N{EN DASH}{high})" in shown
        assert f" {line.tokens[0]}" in shown
    best = analysis.lines[0]
    below = " ".join(shown.split())
    assert "8 games of 10 end inside the brackets." in below
    win, points = max(100 * best.win_error[1], 0.1), max(best.vp_error[1], 0.1)
    errors = f"± {win:.1f} % and ± {points:.1f} VP"
    assert f"by some {errors}: that is the error of sampling alone." in below
    sentence = " ".join(shown[shown.index("Best for seat 1: ") :].split())
    assert sentence.startswith(f"Best for seat 1: take order {analysis.best[0][1:]} (")
    assert sentence.count(".") == 1
    assert sentence.endswith(".")


def test_the_table_and_the_lines_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    _, shown, _ = run(capsys, *TABLE)
    best = re.search(r"\((\+\w+)\);", shown)
    assert best is not None
    run_command(["analyse", "--format", "json", "--nodes", "900"])
    assert json.loads(capsys.readouterr().out)["best"] == [best[1]]
    # The lines go past what pytest captures.
    lines = subprocess.run(
        [*COMMAND, "analyse", "--nodes", "900"], capture_output=True, text=True, check=True
    )
    assert lines.stdout.splitlines()[-1] == f"bestmove {best[1]}"


@pytest.mark.parametrize("width", [30, 40, 59, 80, 109, 110, 160])
def test_the_table_fits_the_window(width: int) -> None:
    state = State(2, seed=1)
    while state.phase == "draft":
        state.push(state.legal_moves()[0])
    analysis, shown = forecast(state, Limits(nodes=200, lines=8), width=width)
    assert max(map(len, shown.splitlines())) <= width
    assert ("best?" in shown) == (width >= 110)
    # The words give way, the numbers do not.
    seat = state.turn
    assert seat is not None
    for line in analysis.lines:
        if line.visits >= FEWEST_VISITS:
            assert line.vp_band is not None
            low, high = map(round, line.vp_band[seat])
            assert f"{100 * line.win[seat]:.1f} %" in shown
            assert f"{line.vp[seat]:.1f} ({low}\N{EN DASH}{high})" in shown


def test_terminals_without_such_letters_get_plain_ones() -> None:
    _, shown = forecast(State(2, seed=1), Limits(nodes=400, lines=2), encoding="ascii")
    assert shown.isascii()
    assert "?" not in shown
    assert "+-" in shown


def test_no_number_claims_certainty() -> None:
    state = State(2, seed=1)
    console = open_screen(160)
    found = Engine(hash_mb=16).search(state, Limits(nodes=50, lines=2))
    lines = [
        replace(
            line,
            visits=20,
            p_best=chance,
            win=[1 - chance, chance],
            win_error=[0.0] * 2,
            vp_error=[0.0] * 2,
        )
        for line, chance in zip(found.lines, (1.0, 0.0), strict=True)
    ]
    console.print(Forecast(GAME, state, console).final(replace(found, lines=lines)))
    shown = shown_on(console)
    assert "± 0.1 % and ± 0.1 VP" in " ".join(shown.split())
    assert " 0.1 %" in shown
    assert " 99.9 %" in shown
    assert "  99 %  " in shown
    assert "  1 %  " in shown
    assert "about 99 % of the win" in shown


def test_what_was_hardly_tried_has_no_number() -> None:
    analysis, shown = forecast(State(2, seed=1), Limits(nodes=1, lines=7))
    untried = [line for line in analysis.lines if line.visits < FEWEST_VISITS]
    assert untried
    assert shown.count("?") == 2 * len(untried)
    assert "at first sight; there was no time to look further" in " ".join(shown.split())


def test_a_solved_ending_says_what_solved_means() -> None:
    state = tiny_game.State(2, seed=5)
    state.push("heads")
    analysis, shown = forecast(state, Limits(nodes=1000, lines=2), tiny_game.GAME)
    assert analysis.solved
    assert "±" not in shown
    expected = "numbers are exact" if analysis.exact else "Everything to the end was looked at"
    assert expected in shown


def test_words_and_colours_are_the_games() -> None:
    shown = painted(GAME, "take order Tybgk, tile k2L, a gray cube, y>Cyyy")
    coloured = {(shown.plain[span.start : span.end], str(span.style)) for span in shown.spans}
    assert {
        ("y", "colour.yellow"),
        ("b", "colour.brown"),
        ("g", "colour.gray"),
        ("k", "colour.black"),
        ("k2L", "colour.black"),
        ("gray", "colour.gray"),
        ("yyy", "colour.yellow"),
    } <= coloured
    assert painted(hide_game.GAME, "a gray cube").spans == []


@pytest.mark.parametrize("module", [tiny_game, hide_game])
def test_games_without_words_of_their_own(
    module: Any,  # noqa: ANN401 - a module
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = module.GAME.name
    monkeypatch.setitem(GAMES, name, module.__name__)
    status, shown, _ = run(capsys, *TABLE, "--game", name)
    assert status == 0
    assert "Best for seat 0: the token " in shown


def test_a_finished_game_shows_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    state = hide_game.State(2, seed=3)
    while not state.is_over:
        state.push_codes(state.legal_codes()[:1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "hide", hide_game.__name__)
        words = ["--game", "hide", "text", *state.to_text().split()]
        assert run(capsys, *TABLE, *words) == (0, f"{state.to_text()}\n", "")


# -- terminals


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
def test_a_terminal_gets_the_table_and_sees_it_grow() -> None:
    status, shown = run_on_terminal([*COMMAND, "analyse", "--time", "800"])
    assert status == 0
    assert "factory" in shown
    assert shown.count("turn of seat 1") > 2
    assert "\x1b[" in shown
    assert shown.index("thinking") < shown.index("Best for seat 1")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
def test_without_a_command_a_person_is_told_where_they_are() -> None:
    status, shown = run_on_terminal(COMMAND, "isready\nquit\n")
    assert status == 0
    assert "type help or quit" in shown
    assert "readyok" in shown


def test_locales_without_letters_are_respected() -> None:
    stream = open_screen().file
    assert open_terminal(stream, {"LC_ALL": "C.UTF-8"}).encoding == "utf-8"
    assert open_terminal(stream, {"LANG": "C", "LC_ALL": "de_DE.UTF-8"}).encoding == "utf-8"
    assert open_terminal(stream, {}).encoding == "utf-8"
    assert open_terminal(stream, {"LC_ALL": "C"}).encoding == "ascii"


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    console = open_terminal(open_screen().file)
    console.print(painted(GAME, "tile k2L", "bar.first"))
    assert "\x1b[3" not in shown_on(console)
    assert "\x1b[4" not in shown_on(console)


# -- formats and statuses


def test_json_is_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["startpos", "players", "3", "seed", "7"]
    expected = Engine(hash_mb=256).search(State(3, seed=7), Limits(nodes=50, lines=2))
    for asked in (["--format", "json"], ["--json"]):
        status, shown, _ = run(capsys, "analyse", *asked, "--nodes", "50", "--lines", "2", *words)
        data = json.loads(shown)
        assert status == 0
        assert data["lines"] == [line.as_data() for line in expected.lines]
        assert data["position"] == State(3, seed=7).to_text()
        assert (data["game"], data["seat"], data["final"]) == (DEFAULT, 2, True)


@pytest.mark.parametrize("form", ["table", "json"])
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["text", "nonsense"], "nonsense"),
        (["startpos"], "no seat is to move"),
        (["--nodes", "0"], "nodes"),
        (["--time", "-5"], "time_ms"),
        (["--lines", "0"], "lines"),
        (["startpos", "players", "9"], "players must be 2 to 4, not 9"),
    ],
)
def test_what_cannot_be_answered_ends_with_a_status(
    form: str, words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, shown, complaints = run(capsys, "analyse", "--format", form, *words)
    assert (status, shown) == (1, "")
    assert complaint in complaints
    assert len(complaints.splitlines()) == 1


@pytest.mark.parametrize("form", ["table", "json"])
def test_an_evaluation_can_be_chosen(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "--format", form, "--nodes", "30", "startpos", "seed", "4"]
    played, best, guessed = (
        re.findall(r"[\d.]+ %|\"win\": \S+", run(capsys, *words, f"--evaluation={name}")[1])
        for name in ("net", "best", "hand")
    )
    assert played == best != guessed
    assert played
    status, _, complaints = run(capsys, *words, "--evaluation", "no.net")
    assert status == 1
    assert "no.net" in complaints


def test_two_formats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, complaints = run(capsys, "analyse", "--json", "--format", "table", "startpos")
    assert status == 2
    assert "--json" in complaints


@pytest.mark.parametrize("form", ["table", "json"])
def test_ctrl_c_answers_with_what_is_known(
    form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start, main = Engine.start, threading.main_thread().ident
    assert main is not None

    def start_and_press(self: Engine, state: Position, limits: Limits) -> Search:
        search = start(self, state, limits)
        threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT)).start()
        return search

    monkeypatch.setattr(Engine, "start", start_and_press)
    status, shown, complaints = run(capsys, "analyse", "--format", form, "--time", "60000")
    assert (status, complaints) == (130, "")
    assert {"table": "stopped after", "json": '"best": ["+'}[form] in shown
