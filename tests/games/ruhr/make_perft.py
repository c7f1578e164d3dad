"""Write the perft suite anew, the same file every time.

Run it from the root of the project::

    python -m tests.games.ruhr.make_perft
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from coalbaron_fast.games.ruhr import State
from tests.games.perft_suites import Suite, write
from tests.games.ruhr.reference.model import Game

PHASES: Final = (
    "chance", "event", "remove", "place", "option", "carry", "supply", "start", "hauler", "trip",
    "buy",
)  # fmt: skip


def begin(number: int, players: int, rng: Random) -> tuple[int, tuple[bool]]:
    """Start seat of a game, and whether it is calm."""
    return rng.randrange(players), (number % 2 == 1,)


SUITE: Final = Suite(
    game="ruhr",
    file=Path(__file__).with_name("positions.perft"),
    state=State,
    model=Game,
    options=("calm",),
    begin=begin,
    phases=PHASES,
    most_nodes=300_000,
    reference_nodes=1_000,
)


if __name__ == "__main__":
    write(SUITE)
