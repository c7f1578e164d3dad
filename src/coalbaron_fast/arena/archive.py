"""Reviews of whole archives: every game is a task for a `Backend`, every review is kept.

An archive is a file of records, one after the other, or the file of a match. Reviews go to a file,
one line of JSON each. A review is on the disk before the next game is handed out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from coalbaron_fast import CoalBaronError, Engine, Limits, __version__
from coalbaron_fast.arena.store import (
    KIND,
    StoreError,
    lock,
    read_games,
    spell,
    whole_length,
)
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.review import review_turns, summarise

__all__ = ["ReviewFile", "ReviewTask", "ReviewedGame", "read_archive"]

HASH_MB: Final = 64


class ReviewedGame(NamedTuple):
    """A game with its turns judged. If the record cannot be read, `problem` says why.

    `players` are the names by seat, `turns` the fields of `coalbaron_fast.review.Judgement`,
    `summary` those of `Summary`.
    """

    number: int
    source: str
    players: list[str]
    turns: list[dict[str, Any]]
    summary: dict[str, Any] | None
    problem: str | None


class ReviewTask(NamedTuple):
    """One game to review, with `nodes` for each search; `source` says where its record stands."""

    number: int
    source: str
    record: str
    nodes: int
    game: str = DEFAULT

    def run(self) -> ReviewedGame:
        """Judge every turn of the game."""
        game = load_game(self.game)
        engine = Engine(hash_mb=HASH_MB, game=game)
        try:
            played, tags = game.State.read_record(self.record)
            judged = list(review_turns(played, engine, Limits(nodes=self.nodes)))
        except CoalBaronError as error:
            return ReviewedGame(self.number, self.source, [], [], None, str(error))
        players = [tags.get(f"Seat{seat}", f"seat {seat}") for seat in range(played.players)]
        return ReviewedGame(
            number=self.number,
            source=self.source,
            players=players,
            turns=[asdict(one) for one in judged],
            summary=asdict(summarise(judged)),
            problem=None,
        )


def read_archive(path: Path, game: str = DEFAULT) -> Iterator[tuple[str, str]]:
    """Yield each record of a file, after the words that say where it stands.

    Raises `StoreError` if a match's file cannot be read, `PositionError` for one of records.
    """
    with path.open("r", encoding="utf-8") as file:
        is_match = f'"{KIND}"' in file.readline()
    if is_match:
        for result in read_games(path):
            yield f"{path}, game {result.number}", result.record
        return
    with path.open("r", encoding="utf-8") as file:
        for number, record in enumerate(load_game(game).read_records(file), 1):
            yield f"{path}, record {number}", record


class ReviewFile:
    """The file of a review; use it in a `with` statement."""

    def __init__(self, path: Path, nodes: int, *, resume: bool) -> None:
        """Begin the file, or go on with it; raises `StoreError` if that cannot be done."""
        self.path = path
        self.nodes = nodes
        flags = os.O_RDWR | os.O_APPEND | (0 if resume else os.O_CREAT | os.O_EXCL)
        try:
            self._descriptor = os.open(path, flags, 0o644)
        except FileExistsError:
            raise StoreError(f"{path} is there already; --resume goes on with it") from None
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from None
        try:
            lock(self._descriptor, path)
            if path.stat().st_size:
                os.ftruncate(self._descriptor, whole_length(path))
            self.games = {game.source: game for game in self._read()}
        except BaseException:
            os.close(self._descriptor)
            raise

    def _read(self) -> Iterator[ReviewedGame]:
        made_with = self._made_with()
        for number, line in enumerate(self.path.read_text("utf-8").splitlines(), 1):
            try:
                data = json.loads(line)
                found = {name: data.pop(name) for name in made_with}
                game = ReviewedGame(**data)
            except (ValueError, KeyError, TypeError) as error:
                raise StoreError(f"{self.path}, line {number}, is no review: {error}") from None
            if found != made_with:
                raise StoreError(f"{self.path} was made with {found}, this is {made_with}")
            yield game

    def _made_with(self) -> dict[str, Any]:
        return {"engine": __version__, "nodes": self.nodes}

    def append(self, game: ReviewedGame) -> None:
        """Keep a review; it is on the disk when this returns."""
        os.write(self._descriptor, spell(game._asdict() | self._made_with()))
        os.fsync(self._descriptor)
        self.games[game.source] = game

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        os.close(self._descriptor)
