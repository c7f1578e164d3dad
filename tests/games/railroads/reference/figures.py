"""Measure section 14 of the rules again: tokens, turns, branching, points, the longest turn.

Run it from the root of the project::

    python -m tests.games.railroads.reference.figures --games 4

`looking` is one token deep, as the greedy bot of the rules was, but has an outlook of its own: what
depends on how well it plays may differ, what depends on the rules alone may not.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from tests.games.plain_model import parse, played
from tests.games.railroads.reference.games import SWITCHES
from tests.games.railroads.reference.model import Game
from tests.games.railroads.reference.policies import POLICIES, Policy, looking
from tests.games.side_by_side import uniform


@dataclass
class Figures:
    """What some games came to, one number a game; branching and turns one number each."""

    decisions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    """Those of seat 0."""
    others: list[int] = field(default_factory=list)
    branching: list[int] = field(default_factory=list)
    turn_branching: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    """Tokens of each stretch that one seat decides."""

    def rows(self) -> list[tuple[str, str]]:
        """The names of the figures, and what they came to."""
        found = [
            ("decisions a game", of_three(self.decisions)),
            ("turns a game", of_three(self.turns)),
            ("points of seat 0", of_three(self.points)),
            ("branching", of_three(self.branching)),
            ("branching in turn", of_three(self.turn_branching)),
            ("tokens a turn", of_three(self.lengths)),
        ]
        return [*found, ("points of the others", of_three(self.others))] if self.others else found


def of_three(numbers: list[int]) -> str:
    """Mean, least and most."""
    return f"{mean(numbers):.1f} ({min(numbers)}, {max(numbers)})"


def measure(
    players: int,
    first: Policy,
    games: int,
    seed: str,
    switches: list[bool],
    others: Policy = uniform,
) -> Figures:
    """Some games; seat 0 plays this policy, the others at random or another one."""
    figures = Figures()
    germany, coal, new = switches
    for number in range(games):
        lengths: list[int] = []

        def policy(game: Game, rng: Random) -> str:
            return first(game, rng) if game.active == 0 else others(game, rng)

        def watch(game: Game, _token: str, lengths: list[int] = lengths) -> None:
            if game.active is None or game.table.stage not in ("round", "move"):
                return
            if game.phase in ("turn", "move"):
                figures.turn_branching.append(len(game.legal_moves()))
                if not game.history or not game.table.ended:
                    lengths.append(0)
            figures.branching.append(len(game.legal_moves()))
            lengths[-1] += 1

        game = Game(players, number % players, germany=germany, coal=coal, new=new)
        played(game, policy, Random(f"{seed}/{players}/{number}"), watch)
        figures.decisions.append(sum(lengths))
        figures.turns.append(len(lengths))
        figures.lengths += lengths
        figures.points.append(game.scores()[0])
        figures.others += game.scores()[1:]
    return figures


def main() -> int:
    """Print a table for each number of seats and combination: at random, and one that looks."""
    options = parse("tests.games.railroads.reference.figures", "Measure section 14 again.", 4)
    policies: dict[str, Policy] = {
        "uniform": uniform,
        "thumb": POLICIES["thumb"],
        "looking": looking,
    }
    for name, policy in policies.items():
        for switches in SWITCHES:
            for players in (1, 2, 3, 4):
                kind = " ".join(
                    word
                    for word, is_on in zip(("germany", "coal", "new"), switches, strict=True)
                    if is_on
                )
                print(f"\n{players} seats, {kind or 'base game'}, {name}, {options.games} games")
                others = uniform if policy is looking else policy
                figures = measure(
                    players, policy, options.games, options.seed, list(switches), others
                )
                for row, value in figures.rows():
                    print(f"  {row:<24} {value}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
