"""The numbers that several processes share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHARING = """
import threading
from pathlib import Path
from coalbaron_server.metrics import Metrics

metrics = Metrics()
metrics.nodes.inc(7)
begun = Path({directory!r}, "counter_1.db")
begun.touch()
remove = threading.Timer({seconds}, begun.unlink)
remove.start()
try:
    text = metrics.text().decode()
finally:
    remove.cancel()
print("coalbaron_search_nodes_total 7.0" in text)
"""


@pytest.mark.parametrize(("seconds", "expected"), [(0.02, "True\n"), (600, "")])
def test_the_file_of_a_process_that_begins_is_waited_for(
    tmp_path: Path, seconds: float, expected: str
) -> None:
    # The library looks at the variable when it is imported: a process of its own.
    done = subprocess.run(
        [sys.executable, "-c", SHARING.format(directory=str(tmp_path), seconds=seconds)],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout == expected
    assert ("struct.error" in done.stderr) == (expected == "")
