"""Reviews of whole archives: every turn is a task for a `Backend`, every reviewed game is kept.

An archive is a file of records, one after the other, or the file of a match. Reviewed games go to a
file, one line of JSON each, as soon as their last turn is judged. A game that is in the file with
the same record, nodes and version is not reviewed again, so the same command goes on after Ctrl-C.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from coalbaron_fast import CoalBaronError, Engine, Limits, __version__
from coalbaron_fast.arena.store import (
    KIND,
    StoreError,
    append_line,
    cut_off,
    open_lines,
    opened,
    read_games,
    read_settings,
    spell,
)
from coalbaron_fast.games import DEFAULT, load_game, named_game
from coalbaron_fast.review import (
    Judgement,
    Report,
    Story,
    judge_turn,
    played_turns,
    summarise,
    tell_game,
)

__all__ = [
    "ArchiveReview",
    "ArchivedGame",
    "ReviewFile",
    "ReviewedGame",
    "TurnTask",
    "make_report",
    "read_archive",
]

HASH_MB: Final = 64

BEGINNING: Final = b'{"source":'
"""How every line of a file of reviews begins."""


class ArchivedGame(NamedTuple):
    """A record, and the words that say where it was read."""

    source: str
    record: str
    game: str = DEFAULT


class ReviewedGame(NamedTuple):
    """A game with its turns judged. If the record cannot be read, `problem` says why.

    `players` are the names by seat, `turns` the fields of `coalbaron_fast.review.Judgement`,
    `summary` those of `Summary`; `nodes` are those of each search.
    """

    source: str
    game: str
    record: str
    nodes: int
    players: list[str]
    turns: list[dict[str, Any]]
    summary: dict[str, Any] | None
    problem: str | None

    @property
    def key(self) -> tuple[str, str, int]:
        """What decides the review: the same key has the same answer."""
        return self.game, self.record, self.nodes

    def story(self) -> Story:
        """Return the story of the game; not where there is a problem."""
        game = load_game(self.game)
        played, tags = game.State.read_record(self.record)
        judged = [Judgement.from_data(turn) for turn in self.turns]
        return tell_game(game, played, tags, judged, self.source, self.nodes)


class TurnTask(NamedTuple):
    """One turn to judge; `place` says of which of the games that are reviewed."""

    number: int
    place: int
    turn: int
    record: str
    nodes: int
    game: str = DEFAULT

    def run(self) -> tuple[int, Judgement | str]:
        """Judge the turn; what is wrong with the game comes back as text."""
        played = load_game(self.game).State.from_record(self.record)
        try:
            judged = judge_turn(played, self.turn, engine_for(self.game), Limits(nodes=self.nodes))
        except CoalBaronError as error:
            return self.place, str(error)
        return self.place, judged


@lru_cache(maxsize=1)
def engine_for(game: str) -> Engine:
    """Return this process's engine: each search begins with new trees."""
    return Engine(hash_mb=HASH_MB, game=load_game(game))


class ArchiveReview:
    """Games to review, turn by turn; what is whole goes to a file and is not done again."""

    def __init__(self, games: Iterable[ArchivedGame], nodes: int, kept: ReviewFile) -> None:
        self._games = list(games)
        self._nodes = nodes
        self._kept = kept
        self._judged: dict[int, list[Judgement]] = {}
        self._left: dict[int, int] = {}
        self.turns = 0
        """How many turns there are, those that were judged before among them."""
        self.tasks = self._missing()

    def _missing(self) -> list[TurnTask]:
        """Return the turns of the games that are not kept; each record counts once."""
        tasks: list[TurnTask] = []
        asked = set()
        for place, archived in enumerate(self._games):
            key = (archived.game, archived.record, self._nodes)
            before = self._kept.games.get(key)
            if before is not None:
                self.turns += len(before.turns)
            elif key not in asked:
                asked.add(key)
                count = self._count(place, archived)
                self.turns += count
                tasks += [
                    TurnTask(
                        len(tasks) + turn, place, turn, archived.record, self._nodes, archived.game
                    )
                    for turn in range(count)
                ]
        return tasks

    def _count(self, place: int, archived: ArchivedGame) -> int:
        """Return how many turns a game has; one without any is done."""
        try:
            played = load_game(archived.game).State.from_record(archived.record)
            count = len(played_turns(played))
        except CoalBaronError as error:
            self._keep(place, str(error))
            return 0
        self._judged[place], self._left[place] = [], count
        if not count:
            self._keep(place)
        return count

    def take(self, result: tuple[int, Judgement | str]) -> None:
        """Take what a task returned; with its last turn a game is kept."""
        place, judged = result
        if place not in self._judged:
            # Another of its turns has failed.
            return
        if isinstance(judged, str):
            self._keep(place, judged)
            return
        self._judged[place].append(judged)
        if len(self._judged[place]) == self._left[place]:
            self._keep(place)

    def _keep(self, place: int, problem: str | None = None) -> None:
        archived = self._games[place]
        judged = sorted(self._judged.pop(place, []), key=lambda one: one.number)
        players, played = [], None
        if problem is None:
            played, tags = load_game(archived.game).State.read_record(archived.record)
            players = [tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(played.players)]
        self._kept.append(
            ReviewedGame(
                source=archived.source,
                game=archived.game,
                record=archived.record,
                nodes=self._nodes,
                players=players,
                turns=[asdict(one) for one in judged] if problem is None else [],
                summary=None if played is None else asdict(summarise(judged, played)),
                problem=problem,
            )
        )

    def reviewed(self) -> list[ReviewedGame]:
        """Return the games that are done, in the order of the archive."""
        keys = [(archived.game, archived.record, self._nodes) for archived in self._games]
        return [
            self._kept.games[key]._replace(source=archived.source)
            for archived, key in zip(self._games, keys, strict=True)
            if key in self._kept.games
        ]


