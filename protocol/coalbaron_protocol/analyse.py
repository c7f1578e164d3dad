"""`coalbaron-engine analyse`: the best turn of a position, or answers to many queries.

On a terminal people get a table that grows; elsewhere programs get the lines of the protocol.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from rich.console import Console

    from coalbaron_fast import Analysis, Search
    from coalbaron_fast.games import Game, Position

DESCRIPTION: Final = """\
Find the best turn of a position. Without a position, it is the first turn of a game of two.

On a terminal you see the board and a table that grows while the engine thinks. Ctrl-C ends that
early, with what is known by then. In a pipe there are the lines of the protocol."""

EXAMPLES: Final = """\
examples:
  coalbaron-engine analyse startpos players 3 seed 7
  coalbaron-engine analyse --time 5000 startpos seed 1 moves +Tkkk
  coalbaron-engine analyse --format json text "cb1 players=2 ..."
  coalbaron-engine analyse --json < queries.jsonl"""

TABLE: Final = "table"
LINES: Final = "lines"
JSON: Final = "json"
FORMATS: Final = (TABLE, LINES, JSON)

DEFAULT_TIME_MS: Final = 1000
TABLE_LINES: Final = 5
"""Turns that a table shows; lines and JSON show one unless they are asked for more."""


def add_analyse_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `run_analyse` reads, but for the game, the threads and the position."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument("--nodes", type=int, metavar="N", help="end after N tries")
    parser.add_argument(
        "--time", type=int, metavar="MS", help=f"end after so long; default: {DEFAULT_TIME_MS}"
    )
    parser.add_argument(
        "--lines", type=int, metavar="K", help=f"how many turns; a table shows {TABLE_LINES}"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="default: a table on a terminal, the lines of the protocol elsewhere",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="the answer as JSON; without a position, answer queries on standard input",
    )


def run_analyse(arguments: argparse.Namespace, position: str) -> int:
    """Analyse as the arguments say; return the exit status. `position` has its default."""
    if arguments.json and arguments.format not in (None, JSON):
        both = f"--json and --format {arguments.format}"
        print(f"coalbaron-engine analyse: {both} exclude each other", file=sys.stderr)
        return WRONG
    if arguments.json and not arguments.position:
        return _answer_queries(arguments)
    form = JSON if arguments.json else arguments.format
    if form is None:
        form = TABLE if sys.stdout is not None and sys.stdout.isatty() else LINES
    if form == LINES:
        return _say_lines(arguments, position)
    try:
        return _search(arguments, position.split(), form)
    except (ValueError, MemoryError) as error:
        what = str(error) or "there is not enough memory for this"
        print(f"coalbaron-engine analyse: {what}", file=sys.stderr)
        return FAILED


def _answer_queries(arguments: argparse.Namespace) -> int:
    from coalbaron_protocol.jsonlines import analyse_lines  # noqa: PLC0415 - others do without
    from coalbaron_protocol.queries import QueryDefaults  # noqa: PLC0415 - as above

    if sys.stdin is not None and sys.stdin.isatty():
        print("reading queries, one JSON object a line; Ctrl-D ends", file=sys.stderr)
    given = {"nodes": arguments.nodes, "time_ms": arguments.time, "lines": arguments.lines}
    limits_given = {name: value for name, value in given.items() if value is not None}
    return analyse_lines(
        QueryDefaults(arguments.threads, arguments.game, limits_given or None, arguments.evaluation)
    )


def _say_lines(arguments: argparse.Namespace, position: str) -> int:
    from coalbaron_protocol.conversation import converse  # noqa: PLC0415 - others do without

    limits = [f"nodes {arguments.nodes}"] if arguments.nodes is not None else []
    if arguments.time is not None or not limits:
        time_ms = DEFAULT_TIME_MS if arguments.time is None else arguments.time
        limits.append(f"movetime {time_ms}")
    commands = (
        f"setoption name Threads value {arguments.threads}",
        f"setoption name Game value {arguments.game}",
        f"setoption name EvalFile value {arguments.evaluation}",
        f"position {position}",
        f"go lines {1 if arguments.lines is None else arguments.lines} {' '.join(limits)}",
    )
    return converse(commands, patient=True)


def _search(arguments: argparse.Namespace, words: Sequence[str], form: str) -> int:
    """Search one position, and show or print what is found.

    Raises `ValueError` if it cannot be searched as asked.
    """
    from coalbaron_fast import Engine, Limits  # noqa: PLC0415 - others do without
    from coalbaron_fast.games import load_game  # noqa: PLC0415 - as above
    from coalbaron_protocol.positions import read_position  # noqa: PLC0415 - as above

    game = load_game(arguments.game)
    state = read_position(list(words), game)
    if state.is_chance:
        raise ValueError(
            "no seat is to move, the position asks chance: add a seed, as in startpos seed 1, "
            "or what came to moves"
        )
    time_ms = arguments.time
    if time_ms is None and arguments.nodes is None:
        time_ms = DEFAULT_TIME_MS
    lines = arguments.lines
    if lines is None:
        lines = TABLE_LINES if form == TABLE else 1
    engine = Engine(arguments.threads, game=game, evaluation=arguments.evaluation)
    limits = Limits(nodes=arguments.nodes, time_ms=time_ms, lines=lines)
    if form == TABLE:
        # Here because a terminal's program is slow to load.
        from coalbaron_protocol.terminal import board_of, open_terminal  # noqa: PLC0415

        console = open_terminal()
        search = None if state.is_over else engine.start(state, limits)
        console.print(board_of(game, game.draw_board(state)), soft_wrap=True)
        return 0 if search is None else show_search(console, game, state, search)[1]
    search = engine.start(state, limits)
    analysis, status = wait_for(search)
    print(json.dumps(_as_data(game, state, analysis)))
    return status


def wait_for(search: Search) -> tuple[Analysis, int]:
    """Return the answer of a search, which Ctrl-C ends early, and the exit status."""
    try:
        return search.result(), 0
    except KeyboardInterrupt:
        search.stop()
        return search.result(), INTERRUPTED


def show_search(
    console: Console, game: Game, state: Position, search: Search
) -> tuple[Analysis, int]:
    """Show a search that grows; return its answer and the exit status. Ctrl-C ends it early."""
    from rich.live import Live  # noqa: PLC0415 - as above

    from coalbaron_protocol.forecast import Forecast  # noqa: PLC0415 - as above

    forecast = Forecast(game, state, console)
    status = 0
    try:
        with Live(
            forecast.thinking(), console=console, transient=True, refresh_per_second=8
        ) as live:
            for analysis in search:
                live.update(forecast.growing(analysis))
    except KeyboardInterrupt:
        search.stop()
        status = INTERRUPTED
    analysis = search.result()
    console.print(forecast.final(analysis, is_stopped=status == INTERRUPTED))
    return analysis, status


def _as_data(game: Game, state: Position, analysis: Analysis) -> dict[str, Any]:
    head = {"game": game.name, "position": state.to_text(), "seat": state.turn, "final": True}
    return {**head, **analysis.as_data()}
