"""`coalbaron-engine puzzles` and `openings`: what the table shows of self-play, made again."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.engine.evaluation import BEST, HAND
from coalbaron_protocol.backends import add_backend_arguments, run_missing
from coalbaron_protocol.choices import add_evaluation, add_game, add_options
from coalbaron_protocol.outputs import check_replaceable
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.arena.exploring import OpeningSettings
    from coalbaron_fast.arena.puzzling import PuzzleSettings
    from coalbaron_fast.review.openings import Opening

PUZZLES: Final = """\
Make puzzles from self-play: positions in which one turn is best by far, and neither static
evaluation nor a short search finds it. A short search plays and shows where to look; only what a
longer one confirms is searched with --nodes. With each such game come --endings games by static
evaluation, whose endings are solved. The puzzle says what each other turn gives away.

Games that are done are kept in FILE. The same command goes on after Ctrl-C; --games may be larger.
The puzzles of all games go to --output."""

PUZZLE_EXAMPLES: Final = """\
examples:
  coalbaron-engine puzzles made.jsonl --games 100 --output puzzles.json.gz
  coalbaron-engine puzzles made.jsonl --games 1000 --seats 2 --evaluation my.net --jobs 2
  coalbaron-engine puzzles endings.jsonl --nodes 0 --endings 200 --seed 2
  coalbaron-engine puzzles made.jsonl --with endings.jsonl --output puzzles.json.gz"""

OPENINGS: Final = """\
Count the first turns of each phase in self-play by static evaluation: how often each is taken where
it could be, and how a game ends after it. Half of the games are played so throughout; in
the others the first three turns of a seat in each phase of a shift are drawn at random, and they
say how it ended.

Games that are done are kept in FILE. The same command goes on after Ctrl-C; --games may be larger.
What was counted goes to --output, and with --table a phase of it is printed."""

OPENING_EXAMPLES: Final = """\
examples:
  coalbaron-engine openings counted.jsonl --games 2000 --output openings.json.gz
  coalbaron-engine openings counted.jsonl --games 2000 --seats 2 --table draft"""


def add_puzzles_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_puzzles` reads."""
    parser.description, parser.epilog = PUZZLES, PUZZLE_EXAMPLES
    what = _add_common(parser, 200, BEST)
    what.add_argument(
        "--nodes",
        type=int,
        default=200_000,
        metavar="N",
        help="of the search that confirms a puzzle; 0: endings alone; default: %(default)s",
    )
    what.add_argument(
        "--with",
        type=Path,
        action="append",
        default=[],
        dest="others",
        metavar="FILE",
        help="put the puzzles of another such file into the output too",
    )
    what.add_argument(
        "--endings",
        type=int,
        default=30,
        metavar="N",
        help="games by static evaluation for each game; default: %(default)s",
    )


