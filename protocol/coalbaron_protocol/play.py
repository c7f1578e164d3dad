"""`coalbaron-engine play`: a game in the terminal, with people in any of the seats."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_protocol.choices import add_options
from coalbaron_protocol.messages import shown
from coalbaron_protocol.outputs import check_folder
from coalbaron_protocol.statuses import INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.games import Game
    from coalbaron_protocol.kept_games import KeptGame
    from coalbaron_protocol.terminal_game import TerminalGame

DESCRIPTION: Final = """\
Play a game in this terminal against the engine, or against people beside you.

You answer with the number of a choice, with some of its words, or with its token. The word help
lists what else you can say. The game is kept in a file after every turn, also when you press
Ctrl-C; --resume goes on with it."""

EXAMPLES: Final = """\
examples:
  coalbaron-engine play
  coalbaron-engine play --players 3 --human 0,2 --time 3000
  coalbaron-engine play --resume"""

NEWEST: Final = Path()
"""Stands for the game that was kept last."""

TIME_MS: Final = 1000


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `run_play` reads, but for the game."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument(
        "--players", type=int, metavar="N", help="default: as many as usual in the game"
    )
    parser.add_argument(
        "--human", metavar="SEATS", help="your seats, such as 0 or 0,2 or none; default: 0"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="of the deal; default: the clock's")
    add_options(parser)
    parser.add_argument(
        "--time", type=int, metavar="MS", help=f"the engine's for a turn; default: {TIME_MS}"
    )
    parser.add_argument(
        "--file",
        type=Path,
        metavar="FILE",
        help="where the game is kept; default: play.txt, play-2.txt and so on",
    )
    parser.add_argument(
        "--resume",
        "--load",
        nargs="?",
        type=Path,
        const=NEWEST,
        metavar="FILE",
        help="go on with a kept game or another record; without FILE with the game kept last",
    )


def run_play(arguments: argparse.Namespace) -> int:
    """Play one game as the arguments say; return the exit status."""
    # It needs a library that is slow to load, and that no other command needs so early.
    from coalbaron_protocol.terminal_game import Quit  # noqa: PLC0415

    try:
        table = open_table(arguments)
    except (ValueError, OSError) as error:
        print(f"coalbaron-engine play: {error}", file=sys.stderr)
        return WRONG
    status = 0
    complete_with_tab(table.words)
    try:
        table.run()
    except (EOFError, Quit):
        pass
    except KeyboardInterrupt:
        status = INTERRUPTED
    table.say_farewell()
    return status


def open_table(arguments: argparse.Namespace) -> TerminalGame:
    """Return the game that the arguments ask for; ValueError or OSError if there is none."""
    from coalbaron_fast import Limits  # noqa: PLC0415 - as above
    from coalbaron_fast.games import GAME_TAG, load_game  # noqa: PLC0415 - as above
    from coalbaron_protocol import kept_games  # noqa: PLC0415 - as above
    from coalbaron_protocol.terminal import open_terminal  # noqa: PLC0415 - as above
    from coalbaron_protocol.terminal_game import TerminalGame  # noqa: PLC0415 - as above

    game = load_game(arguments.game)
    kept = None
    if arguments.resume is not None:
        if any(
            value is not None for value in (arguments.players, arguments.seed, arguments.options)
        ):
            raise ValueError("a game to go on with has its players and its deal already")
        source = None if arguments.resume == NEWEST else arguments.resume
        kept = kept_games.read_kept(game, source)
        game, state = kept.game, kept.state
    else:
        players = read_players(arguments.players, game)
        seed = time.time_ns() % 2**32 if arguments.seed is None else arguments.seed
        state = game.begin(players, seed, options=arguments.options)
    tags = {} if kept is None else kept.tags
    human = arguments.human or tags.get(kept_games.HUMANS, "0")
    time_ms = arguments.time
    if time_ms is None:
        time_ms = TIME_MS if kept is None else kept.time_ms(TIME_MS)
    seats = read_seats(human, state.players)
    limits = Limits(time_ms=time_ms)
    path = file_for(arguments.file, kept)
    keeper = kept_games.Keeper(
        path,
        {
            **tags,
            GAME_TAG: game.name,
            kept_games.HUMANS: human,
            kept_games.TIME_MS: str(time_ms),
        },
        is_written=kept is not None and path == kept.path,
    )
    return TerminalGame(game, state, seats, limits, open_terminal(), ask, keeper)


def ask(prompt: str) -> str:
    """Ask a person for a line; EOFError if there is none."""
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


def file_for(stated: Path | None, kept: KeptGame | None) -> Path | None:
    """Return where to keep the game; None for the first free name."""
    if stated is not None:
        if stated.exists() and (kept is None or kept.path != stated):
            import shlex  # noqa: PLC0415 - only here

            way = f"coalbaron-engine play --resume {shlex.quote(str(stated))}"
            raise ValueError(f"{stated} is there already; to go on with it: {way}")
        check_folder(stated.parent, f"--file {stated}")
        return stated
    return kept.path if kept is not None and kept.is_ours else None


def read_players(players: int | None, game: Game) -> int:
    """Return the number of players, by default as many as usual."""
    if players is None:
        return game.usual_players
    game.check_players(players)
    return players


def read_seats(text: str, players: int) -> frozenset[int]:
    """Read the seats that people take: ``0``, ``0,2`` or ``none``."""
    words = [] if text == "none" else text.split(",")
    known = {str(seat) for seat in range(players)}
    wrong = [word for word in words if word not in known]
    if wrong:
        raise ValueError(f"{shown(wrong[0])} is no seat; seats are 0 to {players - 1}")
    return frozenset(int(word) for word in words)


def complete_with_tab(words: Callable[[], list[str]]) -> None:
    """Let Tab complete what may be answered, where Python was built with readline."""
    try:
        import readline  # noqa: PLC0415
    except ImportError:
        return

    def complete(begin: str, number: int) -> str | None:
        fitting = [word for word in words() if word.startswith(begin)]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" /")
    # On macOS there is another library under this name.
    is_editline = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")
