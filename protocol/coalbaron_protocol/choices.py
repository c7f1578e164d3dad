"""Arguments that several commands share: the game, the threads, what a search rests on."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.games import DEFAULT, GAMES
from coalbaron_fast.games.numbers import LARGEST, read_whole
from coalbaron_fast.threads import MOST_THREADS


def add_game(group: argparse._ActionsContainer, whose: str = "") -> None:
    """Add the game."""
    group.add_argument(
        "--game", choices=tuple(GAMES), default=DEFAULT, help=f"{whose}default: %(default)s"
    )


class _AddWord(argparse.Action):
    """Adds a word to those that were given before."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse's own call
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002 - as above
    ) -> None:
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, f"{values}" if before is None else f"{before} {values}")


def add_options(group: argparse._ActionsContainer) -> None:
    """Add the options of the game, as words; None if none is given."""
    group.add_argument(
        "--option",
        "--variant",
        action=_AddWord,
        dest="options",
        metavar="NAME[=VALUE]",
        help="an option of the game; may be given more than once",
    )


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
        number = read_whole(word, low, LARGEST if high is None else high)
        if number is None:
            raise argparse.ArgumentTypeError(f"a whole number{kind}, not {word!r}")
        return number

    return read


def add_evaluation(group: argparse._ActionsContainer, default: str | None = BEST) -> None:
    """Add what a search rests on; None is for a command that must know whether it was asked."""
    group.add_argument(
        "--evaluation",
        default=default,
        metavar="EVALUATION",
        help=f"what the search rests on: best, net, hand or a file; default: {default or BEST}",
    )
