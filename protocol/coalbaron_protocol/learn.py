"""`coalbaron-engine learn`: the stages by which the engine learns what a position is worth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from coalbaron_fast.games import DEFAULT, GAMES
from coalbaron_protocol.backends import add_backend_arguments, run_missing
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

DESCRIPTION: Final = """\
Let the engine learn what a position is worth. Each stage reads what the one before has written,
shows how far it is, and can be ended at any moment; --resume goes on."""

PLAY: Final = """\
Let the engine play itself, with variety, and keep the moves and what the search thought of each
turn. Games go to DIRECTORY in shards of 50, at least once a minute, and on Ctrl-C."""


def add_learn_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the stages and everything that they read."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    stages = parser.add_subparsers(title="stages", required=True, metavar="STAGE")
    play = stages.add_parser("play", help="play games to learn from", description=PLAY)
    add_play_arguments(play)
    play.set_defaults(stage=run_play)


def run_learn(arguments: argparse.Namespace) -> int:
    """Run a stage; return the exit status."""
    stage: Callable[[argparse.Namespace], bool] = arguments.stage
    try:
        interrupted = stage(arguments)
    except ValueError as error:
        print(f"coalbaron-engine learn: {error}", file=sys.stderr)
        return WRONG
    except (OSError, RuntimeError) as error:
        print(f"coalbaron-engine learn: {error}", file=sys.stderr)
        return FAILED
    if interrupted:
        print("interrupted; --resume goes on", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_play` reads."""
    parser.add_argument("directory", type=Path, help="where the games go")
    what = parser.add_argument_group("what is played")
    what.add_argument("--games", type=int, default=1000, metavar="N", help="default: %(default)s")
    what.add_argument("--game", choices=tuple(GAMES), default=DEFAULT, help="default: %(default)s")
    what.add_argument(
        "--seats",
        type=int,
        nargs="+",
        default=[2, 3, 4],
        metavar="N",
        help="in turns from game to game; default: 2 3 4",
    )
    what.add_argument("--seed", type=int, default=1, metavar="N", help="of the first; default: 1")
    what.add_argument(
        "--nodes",
        type=int,
        default=100,
        metavar="N",
        help="a turn; 0: the best turn at first sight; default: %(default)s",
    )
    what.add_argument(
        "--random",
        type=float,
        default=0.05,
        metavar="P",
        help="part of the turns that is random while a game is varied; default: %(default)s",
    )
    what.add_argument(
        "--temperature",
        type=float,
        default=1.0,
        metavar="T",
        help="meanwhile, choose other turns by their visits to the power 1/T; default: 1",
    )
    how = parser.add_argument_group("how")
    how.add_argument("--resume", action="store_true", help="go on; games may be added")
    add_backend_arguments(how)


def run_play(arguments: argparse.Namespace) -> bool:
    """Play what is missing; return whether Ctrl-C ended it."""
    from coalbaron_fast.learning.archive import GameArchive  # noqa: PLC0415 - others do without
    from coalbaron_fast.learning.play import PlaySettings  # noqa: PLC0415 - as above

    asked = {name: getattr(arguments, name) for name in PlaySettings._fields if name != "seats"}
    settings = PlaySettings(**asked, seats=tuple(arguments.seats)).checked()
    opened = GameArchive.reopen if arguments.resume else GameArchive.create
    with opened(arguments.directory, settings) as archive:
        numbers = (number for number in range(settings.games) if number not in archive.done)
        missing = [settings.task(number) for number in numbers]
        interrupted = run_missing(missing, settings.games, arguments, archive.add)
    print(f"{len(archive.done)} games in {archive.path}")
    return interrupted
