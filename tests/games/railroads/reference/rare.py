"""Count the corners of the rules that games reach; exit code 1 if one is missing.

Run it from the root of the project::

    python -m tests.games.railroads.reference.rare --games 1000
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.games.railroads.reference.corners import EVENT_CORNERS, TOKEN_CORNERS, token_corner
from tests.games.railroads.reference.games import parse, table_of, varied_games
from tests.games.railroads.reference.model import Game

CORNERS = [*TOKEN_CORNERS, *EVENT_CORNERS]


def count_corners(numbers: range, seed: str) -> Counter[str]:
    """How often these games meet each corner."""
    counts: Counter[str] = Counter()

    def watch(game: Game, token: str) -> None:
        counts[token_corner(game, token)] += 1

    for game in varied_games(numbers, seed, watch):
        counts += game.events
    return counts


def main() -> int:
    """Print all counts, and the corners that are missing."""
    options = parse("tests.games.railroads.reference.rare", "Count rare events.", 1000)
    counts = count_corners(range(options.games), options.seed)
    print(table_of(counts, CORNERS))
    missing = [corner for corner in CORNERS if not counts[corner]]
    print(f"\n{options.games} games; missing: {'; '.join(missing) or 'none'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
