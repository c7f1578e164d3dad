"""Do the errors of a review hold, and how often is a turn called a mistake by luck?

Greedy games are reviewed: of every turn that was not the best one, the loss is measured
again with other seeds. The table shows how far the losses of one turn lie apart, as a multiple of
the error that was stated (1 is right; above 1 the error promises too much), how many of them lie
within the stated interval around the mean of the others, and how many turns were called slips,
mistakes or blunders that the other seeds see no loss in. The numbers do not depend on the machine.

With --course whole games are reviewed once: how far do the forecasts before two turns lie apart,
and how far the course that a report shows? Of luck and play it shows what they come to.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from bench.report import add_json_option, print_table, run_program, write_json
from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.review import PlayedTurn, played_turns, review_turns
from coalbaron_fast.review.balance import balance_of, course_of
from coalbaron_fast.review.judging import NOISE, compare_turns, difference, grade_of

HASH_MB: Final = 16
APART: Final = 100
"""Seeds lie this far apart: a comparison uses some that follow its own."""
NO_LOSS: Final = 0.005
"""The least loss of the win, by the other seeds, for a grade to be no luck."""


class Losses(NamedTuple):
    """The loss of one turn with its error, once for each seed."""

    win: list[float]
    errors: list[float]

    def others(self, number: int) -> float:
        """Return the mean loss of all seeds but one."""
        return statistics.fmean(self.win[:number] + self.win[number + 1 :])


def greedy_game(players: int, seed: int) -> State:
    """Play a game in which every turn is the one with the best static evaluation."""
    state = State(players, seed=seed)
    while not state.is_over:
        state.push_codes(state.first_sight())
    return state


def measure_turn(turn: PlayedTurn, nodes: int, seeds: int) -> Losses | None:
    """Measure a turn's loss again and again; None if it was the best one, or is solved."""
    limits, seat = Limits(nodes=nodes), turn.state.turn or 0
    found = Engine(hash_mb=HASH_MB).search(turn.state, limits)
    if found.solved or found.best_codes == turn.codes:
        return None
    losses = Losses([], [])
    for number in range(1, seeds + 1):
        engine = Engine(hash_mb=HASH_MB, seed=number * APART)
        pairs = compare_turns(turn, found.best_codes, engine, limits)
        if pairs[0].analysis.solved:
            return None
        loss, error = difference([pair.loss("win", seat) for pair in pairs], is_best=False)
        losses.win.append(loss)
        losses.errors.append(error)
    # What is won or lost for certain has neither a loss nor an error.
    return losses if any(losses.errors) else None


def measure(players: int, games: int, nodes: int, seeds: int) -> Iterator[Losses]:
    """Measure all turns of some games."""
    for game in range(games):
        turns = played_turns(greedy_game(players, game + 1))
        for number, turn in enumerate(turns, 1):
            if sys.stderr.isatty():
                print(f"\r{number} of {len(turns)} turns", end="\033[K", file=sys.stderr)
            losses = measure_turn(turn, nodes, seeds)
            if losses is not None:
                yield losses
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)


def summarise(found: list[Losses], seeds: int) -> dict[str, float]:
    """Return the numbers of the table."""
    covered = graded = by_luck = 0
    for losses in found:
        for number, (loss, error) in enumerate(zip(*losses, strict=True)):
            others = losses.others(number)
            # The mean of the others is not exact either.
            covered += abs(loss - others) <= NOISE * error * math.sqrt(1 + 1 / (seeds - 1))
            if grade_of(loss, error) is not None:
                graded += 1
                by_luck += others < NO_LOSS
    spread = sum(statistics.variance(losses.win) for losses in found)
    stated = sum(statistics.fmean(error**2 for error in losses.errors) for losses in found)
    return {
        "turns": len(found),
        "spread": math.sqrt(spread / stated),
        "covered": covered / (len(found) * seeds),
        "graded": graded,
        "by_luck": by_luck,
    }


def jump_of(rows: list[list[float]]) -> float:
    """Return the mean absolute change from one row to the next."""
    changes = [
        abs(after - before)
        for one, other in itertools.pairwise(rows)
        for before, after in zip(one, other, strict=True)
    ]
    return statistics.fmean(changes)


def measure_course(players: int, nodes: int, seed: int) -> list[str]:
    """Review a greedy game; return its row of the table of courses."""
    played = greedy_game(players, seed)
    judged = list(review_turns(played, Engine(hash_mb=HASH_MB), Limits(nodes=nodes)))
    end = [float(vp) for vp in played.vp]
    loser = min(balance_of(played, judged) or [], key=lambda balance: balance.result)
    return [
        *map(str, (players, nodes, seed, len(judged))),
        f"{jump_of([one.vp for one in judged] + [end]):.2f}",
        f"{jump_of([moment.vp for moment in course_of(played, judged)]):.2f}",
        str(loser.result),
        *(f"{part.vp:+.1f} ± {part.error:.1f}" for part in (loser.start, loser.play, loser.luck)),
    ]


COURSES: Final = (
    "players", "nodes", "game", "turns", "jump of forecasts, VP", "of the course", "last by",
    "start", "play", "luck",
)  # fmt: skip


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.review", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4], help="(2 4)")
    parser.add_argument("--nodes", type=int, nargs="+", default=[200, 1000], help="(200 1000)")
    parser.add_argument("--games", type=int, default=1, help="of each kind (1)")
    parser.add_argument("--seeds", type=int, default=6, help="for each turn (6)")
    parser.add_argument("--course", action="store_true", help="measure courses instead of errors")
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.course:
        courses = [
            measure_course(players, nodes, game + 1)
            for players in arguments.players
            for nodes in arguments.nodes
            for game in range(arguments.games)
        ]
        print_table(list(COURSES), courses)
        write_json(
            arguments.json,
            "course",
            {"rows": [dict(zip(COURSES, row, strict=True)) for row in courses]},
        )
        return 0
    if arguments.seeds < 3:
        parser.error("a spread beside others' needs at least 3 seeds")
    rows = []
    for players in arguments.players:
        for nodes in arguments.nodes:
            found = list(measure(players, arguments.games, nodes, arguments.seeds))
            numbers = summarise(found, arguments.seeds)
            rows.append({"players": players, "nodes": nodes, **numbers})
    print_table(
        ["players", "nodes", "turns", "spread/error", "within 95 %", "graded", "by luck"],
        [
            [
                *(f"{row[name]:.0f}" for name in ("players", "nodes", "turns")),
                f"{row['spread']:.2f}",
                f"{row['covered']:.1%}",
                *(f"{row[name]:.0f}" for name in ("graded", "by_luck")),
            ]
            for row in rows
        ],
    )
    write_json(arguments.json, "review", {"seeds": arguments.seeds, "rows": rows})
    return 0


if __name__ == "__main__":
    run_program(main)
