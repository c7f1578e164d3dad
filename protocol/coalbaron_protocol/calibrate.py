"""`coalbaron-engine calibrate`: what the engine's forecasts are worth, on games with itself."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from coalbaron_fast.errors import ask_for_extra
from coalbaron_fast.games import DEFAULT, GAMES, load_game
from coalbaron_protocol.backends import add_backend_arguments
from coalbaron_protocol.choices import add_options
from coalbaron_protocol.outputs import check_writable, write_output
from coalbaron_protocol.selfplay import SETTINGS, add_limit_arguments, play_games, refuse
from coalbaron_protocol.statuses import INTERRUPTED, WRONG

DESCRIPTION: Final = """\
Compare the engine's forecasts with what happened. It plays itself with each number of seats. Before
every turn it forecasts each seat's share of the win, its final points and an 80 % band around them.
When the games are over, you see by number of seats and part of the game:

  Brier         squared errors of the shares of the win, all seats; 0 is best
  in 80 % band  how many final points lie in the band: 0.80 if the bands are right
  factor        what the bands' width would have to be multiplied by for that
  error         how far final points lay from the forecast, root mean square
  spread        how far they should, by the forecast itself
  bias          by how much the forecast was too high
  mover's optimism  by how much of the win its own forecast was too high

and, for forecasts in ten bins, the share of the win that came. Turns of one game are not
independent: the intervals (95 %) count each game once.

The games are those of `selfplay`: DIRECTORY/2-seats and so on are such directories. Ctrl-C loses
only the games that are being played, and shows what is known; --resume plays the missing ones.
Needs pyarrow (extra `data`)."""

EXAMPLES: Final = """\
examples:
  coalbaron-engine calibrate calibration/ --games 100 --nodes 4000
  coalbaron-engine calibrate calibration/ --resume --plot calibration.svg"""


def add_calibrate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_calibrate` reads."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument("directory", type=Path, help="where the games go")
    what = parser.add_argument_group("what is played")
    what.add_argument(
        "--games", type=int, metavar="N", help="with each number of seats; default: 100"
    )
    what.add_argument("--game", choices=tuple(GAMES), help=f"default: {DEFAULT}")
    add_options(what)
    what.add_argument(
        "--seats", type=int, nargs="+", metavar="N", help="default: all that it can have"
    )
    what.add_argument("--seed", type=int, metavar="N", help="of the first game; default: 1")
    add_limit_arguments(what)
    how = parser.add_argument_group("how")
    how.add_argument("--resume", action="store_true", help="play the missing games, or more")
    add_backend_arguments(how)
    results = parser.add_argument_group("results")
    results.add_argument("--json", type=Path, metavar="FILE", help="write them as JSON, too")
    results.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw them as SVG or PNG; needs matplotlib"
    )


def _directory(arguments: argparse.Namespace, seats: int) -> Path:
    """Return the folder of games with n seats."""
    directory: Path = arguments.directory
    return directory / f"{seats}-seats"


def _known_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was asked for; what was not is as it was before, if games are resumed."""
    from coalbaron_fast.arena.dataset import read_settings  # noqa: PLC0415 - others do without

    asked = {name: getattr(arguments, name, None) for name in SETTINGS}
    known = {name: value for name, value in asked.items() if value is not None}
    if not arguments.resume:
        return known
    begun = sorted(arguments.directory.glob("*-seats"))
    return read_settings(begun[0] if begun else arguments.directory)._asdict() | known


def run_calibrate(arguments: argparse.Namespace) -> int:
    """Play as the arguments say, and show what forecasts were worth; return the exit status."""
    from coalbaron_fast.arena.calibration import (  # noqa: PLC0415 - others do without
        calibration_data,
        calibration_rows,
        calibration_text,
    )

    outcomes, interrupted = {}, False
    try:
        from coalbaron_fast.arena.dataset import read_outcomes  # noqa: PLC0415 - as above

        check_writable(arguments.json, "--json")
        check_writable(arguments.plot, "--plot")
        known = _known_settings(arguments)
        game = load_game(known.get("game", DEFAULT))
        for seats in arguments.seats or game.contests:
            directory = _directory(arguments, seats)
            # Ctrl-C may have come before the first game with n seats.
            resume = arguments.resume and directory.exists()
            dataset, interrupted = play_games(
                arguments, directory, resume=resume, **known | {"seats": seats}
            )
            if dataset.done:
                outcomes[seats] = read_outcomes(directory)
            if interrupted:
                break
        rows = calibration_rows(outcomes, None if game.study is None else game.study.part)
        if arguments.json is not None:
            write_output(arguments.json, f"{json.dumps(calibration_data(rows), indent=1)}\n")
    except (ImportError, ValueError, OSError, RuntimeError) as error:
        return refuse("calibrate", error)
    print(calibration_text(rows))
    if arguments.plot is not None:
        from coalbaron_fast.arena.plots import draw_calibrations  # noqa: PLC0415 - as above

        try:
            draw_calibrations(rows, arguments.plot)
        except ImportError as error:
            print(f"no picture: {ask_for_extra('arena', error)}", file=sys.stderr)
            return WRONG
        except (OSError, ValueError) as error:
            return refuse("calibrate", error)
    if interrupted:
        print("interrupted; --resume goes on", file=sys.stderr)
    return INTERRUPTED if interrupted else 0
