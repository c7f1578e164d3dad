"""What docs/client.md shows is true."""

from __future__ import annotations

import doctest
import os
import sys
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).parents[2]


def test_the_examples_run(monkeypatch: pytest.MonkeyPatch) -> None:
    # The program is looked for where it was installed, whether that is on the path or not.
    programs = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", os.pathsep.join((programs, os.environ["PATH"])))
    monkeypatch.chdir(PROJECT)
    page = PROJECT / "docs" / "client.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted > 15
    assert results.failed == 0
