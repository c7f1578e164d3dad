"""Damaged, truncated and foreign files of self-play: named in one sentence, or read as they are."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast.arena import StoreError
from coalbaron_fast.arena.selfplay import SelfplaySettings
from coalbaron_fast.games import GAMES, load_game
from coalbaron_protocol.arguments import run_command

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

FLIPS = 150


def settings_of(game: str, seed: int = 1) -> SelfplaySettings:
    return SelfplaySettings(games=4, nodes=1, lines=2, game=game, seed=seed)


def write(path: Path, settings: SelfplaySettings) -> Path:
    """Play the games of a directory, in two shards."""
    from coalbaron_fast.arena.dataset import Dataset  # noqa: PLC0415 - needs pyarrow

    with Dataset.create(path, settings) as dataset:
        for number in range(settings.games):
            dataset.add(settings.task(number).run())
            if number % 2:
                dataset.flush()
    return path


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("whole") / "games", settings_of(request.param))


@pytest.fixture
def games(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "games"))


def resume(path: Path) -> int:
    return run_command(["selfplay", str(path), "--resume"])


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def cut_a_byte(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def junk(path: Path) -> None:
    path.write_bytes(b"PAR1" + bytes(200) + b"PAR1")


def foreign(path: Path) -> None:
    pq.write_table(pa.table({"name": ["x"]}), path)


def other_types(path: Path) -> None:
    table = pq.read_table(path)
    place = table.schema.names.index("game")
    texts = pa.array([str(number) for number in table.column("game").to_pylist()])
    pq.write_table(table.set_column(place, "game", texts), path)


def gone(path: Path) -> None:
    path.unlink()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("kind", ["games", "decisions"])
@pytest.mark.parametrize(
    "damage", [cut, cut_a_byte, empty, junk, foreign, other_types, gone, folder]
)
def test_a_damaged_shard_is_named(
    games: Path, kind: str, damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    if damage is gone and kind == "games":
        pytest.skip("a shard without its last file does not count: it is played again")
    shard = games / f"{kind}-000001.parquet"
    damage(shard)
    assert resume(games) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"coalbaron-engine selfplay: {shard} ")
    assert said.count("\n") == 1


def test_games_of_others_are_named(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = next(name for name in GAMES if name == read_game(games))
    other = write(tmp_path / "other", settings_of(game, seed=77))
    for kind in ("games", "decisions"):
        shutil.copy(other / f"{kind}-000001.parquet", games)
    assert resume(games) == 2
    assert "games-000001.parquet holds other games: 2 has another seed" in capsys.readouterr().err


def test_games_that_are_there_twice_are_named(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in ("games", "decisions"):
        shutil.copy(games / f"{kind}-000000.parquet", games / f"{kind}-000007.parquet")
    assert resume(games) == 2
    assert "games-000007.parquet holds game 0 once more" in capsys.readouterr().err


def test_decisions_of_another_shard_are_named(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = pq.read_table(games / "decisions-000000.parquet")
    pq.write_table(table.slice(1), games / "decisions-000000.parquet")
    assert resume(games) == 2
    assert "games-000000.parquet does not belong to the decisions" in capsys.readouterr().err


def test_a_shard_without_a_number_is_named(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(games / "games-000000.parquet", games / "games-copy.parquet")
    assert resume(games) == 2
    assert "games-copy.parquet is no shard" in capsys.readouterr().err


def test_what_a_disk_has_changed_is_noticed(whole: Path, games: Path) -> None:
    """Of a shard with a changed byte the rows are what they were, or none."""
    from coalbaron_fast.arena.dataset import read_outcomes, read_table  # noqa: PLC0415

    truth = {kind: read_table(whole, kind).to_pylist() for kind in ("games", "decisions")}
    chance, refused = random.Random(1), 0
    for _ in range(FLIPS):
        kind = chance.choice(("games", "decisions"))
        shard = games / f"{kind}-000000.parquet"
        data = bytearray(shard.read_bytes())
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        shard.write_bytes(data)
        found: Any = None
        try:
            found = read_table(games, kind).to_pylist()
            read_outcomes(games)
        except StoreError as error:
            refused += 1
            assert str(shard) in str(error)  # noqa: PT017 - either is well
            assert "\n" not in str(error)  # noqa: PT017 - as above
        if found is not None:
            assert found == truth[kind]
        shutil.copy(whole / shard.name, shard)
    assert refused > FLIPS / 2


def test_resume_reads_what_is_whole(games: Path) -> None:
    assert resume(games) == 0
    # Decisions that were written by a process that was killed before the games were.
    shutil.copy(games / "decisions-000001.parquet", games / "decisions-000002.parquet")
    (games / "games-000001.parquet").unlink()
    assert resume(games) == 0


def read_game(path: Path) -> str:
    from coalbaron_fast.arena.dataset import read_settings  # noqa: PLC0415 - needs pyarrow

    return load_game(read_settings(path).game).name
