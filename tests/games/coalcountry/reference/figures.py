"""Measure section 12 of the rules again: decisions, tokens, turns, money, branching.

Run it from the root of the project::

    python -m tests.games.coalcountry.reference.figures --games 40

The greedy players are those of `policies.py`, not those that the rules were measured with; what
depends on how well they play may differ, what depends on the rules alone may not.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.model import Game
from tests.games.coalcountry.reference.policies import POLICIES
from tests.games.plain_model import parse, played


@dataclass
class Figures:
    """What some games came to, one number a game; branching one number a decision, by phase."""

    decisions: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    money: list[int] = field(default_factory=list)
    branching: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, game: Game, asked: list[int]) -> None:
        """A game that is over, and the seats that were asked in it."""
        self.decisions.append(len(asked))
        self.tokens.append(len(game.history))
        # A stretch is what one seat decides, chance in it left out, until another one is asked.
        changes = sum(asked[number] != asked[number - 1] for number in range(1, len(asked)))
        self.turns.append(changes + 1)
        self.money += game.scores()

    def rows(self) -> list[tuple[str, str]]:
        """The names of the figures, and what they came to."""
        every = [number for numbers in self.branching.values() for number in numbers]
        return [
            ("decisions a game", f"{mean(self.decisions):.0f}"),
            ("tokens a game", f"{mean(self.tokens):.0f}"),
            ("turns a game", f"{mean(self.turns):.0f}"),
            ("money, mean (least, most)", of_three(self.money)),
            ("branching, mean (least, most)", of_three(every)),
            *(
                (f"  {phase}", of_three(numbers))
                for phase, numbers in sorted(self.branching.items())
            ),
        ]


def of_three(numbers: list[int]) -> str:
    """Mean, least and most."""
    return f"{mean(numbers):.1f} ({min(numbers)}, {max(numbers)})"


def measure(
    players: int, policy: str, games: int, seed: str, *, rounds: int = 6, amok: bool = False
) -> Figures:
    """Some games of one policy."""
    figures = Figures()
    for number in range(games):
        asked: list[int] = []

        def watch(game: Game, _token: str, asked: list[int] = asked) -> None:
            if game.active is not None:
                asked.append(game.active)
                figures.branching[game.phase].append(len(game.legal_moves()))

        game = Game(players, rounds=rounds, amok=amok)
        rng = Random(f"{seed}/{policy}/{number}")
        figures.add(played(game, POLICIES[policy], rng, watch), asked)
    return figures


def main() -> int:
    """Print a table for each number of seats, policy and kind of game."""
    options = parse("tests.games.coalcountry.reference.figures", "Measure section 12 again.", 20)
    for rounds, amok in ((6, False), (8, False), (6, True)):
        for policy in ("greedy", "uniform"):
            for players in facts.SEAT_COUNTS:
                kind = f"{rounds} rounds" + (", amok" if amok else "")
                print(f"\n{players} seats, {policy}, {kind}, {options.games} games")
                figures = measure(
                    players, policy, options.games, options.seed, rounds=rounds, amok=amok
                )
                for name, value in figures.rows():
                    print(f"  {name:<30} {value}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
