"""Play one random game and print how it ended: ``python -m coalbaron_fast``."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from coalbaron_fast import State, __version__
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.numbers import read_whole


def play_random_game(players: int, seed: int) -> State:
    """Play a game in which every seat takes any of its moves; the seed settles all of it."""
    generator = random.Random(seed)
    state = State(players=players, seed=seed)
    while not state.is_over:
        state.push(generator.choice(state.legal_moves()))
    return state


def summary(state: State, seed: int) -> str:
    """Return how a game ended: the scores, the winners and the last position."""
    winners = state.winners() or []
    decisions = sum(not token.startswith("!") for token in state.history)
    lines = [
        f"A random game of {state.players} players, seed {seed}: {decisions} decisions.",
        "",
        "seat   VP  Marks",
        *(
            f"{seat:4}{vp:5}{marks:7}{'  wins' if seat in winners else ''}"
            for seat, (vp, marks) in enumerate(zip(state.vp, state.marks, strict=True))
        ),
        "",
        "The last position:",
        state.to_text(),
    ]
    return "\n".join(lines)


def read_seed(text: str) -> int:
    """Read a seed; a State takes those of 64 bits."""
    seed = read_whole(text)
    if seed is None:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to 2**64 - 1, not {text!r}")
    return seed


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m coalbaron_fast",
        description="Play one random game of Coal Baron and print how it ended.",
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        default=3,
        help="the number of seats (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=read_seed,
        default=1,
        help="the same seed, the same game (default: %(default)s)",
    )
    parser.add_argument(
        "--record", action="store_true", help="print the record of the game instead of a summary"
    )
    parser.add_argument("--version", action="version", version=f"coalbaron-fast {__version__}")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    options = read_arguments(arguments)
    state = play_random_game(options.players, options.seed)
    text = state.to_record() if options.record else summary(state, options.seed)
    print(text.rstrip("\n"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
