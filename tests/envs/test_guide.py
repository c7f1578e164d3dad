"""What the guide to the environments shows is true."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Final

import pytest

GUIDE: Final = Path(__file__).parents[2] / "docs" / "envs_faces.md"


def test_the_examples_of_the_guide_run() -> None:
    for needed in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(needed)
    results = doctest.testfile(str(GUIDE), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0
