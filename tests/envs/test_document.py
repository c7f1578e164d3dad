from __future__ import annotations

import doctest
from pathlib import Path
from typing import Final

import pytest

from tests.envs.layout_table import layout_table

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "envs.md"


def test_the_examples_run() -> None:
    for needed in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(needed)
    results = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_layout_is_the_one_that_is_written() -> None:
    assert layout_table() in DOCUMENT.read_text(encoding="utf-8")
