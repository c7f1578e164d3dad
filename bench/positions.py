"""Realistic mid-game positions for benchmarks: a greedy player begins to mine in them.

``python -m bench.positions`` reports how large their mining problems are.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from bench.greedy import play_game
from bench.report import add_json_option, print_table, run_program, write_json
from coalbaron_fast import State
from coalbaron_fast.games.coalbaron import facts, workload

GAMES: Final = 6
"""Games for each number of players."""
SEED: Final = 0

EXPECTED: Final = {6: (90, None, 550), 10: (365, 2900, 4100)}
"""Median, 95 % and most distinct end states, as the project's goals state them."""


class Mining(NamedTuple):
    """A position in phase ``mine``, and the work steps of the space that was taken."""

    steps: int
    state: State


@cache
def mining_turns(games: int = GAMES, seed: int = SEED) -> tuple[Mining, ...]:
    """Play games of 2, 3 and 4 seats; return every mining turn as it begins."""
    return tuple(
        Mining(state.to_dict()["steps"], state)
        for players in range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1)
        for game in range(games)
        for state in play_game(players, seed + game)
    )


def all_states(turns: Sequence[Mining]) -> list[State]:
    """Return only the positions, whatever space was taken."""
    return [turn.state for turn in turns]


def states_by_steps(turns: Sequence[Mining]) -> dict[int, list[State]]:
    """Return the positions by the number of steps that the player took."""
    return {
        steps: [turn.state for turn in turns if turn.steps == steps] for steps in facts.MINING_STEPS
    }


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def describe(states: Sequence[State], steps: int) -> dict[str, Any]:
    """Count the distinct end states of mining with a number of steps."""
    counts = [workload.list_plans([state], steps, mark_dominated=True) for state in states]
    positions = [count["positions"] for count in counts]
    return {
        "steps": steps,
        "turns": len(states),
        "median": statistics.median(positions),
        "percentile_95": percentile(positions, 0.95),
        "most": max(positions),
        "kept_median": statistics.median(count["kept"] for count in counts),
    }


def report(games: int, seed: int) -> dict[str, Any]:
    """Describe the mining turns as taken, and all of them with each number of steps."""
    turns = mining_turns(games, seed)
    taken = [describe(states, steps) for steps, states in states_by_steps(turns).items() if states]
    return {
        "games": games,
        "seed": seed,
        "taken": taken,
        "all": [describe(all_states(turns), steps) for steps in facts.MINING_STEPS],
    }


def print_report(data: dict[str, Any]) -> None:
    """Print the distribution beside the goals' figures."""
    rows = []
    for kind in ("taken", "all"):
        for row in data[kind]:
            goal = EXPECTED.get(row["steps"], ("", "", ""))
            goals = "  ".join("-" if value is None else f"{value}" for value in goal)
            rows.append(
                [
                    "steps taken" if kind == "taken" else "every mining turn",
                    *(f"{row[key]:g}" for key in ("steps", "turns", "median")),
                    *(f"{row[key]:g}" for key in ("percentile_95", "most", "kept_median")),
                    goals,
                ]
            )
    header = ["positions", "steps", "turns", "median", "95 %", "most", "kept", "goal: med 95 most"]
    print("Distinct end states of a mining turn, greedy play of 2, 3 and 4 seats")
    print_table(header, rows)


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.positions", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first game")
    add_json_option(parser)
    arguments = parser.parse_args()
    data = report(arguments.games, arguments.seed)
    print_report(data)
    write_json(arguments.json, "positions", data)
    return 0


if __name__ == "__main__":
    run_program(main)
