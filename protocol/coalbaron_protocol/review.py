"""`coalbaron-engine review`: every turn of an archive beside the best one, and what it cost."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games import DEFAULT, GAMES
from coalbaron_protocol.backends import add_backend_arguments, run_missing
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.arena.archive import ReviewedGame, ReviewFile, ReviewTask

DESCRIPTION: Final = """\
Look back on games: the engine judges every turn and says what it gave away. A FILE holds records,
one after the other, or is the file of a match. Reviews are kept, one line of JSON a game; Ctrl-C
or a kill loses the games in work, and --resume goes on."""

DEFAULT_FILE: Final = "review.jsonl"
COSTLIEST: Final = 5


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_review` reads."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--game", choices=tuple(GAMES), default=DEFAULT, help="of records; default: %(default)s"
    )
    parser.add_argument(
        "--nodes", type=whole_number, default=1000, metavar="N", help="a search; default: 1000"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(DEFAULT_FILE), help=f"default: {DEFAULT_FILE}"
    )
    parser.add_argument("--resume", action="store_true", help="review what is missing in --out")
    add_backend_arguments(parser.add_argument_group("how"))


def whole_number(word: str) -> int:
    """Read a number from 1 on."""
    number = int(word)
    if number < 1:
        raise ValueError(word)
    return number


def run_review(arguments: argparse.Namespace) -> int:
    """Review as the arguments say; return the exit status."""
    from coalbaron_fast.arena.archive import ReviewFile  # noqa: PLC0415 - others do without

    try:
        tasks = list(find_tasks(arguments.files, arguments.nodes, arguments.game))
        with ReviewFile(arguments.out, arguments.nodes, resume=arguments.resume) as kept:
            interrupted = review(tasks, kept, arguments)
            games = [kept.games[task.source] for task in tasks if task.source in kept.games]
    except ValueError as error:
        print(f"coalbaron-engine review: {error}", file=sys.stderr)
        return WRONG
    except (OSError, RuntimeError) as error:
        print(f"coalbaron-engine review: {error}", file=sys.stderr)
        return FAILED
    report(games)
    if interrupted:
        print("interrupted; --resume goes on", file=sys.stderr)
        return INTERRUPTED
    return FAILED if any(game.problem is not None for game in games) else 0


def find_tasks(files: Iterable[Path], nodes: int, game: str) -> Iterable[ReviewTask]:
    """Yield the games of the files as tasks."""
    from coalbaron_fast.arena.archive import ReviewTask, read_archive  # noqa: PLC0415 - as above

    number = 0
    for file in files:
        for source, record in read_archive(file, game):
            yield ReviewTask(number, source, record, nodes, game)
            number += 1


def review(tasks: list[ReviewTask], kept: ReviewFile, arguments: argparse.Namespace) -> bool:
    """Review what is missing; return whether Ctrl-C ended it."""
    missing = [task for task in tasks if task.source not in kept.games]
    return run_missing(missing, len(tasks), arguments, kept.append)


def report(games: list[ReviewedGame]) -> None:
    """Print what each player gave away, and the costliest turns of all."""
    from coalbaron_fast.arena.report import format_table  # noqa: PLC0415 - as above

    by_player: dict[str, list[dict[str, Any]]] = {}
    for game in games:
        if game.problem is not None:
            print(f"{game.source}: {game.problem}", file=sys.stderr)
        for turn in game.turns:
            by_player.setdefault(game.players[turn["seat"]], []).append(turn)
    rows = [
        [name, str(len(turns)), f"{mean(turns, 'loss_win'):.4f}", f"{mean(turns, 'loss_vp'):.2f}"]
        for name, turns in by_player.items()
    ]
    if rows:
        print(format_table(["player", "turns", "win given away a turn", "VP"], rows))
    turns = [(turn, game) for game in games for turn in game.turns if turn["loss_win"] > 0]
    turns.sort(key=lambda one: -one[0]["loss_win"])
    for turn, game in turns[:COSTLIEST]:
        print(
            f"{game.source}, token {turn['index']}, {game.players[turn['seat']]}: "
            f"{'/'.join(turn['played'])} instead of {'/'.join(turn['best'])} gives away "
            f"{turn['loss_win']:.3f} ± {turn['error']:.3f} of the win, {turn['loss_vp']:.1f} VP"
        )


def mean(turns: list[dict[str, Any]], name: str) -> float:
    """Return the mean of one number over turns."""
    return float(sum(turn[name] for turn in turns) / len(turns))
