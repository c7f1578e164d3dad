"""Tests of the arena: do its intervals and its sequential test hold, and what does pairing save?

    python -m bench.arena coverage      95 % intervals of simulated matches: how often they cover
    python -m bench.arena resampled     the same for small matches drawn from the deals of real ones
    python -m bench.arena widths        how wide they are, beside Student's t
    python -m bench.arena sprt          the sequential test: how often it takes the wrong hypothesis
    python -m bench.arena pairing       games that paired deals save, on real games
    python -m bench.arena scaling       games a second with two processes and with one, by turns

`coverage`, `widths` and `sprt` simulate their games (`bench.simulation`). All but `scaling` give
the same answer on every machine.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from bench.coverage import (
    FEWEST,
    POINTS,
    TWO,
    Case,
    Count,
    is_off,
    measure_all,
    measure_drawn,
    measure_widths,
    worst_of,
)
from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval
from bench.simulation import Luck, lead_of, simulated_results
from coalbaron_fast.arena import (
    Backend,
    GameTask,
    Interval,
    LocalBackend,
    MatchSettings,
    Tally,
    play_match,
    progress_for,
    run_tasks,
)
from coalbaron_fast.arena.intervals import student_95
from coalbaron_fast.arena.sequential import ERROR, expected_score
from coalbaron_fast.arena.statistics import pairing_gain

LUCK: Final = Luck()
HYPOTHESES: Final = ((0.0, 30.0), (0.0, 100.0), (-20.0, 20.0), (200.0, 300.0))
MOST_DEALS: Final = 1_000_000
"""More deals than any run of the test takes."""

PAIRED: Final = ["ismcts:nodes=60", "ismcts:nodes=40"]
SCALED: Final = ["engine:nodes=100", "greedy"]
QUICK: Final = ["greedy", "random"]


# -- intervals


def coverage(arguments: argparse.Namespace) -> int:
    """Print how often intervals cover in the worst case; fail where that is surely below 93 %.

    One line for each interval and number of seats, one column for each number of deals.
    """
    cases: list[Case] = []
    for seats in arguments.seats:
        for deals in arguments.deals:
            cases += measure_all(seats, deals, arguments.tries)
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    worst = {(case.interval, case.seats, case.deals): case for case in worst_of(cases)}
    rows = [
        [
            interval,
            str(seats),
            *(f"{worst[interval, seats, deals].covered.share:.1%}" for deals in arguments.deals),
        ]
        for interval, seats in dict.fromkeys(key[:2] for key in sorted(worst))
    ]
    print_table(["covers at least", "seats", *map(str, arguments.deals)], rows)
    off = [case for case in cases if is_off(case)]
    print(f"{len(cases)} cases, {len(off)} of them surely below {FEWEST:.0%} or without width")
    data = [case._asdict() | {"covered": case.covered._asdict()} for case in cases]
    write_json(arguments.json, "arena coverage", {"cases": data})
    return int(bool(off))


def resampled(arguments: argparse.Namespace) -> int:
    """Play real matches, draw small ones from their deals, and print how often 95 % cover."""
    rows = []
    for seats in arguments.seats:
        settings = MatchSettings(tuple(arguments.players), seats=seats, deals=arguments.pairs)
        tally = Tally(settings.checked())
        with LocalBackend(arguments.jobs) as backend, progress_for(tally) as progress:
            play_match(tally, backend, watch=progress.watch)
        found = [measure_drawn(tally, deals, arguments.tries) for deals in arguments.drawn]
        rows += [
            [name, str(seats), *(f"{counts[name].share:.1%}" for counts in found)]
            for name in found[0]
        ]
    print(f"{arguments.players[0]} against {arguments.players[1]}, {arguments.pairs} deals")
    print_table(["covers", "seats", *map(str, arguments.drawn)], rows)
    write_json(arguments.json, "arena resampled", {"rows": rows})
    return 0


def widths(arguments: argparse.Namespace) -> int:
    """Print how wide intervals of shares are beside Student's t, which needs many deals."""
    rows = [
        [name, str(seats), f"{points:g}", *(f"{ratio:.2f}" for ratio in ratios)]
        for seats in arguments.seats
        for points in POINTS[:-1]
        for name, ratios in measure_widths(seats, arguments.deals, points, arguments.tries)
    ]
    print_table(["times as wide", "seats", "points", *map(str, arguments.deals)], rows)
    write_json(arguments.json, "arena widths", {"rows": rows})
    return 0


# -- the sequential test


class Errors(NamedTuple):
    """How often a test accepted the wrong hypothesis, and after how many deals on average."""

    wrong: Count
    deals: float


def measure_errors(
    seats: int, hypotheses: tuple[float, float], truth: float, tries: int, seed: int = 1
) -> Errors:
    """Run the test where one hypothesis is true, each time until it ends by itself."""
    settings = MatchSettings(TWO, seats=seats, deals=MOST_DEALS, sprt=hypotheses)
    lead = lead_of(expected_score(truth), LUCK)
    generator = random.Random(f"sprt {seats} {hypotheses} {truth} {seed}")
    wrong = deals = 0
    for _ in range(tries):
        tally = Tally(settings)
        results = simulated_results(settings, (lead, 0.0), LUCK, generator)
        while not tally.is_decided():
            tally.add(next(results))
        wrong += tally.test is not None and tally.test.verdict != truth
        deals += len(tally.deals)
    return Errors(Count(wrong, tries), deals / tries)


