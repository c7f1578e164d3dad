"""The numbers that several processes share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from coalbaron_server.metrics import READS
from tests.processes import PATIENCE_S

SHARING = """
from pathlib import Path
from coalbaron_server import metrics as module

metrics = module.Metrics()
metrics.nodes.inc(7)
begun = Path({directory!r}, "counter_1.db")
begun.touch()
pauses = []

def pause(_seconds):
    pauses.append(None)
    if len(pauses) == {pause}:
        begun.unlink()

module.time.sleep = pause
print("coalbaron_search_nodes_total 7.0" in metrics.text().decode())
"""


@pytest.mark.parametrize(("pause", "expected"), [(1, "True\n"), (READS, "True\n"), (READS + 1, "")])
def test_the_file_of_a_process_that_begins_is_waited_for(
    tmp_path: Path, pause: int, expected: str
) -> None:
    # The library looks at the variable when it is imported: a process of its own.
    done = subprocess.run(
        [sys.executable, "-c", SHARING.format(directory=str(tmp_path), pause=pause)],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.stdout == expected
    assert ("struct.error" in done.stderr) == (expected == "")
