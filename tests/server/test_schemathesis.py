"""Schemathesis on the OpenAPI document, with all of its built-in checks."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

import pytest
from bench.http.service import running_service

CONFIGURATION: Final = Path(__file__).with_name("schemathesis.toml")
CASES: Final = 400
"""It makes at least this many cases; fewer would mean that it misread the document."""


@pytest.mark.slow
def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    command = shutil.which("schemathesis", path=sysconfig.get_path("scripts"))
    if command is None:
        pytest.skip("schemathesis is not installed")
    with running_service(
        rate=0, max_nodes=300, max_time_ms=100, max_games=10, max_review_ms=1000
    ) as service:
        run = subprocess.run(
            [
                command,
                f"--config-file={CONFIGURATION}",
                "run",
                f"http://127.0.0.1:{service.port}/openapi.json",
                "--checks=all",
                "--max-examples=12",
                "--generation-deterministic",
                "--no-color",
                "--request-timeout=20",
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert run.returncode == 0, run.stdout[-20_000:]
        made = re.search(r"(\d+) generated", run.stdout)
        assert made is not None, run.stdout[-2000:]
        assert int(made[1]) >= CASES
        # None of them left anything running.
        service.wait_for("coalbaron_searches_running", 0)
    assert [line for line in service.log if line["level"] == "error"] == []
