"""The places that keep what was done, each as work that can be ended and gone on with.

A `Room` does a small piece of real work in a directory. What it acknowledges must be there after
any failure, and nothing else than what is true; the work goes on to the same result.
"""

# ruff: noqa: ANN401 - what is kept is anything

from __future__ import annotations

import contextlib
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, Self
from unittest import mock

from coalbaron_fast.arena import MatchSettings, begin_match, play_match, resume_match, shards
from coalbaron_fast.arena.kept import KeptResults, read_results
from coalbaron_fast.arena.match import read_match
from coalbaron_fast.arena.results import GameResult
from coalbaron_fast.arena.runner import Finished, Task
from coalbaron_fast.arena.selfplay import SelfplayGame, SelfplaySettings
from coalbaron_fast.arena.store import read_games
from coalbaron_fast.engine.network_file import adjust_network, read_network, write_network
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.learning.archive import GameArchive
from coalbaron_fast.learning.play import PlayedGame, PlaySettings
from coalbaron_fast.review.openings import load_openings, save_openings
from coalbaron_protocol.kept_games import HUMANS, Keeper, read_kept
from coalbaron_protocol.outputs import write_output
from tests.search.random_network import random_floats, sizes_of

Acknowledge = Callable[[Any], None]

SHARD: Final = 2
GAMES: Final = 5


class Room(ABC):
    """Work that keeps what it has done in a directory."""

    needs: ClassVar[tuple[str, ...]] = ()
    """Modules that must be installed."""

    def prepare(self, path: Path) -> None:  # noqa: B027 - most begin with nothing
        """Put there what the work begins with."""

    @abstractmethod
    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        """Begin, or go on; say what is sure to be kept."""

    @abstractmethod
    def held(self, path: Path) -> Any:
        """Return what is kept: all that was acknowledged, and nothing that is not true."""

    def check(self, path: Path, acknowledged: list[Any], truth: Any) -> None:
        """Raise AssertionError if something was lost, or is not true."""
        held = self.held(path)
        lost = [one for one in acknowledged if one not in held]
        assert not lost, f"lost: {lost!r:.200}"
        false = [one for one in held if one not in truth]
        assert not false, f"not true: {false!r:.200}"


class Here:
    """A backend that hands over what tasks have given before."""

    capacity = 2

    def __init__(self, known: dict[int, Any]) -> None:
        self._known = known
        self._waiting: list[Task[Any]] = []

    def submit(self, task: Task[Any]) -> None:
        self._waiting.append(task)

    def results(self) -> Iterator[Finished]:
        while self._waiting:
            number = self._waiting.pop(0).number
            yield Finished(number, self._known[number])

    def close(self) -> None:
        """There is nothing to end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to end."""


MATCH: Final = MatchSettings(players=("greedy", "random"), seats=2, deals=2)


@cache
def match_results() -> dict[int, GameResult]:
    return {task.number: task.run() for task in MATCH.checked().tasks()}


class Match(Room):
    """The file of a match."""

    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        file = path / "match.jsonl"
        begun = resume_match(file, {}) if file.exists() else begin_match(file, MATCH)
        store, tally = begun
        with store:
            play_match(
                tally, Here(match_results()), store, lambda _, result: acknowledge(result.number)
            )

    def held(self, path: Path) -> Any:
        file = path / "match.jsonl"
        if not file.exists():
            return []
        games = list(read_games(file))
        assert all(match_results()[game.number] == game for game in games)
        assert read_match(file).settings == MATCH.checked()
        return sorted(game.number for game in games)


class Results(Room):
    """The file of results by number, as of puzzles and openings."""

    SETTINGS: Final = {"seed": 1}

    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        with KeptResults(path / "kept.jsonl", self.SETTINGS) as kept:
            for number in range(GAMES):
                if number not in kept.done:
                    kept.take((number, {"worth": number * number}))
                    acknowledge(number)

    def held(self, path: Path) -> Any:
        file = path / "kept.jsonl"
        if not file.exists() or not file.read_bytes().count(b"\n"):
            return []
        settings, done = read_results(file)
        assert settings == self.SETTINGS
        assert all(result == {"worth": number * number} for number, result in done.items())
        return sorted(done)


