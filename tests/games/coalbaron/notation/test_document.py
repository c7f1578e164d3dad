"""The document tells the truth."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Final

from coalbaron_fast.errors import Defect
from coalbaron_fast.games.coalbaron.notation import (
    TOKENS,
    format_record,
    parse_record,
    text_to_dict,
    tokens,
)
from coalbaron_fast.games.coalbaron.notation.record import MAX_RECORD
from coalbaron_fast.games.text.position import MAX_TEXT
from tests.games.coalbaron.notation.examples import MINING

DOCUMENT: Final = Path(__file__).parents[4] / "docs" / "notation.md"
TEXT: Final = DOCUMENT.read_text(encoding="utf-8")


def block_after(heading: str) -> str:
    return TEXT.partition(f"\n## {heading}\n")[2].partition("```\n")[2].partition("```")[0]


def test_the_python_in_it_runs() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_table_of_codes_is_complete() -> None:
    rows = re.findall(r"^\| (\d+)(?:-(\d+))? \| `(\w+)` \| `(\S+)` \|", TEXT, re.MULTILINE)
    covered = [code for low, high, *_ in rows for code in range(int(low), int(high or low) + 1)]
    assert covered == list(range(len(TOKENS)))
    for low, high, base, token in rows:
        assert getattr(tokens, base) == int(low)
        assert token in TOKENS[int(low) : int(high or low) + 1]


def test_the_table_of_defects_is_complete() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (.*) \|$", TEXT.partition("| defect | meaning |")[2], re.MULTILINE
    )
    assert rows == [(defect.value, defect.meaning) for defect in Defect]


def test_the_examples_are_real() -> None:
    assert text_to_dict(block_after("Position text").strip().replace("\n", " ")) == MINING
    record = block_after("Records")
    assert format_record(parse_record(record)) == record


def test_the_limits_are_named() -> None:
    assert f"{MAX_TEXT:,}" in TEXT
    assert f"{MAX_RECORD:,}" in TEXT
