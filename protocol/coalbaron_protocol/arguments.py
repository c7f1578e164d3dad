"""The command line: one command, then the end.

Some commands are jobs of the protocol, or lines of it. `argparse` reads the arguments: it loads
fast, and `argcomplete` completes for it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from coalbaron_fast import __version__
from coalbaron_fast.errors import ask_for_extra
from coalbaron_fast.games import load_game
from coalbaron_protocol.analyse import add_analyse_arguments, run_analyse
from coalbaron_protocol.calibrate import add_calibrate_arguments, run_calibrate
from coalbaron_protocol.choices import add_evaluation, add_game, add_threads
from coalbaron_protocol.help_format import HelpFormatter
from coalbaron_protocol.interrupts import raise_at_interrupt
from coalbaron_protocol.learn import add_learn_arguments, run_learn
from coalbaron_protocol.match import add_match_arguments, run_match
from coalbaron_protocol.play import add_play_arguments, run_play
from coalbaron_protocol.puzzles import (
    add_openings_arguments,
    add_puzzles_arguments,
    run_openings,
    run_puzzles,
)
from coalbaron_protocol.review import add_review_arguments, run_review
from coalbaron_protocol.selfplay import add_selfplay_arguments, run_selfplay
from coalbaron_protocol.signature import POSITION_NODES
from coalbaron_protocol.statuses import WRONG

SERVE: Final = "serve"
BENCH: Final = """\
Search fixed positions and print one number for all answers. Two builds with the same number play
alike."""
PERFT: Final = """\
Count the sequences of N legal tokens from a position, chance included. Programs that know the same
rules find the same numbers."""
SHELLS: Final = ("bash", "zsh", "fish")
COMPLETION: Final = """\
Print what makes a shell complete commands, options, games, players and positions with Tab.

bash: this line in ~/.bashrc
  eval "$(coalbaron-engine completion bash)"

zsh: this line in ~/.zshrc, after compinit
  eval "$(coalbaron-engine completion zsh)"

fish: once
  coalbaron-engine completion fish \\
    > ~/.config/fish/completions/coalbaron-engine.fish"""
DEFAULT_POSITION: Final = "startpos seed 1"
GAMES_COMMANDS: Final = (
    ("match", "play a match between bots, engines and programs", add_match_arguments, run_match),
    ("selfplay", "let the engine play itself, to learn from", add_selfplay_arguments, run_selfplay),
    ("calibrate", "compare forecasts with what happened", add_calibrate_arguments, run_calibrate),
    ("learn", "let the engine learn what a position is worth", add_learn_arguments, run_learn),
    ("review", "judge every turn of recorded games", add_review_arguments, run_review),
    ("puzzles", "make puzzles from self-play", add_puzzles_arguments, run_puzzles),
    ("openings", "count the first turns in self-play", add_openings_arguments, run_openings),
)
"""Commands on many games: the name, the help, what adds the arguments, what follows them."""


def run_command(words: Sequence[str]) -> int:
    """Follow the arguments; return the exit status."""
    if words[:1] == [SERVE]:
        return _serve(words[1:])
    arguments = make_parser().parse_args(words)
    raise_at_interrupt()
    status: int = arguments.run(arguments)
    return status


def make_parser(*, with_serve: bool = False) -> argparse.ArgumentParser:
    """Return the parser of all commands.

    `serve` reads its own words. `with_serve` adds its options all the same, to be completed.
    """
    parser = argparse.ArgumentParser(
        prog="coalbaron-engine",
        description="The Coal Baron engine. Without arguments it speaks the line protocol.",
        epilog="Try: coalbaron-engine analyse, coalbaron-engine play, coalbaron-engine help match.",
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"coalbaron-engine {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    bench = commands.add_parser("bench", help="print the signature of the engine's behaviour")
    bench.description = BENCH
    bench.add_argument(
        "nodes",
        nargs="?",
        type=int,
        metavar="NODES",
        help=f"tries a position; default: {POSITION_NODES}",
    )
    add_threads(bench)
    add_game(bench)
    add_evaluation(bench)
    bench.set_defaults(run=_bench)

    perft = commands.add_parser("perft", help="count the sequences of N tokens")
    perft.description = PERFT
    perft.add_argument("depth", type=int, metavar="N", help="tokens of each sequence")
    perft.add_argument("--divide", action="store_true", help="count after each first token")
    add_game(perft)
    _add_position(perft)
    perft.set_defaults(run=_perft)

    analyse = commands.add_parser("analyse", help="find the best turn of a position, or of many")
    add_analyse_arguments(analyse)
    add_threads(analyse)
    add_game(analyse)
    add_evaluation(analyse)
    _add_position(analyse)
    analyse.set_defaults(run=_analyse)

    play = commands.add_parser("play", help="play a game in this terminal")
    add_play_arguments(play)
    add_game(play)
    play.set_defaults(run=run_play)

    _add_games(commands)

    serve = commands.add_parser(
        SERVE, help="the HTTP service and the table in the browser", add_help=False
    )
    if with_serve:
        _add_serve_options(serve)

    completion = commands.add_parser(
        "completion",
        help="let a shell complete words with Tab",
        description=COMPLETION,
    )
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(run=_completion)

    help_ = commands.add_parser("help", help="explain a command: help match")
    help_.add_argument("topic", nargs="?", metavar="COMMAND", choices=tuple(commands.choices))
    help_.set_defaults(run=_help)
    for command in commands.choices.values():
        command.formatter_class = HelpFormatter
    return parser


def _add_games(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add what plays many games, or reads them."""
    for name, text, add_arguments, run in GAMES_COMMANDS:
        command = commands.add_parser(name, help=text)
        add_arguments(command)
        command.set_defaults(run=run)


