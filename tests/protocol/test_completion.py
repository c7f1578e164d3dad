"""Completion: what the shell is told, and that the shells understand it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast.games import GAMES
from coalbaron_protocol.arguments import SHELLS, make_parser, run_command
from coalbaron_protocol.completion import complete_players, complete_position
from coalbaron_server.settings import options

EXAMPLES: Final = Path(__file__).parents[2] / "docs/examples"


def offered(typed: str, folder: Path) -> set[str]:
    """Press Tab behind what was typed, as bash does it; return what is offered."""
    answer = folder / "answer"
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "COMP_LINE": typed,
        "COMP_POINT": str(len(typed)),
    }
    run = subprocess.run(
        [sys.executable, "-m", "coalbaron_protocol"],
        env=environment, cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (run.stdout, run.stderr) == ("", "")
    return {word.strip() for word in answer.read_text().splitlines()}


def test_tab_offers_commands_options_and_games(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").touch()
    commands = offered("coalbaron-engine ", tmp_path)
    assert {"analyse", "play", "match", "review", "selfplay", "serve", "completion"} <= commands
    assert offered("coalbaron-engine play --re", tmp_path) == {"--resume"}
    assert offered("coalbaron-engine play --resume ke", tmp_path) == {"kept.txt"}
    assert offered("coalbaron-engine perft --game ", tmp_path) == set(GAMES)


def test_tab_offers_players_and_options_of_the_service(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text("class Mine:\n    def choose(self, state): ...\n")
    assert {"engine", "engine:", "greedy", "cmd:", "bots.py"} <= offered(
        "coalbaron-engine match ", tmp_path
    )
    assert offered("coalbaron-engine match greedy bots.py:", tmp_path) == {"bots.py:Mine"}
    names = {f"--{one.name.replace('_', '-')}" for one in options()}
    assert offered("coalbaron-engine serve --", tmp_path) >= names


def test_numbers_are_not_completed_with_files(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert offered("coalbaron-engine analyse --nodes ", tmp_path) == set()


def test_players_are_offered_with_the_settings_that_they_have() -> None:
    assert complete_players("is") == ["ismcts", "ismcts:"]
    assert complete_players("engine:nodes=5,th") == ["engine:nodes=5,threads="]
    assert "engine:nodes=5,nodes=" not in complete_players("engine:nodes=5,")
    assert complete_players("nobody:") == []


def test_bots_of_ones_own_are_found_without_being_run(tmp_path: Path) -> None:
    assert complete_players(f"{EXAMPLES}/my_bot.py:") == [f"{EXAMPLES}/my_bot.py:MyBot"]
    (tmp_path / "broken.py").write_text("class :")
    assert complete_players(f"{tmp_path}/broken.py:") == []
    assert complete_players(f"{tmp_path}/missing.py:") == []


def test_words_of_a_position() -> None:
    assert complete_position("", []) == ["startpos", "text", "fen"]
    assert complete_position("s", ["startpos", "seed", "3"]) == ["start"]
    assert complete_position("", ["text", "cb1"]) == ["seed", "moves"]


@pytest.mark.parametrize("shell", SHELLS)
def test_shells_understand_their_code(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["completion", shell]) == 0
    code = capsys.readouterr().out
    assert "coalbaron-engine" in code
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n"], input=code, text=True, check=True)


def test_bash_completes(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    program = tmp_path / "coalbaron-engine"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m coalbaron_protocol "$@"\n')
    program.chmod(0o755)
    typed = "coalbaron-engine match engine:wid"
    script = f"""\
        eval "$(coalbaron-engine completion bash)"
        COMP_LINE="{typed}" COMP_POINT={len(typed)} COMP_TYPE=9
        _python_argcomplete coalbaron-engine
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    run = subprocess.run(
        [bash, "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    # Bash takes the part before the colon for a word of its own.
    assert run.stdout.split() == ["widening=", "widening_growth="]


def test_the_parser_of_commands_does_not_load_the_service() -> None:
    assert "--max-nodes" not in make_parser().format_help()
    program = "import sys; import coalbaron_protocol.arguments as a; a.make_parser(); "
    program += "print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert {"rich", "argcomplete", "coalbaron_server"} & loaded == set()
