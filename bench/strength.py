"""Strength: the ladder of players at two, three and four seats, one resumable command.

    python -m bench.strength --jobs 2

Each player meets the one before it in matches of `coalbaron-engine match --format ladder`. Games
and a summary of each match are kept in a directory. Ctrl-C or a kill loses only the games that are
running; the same command goes on. At the end it prints one table. For other matches use
`coalbaron-engine match`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bench.report import run_program
from coalbaron_fast.arena import Tally, read_match
from coalbaron_fast.arena.plots import KINDS, draw_ladders
from coalbaron_protocol.arguments import run_command

LADDER: Final = (
    "random",
    "ismcts:nodes=500",
    "greedy",
    "flat:nodes=20",
    "engine:nodes=100",
    "engine:nodes=1000",
    "engine:nodes=10000",
)
"""From the bottom to the top; limits of nodes, so that every machine plays the same games.

With the network that ships, 10,000 nodes take some 50 ms.
"""

HEADER: Final = (
    "one",
    "the others",
    "seats",
    "games",
    "win share",
    "margin",
    "own VP",
    "Elo of one",
)


def play_ladder(path: Path, arguments: argparse.Namespace, seats: int) -> int:
    """Begin the ladder at a number of seats, or go on with it; return the exit status."""
    words = ["match", *arguments.players, "--format", "ladder", "--seats", str(seats)]
    words += ["--deals", str(arguments.deals), "--seed", str(arguments.seed)]
    words += ["--jobs", str(arguments.jobs), "--file", str(path)]
    words += ["--summary", str(path.with_suffix(".json"))]
    return run_command([*words, "--resume"] if path.exists() else words)


def rows_of(tally: Tally) -> list[tuple[str, ...]]:
    """Return a row for each rung."""
    rows: list[tuple[str, ...]] = []
    ratings = tally.ratings()
    for index, (one, *others) in enumerate(tally.tables):
        standing = tally.standing(one, index)
        numbers = (str(standing.win), str(standing.margin), str(standing.vp))
        names = (tally.names[one], tally.names[others[0]])
        elo = "" if ratings is None else str(ratings[one])
        rows.append((*names, str(tally.settings.seats), str(standing.games), *numbers, elo))
    return rows


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Return the table in Markdown, as the docs show it."""
    lines = [HEADER, ["---"] * len(HEADER), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("players", nargs="*", help=f"default: {' '.join(LADDER)}")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], choices=(2, 3, 4))
    parser.add_argument("--deals", type=int, default=40, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal")
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--directory", type=Path, default=Path("ladder"), help="default: ladder")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the ratings, as svg or png")
    arguments = parser.parse_args(words)
    if arguments.plot is not None:
        # What cannot be drawn is said before the long work, not after it.
        if arguments.plot.suffix[1:] not in KINDS:
            parser.error(f"pictures are {' or '.join(KINDS)}, not {arguments.plot.name}")
        if find_spec("matplotlib") is None:
            parser.error("--plot needs matplotlib")
    arguments.players = arguments.players or list(LADDER)
    arguments.directory.mkdir(parents=True, exist_ok=True)
    paths = {seats: arguments.directory / f"{seats}.jsonl" for seats in arguments.seats}
    for seats, path in paths.items():
        status = play_ladder(path, arguments, seats)
        if status:
            return status
    tallies = [read_match(path) for path in paths.values()]
    print(markdown([row for tally in tallies for row in rows_of(tally)]))
    if arguments.plot is not None:
        draw_ladders(tallies, arguments.plot)
    return 0


if __name__ == "__main__":
    run_program(main)
