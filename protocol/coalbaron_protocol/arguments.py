"""The command line: one command, then the end.

Some commands are lines of the protocol, said to a session that is then waited for. `argparse`
reads the arguments, because the package needs nothing but Python.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from coalbaron_fast import __version__
from coalbaron_fast.games import DEFAULT, GAMES
from coalbaron_fast.threads import MOST_THREADS
from coalbaron_protocol.interrupts import raise_at_interrupt
from coalbaron_protocol.match import add_match_arguments, run_match
from coalbaron_protocol.review import add_review_arguments, run_review
from coalbaron_protocol.selfplay import add_selfplay_arguments, run_selfplay
from coalbaron_protocol.statuses import WRONG

SERVE: Final = "serve"
DEFAULT_POSITION: Final = "startpos seed 1"


def run_command(words: Sequence[str]) -> int:
    """Follow the arguments; return the exit status."""
    if words[:1] == [SERVE]:
        return _serve(words[1:])
    arguments = make_parser().parse_args(words)
    raise_at_interrupt()
    status: int = arguments.run(arguments)
    return status


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands but `serve`, which reads its own words."""
    parser = argparse.ArgumentParser(
        prog="coalbaron-engine",
        description="The Coal Baron engine. Without arguments it speaks the line protocol.",
    )
    parser.add_argument("--version", action="version", version=f"coalbaron-engine {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    bench = commands.add_parser("bench", help="print the signature of the engine's behaviour")
    bench.add_argument("nodes", nargs="?", type=int, help="for each position")
    _add_threads(bench)
    _add_game(bench)
    bench.set_defaults(run=_bench)

    perft = commands.add_parser("perft", help="count the sequences of N tokens")
    perft.add_argument("depth", type=int)
    perft.add_argument("--divide", action="store_true", help="behind each token")
    _add_game(perft)
    _add_position(perft)
    perft.set_defaults(run=_perft)

    analyse = commands.add_parser("analyse", help="find the best turn of a position, or of many")
    analyse.add_argument("--json", action="store_true", help="one query a line on standard input")
    analyse.add_argument("--nodes", type=int)
    analyse.add_argument("--time", type=int, metavar="MS", help="default: 1000")
    analyse.add_argument("--lines", type=int)
    _add_threads(analyse)
    _add_game(analyse)
    _add_position(analyse)
    analyse.set_defaults(run=_analyse)

    play = commands.add_parser("play", help="play a game in this terminal")
    _add_game(play)
    play.add_argument("--players", type=int, metavar="N", help="default: the fewest")
    play.add_argument("--human", default="0", metavar="SEATS", help="such as 0 or 0,2 or none")
    play.add_argument("--seed", type=int, help="of the deal; the clock's if left out")
    play.add_argument("--time", type=int, default=1000, metavar="MS", help="the engine's, a turn")
    play.add_argument("--load", metavar="FILE", help="go on with a recorded game")
    play.set_defaults(run=_play)

    match = commands.add_parser("match", help="play a match between bots, engines and programs")
    add_match_arguments(match)
    match.set_defaults(run=run_match)

    selfplay = commands.add_parser("selfplay", help="let the engine play itself, to learn from")
    add_selfplay_arguments(selfplay)
    selfplay.set_defaults(run=run_selfplay)

    review = commands.add_parser("review", help="judge every turn of recorded games")
    add_review_arguments(review)
    review.set_defaults(run=run_review)

    # The service reads its own options, and is imported only then.
    commands.add_parser(SERVE, help="the HTTP service and the table in the browser", add_help=False)

    help_ = commands.add_parser("help", help="explain a command: help match")
    help_.add_argument("topic", nargs="?", metavar="COMMAND", choices=tuple(commands.choices))
    help_.set_defaults(run=_help)
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", choices=tuple(GAMES), default=DEFAULT, help="default: %(default)s"
    )


def _add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", type=int, default=1, choices=range(1, MOST_THREADS + 1), metavar="N"
    )


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position",
        nargs="*",
        help=f"as after the command position (default: {DEFAULT_POSITION})",
    )


def _say(*lines: str) -> int:
    from coalbaron_protocol.conversation import converse  # noqa: PLC0415

    return converse(lines, patient=True)


def _game(arguments: argparse.Namespace) -> str:
    return f"setoption name Game value {arguments.game}"


def _position(arguments: argparse.Namespace) -> str:
    return f"position {' '.join(arguments.position) or DEFAULT_POSITION}"


def _bench(arguments: argparse.Namespace) -> int:
    nodes = "" if arguments.nodes is None else arguments.nodes
    return _say(
        f"setoption name Threads value {arguments.threads}", _game(arguments), f"bench {nodes}"
    )


def _perft(arguments: argparse.Namespace) -> int:
    command = "divide" if arguments.divide else "perft"
    return _say(_game(arguments), _position(arguments), f"{command} {arguments.depth}")


def _analyse(arguments: argparse.Namespace) -> int:
    if arguments.json:
        from coalbaron_protocol.jsonlines import analyse_lines  # noqa: PLC0415

        given = {"nodes": arguments.nodes, "time_ms": arguments.time, "lines": arguments.lines}
        limits_given = {name: value for name, value in given.items() if value is not None}
        return analyse_lines(arguments.threads, arguments.game, limits_given or None)
    limits = [f"nodes {arguments.nodes}"] if arguments.nodes is not None else []
    if arguments.time is not None or not limits:
        limits.append(f"movetime {1000 if arguments.time is None else arguments.time}")
    return _say(
        f"setoption name Threads value {arguments.threads}",
        _game(arguments),
        _position(arguments),
        f"go lines {arguments.lines or 1} {' '.join(limits)}",
    )


def _play(arguments: argparse.Namespace) -> int:
    from coalbaron_protocol.play import play_in_terminal  # noqa: PLC0415

    return play_in_terminal(arguments)


def _help(arguments: argparse.Namespace) -> int:
    topic = [] if arguments.topic is None else [arguments.topic]
    return run_command([*topic, "--help"])


def _serve(words: Sequence[str]) -> int:
    # Its settings need no extra: they are read first, so that --help and wrong words are answered.
    from coalbaron_server.settings import read_settings  # noqa: PLC0415

    read_settings(words)
    raise_at_interrupt()
    try:
        from coalbaron_server.serving import serve  # noqa: PLC0415
    except ModuleNotFoundError as error:
        what = f"{error.name} is not installed; pip install 'coalbaron-fast[server]'"
        print(f"coalbaron-engine: serve: {what}", file=sys.stderr)
        return WRONG
    return serve(words)
