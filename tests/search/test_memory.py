"""What the search takes of the memory it gives back: in a process that may not have much."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.processes import PATIENCE_S

SCRIPT = """
import resource
from coalbaron_fast import State
from coalbaron_fast.games import load_game
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.expectimax import Solver
from coalbaron_fast.search.mcts import Searcher
from coalbaron_fast.search.walks import Walker
from tests.search.random_network import random_floats, sizes_of, weights_of

ops = load_game("coalbaron").ops
state = State(2, seed=1).data()
floats = random_floats(sizes_of(ops))
layout = sizes_of(ops).layout
makers = {
    "searcher": (lambda: Searcher(ops, 32), 40),
    "solver": (lambda: Solver(ops, 32), 40),
    "walker": (lambda: Walker(ops, Evaluation(ops)), 4000),
    "weights": (lambda: weights_of(floats, layout), 300),
    "turns": (lambda: Evaluation(ops).turns(state), 4000),
}
make, times = makers[WHAT]
make()
with open("/proc/self/statm", encoding="ascii") as file:
    taken = int(file.read().split()[0]) * resource.getpagesize()
limit = taken + ROOM
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for _ in range(times):
    make()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts pages as Linux does")
@pytest.mark.parametrize(
    ("what", "room_mb"),
    # Of a searcher and a solver no array is larger than the room and all together are.
    [("searcher", 64), ("solver", 64), ("walker", 64), ("weights", 16), ("turns", 16)],
)
def test_memory_is_given_back(what: str, room_mb: int) -> None:
    script = SCRIPT.replace("WHAT", repr(what)).replace("ROOM", str(room_mb << 20))
    # A sanitizer keeps what was freed, to see who still uses it: that would be all of the room.
    kept = f"{os.environ.get('ASAN_OPTIONS', '')}:quarantine_size_mb=0"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"ASAN_OPTIONS": f"{kept}:thread_local_quarantine_size_kb=0"},
        capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
