from __future__ import annotations

import subprocess
import sys

SLOW_MODULES = ("json", "inspect", "dataclasses", "importlib.resources", "jsonschema", "numpy")


def test_the_notation_is_light_to_import() -> None:
    code = (
        "import sys; before = set(sys.modules); import coalbaron_fast.games.coalbaron.notation;"
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "coalbaron_fast.games.coalbaron.notation.tokens" in run.stdout.split()
    assert set(SLOW_MODULES) & set(run.stdout.split()) == set()
