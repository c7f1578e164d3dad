"""Tune the search's parameters by regret: what do its choices give away, seen by a deeper search?

    python -m bench.tuning NETWORK --seats 2 --positions 100 --nodes 2000

Positions come from self-play of the evaluation itself. A deep search of each says what its turns
are worth; a turn that it hardly looked at gets a search of its own. A setting's regret is what its
choices lose beside the best turn found, in thousandths of the utility.

Many settings are drawn at random. All are tried on some positions, the better half on twice as
many, and so on. The last one is then held against the defaults on positions that had no part in
the choice, and so is the default with each of its parameters alone: that says what each is worth.
Differences are paired, position by position. The numbers do not depend on the machine.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bench.report import add_json_option, print_table, run_program, write_json
from coalbaron_fast.engine import PARAMETERS, check_parameters
from coalbaron_fast.engine.evaluation import load_evaluation, parameters_of
from coalbaron_fast.errors import SettingsError
from coalbaron_fast.games import DEFAULT, GAMES, Game, Position, load_game
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.mcts import Searcher

HASH_MB: Final = 128
PLAY_NODES: Final = 150
"""Nodes a turn in the games that positions come from."""
TAKEN: Final = 0.1
"""The part of the positions of those games that is taken."""
WIDE: Final = {"widening": 16.0, "widening_growth": 2.0, "exploration": 16.0}
"""The deep search looks at more turns than the searches that it judges."""
LEAST_SHARE: Final = 0.02
"""A turn with fewer of the deep search's visits gets a search of its own, ..."""
OWN_SHARE: Final = 0.25
"""... with this part of its nodes."""
SEEDS: Final = 2
"""Searches of each position by each setting."""
FACTORS: Final = {
    "exploration": 2.0,
    "temperature": 2.0,
    "widening": 2.0,
    "widening_growth": 2.0,
    "first_play": 3.0,
    "first_spread": 2.0,
}
"""What is tuned, and by how much it may be larger or smaller."""

Setting = dict[str, float]


class Root(NamedTuple):
    """A position, by what its mover knows, and what turns are worth there: those known so far."""

    data: bytes
    seat: int
    worth: dict[tuple[int, ...], float]


class Tuner:
    """Judges settings at one number of seats."""

    def __init__(
        self, game: Game, evaluation: Evaluation, defaults: Setting, nodes: int, reference: int
    ) -> None:
        self._game = game
        self.defaults = defaults
        self._nodes = nodes
        self._reference = reference
        self._searcher = Searcher(game.ops, HASH_MB, evaluation)
        self.roots: list[Root] = []

    def add_roots(self, seats: int, count: int, seed: int) -> None:
        """Add positions of games that the evaluation plays against itself."""
        chance = random.Random(f"tuning {seats} {seed}")
        wanted = len(self.roots) + count
        while len(self.roots) < wanted:
            state: Position = self._game.State(seats, seed=chance.getrandbits(32))
            while state.turn is not None and len(self.roots) < wanted:
                view = state.view(state.turn)
                turns = self._search(view.data(), state.turn, PLAY_NODES, self.defaults, 1)
                if len(turns) > 1 and state.decision in BEGINS and chance.random() < TAKEN:
                    show_progress(f"{len(self.roots) + 1} of {wanted} positions")
                    self.roots.append(self._root(view.data(), state.turn))
                state.push_codes(most_visited(turns))

    def regret(self, setting: Setting, places: Sequence[int]) -> list[float]:
        """Return what a setting's choices give away at some of the positions."""
        parameters = self.defaults | setting
        found = []
        for place in places:
            root = self.roots[place]
            chosen = [
                most_visited(self._search(root.data, root.seat, self._nodes, parameters, seed))
                for seed in range(2, 2 + SEEDS)
            ]
            found.append(statistics.fmean(self.lost(root, codes) for codes in chosen))
        return found

    def turns(self, root: Root) -> list[list[int]]:
        """Return the turns of a position."""
        return self._searcher.begin(root.data, root.seat, 1, self.defaults)

    def lost(self, root: Root, codes: list[int]) -> float:
        """Return what a turn gives away beside the best one that is known."""
        self._know(root, tuple(codes))
        return max(root.worth.values()) - root.worth[tuple(codes)]

    def _root(self, data: bytes, seat: int) -> Root:
        deep = self._search(data, seat, self._reference, self.defaults | WIDE, 1)
        least = LEAST_SHARE * self._reference
        return Root(data, seat, {codes: worth for codes, visits, worth in deep if visits >= least})

    def _know(self, root: Root, codes: tuple[int, ...]) -> None:
        """Search one turn alone, if it is not known what that is worth."""
        if codes not in root.worth:
            nodes = int(OWN_SHARE * self._reference)
            alone = self._search(
                root.data, root.seat, nodes, self.defaults | WIDE, 1, only=list(codes)
            )
            root.worth[codes] = alone[0][2]

    def _search(
        self,
        data: bytes,
        seat: int,
        nodes: int,
        parameters: Setting,
        seed: int,
        only: list[int] | None = None,
    ) -> list[tuple[tuple[int, ...], int, float]]:
        """Return the turns of a position with their visits and their mean utility."""
        allowed = None if only is None else lambda codes: codes == only
        asked = [] if only is None else [only]
        turns = self._searcher.begin(data, seat, seed, parameters, allowed, asked)
        if only is not None:
            turns = [only]
        self._searcher.run(nodes)
        return [
            (tuple(codes), result[0], result[1] / max(result[0], 1))
            for codes, result in zip(turns, self._searcher.results(), strict=False)
        ]


