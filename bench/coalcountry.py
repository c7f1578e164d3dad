"""Coal Country: how fast its rules are, how good its proposed placings, how its guess is tuned.

    python -m bench.coalcountry speed --rounds 15
    python -m bench.coalcountry placings --positions 6
    python -m bench.coalcountry tune --passes 2 --games 120

`speed`: random playouts beside Coal Baron's, in turns, round by round, as a ratio by decision; what
can be expected at a leaf, with the features of a network, beside Coal Baron's; the listing of turns
on the positions of greedy games. Times are of the processor.

`placings`: the best of 10, 30, 100 proposals against the best of random placings and of climbs from
them by one change at a time. A placing is worth what its seat leads by two rounds on, by greedy
play in some worlds; the best of each group is chosen in some worlds and judged in others.

`tune`: one number of the static evaluation after the other, a step up and a step down, by greedy
games of a changed seat among unchanged ones.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bench import leaves
from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval
from bench.tasks import Task, per_unit, time_tasks
from coalbaron_fast import State as CoalBaronState
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.games.coalbaron import workload as coalbaron
from coalbaron_fast.games.coalcountry import workload
from coalbaron_fast.games.coalcountry.core.evaluate import GUESS, fill_guess
from coalbaron_fast.games.coalcountry.core.game import TURN_OPS
from coalbaron_fast.games.coalcountry.state import State
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.search.evaluator import Evaluation

PLAYERS: Final = (2, 3, 4)
GAMES: Final = 200
SEEDS: Final = 4
REPEATS: Final = 20

# -- speed


def positions_of(players: int, kind: type[Any], evaluation: Evaluation) -> dict[str, list[bytes]]:
    """Return the positions of greedy games in which a turn begins, by what is asked."""
    found: dict[str, list[bytes]] = {}
    for seed in range(SEEDS):
        state = kind(players, seed=seed)
        while not state.is_over:
            if state.decision in BEGINS:
                found.setdefault(state.phase, []).append(state.data())
            turns = evaluation.turns(state.data())
            state.push_codes(max(turns, key=lambda turn: turn[1])[0])
    return found


def playouts(players: int) -> list[Task]:
    """Return the random games of both, with their decisions as units."""
    own = workload.playouts(GAMES, players, 1)
    other = coalbaron.play_games(players, GAMES, 1)
    return [
        Task(
            f"coalcountry {players}",
            lambda: workload.playouts(GAMES, players, 1),
            own,
            {"decision": own[0]},
        ),
        Task(
            f"coalbaron {players}",
            lambda: coalbaron.play_games(players, GAMES, 1),
            other,
            {"decision": other["decisions"]},
        ),
    ]


def leaf_tasks(players: int) -> list[Task]:
    """Return the work at leaves of both games: the static evaluation, and the features."""
    tasks = []
    for name, kind, ops in (
        ("coalcountry", State, TURN_OPS),
        ("coalbaron", CoalBaronState, load_game(DEFAULT).ops),
    ):
        evaluation = Evaluation(ops)
        positions = [
            data for group in positions_of(players, kind, evaluation).values() for data in group
        ]
        states, count = b"".join(positions), REPEATS * len(positions)
        for what, work in (("static", leaves.evaluate), ("features", leaves.write_features)):

            def run(work: Any = work, e: Evaluation = evaluation, s: bytes = states) -> Any:  # noqa: ANN401
                return work(e, s, REPEATS)

            tasks.append(Task(f"{what} {name} {players}", run, run(), {"leaf": count}))
    return tasks


def listings(players: int) -> list[Task]:
    """Return the listing of turns by what is asked."""
    tasks = []
    for kind, states in positions_of(players, State, Evaluation(TURN_OPS)).items():
        turns = workload.count_turns(states, 1)
        tasks.append(
            Task(
                f"{kind} {players}",
                lambda states=states: workload.count_turns(states, 1),  # type: ignore[misc]
                turns,
                {"turn": turns, "position": len(states)},
            )
        )
    return tasks


def measure_speed(options: argparse.Namespace) -> dict[str, Any]:
    """Time and print."""
    tasks = [
        task
        for players in PLAYERS
        for task in (*playouts(players), *leaf_tasks(players), *listings(players))
    ]
    units = {task.name: task.units for task in tasks}
    times = time_tasks(tasks, options.rounds, progress=True)
    rows = []
    for players in PLAYERS:
        for what, unit in (("", "decision"), ("static ", "leaf"), ("features ", "leaf")):
            one, other = f"{what}coalcountry {players}", f"{what}coalbaron {players}"
            factor = units[other][unit] / units[one][unit]
            ratios = ratio_interval(times[one], times[other])
            own = per_unit(times[one], units[one][unit])
            rows.append(
                [
                    str(players),
                    what or "playout",
                    f"{own.median:.0f} ns",
                    " ".join(f"{part * factor:.2f}" for part in ratios),
                ]
            )
    print_table(["seats", "work", "a decision or leaf", "times Coal Baron's, with interval"], rows)
    rows = [
        [
            name,
            f"{units[name]['turn'] / units[name]['position']:.1f}",
            f"{per_unit(times[name], units[name]['position']).median / 1000:.1f} us",
        ]
        for name in units
        if "turn" in units[name]
    ]
    print()
    print_table(["asked", "turns", "a position"], rows)
    return {"times": times, "units": units}


# -- placings

SIZES: Final = (10, 30, 100)
RANDOM: Final = 2000
"""Placings of the other group: random ones, and what climbs from the best of them look at."""
CLIMBS: Final = 4
CHOOSING: Final = 24
JUDGING: Final = 400
"""Worlds."""


def placing_positions(count: int, players: int) -> Iterator[bytes]:
    """Yield positions in which the first seat places, each in another round."""
    evaluation = Evaluation(TURN_OPS)
    for number in range(count):
        state = State(players, seed=100 + number)
        while state.phase != "place" or state.shift != number % 6 + 1:
            turns = evaluation.turns(state.data())
            state.push_codes(max(turns, key=lambda turn: turn[1])[0])
        yield state.data()


def neighbours(codes: list[int], legal: list[list[int]], rng: random.Random) -> list[int]:
    """Return a placing that differs in one foreman or two: from another placing, where it fits."""
    other = rng.choice(legal)
    changed = list(codes)
    for place in rng.sample(range(len(codes)), rng.choice((1, 2))):
        changed[place] = other[place]
    return changed


def fits(data: bytes, codes: list[int]) -> bool:
    """Whether a placing is legal."""
    state = State.from_data(data)
    for code in codes:
        if code not in state.legal_codes():
            return False
        state.push_codes([code])
    return True


def climbed(data: bytes, seed: int) -> list[list[int]]:
    """Return the placings that chance and climbing look at, the best of each climb last."""
    rng = random.Random(seed)
    pool = [workload.random_placing(data, seed * RANDOM + number) for number in range(RANDOM // 2)]
    values = workload.placing_values(data, pool, CHOOSING // 3, seed)
    ranked = [pool[place] for place in sorted(range(len(pool)), key=lambda n: -values[n])]
    tops = []
    for start in ranked[:CLIMBS]:
        best, best_value = start, workload.placing_values(data, [start], CHOOSING, seed)[0]
        for _ in range(RANDOM // 2 // CLIMBS):
            tried = neighbours(best, pool, rng)
            if not fits(data, tried):
                continue
            value = workload.placing_values(data, [tried], CHOOSING, seed)[0]
            if value > best_value:
                best, best_value = tried, value
        tops.append(best)
    return tops


def measure_placings(options: argparse.Namespace) -> dict[str, Any]:
    """Compare proposals with what climbing finds, and print."""
    evaluation = Evaluation(TURN_OPS)
    rows = []
    differences: dict[int, list[float]] = {size: [] for size in (1, *SIZES)}
    for number, data in enumerate(placing_positions(options.positions, options.players)):
        turns = sorted(evaluation.turns(data), key=lambda turn: -turn[1])
        proposed = [codes for codes, _ in turns]
        values = workload.placing_values(data, proposed[: max(SIZES)], CHOOSING, number)
        chosen = [proposed[0]] + [
            proposed[max(range(min(size, len(values))), key=values.__getitem__)] for size in SIZES
        ]
        tops = climbed(data, number)
        tops_values = workload.placing_values(data, tops, JUDGING // 2, 1_000_000 + number)
        best = tops[max(range(len(tops)), key=tops_values.__getitem__)]
        judged = workload.placing_values(data, [*chosen, best], JUDGING, 2_000_000 + number)
        for size, value in zip(differences, judged, strict=False):
            differences[size].append(value - judged[-1])
        rows.append([str(number % 6 + 1), *(f"{value:.1f}" for value in judged)])
        print(f"\r{number + 1} of {options.positions}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print_table(["round", "static best", *(f"of {size}" for size in SIZES), "climbed"], rows)
    for size, values in differences.items():
        mean = sum(values) / len(values)
        variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
        error = 1.96 * math.sqrt(variance / len(values))
        print(f"best of {size} less climbed: {mean:.1f} +- {error:.1f} dollars")
    return {"rows": rows, "differences": differences}


# -- tuning

NOT_TUNED: Final = ("spread", "spread_a_round")
FIXED: Final = {("part", 0), ("part", 3), ("coal_of_1", 0), ("coal_of_3", 0)}


def margin(place: int, value: float, seed: int, games: int, players: int) -> tuple[float, float]:
    """Return what the changed seat leads the mean of the others by, and the variance of that."""
    _, money = workload.greedy_games(games, players, seed, 6, 0, place, value)
    leads = []
    for first in range(0, games - players + 1, players):
        deal = money[first : first + players]
        own = sum(game[seat] for seat, game in enumerate(deal))
        every = sum(sum(game) for game in deal)
        leads.append((own - (every - own) / (players - 1)) / players)
    mean = sum(leads) / len(leads)
    return mean, sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads)


def is_better(place: int, value: float, seed: int, games: int) -> tuple[float, float] | None:
    """Return the lead of a changed number and its error, if it is better in two trials."""
    mean, variance = margin(place, value, seed, games, 2)
    if mean < 0.5 or mean < 0.8 * math.sqrt(variance):
        return None
    two, variance = margin(place, value, seed + 1_000_000, 2 * games, 2)
    four, more = margin(place, value, seed + 1_000_000, games // 8 * 4, 4)
    mean, error = (two + four) / 2, math.sqrt(variance + more) / 2
    return (mean, error) if mean > 0.4 and mean > 0.8 * error else None


def tune(options: argparse.Namespace) -> dict[str, Any]:
    """Change one number after the other; print what is better, and in the end all of them."""
    guess: dict[str, list[float]] = {name: list(values) for name, values in GUESS.items()}
    names = [(name, index) for name, values in GUESS.items() for index in range(len(values))]
    asked = [one for one in names if one[0] not in NOT_TUNED and one not in FIXED]
    rng = random.Random(options.seed)
    seed = options.seed * 10_000_000
    for number in range(options.passes):
        rng.shuffle(asked)
        for name, index in asked:
            old = guess[name][index]
            step = max(abs(old) * (0.15 if number else 0.3), 0.04)
            for value in (old + step, old - step):
                seed += 1
                lead = is_better(names.index((name, index)), value, seed, options.games)
                if lead is not None:
                    guess[name][index] = round(value, 3)
                    fill_guess(**{one: tuple(numbers) for one, numbers in guess.items()})
                    print(
                        f"{name}[{index}] {old} -> {value:.3f}: {lead[0]:.1f} +- {lead[1]:.1f}",
                        flush=True,
                    )
                    break
    print(json.dumps(guess))
    return {"guess": guess}


COMMANDS: Final = {"speed": measure_speed, "placings": measure_placings, "tune": tune}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.coalcountry",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, help="what is measured")
    parser.add_argument("--rounds", type=int, default=15, help="speed: rounds (default 15)")
    parser.add_argument("--positions", type=int, default=6, help="placings: positions (default 6)")
    parser.add_argument("--players", type=int, default=2, help="placings: seats (default 2)")
    parser.add_argument("--passes", type=int, default=2, help="tune: over all numbers (default 2)")
    parser.add_argument("--games", type=int, default=120, help="tune: of a trial (default 120)")
    parser.add_argument("--seed", type=int, default=1, help="tune: of the deals (default 1)")
    add_json_option(parser)
    options = parser.parse_args()
    data = COMMANDS[options.command](options)
    path: Path | None = options.json
    write_json(path, f"coalcountry {options.command}", data)
    return 0


if __name__ == "__main__":
    run_program(main)
