"""`coalbaron-engine review`: every turn of a game beside the best one, as a report to read."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from coalbaron_fast.files import WriteError, put_in_place, remove
from coalbaron_protocol.backends import add_backend_arguments, run_missing
from coalbaron_protocol.choices import add_game, whole_number
from coalbaron_protocol.statuses import FAILED, INTERRUPTED, WRONG

if TYPE_CHECKING:
    from coalbaron_fast.arena.archive import ArchivedGame, ReviewedGame

DESCRIPTION: Final = """\
Look back on games: the engine judges every turn and says what it gave away, how sure that is, and
what was better. A FILE holds records, one after the other, or is the file of a match.

The report is text for one game or a summary of several, or with all games in full Markdown, one
page of HTML that needs no other file, or JSON, a line a game. Reviewed games are kept in --file:
the same command goes on after Ctrl-C, and writes another format without a new review."""

EXAMPLES: Final = """\
examples:
  coalbaron-engine review game.txt
  coalbaron-engine review game.txt --nodes 50000 --jobs 2 --output game.html
  coalbaron-engine review match.jsonl --format json | head -1"""

DEFAULT_FILE: Final = "review.jsonl"
FORMATS: Final = ("text", "markdown", "html", "json")
SUFFIXES: Final = {
    ".txt": "text", ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html",
    ".json": "json", ".jsonl": "json",
}  # fmt: skip
WIDEST: Final = 100


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """Add everything that `run_review` reads."""
    parser.description, parser.epilog = DESCRIPTION, EXAMPLES
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="records, or the file of a match"
    )
    add_game(parser, "of records that do not name theirs; ")
    parser.add_argument(
        "--nodes",
        type=whole_number(1),
        default=10000,
        metavar="N",
        help="tries a search; default: 10000",
    )
    report = parser.add_argument_group("report")
    report.add_argument(
        "--format", choices=FORMATS, help="default: by the suffix of --output, else text"
    )
    report.add_argument(
        "--output", type=Path, metavar="FILE", help="where it goes; default: standard output"
    )
    how = parser.add_argument_group("how")
    how.add_argument(
        "--file",
        type=Path,
        default=Path(DEFAULT_FILE),
        help=f"where reviewed games are kept; default: {DEFAULT_FILE}",
    )
    add_backend_arguments(how, "turns")


def run_review(arguments: argparse.Namespace) -> int:
    """Review as the arguments say; return the exit status."""
    try:
        check_files(arguments)
        # Opened before the long work: a report that cannot be written is no surprise at its end.
        with report_stream(arguments.output) as stream:
            games, interrupted = review(arguments)
            if games:
                stream.write(spell_report(games, format_of(arguments), width_of(stream)))
    except BrokenPipeError:
        # Who reads has enough, as `head` does: `main` knows what to do.
        raise
    except ValueError as error:
        print(f"coalbaron-engine review: {error}", file=sys.stderr)
        return WRONG
    except (OSError, RuntimeError) as error:
        print(f"coalbaron-engine review: {error}", file=sys.stderr)
        return FAILED
    if arguments.output is not None and games:
        print(f"{arguments.output} holds the report", file=sys.stderr)
    for game in games:
        if game.problem is not None:
            print(f"{game.source}: {game.problem}", file=sys.stderr)
    if interrupted:
        print("interrupted; the same command goes on", file=sys.stderr)
        return INTERRUPTED
    return FAILED if any(game.problem is not None for game in games) else 0


def check_files(arguments: argparse.Namespace) -> None:
    """Raise ValueError if a file would be read and written."""
    written = [path for path in (arguments.output, arguments.file) if path is not None]
    resolved = [path.resolve() for path in [*written, *arguments.files]]
    for path in written:
        if resolved.count(path.resolve()) > 1:
            raise ValueError(f"{path} is named twice, and would be written over")


def format_of(arguments: argparse.Namespace) -> str:
    """Return the format that is asked for by name, or by the name of the file."""
    if arguments.format is not None:
        return str(arguments.format)
    suffix = "" if arguments.output is None else arguments.output.suffix.lower()
    return SUFFIXES.get(suffix, "text")


@contextlib.contextmanager
def report_stream(path: Path | None) -> Iterator[IO[str]]:
    """Open where the report goes; a file appears whole or not at all, and not without a report."""
    if path is None:
        yield sys.stdout
        return
    if path.exists() and not path.is_file():
        # A device or a pipe, as /dev/stdout: a file must not take its place.
        with _opened(path, "w", path) as stream:
            yield stream
        return
    whole = path.resolve()
    unfinished = whole.with_name(f".{whole.name}.{os.getpid()}")
    with _opened(unfinished, "x", path) as stream:
        try:
            yield stream
            stream.flush()
            if unfinished.stat().st_size:
                os.fsync(stream.fileno())
                put_in_place(unfinished, whole)
        except OSError as error:
            if isinstance(error, WriteError | BrokenPipeError):
                raise
            raise WriteError(path, error) from None
        finally:
            remove(unfinished)


def _opened(path: Path, mode: str, stated: Path) -> IO[str]:
    """Open a file for writing; ValueError with the name that was stated if that cannot be done."""
    try:
        return path.open(mode, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{stated} cannot be written: {error.strerror}") from None


def review(arguments: argparse.Namespace) -> tuple[list[ReviewedGame], bool]:
    """Review what is not kept yet; return what is done, and whether Ctrl-C ended it."""
    from coalbaron_fast.arena.archive import (  # noqa: PLC0415 - other commands do without
        ArchiveReview,
        ReviewFile,
    )

    archived = list(find_games(arguments.files, arguments.game))
    if not archived:
        raise ValueError("there are no games to review")
    with ReviewFile(arguments.file) as kept:
        work = ArchiveReview(archived, arguments.nodes, kept)
        interrupted = run_missing(work.tasks, work.turns, arguments, work.take, "turns")
        return work.reviewed(), interrupted


def find_games(files: Iterable[Path], game: str) -> Iterator[ArchivedGame]:
    """Yield the games of the files."""
    from coalbaron_fast.arena.archive import read_archive  # noqa: PLC0415 - as above

    for file in files:
        yield from read_archive(file, game)


def spell_report(games: list[ReviewedGame], form: str, width: int) -> str:
    """Return the report of reviewed games in a format."""
    from coalbaron_fast.arena.archive import make_report, spell_review  # noqa: PLC0415 - as above
    from coalbaron_fast.review import (  # noqa: PLC0415 - as above
        write_html,
        write_markdown,
        write_text,
    )

    if form == "json":
        return "".join(spell_review(game).decode() for game in games)
    report = make_report(games)
    if form == "text":
        return write_text(report, width)
    return write_markdown(report) if form == "markdown" else write_html(report)


def width_of(stream: IO[str]) -> int:
    """Return the columns for text: those of the terminal, but no wider than is good to read."""
    if not stream.isatty():
        return WIDEST
    return max(40, min(WIDEST, shutil.get_terminal_size().columns - 1))
