"""What several trees are worth beside one of as many nodes, and how far their answers stray.

    python -m bench.trees NETWORK --seats 2 --nodes 4000 --ways 1 2 4

Positions and regrets are those of `bench.tuning`: what a choice gives away beside the best turn
that a much deeper search has found, in thousandths of the utility. A way `2` is two trees of half
of the nodes each, whose visits are added up. A way `1x2` is one tree of twice the nodes, `2x2` two
trees of all of them: what two threads do in the time that one needs for one tree. Differences to
the first way are paired, position by position. The numbers do not depend on the machine.

`strays` is how far the utility of the chosen turn differs from seed to seed, as a multiple of the
standard error that an answer states: 1 if the errors are right.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from typing import Final, NamedTuple

from bench.report import add_json_option, print_table, run_program, write_json
from bench.tuning import HASH_MB, Root, Tuner, show_progress
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.analysis import Line, Tallies
from coalbaron_fast.engine.evaluation import load_evaluation, parameters_of
from coalbaron_fast.engine.forest import MOST_TREES
from coalbaron_fast.games import DEFAULT, Game, load_game
from coalbaron_fast.search.mcts import Searcher

LEAST_ROOTS: Final = 2


class Way(NamedTuple):
    """A number of trees, and how many times the nodes they have together."""

    trees: int
    times: int = 1

    @property
    def text(self) -> str:
        """The way as it is asked for."""
        return f"{self.trees}x{self.times}" if self.times > 1 else str(self.trees)


class Found(NamedTuple):
    """What searches of one position found: what each choice loses, and how far they stray."""

    lost: float
    variance: float
    stated: float


def read_way(text: str) -> Way:
    """Read a way; the parser says what is wrong."""
    trees, cross, times = text.partition("x")
    if not trees.isdigit() or (cross and not times.isdigit()):
        raise argparse.ArgumentTypeError(f"TREES or TREESxTIMES, such as 2 or 1x2, not {text!r}")
    way = Way(int(trees), int(times) if cross else 1)
    if not 1 <= way.trees <= MOST_TREES or way.times < 1:
        raise argparse.ArgumentTypeError(f"1 to {MOST_TREES} trees, not {text!r}")
    return way


class Grove:
    """Trees side by side, as an engine has them."""

    def __init__(self, game: Game, tuner: Tuner, trees: Sequence[Searcher]) -> None:
        self._game = game
        self._tuner = tuner
        self._trees = trees

    def search(self, root: Root, way: Way, nodes: int, seed: int) -> list[Line]:
        """Return what the trees find together, the turn that they settle on first."""
        trees = self._trees[: way.trees]
        turns: list[list[int]] = []
        for index, tree in enumerate(trees):
            tree_seed = seed * MOST_TREES + index
            turns = tree.begin(root.data, root.seat, tree_seed, self._tuner.defaults)
            tree.run((way.times * nodes + index) // way.trees)
        return Tallies(turns, trees).analysis(self._game, len(turns), 0.0).lines

    def judge(self, root: Root, way: Way, nodes: int, seeds: int) -> Found:
        """Search a position with several seeds."""
        searches = [self.search(root, way, nodes, seed) for seed in range(2, 2 + seeds)]
        # The same turn in all of them: other turns have other utilities.
        first = searches[0][0].codes
        same = [next(line for line in lines if line.codes == first) for lines in searches]
        return Found(
            statistics.fmean(self._tuner.lost(root, lines[0].codes) for lines in searches),
            statistics.variance(line.utility for line in same),
            statistics.fmean(line.error**2 for line in same),
        )


def row(way: Way, found: Sequence[Found], base: Sequence[Found]) -> list[str]:
    """Return one line of the table."""
    more = [1000 * (own.lost - other.lost) for own, other in zip(found, base, strict=True)]
    half = 1.96 * statistics.stdev(more) / math.sqrt(len(more))
    strays = math.sqrt(
        statistics.fmean(one.variance for one in found)
        / statistics.fmean(one.stated for one in found)
    )
    return [
        way.text,
        f"{1000 * statistics.fmean(one.lost for one in found):.2f}",
        f"{statistics.fmean(more):+.2f} ± {half:.2f}",
        f"{strays:.2f}",
    ]


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.trees", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("evaluation", help="the file of a network, net, or hand")
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="default: %(default)s")
    parser.add_argument("--positions", type=int, default=100, metavar="N")
    parser.add_argument("--nodes", type=int, default=4000, help="default: %(default)s")
    parser.add_argument("--reference", type=int, default=40_000, metavar="NODES")
    parser.add_argument("--seeds", type=int, default=4, metavar="N", help="of each position")
    ways = [Way(1), Way(2), Way(4), Way(1, 2), Way(2, 2)]
    parser.add_argument("--ways", type=read_way, nargs="+", default=ways, metavar="WAY")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.positions < LEAST_ROOTS or arguments.seeds < LEAST_ROOTS:
        parser.error("at least two positions and two seeds")
    game = load_game(DEFAULT)
    try:
        evaluation = load_evaluation(arguments.evaluation, game)
    except ValueError as error:
        parser.error(str(error))
    defaults = parameters_of(arguments.evaluation, game, PARAMETERS)
    tuner = Tuner(game, evaluation, defaults, arguments.nodes, arguments.reference)
    tuner.add_roots(arguments.seats, arguments.positions, arguments.seed)
    most = max(way.trees for way in arguments.ways)
    grove = Grove(
        game, tuner, [Searcher(game.ops, HASH_MB // most, evaluation) for _ in range(most)]
    )
    found: dict[Way, list[Found]] = {way: [] for way in arguments.ways}
    for number, root in enumerate(tuner.roots, 1):
        show_progress(f"position {number} of {len(tuner.roots)}")
        for way, results in found.items():
            results.append(grove.judge(root, way, arguments.nodes, arguments.seeds))
    show_progress("")
    base = found[arguments.ways[0]]
    headings = ["trees", "regret", f"more than {arguments.ways[0].text}", "strays"]
    print_table(headings, [row(way, results, base) for way, results in found.items()])
    write_json(arguments.json, "trees", {way.text: results for way, results in found.items()})
    return 0


if __name__ == "__main__":
    run_program(main)