class Sharded(Room):
    """A directory of games in shards."""

    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        folder = path / "above" / "games"
        with (
            mock.patch.object(shards, "SHARD", SHARD),
            self.opened(folder, is_begun=(folder / self.settings_name()).exists()) as games,
        ):
            for game in self.games():
                if game.number not in games.done:
                    games.add(game)
                    waiting = {one.number for one in games._waiting}
                    for number in sorted(games.done - waiting):
                        acknowledge(number)
        for number in games.done:
            acknowledge(number)

    def held(self, path: Path) -> Any:
        folder = path / "above" / "games"
        if not (folder / self.settings_name()).exists():
            return []
        truth = {game.number: self.spelled(game) for game in self.games()}
        found = self.read(folder)
        assert all(truth[number] == game for number, game in found)
        return sorted(number for number, _ in found)

    @abstractmethod
    def settings_name(self) -> str: ...
    @abstractmethod
    def opened(self, folder: Path, *, is_begun: bool) -> Any: ...
    @abstractmethod
    def games(self) -> list[Any]: ...
    @abstractmethod
    def spelled(self, game: Any) -> Any: ...
    @abstractmethod
    def read(self, folder: Path) -> list[tuple[int, Any]]: ...


SELFPLAY: Final = SelfplaySettings(games=GAMES, nodes=1, lines=1)


@cache
def selfplay_games() -> list[SelfplayGame]:
    return [SELFPLAY.task(number).run() for number in range(GAMES)]


class Selfplay(Sharded):
    """Parquet files of self-play."""

    needs = ("pyarrow",)

    def settings_name(self) -> str:
        return "selfplay.json"

    def opened(self, folder: Path, *, is_begun: bool) -> Any:
        from coalbaron_fast.arena.dataset import Dataset  # noqa: PLC0415 - needs pyarrow

        return (Dataset.reopen if is_begun else Dataset.create)(folder, SELFPLAY)

    def games(self) -> list[SelfplayGame]:
        return selfplay_games()

    def spelled(self, game: SelfplayGame) -> Any:
        return (game.record, [decision.view for decision in game.decisions])

    def read(self, folder: Path) -> list[tuple[int, Any]]:
        from coalbaron_fast.arena.dataset import Dataset, read_table  # noqa: PLC0415 - as above

        if not Dataset.shards(folder):
            return []
        views: dict[int, list[str]] = {}
        for row in read_table(folder, "decisions", ["view"]).to_pylist():
            views.setdefault(row["game"], []).append(row["view"])
        records = read_table(folder, "games", ["record"]).to_pylist()
        return [(row["game"], (row["record"], views[row["game"]])) for row in records]


PLAY: Final = PlaySettings(games=GAMES, seats=(2,), nodes=2, share=0.1)


@cache
def played_games() -> list[PlayedGame]:
    return [PLAY.task(number).run() for number in range(GAMES)]


class Play(Sharded):
    """The games that learning begins with."""

    def settings_name(self) -> str:
        return GameArchive.SETTINGS

    def opened(self, folder: Path, *, is_begun: bool) -> Any:
        return (GameArchive.reopen if is_begun else GameArchive.create)(folder, PLAY)

    def games(self) -> list[PlayedGame]:
        return played_games()

    def spelled(self, game: PlayedGame) -> Any:
        return game.codes

    def read(self, folder: Path) -> list[tuple[int, Any]]:
        return [(game.number, game.codes) for game in GameArchive.read_games(folder)]


class Label(Room):
    """Files of samples."""

    needs = ("numpy",)

    def prepare(self, path: Path) -> None:
        with (
            mock.patch.object(shards, "SHARD", SHARD),
            GameArchive.create(path / "games", PLAY) as archive,
        ):
            for game in played_games():
                archive.add(game)

    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        from coalbaron_fast.learning.label import LabelFiles, LabelSettings  # noqa: PLC0415

        folder = path / "samples"
        files = LabelFiles(
            path / "games", folder, LabelSettings(), resume=(folder / "label.json").exists()
        )
        with files.alone():
            for task in files.missing():
                task.run()
                acknowledge((task.out.name, task.out.read_bytes()))

    def held(self, path: Path) -> Any:
        return [(file.name, file.read_bytes()) for file in sorted((path / "samples").glob("*.npz"))]


class Replaced(Room):
    """Files that are written again as a whole, one after the other: the old one, or the new one."""

    def prepare(self, path: Path) -> None:
        self.write(path, 0)

    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        begun = self.held(path)
        for number in range(begun[-1] + 1 if begun else 0, 4):
            self.write(path, number)
            acknowledge(number)

    def check(self, path: Path, acknowledged: list[Any], truth: Any) -> None:
        held = self.held(path)
        assert len(held) == 1
        assert held[0] in (0, *truth, *range(4))
        assert held[0] >= max(acknowledged, default=0)

    @abstractmethod
    def write(self, path: Path, number: int) -> None: ...


