"""What Ray costs: the same games on processes of this machine and on a Ray of as many cores.

    python -m bench.cluster --games 200 --jobs 2

Both play all games, block by block in turns, so that a disturbance of the machine disturbs both.
The start and the first games are reported apart from the time. Needs ray (extra `cluster`).
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from bench.arena import games_a_second
from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval
from coalbaron_fast.arena import GameTask, LocalBackend, MatchSettings
from coalbaron_fast.arena.cluster import RayBackend

if TYPE_CHECKING:
    from coalbaron_fast.arena import Backend

PLAYERS: Final = ("engine:nodes=20", "greedy")
LOCAL: Final = "local processes"
RAY: Final = "Ray"


def first_games(backend: Backend, tasks: list[GameTask]) -> float:
    """Play a game or two on every worker; return the seconds, with the start of the workers."""
    begun = time.perf_counter()
    games_a_second(backend, tasks[: backend.capacity])
    return time.perf_counter() - begun


class Found(NamedTuple):
    """Games a second of every block, and the seconds until the first games were played."""

    speeds: dict[str, list[float]]
    start_s: dict[str, float]


def measure(blocks: list[list[GameTask]], jobs: int) -> Found:
    """Play every block on both backends in turns."""
    found = Found({LOCAL: [], RAY: []}, {})
    with LocalBackend(jobs) as local:
        found.start_s[LOCAL] = first_games(local, blocks[0])
        begun = time.perf_counter()
        with RayBackend(jobs=jobs) as ray:
            joined_s = time.perf_counter() - begun
            found.start_s[RAY] = joined_s + first_games(ray, blocks[0])
            sides: list[tuple[str, Backend]] = [(LOCAL, local), (RAY, ray)]
            for number, block in enumerate(blocks):
                for name, backend in sides if number % 2 else sides[::-1]:
                    found.speeds[name].append(games_a_second(backend, block))
    return found


def main(words: list[str] | None = None) -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--players", nargs=2, default=PLAYERS, help="default: %(default)s")
    parser.add_argument("--games", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--block", type=int, default=20, help="games; default: %(default)s")
    add_json_option(parser)
    arguments = parser.parse_args(words)
    if not 2 <= arguments.block <= arguments.games // 2:
        parser.error("an interval needs at least 2 blocks, a deal 2 games")
    settings = MatchSettings(tuple(arguments.players), deals=arguments.games // 2).checked()
    tasks = list(settings.tasks())
    starts = range(0, len(tasks) - arguments.block + 1, arguments.block)
    blocks = [tasks[start : start + arguments.block] for start in starts]
    try:
        found = measure(blocks, arguments.jobs)
    except ImportError as error:
        parser.error(f"{error}: pip install -e '.[cluster]'")
    games, names = sum(map(len, blocks)), " against ".join(settings.names)
    print(f"{games} games, {arguments.jobs} at a time: {names}")
    rows = [
        [name, f"{statistics.median(speeds):.2f}", f"{found.start_s[name]:.1f} s"]
        for name, speeds in found.speeds.items()
    ]
    print_table(["backend", "games a second", "until the first games"], rows)
    ratio = ratio_interval(found.speeds[LOCAL], found.speeds[RAY])
    print(f"time on Ray to time here: {ratio.mean:.3f} [{ratio.low:.3f}, {ratio.high:.3f}]")
    write_json(arguments.json, "cluster", {**found._asdict(), "ratio": ratio._asdict()})
    return 0


if __name__ == "__main__":
    run_program(main)