def add_openings_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_openings` reads."""
    parser.description, parser.epilog = OPENINGS, OPENING_EXAMPLES
    what = _add_common(parser, 6000, HAND)
    what.add_argument("--table", metavar="PHASE", help="print what was counted in this phase")


def _add_common(
    parser: argparse.ArgumentParser, games: int, evaluation: str
) -> argparse._ArgumentGroup:
    """Add what both commands read; return the group of what is made."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where finished games are kept")
    what = parser.add_argument_group("what is made")
    what.add_argument("--games", type=int, default=games, metavar="N", help="default: %(default)s")
    add_game(what)
    add_options(what)
    what.add_argument(
        "--seats", type=int, nargs="+", metavar="N", help="in turns; default: all that it can have"
    )
    what.add_argument("--seed", type=int, default=1, metavar="N", help="default: %(default)s")
    add_evaluation(what, evaluation)
    what.add_argument("--output", type=Path, metavar="FILE", help="where the result goes")
    add_backend_arguments(parser.add_argument_group("how"))
    return what


def run_puzzles(arguments: argparse.Namespace) -> int:
    """Make puzzles as the arguments say; return the exit status."""
    return _guarded(make_puzzles, arguments, "puzzles")


def run_openings(arguments: argparse.Namespace) -> int:
    """Count openings as the arguments say; return the exit status."""
    return _guarded(count_openings, arguments, "openings")


def _guarded(
    make: Callable[[argparse.Namespace], bool], arguments: argparse.Namespace, name: str
) -> int:
    try:
        interrupted = make(arguments)
    except ValueError as error:
        print(f"coalbaron-engine {name}: {error}", file=sys.stderr)
        return WRONG
    except (OSError, RuntimeError) as error:
        print(f"coalbaron-engine {name}: {error}", file=sys.stderr)
        return FAILED
    if interrupted:
        print("interrupted; the same command goes on", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _say_not_written(path: Path) -> None:
    print(f"{path} is not written: nothing was found", file=sys.stderr)


def _checked(arguments: argparse.Namespace) -> dict[str, Any]:
    """Check what both commands read; return the settings that it comes to."""
    from coalbaron_fast.engine.evaluation import load_evaluation  # noqa: PLC0415 - other commands do without
    from coalbaron_fast.games import load_game  # noqa: PLC0415 - as above

    game = load_game(arguments.game)
    seats = tuple(arguments.seats or game.contests)
    for players in seats:
        game.check_players(players, "--seats")
    if arguments.games < 1:
        raise ValueError("--games must be at least 1")
    check_replaceable(arguments.output, "--output")
    load_evaluation(arguments.evaluation, game)
    return {
        "games": arguments.games,
        "seats": seats,
        "seed": arguments.seed,
        "evaluation": arguments.evaluation,
        "game": game.name,
        "options": game.options.spell(arguments.options),
    }


def _stated(settings: OpeningSettings | PuzzleSettings) -> dict[str, Any]:
    """Return what a file of results says."""
    stated = settings._asdict()
    del stated["games"]
    return stated


def count_openings(arguments: argparse.Namespace) -> bool:
    """Play the games that are missing, and count; return whether Ctrl-C ended it."""
    from coalbaron_fast.arena.exploring import BATCH, OpeningSettings, add_up  # noqa: PLC0415 - as above
    from coalbaron_fast.arena.kept import KeptResults  # noqa: PLC0415 - as above
    from coalbaron_fast.games import load_game  # noqa: PLC0415 - as above
    from coalbaron_fast.review.openings import OpeningFile, save_openings  # noqa: PLC0415 - as above

    settings = OpeningSettings(**_checked(arguments))
    stated = _stated(settings)
    with KeptResults(arguments.file, stated) as kept:
        tasks = settings.tasks(kept.done)
        total = len(kept.done) + len(tasks)
        interrupted = run_missing(tasks, total, arguments, kept.take, "tasks")
        openings = add_up(kept.done.values(), load_game(settings.game))
        played = stated | {"games": len(kept.done) * BATCH}
    if arguments.output is not None:
        if openings:
            save_openings(arguments.output, played, openings)
        else:
            _say_not_written(arguments.output)
    print(f"{len(openings)} openings in {played['games']} games")
    if arguments.table is not None:
        phases = dict.fromkeys(one.phase for one in openings)
        if openings and arguments.table not in phases:
            raise ValueError(f"no phase {arguments.table!r} was counted: {', '.join(phases)}")
        counted = OpeningFile(played, openings)
        unit = load_game(settings.game).units.short
        for players in settings.seats:
            _print_table(counted.of(players, arguments.table, 1), players, unit)
    return interrupted


def _print_table(openings: Sequence[Opening], players: int, unit: str) -> None:
    from coalbaron_fast.tables import format_table  # noqa: PLC0415 - as above

    rows = [
        [
            one.token,
            f"{one.taken / max(one.offered, 1):.0%}",
            f"{one.lead:+.1f} ± " + (f"{one.lead_error:.1f}" if one.tries > 1 else "?"),
            f"{one.win:.1%} ± " + (f"{one.win_error:.1%}" if one.tries > 1 else "?"),
            str(one.tries),
            one.text,
        ]
        for one in openings
    ]
    print(f"\n{players} seats")
    print(
        format_table(("turn", "taken", f"lead, {unit}", "share of the win", "tries", "what"), rows)
    )


def make_puzzles(arguments: argparse.Namespace) -> bool:
    """Play the games that are missing, and write the puzzles; return whether Ctrl-C ended it."""
    from coalbaron_fast.arena.kept import KeptResults, read_results  # noqa: PLC0415 - as above
    from coalbaron_fast.arena.puzzling import PuzzleSettings, arrange  # noqa: PLC0415 - as above
    from coalbaron_fast.games.options import with_options  # noqa: PLC0415 - as above
    from coalbaron_fast.review.puzzles import save_puzzles  # noqa: PLC0415 - as above

    if arguments.nodes < 0 or arguments.endings < 0:
        raise ValueError("--nodes and --endings must be at least 0")
    settings = PuzzleSettings(
        **_checked(arguments), nodes=arguments.nodes, endings=arguments.endings
    )
    others = [read_results(path) for path in arguments.others]
    for path, (told, _) in zip(arguments.others, others, strict=True):
        if (told.get("game"), with_options(told)["options"]) != (settings.game, settings.options):
            raise ValueError(f"{path} holds no puzzles of this game")
    stated = _stated(settings)
    with KeptResults(arguments.file, stated) as kept:
        tasks = settings.tasks(kept.done)
        interrupted = run_missing(tasks, settings.games, arguments, kept.take)
        made = [(stated, kept.done), *others]
        puzzles = arrange((found for _, done in made for found in done.values()), settings.seed)
        if arguments.output is not None and puzzles:
            save_puzzles(
                arguments.output,
                {"made": [told | {"games": len(done)} for told, done in made]},
                puzzles,
            )
        elif arguments.output is not None:
            _say_not_written(arguments.output)
    kinds = Counter((puzzle.kind, puzzle.grade) for puzzle in puzzles)
    print(f"{len(puzzles)} puzzles in {sum(len(done) for _, done in made)} games")
    for (kind, grade), count in sorted(kinds.items()):
        print(f"  {kind}, grade {grade}: {count}")
    return interrupted
