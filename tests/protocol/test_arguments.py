"""Arguments: one command, then the end; and the game in the terminal."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from coalbaron_fast import Limits, State, __version__
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_protocol.play import Quit, TerminalGame, read_seats
from tests.protocol.conversation import COMMAND


def run(*arguments: str, said: str = "") -> tuple[int, list[str], str]:
    """Run the command; return status, output, complaints."""
    done = subprocess.run(
        [*COMMAND, *arguments], input=said, capture_output=True, text=True, check=False, timeout=200
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_version_and_help() -> None:
    assert run("--version") == (0, [f"coalbaron-engine {__version__}"], "")
    status, lines, _ = run("--help")
    assert status == 0
    assert {"bench", "perft", "analyse", "play", "serve"} <= set(" ".join(lines).split())


@pytest.mark.parametrize(
    "command",
    ["bench", "perft", "analyse", "play", "match", "selfplay", "review", "serve", "help"],
)
def test_help_is_a_word(command: str) -> None:
    status, lines, complaints = run("help", command)
    assert (status, complaints) == (0, "")
    assert lines[0].startswith(f"usage: coalbaron-engine {command} ")
    assert run(command, "--help")[1] == lines


def test_help_of_all_and_of_nothing_known() -> None:
    assert run("help") == run("--help")
    status, lines, complaints = run("help", "dance")
    assert (status, lines) == (2, [])
    assert "invalid choice: 'dance'" in complaints


def test_perft() -> None:
    assert run("perft", "2") == (0, ["perft 2: 42"], "")
    assert run("perft", "2", "startpos", "players", "3", "seed", "7")[1] == ["perft 2: 90"]
    assert run("perft", "1", "--divide")[1][-1] == "divide 1: 7"


def test_analyse_one_position() -> None:
    status, lines, complaints = run("analyse", "--nodes", "20", "startpos", "seed", "1")
    assert (status, complaints) == (0, "")
    assert lines[-1].startswith("bestmove +")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["perft", "99"], "info string error perft: depth is a whole number"),
        (["perft", "2", "startpos", "players", "9"], "info string error position: "),
        (["analyse", "--nodes", "20", "text", "nonsense"], "info string error position: "),
        (["analyse", "--nodes", "0"], "info string error go: nodes takes a whole number"),
    ],
)
def test_what_cannot_be_followed_ends_with_a_status(arguments: list[str], complaint: str) -> None:
    status, lines, _ = run(*arguments)
    assert status == 1
    assert lines[0].startswith(complaint)
    assert all(line.startswith(("info string error", "bestmove none")) for line in lines)


def test_the_signature_does_not_depend_on_threads() -> None:
    one, two = (run("bench", "2", "--threads", threads)[1] for threads in "12")
    assert one[-1] == two[-1]
    assert one[-1].startswith("signature: ")


@pytest.mark.parametrize("arguments", [["dance"], ["perft"], ["perft", "x"], ["bench", "x", "y"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    status, lines, complaints = run(*arguments)
    assert (status, lines) == (2, [])
    assert "usage: coalbaron-engine" in complaints


def play(state: State, seats: str, answers: list[str]) -> tuple[TerminalGame, list[str]]:
    """Answer for the people at the table until the answers run out."""
    said: list[str] = []
    given = iter(answers)

    def ask(_prompt: str) -> str:
        answer = next(given, None)
        if answer is None:
            raise Quit
        return answer

    people = read_seats(seats, state.players)
    game = TerminalGame(load_game(DEFAULT), state, people, Limits(nodes=2), ask, said.append)
    with pytest.raises(Quit):
        game.run()
    return game, said


def test_a_game_is_played_by_numbers_and_by_tokens() -> None:
    game, _ = play(State(2, seed=1), "0,1", ["1", "+Cb/+Cg", "99", "nonsense", ""])
    assert [token for token in game.state.history if token.startswith("+")] == [
        "+Cyyy",
        "+Cb",
        "+Cg",
    ]


def test_what_a_person_may_say() -> None:
    answers = ["help", "board", "moves", "hint", "undo", "+Cb", "undo"]
    game, said = play(State(2, seed=1), "0,1", answers)
    assert game.state == State(2, seed=1)
    assert "there is nothing to take back" in said
    assert any("(win 0." in line for line in said)


def test_the_engine_takes_the_other_seats() -> None:
    game, said = play(State(3, seed=7), "0", ["1", "bank"])
    assert len([line for line in said if line.startswith(("seat 1 plays", "seat 2 plays"))]) >= 2
    assert game.state.turn == 0


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    name = str(tmp_path / "game.txt")
    saved, _ = play(State(2, seed=1), "0,1", ["+Cb", f"save {name}"])
    loaded, said = play(State(2, seed=2), "0,1", ["load nowhere.txt", f"load {name}"])
    assert loaded.state == saved.state
    assert any("nowhere.txt" in line for line in said)


def test_play_in_the_terminal() -> None:
    status, lines, complaints = run("play", "--seed", "1", "--human", "0,1", said="1\nquit\n")
    assert (status, complaints) == (0, "")
    assert any("seat 1 to decide" in line for line in lines)
    assert run("play", "--human", "7")[0] == 2
    assert run("play", "--seed", "-1")[0] == 2
    assert run("play", "--load", "nowhere.txt")[0] == 2
