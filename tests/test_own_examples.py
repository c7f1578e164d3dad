"""The examples for authors of bots play, and the page about them is true."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import GameTask, MatchSettings, Opening, Tally, bot_from
from coalbaron_fast.bots import RandomBot, play_game
from coalbaron_fast.games import load_game

DOCS: Final = Path(__file__).parents[1] / "docs"
MY_BOT: Final = DOCS / "examples" / "my_bot.py"
UGI_BOT: Final = DOCS / "examples" / "ugi_bot.py"
PROGRAM: Final = f"cmd,time_ms=100,start_ms=30000,grace_ms=30000:{sys.executable} {UGI_BOT}"


def test_the_page_is_true() -> None:
    results = doctest.testfile(str(DOCS / "bots.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_bot_is_short_and_beats_random() -> None:
    assert len(MY_BOT.read_text(encoding="utf-8").splitlines()) < 40
    for seed in range(3):
        bot = bot_from(f"{MY_BOT}:MyBot:games=1", seed=seed)
        assert play_game(State(2, seed=seed), [bot, RandomBot()]).winners() == [0]


def test_the_bot_plays_another_game() -> None:
    game = load_game("ruhr")
    bot = bot_from(f"{MY_BOT}:MyBot:games=1", seed=1)
    assert play_game(game.State(2, seed=1), [bot, RandomBot()]).is_over


@pytest.mark.parametrize("seats", [2, 3])
def test_the_skeleton_plays_a_match(seats: int) -> None:
    """To its end, and at the end it knows who has won."""
    tally = Tally(MatchSettings((PROGRAM, "greedy"), seats=seats, deals=1).checked())
    for task in tally.settings.tasks():
        tally.add(task.run())
    assert tally.is_decided()
    assert len(tally.numbers) == seats
    assert not tally.faults


def test_the_skeleton_plays_against_the_bot() -> None:
    players = (PROGRAM, f"{MY_BOT}:MyBot:games=1")
    result = GameTask(0, 0, 0, (0, 1), players, Opening(5, 0)).run()
    assert result.faults == ()
    assert result.shares == (0.0, 1.0)


def test_the_skeleton_answers_other_runners() -> None:
    lines = [
        "",
        "ugi",
        "setoption name Threads value 1",
        "isready",
        "position startpos players 3 seed 7 start 1 moves",
        "query p1turn",
        "query gameover",
        "query result",
        "position startpos moves castle",
        "go movetime 5",
        "quit",
    ]
    run = subprocess.run(
        [sys.executable, str(UGI_BOT)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""
    answers = run.stdout.splitlines()
    begun = State(3, seed=7, start=1)
    assert answers[2:] == [
        "ugiok",
        "readyok",
        f"response {'true' if begun.turn == 0 else 'false'}",
        "response false",
        "response none",
        answers[7],
        f"bestmove {begun.legal_moves()[0]}",
    ]
    assert answers[7].startswith("info string error position: 'castle' is no token")
