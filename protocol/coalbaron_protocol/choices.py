"""Arguments that several commands share: the game, the threads, what a search rests on."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from coalbaron_fast.evaluation import BEST
from coalbaron_fast.games import DEFAULT, GAMES
from coalbaron_fast.threads import MOST_THREADS


def add_game(group: argparse._ActionsContainer, whose: str = "") -> None:
    """Add the game."""
    group.add_argument(
        "--game", choices=tuple(GAMES), default=DEFAULT, help=f"{whose}default: %(default)s"
    )


def add_variant(group: argparse._ActionsContainer) -> None:
    """Add another way to play the game; None is the usual one."""
    group.add_argument("--variant", metavar="NAME", help="another way to play the game")


def add_threads(group: argparse._ActionsContainer) -> None:
    """Add the number of threads of a search."""
    group.add_argument(
        "--threads",
        type=whole_number(1, MOST_THREADS),
        default=1,
        metavar="N",
        help=f"1 to {MOST_THREADS}; default: %(default)s",
    )


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers. `choices` would list all of them in its complaint."""
    kind = f", {low} or more" if high is None else f" from {low} to {high}"

    def read(word: str) -> int:
        if word.isascii() and word.isdigit():
            number = int(word)
            if low <= number and (high is None or number <= high):
                return number
        raise argparse.ArgumentTypeError(f"a whole number{kind}, not {word!r}")

    return read


def add_evaluation(group: argparse._ActionsContainer, default: str | None = BEST) -> None:
    """Add what a search rests on; None is for a command that must know whether it was asked."""
    group.add_argument(
        "--evaluation",
        default=default,
        metavar="EVALUATION",
        help=f"what the search rests on: best, net, hand or a file; default: {default or BEST}",
    )