def most_visited(turns: Sequence[tuple[tuple[int, ...], int, float]]) -> list[int]:
    """Return the codes of the turn that a search settled on; of equals the first."""
    return list(max(turns, key=lambda turn: turn[1])[0])


def draw_setting(defaults: Setting, chance: random.Random) -> Setting:
    """Return a setting around the defaults: each parameter by a factor, even on the logarithm."""
    return {
        name: defaults[name] * math.exp(chance.uniform(-1, 1) * math.log(factor))
        for name, factor in FACTORS.items()
    }


def halve(tuner: Tuner, settings: list[Setting], places: Sequence[int]) -> Setting:
    """Return the last of the settings when the worse half goes again and again."""
    first, count = 0, max(len(places) // 4, 1)
    while len(settings) > 1:
        # Each stage has the positions of the one before, and as many more.
        tried = places[first : first + count]
        regrets = []
        for number, setting in enumerate(settings, 1):
            show_progress(f"setting {number} of {len(settings)}, {len(tried)} positions")
            regrets.append(statistics.fmean(tuner.regret(setting, tried)))
        order = sorted(range(len(settings)), key=regrets.__getitem__)
        settings = [settings[place] for place in order[: (len(settings) + 1) // 2]]
        count = min(2 * count, len(places))
    return settings[0]


def compare(tuner: Tuner, setting: Setting, base: Sequence[float], places: Sequence[int]) -> str:
    """Return a setting's regret less that of the defaults, with its 95 % interval."""
    gains = [
        1000 * (own - other) for own, other in zip(tuner.regret(setting, places), base, strict=True)
    ]
    half = 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
    return f"{statistics.fmean(gains):+.2f} ± {half:.2f}"


def tune(tuner: Tuner, arguments: argparse.Namespace, seats: int) -> list[list[str]]:
    """Return the rows of one number of seats."""
    half = arguments.positions
    tuner.add_roots(seats, 2 * half, arguments.seed)
    chance = random.Random(f"settings {seats} {arguments.seed}")
    defaults = tuner.defaults
    drawn = [draw_setting(defaults, chance) for _ in range(arguments.settings)]
    found = halve(tuner, [{}, *drawn], range(half)) if drawn else {}
    fresh = range(half, 2 * half)
    base = tuner.regret({}, fresh)
    rows = [[str(seats), "the defaults", f"{1000 * statistics.fmean(base):.2f}"]]
    tried = [found, *({name: value} for name, value in found.items()), *arguments.also]
    return rows + [
        [str(seats), spelled(setting), compare(tuner, setting, base, fresh)]
        for setting in tried
        if setting
    ]


def spelled(setting: Setting) -> str:
    """Return a setting to read."""
    return ",".join(f"{name}={value:.3g}" for name, value in setting.items())


def read_setting(text: str) -> Setting:
    """Read parameters as the arena spells them; the parser says what is wrong."""
    found = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        try:
            found[name] = float(value)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{name} needs a number, not {value!r}") from None
    try:
        check_parameters(found)
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return found


def show_progress(text: str) -> None:
    """Show on a terminal how far it is."""
    if sys.stderr.isatty():
        print(f"\r{text}", end="\033[K", file=sys.stderr)


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.tuning", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("evaluation", help="the file of a network, net, or hand")
    parser.add_argument(
        "--game", choices=tuple(GAMES), default=DEFAULT, help="default: %(default)s"
    )
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], metavar="N")
    parser.add_argument(
        "--positions", type=int, default=100, metavar="N",
        help="to choose by, and as many to measure by; default: %(default)s",
    )  # fmt: skip
    parser.add_argument("--nodes", type=int, default=2000, help="of a choice; default: %(default)s")
    parser.add_argument(
        "--reference", type=int, default=40_000, metavar="NODES", help="default: %(default)s"
    )
    parser.add_argument(
        "--settings", type=int, default=31, metavar="N", help="drawn; default: %(default)s"
    )
    parser.add_argument(
        "--also", type=read_setting, nargs="*", default=[], metavar="NAME=VALUE,…",
        help="settings to hold against the defaults too",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    add_json_option(parser)
    arguments = parser.parse_args()
    game = load_game(arguments.game)
    try:
        evaluation = load_evaluation(arguments.evaluation, game)
    except ValueError as error:
        parser.error(str(error))
    defaults = parameters_of(arguments.evaluation, game, PARAMETERS)
    rows: list[list[str]] = []
    for seats in arguments.seats:
        tuner = Tuner(game, evaluation, defaults, arguments.nodes, arguments.reference)
        rows += tune(tuner, arguments, seats)
    show_progress("")
    print_table(["seats", "setting", "regret in thousandths, or more than the defaults'"], rows)
    found: dict[str, Any] = {"rows": rows}
    write_json(arguments.json, "tuning", found)
    return 0


if __name__ == "__main__":
    run_program(main)