def _add_serve_options(parser: argparse.ArgumentParser) -> None:
    # The service reads its own options, and is imported only then.
    from coalbaron_server.settings import options  # noqa: PLC0415

    for setting in options():
        parser.add_argument(f"--{setting.name.replace('_', '-')}", help=setting.metadata["text"])


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position",
        nargs="*",
        default=[],  # without it a complaint of another argument calls this one required
        metavar="POSITION",
        help="startpos [players N] [seed S] [options O ...] [moves ...], or text and the text of a "
        "position; "
        f"default: {DEFAULT_POSITION}",
    )


def _position_words(arguments: argparse.Namespace) -> str:
    return " ".join(arguments.position) or DEFAULT_POSITION


def _bench(arguments: argparse.Namespace) -> int:
    from coalbaron_protocol.conversation import run_job  # noqa: PLC0415
    from coalbaron_protocol.counting import BenchJob  # noqa: PLC0415

    game, nodes = load_game(arguments.game), arguments.nodes
    threads, evaluation = arguments.threads, arguments.evaluation
    return run_job("bench", lambda write: BenchJob(game, threads, evaluation, nodes, write))


def _perft(arguments: argparse.Namespace) -> int:
    from coalbaron_protocol.conversation import run_job  # noqa: PLC0415
    from coalbaron_protocol.counting import CountJob  # noqa: PLC0415
    from coalbaron_protocol.positions import read_position  # noqa: PLC0415

    depth, divide = arguments.depth, arguments.divide
    words, game = _position_words(arguments).split(), load_game(arguments.game)
    return run_job(
        "divide" if divide else "perft",
        lambda write: CountJob(read_position(words, game), depth, write, divide=divide),
    )


def _analyse(arguments: argparse.Namespace) -> int:
    return run_analyse(arguments, _position_words(arguments))


def _completion(arguments: argparse.Namespace) -> int:
    from coalbaron_protocol.completion import print_completion  # noqa: PLC0415

    print_completion(arguments.shell)
    return 0


def _help(arguments: argparse.Namespace) -> int:
    topic = [] if arguments.topic is None else [arguments.topic]
    return run_command([*topic, "--help"])


def _serve(words: Sequence[str]) -> int:
    # Its settings need no extra: they are read first, so that --help and wrong words are answered.
    from coalbaron_server.settings import read_settings  # noqa: PLC0415

    read_settings(words)
    raise_at_interrupt()
    try:
        from coalbaron_server.transport.supervisor import serve  # noqa: PLC0415
    except ModuleNotFoundError as error:
        missing = f"{error.name} is not installed"
        print(f"coalbaron-engine: serve: {ask_for_extra('server', missing)}", file=sys.stderr)
        return WRONG
    return serve(words)
