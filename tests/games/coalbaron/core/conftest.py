"""What the tests of the core share."""

from __future__ import annotations

from types import ModuleType

import pytest


@pytest.fixture
def workload() -> ModuleType:
    """Loops without Python in between; a test that needs them is skipped against a wheel."""
    module: ModuleType = pytest.importorskip(
        "coalbaron_fast.games.coalbaron.workload", reason="built in place only, in no wheel"
    )
    return module