def make_report(games: Iterable[ReviewedGame]) -> Report:
    """Return the report of reviewed games."""
    games = list(games)
    return Report(
        stories=[game.story() for game in games if game.problem is None],
        unread=[(game.source, game.problem) for game in games if game.problem is not None],
    )


def read_archive(path: Path, game: str = DEFAULT) -> Iterator[ArchivedGame]:
    """Yield the games of a file. It is of `game` if neither a match nor a tag says of which.

    Raises `StoreError` that names the file if it cannot be read, or is neither records nor the file
    of a match.
    """
    try:
        yield from _read_archive(path, game)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None
    except (CoalBaronError, UnicodeDecodeError) as error:
        raise StoreError(f"{path} holds no records: {error}") from None


def _read_archive(path: Path, game: str) -> Iterator[ArchivedGame]:
    # A name that is no UTF-8 could not be kept beside what is said of the game.
    shown = os.fsencode(path).decode("utf-8", "replace")
    with path.open("r", encoding="utf-8") as file:
        is_match = f'"{KIND}"' in file.readline()
        file.seek(0)
        game = named_game(file, game)
    if is_match:
        game = read_settings(path).game
        for result in read_games(path):
            yield ArchivedGame(f"{shown}, game {result.number}", result.record, game)
        return
    with path.open("r", encoding="utf-8") as file:
        for number, record in enumerate(load_game(game).read_records(file), 1):
            yield ArchivedGame(f"{shown}, record {number}", record, game)


class ReviewFile:
    """The file of reviewed games; use it in a `with` statement.

    `games` are those of this version of the engine, by `ReviewedGame.key`.
    """

    def __init__(self, path: Path) -> None:
        """Begin the file, or go on with it; raises `StoreError` if that cannot be done."""
        self.path = path
        self._descriptor = open_lines(path, "writes these reviews")
        try:
            self.games = {game.key: game for game in self._read()}
        except BaseException:
            os.close(self._descriptor)
            raise

    def _read(self) -> Iterator[ReviewedGame]:
        """Yield the games; a last line that was cut off is dropped, if it was one of ours."""
        with opened(self.path) as file:
            *lines, rest = file.read().split(b"\n")
        if not rest.startswith(BEGINNING[: len(rest)]):
            raise StoreError(f"{self.path} is no file of reviews")
        for number, line in enumerate(lines, 1):
            try:
                data = json.loads(line)
                engine = data.pop("engine")
                game = ReviewedGame(**data)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise StoreError(f"{self.path}, line {number}, is no review: {error}") from None
            if engine == __version__:
                yield game
        cut_off(self._descriptor, self.path, len(rest))

    def append(self, game: ReviewedGame) -> None:
        """Keep a review; it is on the disk when this returns."""
        append_line(self._descriptor, self.path, spell_review(game))
        self.games[game.key] = game

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        os.close(self._descriptor)


def spell_review(game: ReviewedGame) -> bytes:
    """Return a reviewed game as the line of JSON that is kept."""
    return spell(game._asdict() | {"engine": __version__})
