from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.coalbaron.fuzz.mutation import PIECES
from tests.games.coalbaron.fuzz.oracle import examine
from tests.games.coalbaron.fuzz.readers import PROJECT, Examiner, search_plainly
from tests.games.coalbaron.fuzz.seeds import seed_inputs


def test_the_seeds_are_accepted() -> None:
    seeds = seed_inputs(seed=1)
    assert {text[0] for text in seeds} == {"t", "d", "r"}
    for text in seeds[::3]:
        assert "accepted" in examine(text)
        assert "".join(PIECES.findall(text)) == text


def test_junk_breaks_no_reader(tmp_path: Path) -> None:
    examiner = Examiner(tmp_path)
    search_plainly(examiner, seed=2, seconds=20, inputs=1500)
    assert [path.read_text() for path in examiner.findings.glob("*.traceback")] == []
    assert examiner.accepted > 100
    assert len(examiner.features) > 100


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["plain", "atheris"])
def test_the_search_ends_by_itself(engine: str) -> None:
    if engine == "atheris":
        pytest.importorskip("atheris")
    command = [
        sys.executable,
        "-m",
        "tests.games.coalbaron.fuzz.readers",
        "--seconds",
        "5",
        "--engine",
        engine,
    ]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "nothing found" in run.stdout
