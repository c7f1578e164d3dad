"""The scripted conversations, and those of the specification, held with the real process."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from coalbaron_protocol.session import COMMANDS, QUERIES
from tests.protocol.conversation import hold, read_scripts

SCRIPTS: Final = Path(__file__).with_name("conversations.txt")
SPECIFICATION: Final = Path(__file__).parents[2] / "protocol" / "SPEC.md"
TRANSCRIPTS: Final = re.findall(
    r"```transcript(.*?)\n(.*?)```", SPECIFICATION.read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(rows, id=title)
        for title, rows in read_scripts(SCRIPTS.read_text(encoding="utf-8"))
    ],
)
def test_the_conversation_goes_as_written(script: list[str]) -> None:
    assert script
    hold(script)


@pytest.mark.parametrize(("arguments", "transcript"), TRANSCRIPTS)
def test_the_specification_is_true(arguments: str, transcript: str) -> None:
    rows = transcript.splitlines()
    assert [row for row in rows if not row.startswith(("> ", "< "))] == []
    # Of JSON lines the status says whether one was refused.
    words = arguments.split()
    hold(rows, words, status=int("--json" in words and any('"error"' in row for row in rows)))


def test_there_are_enough_of_them() -> None:
    scripts = list(read_scripts(SCRIPTS.read_text(encoding="utf-8")))
    assert len(scripts) > 100
    assert len({title for title, _ in scripts}) == len(scripts)
    assert len(TRANSCRIPTS) >= 8


def test_every_command_and_question_is_in_the_specification() -> None:
    text = SPECIFICATION.read_text(encoding="utf-8")
    for word in (*COMMANDS, *QUERIES, "quit"):
        assert re.search(rf"`(?:query )?{word}\b", text), word
