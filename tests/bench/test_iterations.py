"""Two programs are compared by what they search in the same time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from bench import iterations

from coalbaron_fast.client import Answer, Client, Info
from coalbaron_fast.engine.limits import Limits
from tests.protocol.conversation import COMMAND

LIMITS: Final = Limits(nodes=1)


def test_a_program_against_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, data = " ".join(COMMAND), tmp_path / "it.json"
    words = ["--rounds", "2", "--time-ms", "5", "--positions", "1", "--json", str(data)]
    assert iterations.main([command, command, *words]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:3] for row in rows[2:]] == [
        [seats, "1", where] for seats in "234" for where in ("draft", "later")
    ]
    assert "4 later" in data.read_text()


class Sayer(Client):
    """A program that always says the same."""

    def __init__(self, info: Info) -> None:
        self.said = Answer(best=["x"], ponder=[], lines=[info])

    def new_game(self) -> None:
        pass

    def search(self, *_: object, **__: object) -> Answer:
        return self.said


def test_what_a_program_solves_is_left_out() -> None:
    states = iterations.drafts(2, 3)
    solver, searcher = Sayer(Info(exact=True)), Sayer(Info(nodes=40, time_ms=20.0))
    assert iterations.rates([searcher, solver], states, LIMITS, 2) == (0, [[], []])
    assert iterations.rates([searcher], states, LIMITS, 2) == (3, [[2000.0, 2000.0]])


def test_a_program_that_does_not_say_is_an_error() -> None:
    with pytest.raises(ValueError, match="how many nodes"):
        iterations.iterations(Sayer(Info(time_ms=3.0)), iterations.drafts(2, 1)[0], LIMITS)
