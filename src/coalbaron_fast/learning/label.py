"""The stage `label`: positions as numbers, each with what it turned out to be worth.

A shard of games becomes a file of samples. A sample is a position in which a seat is to move: its
features, computed by the game's compiled code; what a search thought of it; how the game ended, if
nothing varied after it. The position after a searched turn that was not played is a sample
too, with the search's values of that turn.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast import __version__
from coalbaron_fast.arena.store import StoreError, keep_whole, only_one, reason_of, refusing
from coalbaron_fast.contract.game import (
    EVERYBODY,
    FeatureSizes,
    feature_sizes,
    features,
    turn_features,
)
from coalbaron_fast.files import make_directory
from coalbaron_fast.games import Game, Position, load_game
from coalbaron_fast.learning.archive import GameArchive, read_games
from coalbaron_fast.learning.play import PlayedGame, SearchedTurn
from coalbaron_fast.search.evaluator import Evaluation

__all__ = ["LabelFiles", "LabelSettings", "LabelTask", "Samples", "layout_of", "sizes_of"]


class Samples(NamedTuple):
    """Positions of one number of seats, as arrays.

    `starts`, `indices` and `values` are the features of all parts, as the contract gives them:
    each seat of the first position, its board, each seat of the second ... `scored` are the points
    so far, `part` the part of the game, `mover` who is to move, `left` how many turns it can
    expect. `game` numbers the games.

    `search_vp` and `search_win` are what a search thought, over `visits` of it (0: none).
    `final_vp` and `final_win` say how the game ended; they are labels only where it was `settled`.
    `behind` marks positions after a turn that was not played.

    `asked` are the positions with a choice of turns: choice n has the turns from `choices[n]` on;
    of turn k `turn_starts[k]` says where its features begin in `turn_indices`, `shares[k]` what
    part of the visits it had. Where features hold secrets such a position is there twice: once to
    say what it is worth, and once with the choice, as its mover knows it, without visits and not
    settled.
    """

    starts: NDArray[np.int64]
    indices: NDArray[np.uint16]
    values: NDArray[np.int16]
    scored: NDArray[np.int16]
    part: NDArray[np.int8]
    mover: NDArray[np.int8]
    left: NDArray[np.float32]
    game: NDArray[np.int64]
    search_vp: NDArray[np.float32]
    search_win: NDArray[np.float32]
    visits: NDArray[np.int32]
    final_vp: NDArray[np.int16]
    final_win: NDArray[np.float32]
    settled: NDArray[np.bool_]
    behind: NDArray[np.bool_]
    asked: NDArray[np.int64]
    choices: NDArray[np.int64]
    turn_starts: NDArray[np.int64]
    turn_indices: NDArray[np.uint16]
    shares: NDArray[np.float32]


class LabelSettings(NamedTuple):
    """What is made of games.

    Of each searched turn that was played, `behind` others are followed that had at least
    `least_visits`. Of the settled positions without a search, `share` are taken.
    """

    behind: int = 2
    least_visits: int = 4
    share: float = 0.5
    seed: int = 1

    def checked(self) -> LabelSettings:
        """Return the settings; raises `ValueError` that says what is wrong."""
        if self.behind < 0 or self.least_visits < 1:
            raise ValueError("behind cannot be negative, and visits begin at 1")
        if not 0 < self.share <= 1:
            raise ValueError(f"share must be above 0 and at most 1, not {self.share}")
        return self


class LabelFiles:
    """A directory of samples; each file belongs to a shard of games and appears whole."""

    SETTINGS: Final = "label.json"
    KIND: Final = "coalbaron samples"

    def __init__(self, games: Path, path: Path, settings: LabelSettings, *, resume: bool) -> None:
        """Begin the directory, or go on with it; raises `StoreError` if that cannot be done."""
        self.path = path
        self._settings = settings
        played = GameArchive.read_header(games)[1]
        self._game = str(played["game"])
        self._options = str(played["options"])
        self._shards = GameArchive.shards(games)
        header = {
            "kind": self.KIND,
            "engine": __version__,
            "games": str(games.resolve()),
            "layout": layout_of(load_game(self._game)),
            "settings": settings._asdict(),
        }
        with refusing(path):
            make_directory(path)
        stored = path / self.SETTINGS
        if not stored.exists():
            keep_whole(stored, f"{json.dumps(header, indent=2)}\n".encode())
        elif not resume:
            raise StoreError(f"{path} holds samples already; --resume goes on with them")
        elif self._read_header(path) != header:
            raise StoreError(f"{path} holds other samples: {stored.name} says which")

    def alone(self) -> AbstractContextManager[None]:
        """Keep other processes from the directory; `StoreError` if one has it."""
        return only_one(self.path / self.SETTINGS, "labels these games")

    @classmethod
    def _read_header(cls, path: Path) -> dict[str, Any]:
        """Return what was asked for; `StoreError` if it cannot be read."""
        try:
            return dict(json.loads((path / cls.SETTINGS).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            raise StoreError(f"{path} holds no samples") from None

    @classmethod
    def check_layout(cls, path: Path, layout: str) -> None:
        """Raise `StoreError` unless a directory holds samples with this layout of features."""
        header = cls._read_header(path)
        if header.get("kind") != cls.KIND:
            raise StoreError(f"{path} holds no samples")
        if header.get("layout") != layout:
            raise StoreError(f"{path} holds samples of other features: label the games again")

    @property
    def total(self) -> int:
        """How many files there are in the end."""
        return len(self._shards)

    def missing(self) -> list[LabelTask]:
        """Return the shards that have no samples yet."""
        outs = [self.path / f"{shard.name.partition('.')[0]}.npz" for shard in self._shards]
        return [
            LabelTask(number, shard, out, self._game, self._options, self._settings)
            for number, (shard, out) in enumerate(zip(self._shards, outs, strict=True))
            if not out.exists()
        ]


def layout_of(game: Game) -> str:
    """Return what tells the layout of a game's features from others."""
    return f"{sizes_of(game).layout:016x}"


