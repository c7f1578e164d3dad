"""Arguments that several commands share: the game, the threads, what a search rests on."""

from __future__ import annotations

import argparse

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
        type=_read_threads,
        default=1,
        metavar="N",
        help=f"1 to {MOST_THREADS}; default: %(default)s",
    )


def _read_threads(word: str) -> int:
    # Not `choices`: their complaint lists all of them.
    if not (word.isascii() and word.isdigit() and 1 <= int(word) <= MOST_THREADS):
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_THREADS}, not {word!r}")
    return int(word)


def add_evaluation(group: argparse._ActionsContainer, default: str | None = BEST) -> None:
    """Add what a search rests on; None is for a command that must know whether it was asked."""
    group.add_argument(
        "--evaluation",
        default=default,
        metavar="EVALUATION",
        help=f"what the search rests on: best, net, hand or a file; default: {default or BEST}",
    )
