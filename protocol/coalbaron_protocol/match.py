"""`coalbaron-engine match`: games between players, with intervals; --resume goes on."""

from __future__ import annotations

import argparse
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.errors import ask_for_extra
from coalbaron_fast.games import DEFAULT, GAMES, load_game
from coalbaron_protocol.backends import add_backend_arguments, open_backend
from coalbaron_protocol.choices import add_options
from coalbaron_protocol.outputs import check_folder, check_writable, refused, write_output
from coalbaron_protocol.pictures import add_picture_arguments, draw_pictures
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.arena import Backend, MatchSettings, Store, Tally

DESCRIPTION: Final = """\
Play a match and say who is stronger, and how sure that is.

A player is one of these. Settings follow the colon, separated by commas:
  random  greedy          bots without a search
  flat:nodes=500          bots with simple searches
  ismcts:time_ms=100
  engine:nodes=2000       the engine
  opponent:who=greta      an opponent of the game, by its name
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

STATED: Final = ("game", "options", "form", "seats", "deals", "seed", "plies", "late", "sprt")
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
    add_options(what)
    what.add_argument(
        "--seats", type=int, metavar="N", help="default: as many as usual in the game"
    )
    what.add_argument("--deals", type=int, metavar="N", help="how many at most; default: 100")
    what.add_argument("--seed", type=int, metavar="N", help="of the first deal; default: 1")
    what.add_argument("--plies", type=int, metavar="N", help="begin games with N random tokens")
    what.add_argument("--late", type=int, metavar="N", help="begin games late, with N workers left")
    what.add_argument(
        "--each", default="", metavar="SETTINGS", help="for all players that do not have them"
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
        help=f"where games are kept; default: {DEFAULT_FILE}, or match-2.jsonl and so on where "
        "that is taken; with --resume the last of them",
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
        backend = open_backend(arguments)
        check_results(arguments)
        store, tally = open_match(arguments)
    except ValueError as error:
        return complain(error, WRONG)
    except (OSError, RuntimeError) as error:
        return complain(error, FAILED)
    except KeyboardInterrupt:
        # The first game had not begun.
        return say_interrupted(arguments)
    status = conduct(store, tally, backend)
    complaints = write_results(tally, arguments)
    print(text_of(tally))
    for complaint in complaints:
        status = complain(complaint, status or FAILED)
    if status == INTERRUPTED:
        return say_interrupted(arguments)
    if status and not tally.is_decided():
        print(way_on(arguments), file=sys.stderr)
    return status


def complain(error: object, status: int) -> int:
    """Say what is wrong; return the exit status."""
    print(f"coalbaron-engine match: {error}", file=sys.stderr)
    return status


def say_interrupted(arguments: argparse.Namespace) -> int:
    """Say how to go on; return the exit status."""
    began = arguments.file is not None and arguments.file.exists()
    print(f"interrupted; {way_on(arguments)}" if began else "interrupted", file=sys.stderr)
    return INTERRUPTED


def way_on(arguments: argparse.Namespace) -> str:
    """Return how to go on with what is kept."""
    return f"to go on: coalbaron-engine match --resume --file {arguments.file}"


def conduct(store: Store, tally: Tally, backend: Backend) -> int:
    """Play a match to its end, or as far as it goes; say why, and return the exit status."""
    from coalbaron_fast.arena import play_match, progress_for  # noqa: PLC0415 - as above

    try:
        with store, backend, progress_for(tally) as progress:
            play_match(tally, backend, store, progress.watch)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The progress has no reader: the program ends, as it does where the table has none.
        raise
    except (OSError, RuntimeError) as error:
        return complain(error, FAILED)
    return 0


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
        if arguments.file is None:
            arguments.file = default_files()[-1]
        return resume_match(arguments.file, stated)
    if not arguments.players:
        raise ValueError("players are needed, or --resume; --help tells of them")
    game = load_game(arguments.game or DEFAULT)
    settings = MatchSettings(**{"seats": game.usual_players, **stated}).checked()
    if arguments.file is not None:
        return begin_match(arguments.file, settings)
    return begin_by_number(settings, arguments)


# -- the file, where none is named


def default_files() -> list[Path]:
    """Return the files in this folder that got their names from us, the first one in any case."""
    found = [Path(DEFAULT_FILE)]
    while (path := numbered(len(found) + 1)).exists():
        found.append(path)
    return found


def numbered(number: int) -> Path:
    """Return the name of a further file: match-2.jsonl, and so on."""
    first = Path(DEFAULT_FILE)
    return first.with_stem(f"{first.stem}-{number}")


def begin_by_number(settings: MatchSettings, arguments: argparse.Namespace) -> tuple[Store, Tally]:
    """Begin a match in the first file that is free; refuse one that waits to be gone on with."""
    from coalbaron_fast.arena import FileTakenError, begin_match  # noqa: PLC0415 - as above

    taken = [path for path in default_files() if path.exists()]
    for path in taken:
        if is_unfinished(path, settings):
            raise ValueError(
                f"{path} holds this match, not played to its end: "
                f"--resume --file {path} goes on with it, --file names another"
            )
    while True:
        arguments.file = numbered(len(taken) + 1) if taken else Path(DEFAULT_FILE)
        try:
            begun = begin_match(arguments.file, settings)
        except FileTakenError:
            # Another match began here at the same time.
            taken.append(arguments.file)
        else:
            if taken:
                print(f"the games go to {arguments.file}", file=sys.stderr)
            return begun


def is_unfinished(path: Path, settings: MatchSettings) -> bool:
    """Whether a file holds this very match, and games of it are missing."""
    from coalbaron_fast.arena import StoreError, read_match  # noqa: PLC0415 - as above
    from coalbaron_fast.arena.store import read_settings  # noqa: PLC0415 - as above

    try:
        return read_settings(path) == settings and not read_match(path).is_decided()
    except StoreError:
        return False


# -- the results


def check_results(arguments: argparse.Namespace) -> None:
    """Refuse places where no results can be written: before the match, not after it."""
    check_writable(arguments.summary, "--summary")
    if arguments.plots is not None:
        if find_spec("matplotlib") is None:
            raise ValueError(f"--plots: {ask_for_extra('arena', 'matplotlib is not installed')}")
        what = f"--plots {arguments.plots}"
        with refused(what):
            arguments.plots.mkdir(parents=True, exist_ok=True)
        check_folder(arguments.plots, what)


def write_results(tally: Tally, arguments: argparse.Namespace) -> list[str]:
    """Write the results where the arguments say; return what went wrong."""
    from coalbaron_fast.arena import draw_plots, summary  # noqa: PLC0415 - as above

    complaints = []
    if arguments.summary is not None:
        text = json.dumps(summary(tally), indent=2, ensure_ascii=False)
        try:
            write_output(arguments.summary, f"{text}\n")
        except OSError as error:
            complaints.append(str(error))
    draw_pictures(arguments, lambda directory, kind: draw_plots(tally, directory, kind))
    return complaints


def text_of(tally: Tally) -> str:
    """Return the table to read."""
    from coalbaron_fast.arena import text_report  # noqa: PLC0415 - as above

    return text_report(tally)