def sizes_of(game: Game) -> FeatureSizes:
    """Return the sizes of a game's features; ValueError if it has none."""
    sizes = feature_sizes(game.ops)
    if sizes is None:
        raise ValueError(f"{game.title} has no features to learn from")
    return sizes


class LabelTask(NamedTuple):
    """One shard to label; `number` is its place among all."""

    number: int
    shard: Path
    out: Path
    game: str
    options: str
    settings: LabelSettings

    def run(self) -> int:
        """Write the shard's samples; return how many positions they are."""
        label = _Labeller(load_game(self.game), self.options, self.settings, self.shard.name)
        by_seats: dict[int, list[_Position]] = {}
        for played in read_games(self.shard):
            try:
                by_seats.setdefault(played.seats, []).extend(label.positions(played))
            except (ValueError, IndexError, ZeroDivisionError) as error:
                raise StoreError(
                    f"{self.shard}: game {played.number} cannot be played: {reason_of(error)}"
                ) from None
        arrays: dict[str, Any] = {}
        for seats, positions in sorted(by_seats.items()):
            if not positions:
                # None was settled, or none was drawn, of the few games with these seats.
                continue
            for name, array in label.samples(positions)._asdict().items():
                arrays[f"{seats}.{name}"] = array
        data = io.BytesIO()
        np.savez(data, **arrays)
        keep_whole(self.out, data.getvalue())
        return sum(map(len, by_seats.values()))


class _Position(NamedTuple):
    """A position on its way to be a sample."""

    state: bytes
    part: int
    mover: int
    left: float
    game: PlayedGame
    visits: int
    vp: Sequence[float]
    win: Sequence[float]
    settled: bool
    behind: bool
    viewer: int
    choice: list[tuple[list[int], float]]


