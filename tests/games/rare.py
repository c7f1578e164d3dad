"""Count the corners of the rules that games of a plain model reach; exit code 1 if one is missing.

Run it from the root of the project::

    python -m tests.games.rare coalcountry --games 400
    python -m tests.games.rare railroads --games 1000
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from importlib import import_module
from typing import Any, Final

from tests.games.plain_model import add_arguments, varied_games

MANY: Final = {"coalcountry": 400, "railroads": 1000}
"""How many games reach all corners of a model."""


def corners_of(name: str) -> list[str]:
    """The corners that the games of a model should reach."""
    corners = import_module(f"tests.games.{name}.reference.corners")
    return [*corners.TOKEN_CORNERS, *corners.EVENT_CORNERS]


def count_corners(name: str, numbers: range, seed: str) -> Counter[str]:
    """How often these games of a model meet each corner."""
    corners = import_module(f"tests.games.{name}.reference.corners")
    games = import_module(f"tests.games.{name}.reference.games")
    counts: Counter[str] = Counter()

    def watch(game: Any, token: str) -> None:  # noqa: ANN401 - the game of any model
        counts[corners.token_corner(game, token)] += 1

    for game in varied_games(games.begin, numbers, seed, watch):
        counts += game.events
    return counts


def main() -> int:
    """Print all counts, and the corners that are missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.rare", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("model", choices=MANY)
    add_arguments(parser, None)
    options = parser.parse_args()
    games = options.games or MANY[options.model]
    counts = count_corners(options.model, range(games), options.seed)
    corners = corners_of(options.model)
    width = max(map(len, corners))
    print("\n".join(f"{corner:<{width}}  {counts[corner]:>8}" for corner in corners))
    missing = [corner for corner in corners if not counts[corner]]
    print(f"\n{games} games; missing: {'; '.join(missing) or 'none'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
