"""Tests of the arena: do its intervals and its sequential test hold, and what does pairing save?

    python -m bench.arena coverage      95 % intervals of simulated matches: how often they cover
    python -m bench.arena sprt          the sequential test: how often it takes the wrong hypothesis
    python -m bench.arena pairing       games that paired deals save, on real games
    python -m bench.arena scaling       games a second with two processes and with one, by turns

The first two simulate their games (`bench.simulation`). All but the last give the same answer on
every machine.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from typing import Final, NamedTuple

from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval
from bench.simulation import (
    Luck,
    lead_of,
    points_of,
    simulated_rankings,
    simulated_results,
    win_of,
)
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
from coalbaron_fast.arena.rating import ELO_SCALE
from coalbaron_fast.arena.sequential import ERROR, expected_score
from coalbaron_fast.arena.statistics import pairing_gain, student_95

LUCK: Final = Luck()
HYPOTHESES: Final = ((0.0, 30.0), (0.0, 100.0), (-20.0, 20.0), (200.0, 300.0))
MOST_DEALS: Final = 1_000_000
"""More deals than any run of the test takes."""

PAIRED: Final = ["ismcts:nodes=60", "ismcts:nodes=40"]
SCALED: Final = ["engine:nodes=100", "greedy"]
TWO: Final = ("greedy:name=one", "greedy:name=others")
FOUR: Final = tuple(f"greedy:name={name}" for name in "abcd")


class Count(NamedTuple):
    """How often something happened, of a number of tries."""

    times: int
    tries: int

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of its probability (Wilson)."""
        z = 1.959964
        share = self.times / self.tries
        centre = share + z * z / (2 * self.tries)
        half = z * math.sqrt(
            share * (1 - share) / self.tries + z * z / (4 * self.tries * self.tries)
        )
        scale = 1 + z * z / self.tries
        return (centre - half) / scale, (centre + half) / scale

    def __str__(self) -> str:
        """Return the share with its bounds."""
        low, high = self.bounds
        return f"{self.times / self.tries:.4f} [{low:.4f}, {high:.4f}]"


# -- intervals


def covers(interval: Interval, truth: float) -> bool:
    """Whether an interval covers the truth."""
    return interval.low - 1e-9 <= truth <= interval.high + 1e-9


def measure_coverage(
    seats: int, deals: int, tries: int, lead: float = 10.0, seed: int = 1
) -> dict[str, Count]:
    """Return how often a match's intervals cover what the players should get."""
    settings = MatchSettings(TWO, seats=seats, deals=deals)
    truths = {
        "win": win_of(lead, seats, LUCK),
        "points": points_of(lead, LUCK),
        "margin": lead,
    }
    hits = dict.fromkeys(truths, 0)
    generator = random.Random(f"{seats} {deals} {seed}")
    for _ in range(tries):
        tally = Tally(settings)
        for result in simulated_results(settings, (lead, 0.0), LUCK, generator):
            tally.add(result)
        standing = tally.standing(0)
        for name, truth in truths.items():
            hits[name] += covers(getattr(standing, name), truth)
    return {name: Count(times, tries) for name, times in hits.items()}


def measure_rating_coverage(seats: int, deals: int, tries: int, seed: int = 1) -> Count:
    """Return how often the intervals of four players' ratings cover their strengths."""
    logs = (0.6, 0.2, -0.2, -0.6)
    settings = MatchSettings(FOUR, form="round-robin", seats=seats, deals=deals)
    generator = random.Random(f"rating {seats} {deals} {seed}")
    hits = 0
    for _ in range(tries):
        tally = Tally(settings)
        for result in simulated_rankings(settings, logs, generator):
            tally.add(result)
        for rated, log in zip(tally.ratings() or (), logs, strict=True):
            hits += abs(rated.rating - ELO_SCALE * log) <= rated.half
    return Count(hits, tries * len(logs))


def coverage(arguments: argparse.Namespace) -> int:
    """Print how often intervals cover; fail where it is surely outside of 93 to 97 %."""
    rows: list[list[str]] = []
    faults = 0
    for seats in arguments.seats:
        for deals in arguments.deals:
            counts = measure_coverage(seats, deals, arguments.tries)
            counts["rating"] = measure_rating_coverage(seats, deals, max(arguments.tries // 10, 1))
            faults += sum(is_off(count) for count in counts.values())
            rows += [[name, str(seats), str(deals), str(count)] for name, count in counts.items()]
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print_table(["interval", "seats", "deals", "covers"], rows)
    write_json(arguments.json, "arena coverage", {"rows": rows})
    return int(faults > 0)


def is_off(count: Count) -> bool:
    """Whether a coverage is surely outside of 93 to 97 %."""
    low, high = count.bounds
    return high < 0.93 or low > 0.97


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


def main(words: list[str] | None = None) -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for run in (coverage, sprt, pairing, scaling):
        command = commands.add_parser(run.__name__, help=(run.__doc__ or "").partition("\n")[0])
        command.set_defaults(run=run)
        add_json_option(command)
    for name in ("coverage", "sprt", "pairing"):
        commands.choices[name].add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    for name in ("coverage", "sprt"):
        commands.choices[name].add_argument("--tries", type=int, default=2000)
    commands.choices["coverage"].add_argument(
        "--deals", type=int, nargs="+", default=[10, 20, 50, 200]
    )
    for name, players, pairs in (("pairing", PAIRED, 100), ("scaling", SCALED, 20)):
        commands.choices[name].add_argument("--players", nargs=2, default=players)
        commands.choices[name].add_argument("--deals", dest="pairs", type=int, default=pairs)
    commands.choices["pairing"].add_argument("--jobs", type=int, default=1)
    commands.choices["scaling"].add_argument("--rounds", type=int, default=6)
    arguments = parser.parse_args(words)
    return int(arguments.run(arguments))


if __name__ == "__main__":
    run_program(main)
