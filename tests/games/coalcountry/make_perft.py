"""Write the perft suite anew, the same file every time.

Run it from the root of the project::

    python -m tests.games.coalcountry.make_perft
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from coalbaron_fast.games.coalcountry.state import State
from tests.games.coalcountry.reference.model import Game
from tests.games.perft_suites import Suite, write

PHASES: Final = (
    "chance", "place", "shop", "church", "sell", "mark", "dig", "lay", "buy", "put", "build",
    "onto", "fill",
)  # fmt: skip


def begin(number: int, players: int, rng: Random) -> tuple[int | None, tuple[bool, bool]]:
    """Start seat, or None where it is drawn, and variants of a game."""
    start = None if number % 3 == 0 else rng.randrange(players)
    return start, (number % 4 == 1, number % 4 == 2)


SUITE: Final = Suite(
    game="coalcountry",
    file=Path(__file__).with_name("positions.perft"),
    state=State,
    model=Game,
    options=("reformed", "amok"),
    begin=begin,
    phases=PHASES,
    most_nodes=100_000,
    reference_nodes=40,
)


if __name__ == "__main__":
    write(SUITE)
