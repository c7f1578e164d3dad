"""The stored baseline, and what counts as a regression against it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

BASELINE: Final = Path(__file__).with_name("baseline.json")
TOLERANCE: Final = 0.03
COMPARABLE: Final = ("system", "python", "compiler", "flags", "build")
"""The fields of the machine's stamp that must agree: counts depend on the compiler's output."""


def read_baseline(path: Path = BASELINE) -> dict[str, Any] | None:
    """Return the stored baseline, if there is one."""
    if not path.exists():
        return None
    stored: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return stored


def stamp_differences(stored: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Return the fields of two stamps that forbid a comparison."""
    return [
        f"{field}: baseline {stored.get(field)!r}, here {here.get(field)!r}"
        for field in COMPARABLE
        if stored.get(field) != here.get(field)
    ]


def regressions(
    stored: Mapping[str, float], found: Mapping[str, float], tolerance: float = TOLERANCE
) -> list[str]:
    """Return the work that takes more instructions than the baseline allows, or is not in it."""
    complaints = []
    for name, count in found.items():
        if name not in stored:
            complaints.append(f"{name}: not in the baseline")
        elif count > stored[name] * (1 + tolerance):
            change = count / stored[name] - 1
            complaints.append(f"{name}: {count:.1f}, baseline {stored[name]:.1f} ({change:+.1%})")
    missing = [f"{name}: in the baseline only" for name in stored if name not in found]
    return complaints + missing
