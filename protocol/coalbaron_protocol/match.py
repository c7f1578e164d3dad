"""`coalbaron-engine match`: games between players, with intervals; --resume goes on."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games import GAMES
from coalbaron_protocol.backends import add_backend_arguments, open_backend
from coalbaron_protocol.pictures import add_picture_arguments, draw_pictures
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.arena import Backend, Store, Tally

DESCRIPTION: Final = """\
Play a match and say who is stronger, and how sure that is.

A player is one of these. Settings follow the colon, separated by commas:
  random  greedy          bots without a search
  flat:nodes=500          bots with simple searches
  ismcts:time_ms=100
  engine:nodes=2000       the engine
  cmd:path/to/program -x  a program that speaks UGI; its settings come before
                          the colon: cmd,time_ms=100,option.Threads=2:program
  my_bot:MyBot:depth=3    your own class in a module, or in a file:
  dir/my_bot.py:MyBot     it has choose(state), and takes its settings

Settings of players:
  searches    nodes time_ms error
  engine, cmd besides: depth clock_ms increment_ms
  engine      threads hash_mb seed slices, and the search's parameters
  cmd         start_ms answer_ms grace_ms: its patience; option.NAME: its own
  all         name: what tables call it

Formats:
  match        two players: the first in one seat, the second in all others.
               Or one player a seat
  gauntlet     the first player against each of the others
  round-robin  everybody against everybody
  ladder       each player against the one named before it

Every deal is played in every rotation of the seats. Games are kept in a file, one line each. Ctrl-C
or a kill loses only the games that are being played; --resume goes on."""

EXAMPLES: Final = """\
examples:
  coalbaron-engine match engine:nodes=500 greedy --deals 20 --jobs 2
  coalbaron-engine match engine:nodes=900,depth=1 engine:nodes=900 --sprt 0 30
  coalbaron-engine match "cmd,time_ms=50:./mine --quiet" greedy --seats 3
  coalbaron-engine match my_bot.py:MyBot greedy
  coalbaron-engine match --resume"""

DEFAULT_FILE: Final = "match.jsonl"

STATED: Final = ("game", "form", "seats", "deals", "seed", "plies", "late", "sprt")
"""The settings that options state. The others keep their default, or what the file holds."""


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_match` reads."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="as above; two or more")
    what = parser.add_argument_group("what is played")
    what.add_argument(
        "--format",
        dest="form",
        choices=("match", "gauntlet", "round-robin", "ladder"),
        help="default: match",
    )
    what.add_argument("--game", choices=tuple(GAMES), help="default: coalbaron")
    what.add_argument("--seats", type=int, metavar="N", help="default: 2")
    what.add_argument("--deals", type=int, metavar="N", help="how many at most; default: 100")
    what.add_argument("--seed", type=int, metavar="N", help="of the first deal; default: 1")
    what.add_argument("--plies", type=int, metavar="N", help="begin games with N random tokens")
    what.add_argument("--late", type=int, metavar="N", help="begin games late, with N workers left")
    what.add_argument(
        "--each", default="", metavar="SETTINGS", help="of all players that have none"
    )
    what.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="end early, when it is clear which of two strengths the first player has",
    )
    how = parser.add_argument_group("how")
    add_backend_arguments(how)
    how.add_argument(
        "--file",
        type=Path,
        default=Path(DEFAULT_FILE),
        help=f"where games are kept; default: {DEFAULT_FILE}",
    )
    how.add_argument(
        "--resume",
        action="store_true",
        help="go on with the games in --file; --deals may be larger",
    )
    add_report_arguments(parser)


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where the results go."""
    results = parser.add_argument_group("results")
    results.add_argument("--summary", type=Path, metavar="FILE", help="write them as JSON, too")
    add_picture_arguments(results)


def run_match(arguments: argparse.Namespace) -> int:
    """Play as the arguments say; return the exit status."""
    try:
        tally, interrupted = conduct(arguments, open_backend(arguments))
    except ValueError as error:
        print(f"coalbaron-engine match: {error}", file=sys.stderr)
        return WRONG
    except RuntimeError as error:
        print(f"coalbaron-engine match: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        # The first game had not begun.
        return say_interrupted(arguments)
    report(tally, arguments)
    return say_interrupted(arguments) if interrupted else 0


def say_interrupted(arguments: argparse.Namespace) -> int:
    """Say how to go on; return the exit status."""
    way = f"; to go on: coalbaron-engine match --resume --file {arguments.file}"
    print(f"interrupted{way if arguments.file.exists() else ''}", file=sys.stderr)
    return INTERRUPTED


def conduct(arguments: argparse.Namespace, backend: Backend) -> tuple[Tally, bool]:
    """Play a match, or go on with it; return what is known, and whether Ctrl-C ended it.

    Raises `ValueError` if it cannot be played as asked, `RuntimeError` if a game fails.
    """
    from coalbaron_fast.arena import play_match, progress_for  # noqa: PLC0415 - as above

    store, tally = open_match(arguments)
    try:
        with store, backend, progress_for(tally) as progress:
            play_match(tally, backend, store, progress.watch)
    except KeyboardInterrupt:
        return tally, True
    return tally, False


def open_match(arguments: argparse.Namespace) -> tuple[Store, Tally]:
    """Begin the file of a match or open it again, as the arguments say."""
    from coalbaron_fast.arena import (  # noqa: PLC0415 - as above
        MatchSettings,
        begin_match,
        read_player,
        resume_match,
    )

    stated = {name: getattr(arguments, name) for name in STATED}
    stated = {name: value for name, value in stated.items() if value is not None}
    if "sprt" in stated:
        stated["sprt"] = tuple(stated["sprt"])
    if arguments.players:
        stated["players"] = tuple(
            read_player(text, arguments.each).text for text in arguments.players
        )
    if arguments.resume:
        return resume_match(arguments.file, stated)
    if not arguments.players:
        raise ValueError("players are needed, or --resume; --help tells of them")
    return begin_match(arguments.file, MatchSettings(**stated))


def report(tally: Tally, arguments: argparse.Namespace) -> None:
    """Print the results, and write them where the arguments say."""
    from coalbaron_fast.arena import draw_plots, summary, text_report  # noqa: PLC0415 - as above

    print(text_report(tally))
    if arguments.summary is not None:
        text = json.dumps(summary(tally), indent=2, ensure_ascii=False)
        arguments.summary.write_text(f"{text}\n", encoding="utf-8")
    draw_pictures(arguments, lambda directory, kind: draw_plots(tally, directory, kind))
