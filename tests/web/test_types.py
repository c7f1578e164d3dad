"""The page's types, checked by TypeScript's checker."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
CHECKER: Final = HERE / "node_modules/typescript/bin/tsc"


@pytest.mark.slow
def test_the_types_of_the_page_agree() -> None:
    node = shutil.which("node")
    if node is None or not CHECKER.is_file():
        pytest.skip("TypeScript is not installed (npm ci --prefix tests/web)")
    run = subprocess.run(
        [node, str(CHECKER), "--project", str(HERE)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