@cache
def random_content() -> Any:
    sizes = sizes_of(load_game(DEFAULT).ops)
    return sizes.layout, random_floats(sizes)


class Network(Replaced):
    """The file of a network."""

    needs = ("numpy",)

    def write(self, path: Path, number: int) -> None:
        file = path / "it.net"
        if number == 3:
            adjust_network(file, file, {2: {1: 1.5}})
            return
        layout, floats = random_content()
        write_network(file, DEFAULT, layout, floats, {"number": number})

    def held(self, path: Path) -> Any:
        found = read_network(path / "it.net")
        return [3 if found.spread else found.trained["number"]]


class Openings(Replaced):
    """A file of openings."""

    def write(self, path: Path, number: int) -> None:
        save_openings(path / "it.json.gz", {"number": number}, [])

    def held(self, path: Path) -> Any:
        return [load_openings(path / "it.json.gz").settings["number"]]


class Summary(Replaced):
    """What a command writes at its end."""

    def write(self, path: Path, number: int) -> None:
        write_output(path / "summary.json", f'{{"number": {number}}}\n')

    def held(self, path: Path) -> Any:
        return [int((path / "summary.json").read_text().split()[1][:-1])]


class Terminal(Room):
    """A game that is played in the terminal."""

    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        states = terminal_states()
        held = self.held(path)
        with contextlib.chdir(path):
            file = read_kept(load_game(DEFAULT), None).path if held else None
            keeper = Keeper(file, {HUMANS: "0"})
            for number in range(held[-1] + 1 if held else 0, len(states)):
                keeper.keep(states[number])
                acknowledge(number)

    def held(self, path: Path) -> Any:
        files = [file for file in path.glob("play*.txt") if file.stat().st_size]
        assert len(files) <= 1
        codes = [state.codes for state in terminal_states()]
        with contextlib.chdir(path):
            game = load_game(DEFAULT)
            return list(range(1 + codes.index(read_kept(game, None).state.codes))) if files else []


@cache
def terminal_states() -> list[Any]:
    state = load_game(DEFAULT).begin(2, 1)
    found = []
    for _ in itertools.repeat(None, 5):
        state.push_codes(state.first_sight() if state.turn is not None else state.legal_codes()[:1])
        found.append(state.copy())
    return found


@cache
def tables() -> Any:
    """The samples of a fit, read once: a fit only reads them."""
    import tempfile  # noqa: PLC0415 - for these alone

    from coalbaron_fast.learning.samples import read_tables  # noqa: PLC0415 - needs scipy

    with tempfile.TemporaryDirectory() as folder:
        room = Label()
        room.prepare(Path(folder))
        room.run(Path(folder), lambda _: None)
        return read_tables([Path(folder, "samples")], load_game(DEFAULT))


class Checkpoint(Room):
    """A fit on its way, and the network that comes of it."""

    needs = ("jax", "scipy")

    def run(self, path: Path, acknowledge: Acknowledge) -> None:
        from coalbaron_fast.arena.store import only_one  # noqa: PLC0415
        from coalbaron_fast.learning.fit import Fit, FitSettings  # noqa: PLC0415 - needs JAX
        from coalbaron_fast.learning.model import Shape  # noqa: PLC0415 - as above

        network, unfinished = path / "it.net", path / "it.net.unfinished"
        with only_one(network, "fits this network"):
            if network.exists():
                return
            settings = FitSettings(steps=4, batch=32, asked=4, shape=Shape(8, 8, 8, 8, 8))
            fit = Fit(tables(), load_game(DEFAULT), settings)
            if unfinished.exists():
                fit.load(unfinished)
            while fit.state.step < settings.steps:
                fit.run(2)
                fit.save(unfinished)
                acknowledge(fit.state.step)
            fit.write(network, {"measured": {}})
            acknowledge("network")

    def held(self, path: Path) -> Any:
        network, unfinished = path / "it.net", path / "it.net.unfinished"
        found: list[Any] = []
        if unfinished.exists():
            import numpy as np  # noqa: PLC0415 - as above

            with np.load(unfinished) as arrays:
                found += range(2, int(arrays["step"]) + 1, 2)
        if network.exists():
            read_network(network)
            found += ["network", network.read_bytes()]
        return found


ROOMS: Final[dict[str, Room]] = {
    type(room).__name__.lower(): room
    for room in (
        Match(), Results(), Selfplay(), Play(), Label(), Checkpoint(), Network(), Openings(),
        Summary(), Terminal(),
    )
}  # fmt: skip