class _Labeller:
    def __init__(self, game: Game, options: str, settings: LabelSettings, name: str) -> None:
        self._game = game
        self._options = options
        self._settings = settings
        self._chance = random.Random(f"label {settings.seed} {name}")
        self._guess = Evaluation(game.ops)
        self._sizes = sizes_of(game)

    def positions(self, played: PlayedGame) -> Iterator[_Position]:
        """Yield the positions of a game that are worth a sample."""
        state: Position = self._game.begin(played.seats, start=played.start, options=self._options)
        at = 0
        for index, place in enumerate(played.turns):
            state.push_codes(played.codes[at:place])
            at = place
            settled = index >= played.settled
            tried = played.searched[index] if played.searched else []
            if not tried:
                if settled and self._chance.random() < self._settings.share:
                    yield self._position(state, played, [], settled=True)
                continue
            worth = self._position(state, played, tried, settled=settled)
            yield from self._with_choice(worth, self._choice(state, tried))
            yield from self._behind(state, played, tried, played.codes[place:])

    def _with_choice(
        self, worth: _Position, choice: list[tuple[list[int], float]]
    ) -> Iterator[_Position]:
        """Yield a position and its choice of turns: as one, if all seats know the features.

        Else the choice is a position of its own, as the mover knows it, that says nothing of worth.
        """
        if len(choice) < 2:
            yield worth
        elif not self._sizes.private:
            yield worth._replace(choice=choice)
        else:
            yield worth
            yield worth._replace(viewer=worth.mover, visits=0, settled=False, choice=choice)

    def _behind(
        self,
        state: Position,
        played: PlayedGame,
        tried: list[SearchedTurn],
        followed: Sequence[int],
    ) -> Iterator[_Position]:
        """Yield positions after turns that were not played."""
        others = [
            turn
            for turn in tried
            if turn.visits >= self._settings.least_visits
            and list(followed[: len(turn.codes)]) != turn.codes
        ]
        for turn in self._chance.sample(others, min(self._settings.behind, len(others))):
            after = state.copy()
            after.push_codes(turn.codes)
            while after.is_chance:
                chances = [probability for _, probability in after.chance_outcomes()]
                after.push_codes(self._chance.choices(after.legal_codes(), chances))
            if not after.is_over:
                yield self._position(after, played, [turn], behind=True)

    def _choice(self, state: Position, tried: list[SearchedTurn]) -> list[tuple[list[int], float]]:
        """Return the turns that there are to choose from, each with its share of the visits."""
        visits = sum(turn.visits for turn in tried)
        shares = {tuple(turn.codes): turn.visits / visits for turn in tried}
        # Another evaluation may have proposed other plans: what was tried is there in any case.
        listed = {tuple(codes): 0.0 for codes, _ in self._guess.turns(state.data())}
        return [(list(codes), share) for codes, share in (listed | shares).items()]

    def _position(
        self,
        state: Position,
        played: PlayedGame,
        tried: list[SearchedTurn],
        *,
        settled: bool = False,
        behind: bool = False,
    ) -> _Position:
        visits = sum(turn.visits for turn in tried)
        seats = range(played.seats)
        mover = state.turn
        if mover is None:
            raise ValueError("no seat is to move")
        return _Position(
            state=state.data(),
            part=state.shift,
            mover=mover,
            left=state.turns_expected(),
            game=played,
            visits=visits,
            vp=[mean_of(tried, "vp", seat) for seat in seats],
            win=[mean_of(tried, "win", seat) for seat in seats],
            settled=settled,
            behind=behind,
            viewer=EVERYBODY,
            choice=[],
        )

    def samples(self, positions: list[_Position]) -> Samples:
        """Return positions of one number of seats as arrays."""
        ops = self._game.ops
        starts, indices, values, scored = features(
            ops,
            b"".join(position.state for position in positions),
            np.array([position.viewer for position in positions], np.int8).tobytes(),
        )
        seats = positions[0].game.seats
        asked = [number for number, position in enumerate(positions) if position.choice]
        turn_starts, turn_indices = (
            turn_features(
                ops,
                b"".join(positions[number].state for number in asked),
                [[codes for codes, _ in positions[number].choice] for number in asked],
            )
            if asked
            else (bytes(8), b"")
        )
        sizes = [len(positions[number].choice) for number in asked]
        return Samples(
            starts=np.frombuffer(starts, np.int64),
            indices=np.frombuffer(indices, np.uint16),
            values=np.frombuffer(values, np.int16),
            scored=np.frombuffer(scored, np.int16).reshape(-1, seats),
            part=np.array([one.part for one in positions], np.int8),
            mover=np.array([one.mover for one in positions], np.int8),
            left=np.array([one.left for one in positions], np.float32),
            game=np.array([one.game.number for one in positions], np.int64),
            search_vp=np.array([one.vp for one in positions], np.float32),
            search_win=np.array([one.win for one in positions], np.float32),
            visits=np.array([one.visits for one in positions], np.int32),
            final_vp=np.array([one.game.vp for one in positions], np.int16),
            final_win=np.array([one.game.win for one in positions], np.float32),
            settled=np.array([one.settled for one in positions], np.bool_),
            behind=np.array([one.behind for one in positions], np.bool_),
            asked=np.array(asked, np.int64),
            choices=np.cumsum([0, *sizes], dtype=np.int64),
            turn_starts=np.frombuffer(turn_starts, np.int64),
            turn_indices=np.frombuffer(turn_indices, np.uint16),
            shares=np.array(
                [share for number in asked for _, share in positions[number].choice], np.float32
            ),
        )


def mean_of(tried: Sequence[SearchedTurn], name: str, seat: int) -> float:
    """Return the mean of a seat's number over all visits; 0 without any."""
    visits = sum(turn.visits for turn in tried)
    total = sum(turn.visits * getattr(turn, name)[seat] for turn in tried)
    return float(total / visits) if visits else 0.0