def sprt(arguments: argparse.Namespace) -> int:
    """Print the errors of the test; fail where they are surely above the nominal bound."""
    rows, faults = [], 0
    for seats in arguments.seats:
        for low, high in HYPOTHESES:
            for truth in (low, high):
                found = measure_errors(seats, (low, high), truth, arguments.tries)
                faults += found.wrong.bounds[0] > ERROR
                rows.append(
                    [
                        f"{low:g} against {high:g}",
                        str(seats),
                        f"{truth:g}",
                        str(found.wrong),
                        f"{found.deals:.0f}",
                    ]
                )
                print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print_table(["hypotheses, Elo", "seats", "truth", f"wrong (at most {ERROR})", "deals"], rows)
    write_json(arguments.json, "arena sprt", {"rows": rows})
    return int(faults > 0)


# -- what pairing saves


def jackknifed(groups: list[list[float]]) -> Interval | None:
    """Return the gain of pairing with its 95 % interval, by the jackknife over deals."""
    gain = pairing_gain(groups)
    left_out = [pairing_gain(groups[:index] + groups[index + 1 :]) for index in range(len(groups))]
    if gain is None or None in left_out:
        return None
    logs = [math.log(value) for value in left_out if value is not None]
    spread = math.sqrt(statistics.variance(logs)) * (len(logs) - 1) / math.sqrt(len(logs))
    factor = math.exp(student_95(len(logs) - 1) * spread)
    return Interval(gain, gain / factor, gain * factor)


def pairing(arguments: argparse.Namespace) -> int:
    """Play real matches and print how many times as many games would be needed without pairing."""
    rows = []
    for seats in arguments.seats:
        players = tuple(arguments.players)
        settings = MatchSettings(players, seats=seats, deals=arguments.pairs).checked()
        tally = Tally(settings)
        with LocalBackend(arguments.jobs) as backend, progress_for(tally) as progress:
            play_match(tally, backend, watch=progress.watch)
        for kind in ("win", "margin"):
            gain = jackknifed(tally.single_scores(kind))
            shown = "-" if gain is None else f"{gain.mean:.2f} [{gain.low:.2f}, {gain.high:.2f}]"
            mean = getattr(tally.standing(0), kind)
            rows.append([kind, str(seats), str(tally.games), str(mean), shown])
    print(f"{arguments.players[0]} against {arguments.players[1]}")
    print_table(["of", "seats", "games", "result", "games saved, times"], rows)
    write_json(arguments.json, "arena pairing", {"rows": rows})
    return 0


# -- processes


def games_a_second(backend: Backend, tasks: list[GameTask]) -> float:
    """Play games and return the games a second; all of them must finish."""
    started = time.perf_counter()
    played = sum(finished.result.vp is not None for finished in run_tasks(tasks, backend))
    if played != len(tasks):
        raise RuntimeError(f"{played} of {len(tasks)} games were played to their end")
    return played / (time.perf_counter() - started)


def scaling(arguments: argparse.Namespace) -> int:
    """Play the same games with one process and with two, by turns, and print the ratio."""
    settings = MatchSettings(tuple(arguments.players), deals=arguments.pairs).checked()
    tasks = list(settings.tasks())
    speeds: list[list[float]] = [[], []]
    with LocalBackend(1) as one, LocalBackend(2) as two:
        for backend in (one, two):
            # The start of the processes is not measured.
            games_a_second(backend, tasks[:4])
        for number in range(arguments.rounds):
            order = ((0, one), (1, two)) if number % 2 else ((1, two), (0, one))
            for index, backend in order:
                speeds[index].append(games_a_second(backend, tasks))
    ratio = ratio_interval(speeds[1], speeds[0])
    print(f"{len(tasks)} games, {arguments.rounds} rounds: {' against '.join(settings.names)}")
    for name, values in zip(("one process", "two processes"), speeds, strict=True):
        print(f"{name}: {statistics.median(values):.2f} games a second")
    print(f"ratio {ratio.mean:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]")
    write_json(
        arguments.json, "arena scaling", {"games_a_second": speeds, "ratio": ratio._asdict()}
    )
    return 0


def first_line(run: Callable[[argparse.Namespace], int]) -> str:
    """Return what a command does, as argparse wants it: it takes a percent sign for a field."""
    return (run.__doc__ or "").partition("\n")[0].replace("%", "%%")


def main(words: list[str] | None = None) -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for run in (coverage, resampled, widths, sprt, pairing, scaling):
        command = commands.add_parser(run.__name__, help=first_line(run))
        command.set_defaults(run=run)
        add_json_option(command)
    for name in ("coverage", "resampled", "widths", "sprt", "pairing"):
        commands.choices[name].add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    tries = {"coverage": 2000, "resampled": 5000, "widths": 200, "sprt": 2000}
    for name, number in tries.items():
        commands.choices[name].add_argument(
            "--tries", type=int, default=number, help="default: %(default)s"
        )
    commands.choices["widths"].add_argument(
        "--deals", type=int, nargs="+", default=[5, 10, 20, 50, 100, 500]
    )
    commands.choices["resampled"].add_argument(
        "--drawn", type=int, nargs="+", default=[2, 3, 4, 5, 7, 10], help="deals of a small match"
    )
    commands.choices["coverage"].add_argument(
        "--deals", type=int, nargs="+", default=[2, 3, 4, 5, 6, 7, 8, 9, 10]
    )
    played = (("resampled", QUICK, 500), ("pairing", PAIRED, 100), ("scaling", SCALED, 20))
    for name, players, pairs in played:
        commands.choices[name].add_argument("--players", nargs=2, default=players)
        commands.choices[name].add_argument("--deals", dest="pairs", type=int, default=pairs)
    for name in ("resampled", "pairing"):
        commands.choices[name].add_argument("--jobs", type=int, default=1)
    commands.choices["scaling"].add_argument("--rounds", type=int, default=6)
    arguments = parser.parse_args(words)
    return int(arguments.run(arguments))


if __name__ == "__main__":
    run_program(main)
