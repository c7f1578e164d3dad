"""`coalbaron-engine selfplay`: games of the engine with itself, as Parquet files to learn from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.errors import ask_for_extra
from coalbaron_fast.games import DEFAULT, GAMES, load_game
from coalbaron_protocol.backends import add_backend_arguments, run_missing
from coalbaron_protocol.choices import add_evaluation, add_options
from coalbaron_protocol.pictures import add_picture_arguments, draw_pictures
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.arena.dataset import Dataset

DESCRIPTION: Final = """\
Let the engine play itself, and keep every decision to learn from: what the mover knew, the turn it
chose, what the search thought of the turns it weighed, and how the game ended.

The games go into Parquet files, 50 in each, and at least once a minute. Ctrl-C loses only the games
that are being played; --resume plays the missing ones, with the settings of the directory. Needs
pyarrow (extra `data`). docs/data.md describes the columns.

--plots draws points, wins by seat, lengths, and what the search expected beside what happened; with
--resume of a directory that is complete it only draws."""

EXAMPLES: Final = """\
examples:
  coalbaron-engine selfplay games/ --games 400 --nodes 1000 --jobs 2
  coalbaron-engine selfplay games/ --resume --plots pictures/"""

SETTINGS: Final = (
    "game", "options", "games", "seats", "seed", "nodes", "time_ms", "evaluation", "lines",
    "temperature"
)  # fmt: skip


def add_selfplay_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_selfplay` reads."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument("directory", type=Path, help="where the files go")
    what = parser.add_argument_group("what is played")
    what.add_argument("--games", type=int, metavar="N", help="default: 100")
    what.add_argument("--game", choices=tuple(GAMES), help=f"default: {DEFAULT}")
    add_options(what)
    what.add_argument(
        "--seats", type=int, metavar="N", help="default: as many as usual in the game"
    )
    what.add_argument("--seed", type=int, metavar="N", help="of the first game; default: 1")
    add_limit_arguments(what)
    what.add_argument(
        "--lines", type=int, metavar="N", help="turns kept of each search; default: 8"
    )
    what.add_argument(
        "--temperature",
        type=float,
        metavar="T",
        help="draw turns by their tries to the power 1/T; default: 0, always the best",
    )
    how = parser.add_argument_group("how")
    how.add_argument(
        "--resume", action="store_true", help="play the missing games; --games may be larger"
    )
    add_backend_arguments(how)
    add_picture_arguments(parser.add_argument_group("results"))


def add_limit_arguments(group: argparse._ArgumentGroup) -> None:
    """Add how long a turn is searched, and with what."""
    limit = group.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, metavar="N", help="tries a turn; default: 5000")
    limit.add_argument(
        "--time", type=int, metavar="MS", dest="time_ms", help="or milliseconds a turn"
    )
    add_evaluation(group, None)


def run_selfplay(arguments: argparse.Namespace) -> int:
    """Play as the arguments say; return the exit status."""
    try:
        dataset, interrupted = play_games(arguments, arguments.directory, resume=arguments.resume)
    except (ImportError, ValueError, OSError, RuntimeError) as error:
        return refuse("selfplay", error)
    print(f"{len(dataset.done)} games in {dataset.path}")
    draw_pictures(arguments, lambda directory, kind: draw(dataset.path, directory, kind))
    if interrupted:
        print("interrupted; --resume goes on", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def refuse(command: str, error: Exception) -> int:
    """Say what went wrong; return the exit status."""
    is_wrong = isinstance(error, ImportError | ValueError)
    what = ask_for_extra("data", error) if isinstance(error, ImportError) else error
    print(f"coalbaron-engine {command}: {what}", file=sys.stderr)
    return WRONG if is_wrong else FAILED


def play_games(
    arguments: argparse.Namespace, directory: Path, *, resume: bool, **changed: object
) -> tuple[Dataset, bool]:
    """Play what is missing in a directory; return it, closed, and whether Ctrl-C ended it.

    `changed` are settings that stand for those of the arguments.
    """
    stated = {name: getattr(arguments, name, None) for name in SETTINGS} | changed
    with open_dataset(directory, stated, resume=resume) as dataset:
        return dataset, run_missing(
            dataset.missing(), dataset.settings.games, arguments, dataset.add
        )


def open_dataset(directory: Path, stated: Mapping[str, object], *, resume: bool) -> Dataset:
    """Begin a directory or open it again, with the settings that are stated (not None)."""
    from coalbaron_fast.arena.dataset import (  # noqa: PLC0415 - other commands do without
        Dataset,
        read_settings,
    )
    from coalbaron_fast.arena.selfplay import SelfplaySettings  # noqa: PLC0415 - as above

    known: dict[str, Any] = {name: value for name, value in stated.items() if value is not None}
    if resume:
        settings = read_settings(directory)._replace(**known).checked()
        return Dataset.reopen(directory, settings)
    usual = load_game(known.get("game", DEFAULT)).usual_players
    return Dataset.create(directory, SelfplaySettings(**{"seats": usual, **known}).checked())


def draw(path: Path, directory: Path, kind: str) -> None:
    """Draw the games of a directory into another one."""
    from coalbaron_fast.arena.dataset import read_outcomes  # noqa: PLC0415 - as above
    from coalbaron_fast.arena.plots import draw_selfplay_plots  # noqa: PLC0415 - as above

    draw_selfplay_plots(read_outcomes(path), directory, kind)
