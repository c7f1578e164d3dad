"""How long a search goes on after it was told to stop: median, 99th percentile, worst.

    python -m bench.stops --tries 300

It stops searches without a limit after a random time, in positions from all over games and in
endings that are being solved.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Final

from bench.endings import greedy_positions
from bench.report import add_json_option, run_program, write_json
from bench.samples import spread
from bench.search import positions
from coalbaron_fast import Engine, Limits, State

LONGEST_WAIT_S: Final = 0.1
ENDING_WORKERS: Final = {2: 10, 3: 7, 4: 6}
ENDINGS: Final = 8


def places() -> list[State]:
    """Return positions of all seat counts, half of them endings."""
    found: list[State] = []
    for players, left in ENDING_WORKERS.items():
        found += positions(players)
        found += greedy_positions(players, left, ENDINGS)
    return found


def stop_once(engine: Engine, state: State, wait_s: float) -> float:
    """Return the milliseconds from the stop to the answer."""
    answered: list[int] = []
    search = engine.start(state, Limits(infinite=True))
    search.add_done_callback(lambda _: answered.append(time.monotonic_ns()))
    time.sleep(wait_s)
    told = time.monotonic_ns()
    search.stop()
    search.result()
    while not answered:
        time.sleep(0)
    return max(answered[0] - told, 0) / 1e6


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.stops", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--tries", type=int, default=300, help="default: %(default)s")
    parser.add_argument("--threads", type=int, default=2, help="default: %(default)s")
    add_json_option(parser)
    arguments = parser.parse_args()
    generator = random.Random(1)
    engine = Engine(arguments.threads, hash_mb=64)
    states = places()
    found = sorted(
        stop_once(engine, generator.choice(states), generator.random() * LONGEST_WAIT_S)
        for _ in range(arguments.tries)
    )
    late = found[max(int(0.99 * len(found)) - 1, 0)]
    print(
        f"{len(found)} stops: median {spread(found).median:.2f} ms, "
        f"99 % within {late:.2f} ms, worst {found[-1]:.2f} ms"
    )
    write_json(arguments.json, "stops", {"milliseconds": found})
    return 0


if __name__ == "__main__":
    run_program(main)
