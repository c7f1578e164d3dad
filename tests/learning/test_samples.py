"""Samples in memory: what is where in a table, and in the batches that are made of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from coalbaron_fast.games import load_game
from coalbaron_fast.learning.play import PlaySettings

if TYPE_CHECKING:
    from coalbaron_fast.learning.label import Samples
    from coalbaron_fast.learning.samples import Table

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")

from coalbaron_fast.learning.label import sizes_of  # noqa: E402 - needs numpy

GAME = load_game("coalbaron")
SIZES = sizes_of(GAME)
SETTINGS = (
    PlaySettings(games=4, seats=(2, 3), nodes=6),
    PlaySettings(games=4, seats=(2,), nodes=6, share=0.3, seed=50),
)


@pytest.fixture(scope="module")
def directories(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two directories, the first of two files."""
    from coalbaron_fast.learning.archive import GameArchive  # noqa: PLC0415 - as the rest
    from coalbaron_fast.learning.label import LabelFiles, LabelSettings  # noqa: PLC0415 - numpy

    found = []
    for settings in SETTINGS:
        path = tmp_path_factory.mktemp("samples")
        with GameArchive.create(path / "games", settings) as archive:
            for number in range(settings.games):
                archive.add(settings.task(number).run())
                if number == 1:
                    archive.flush()
        for task in LabelFiles(
            path / "games", path / "samples", LabelSettings(), resume=False
        ).missing():
            task.run()
        found.append(path / "samples")
    return found


@pytest.fixture(scope="module")
def parts(directories: list[Path]) -> list[tuple[int, Samples]]:
    """The samples at two seats, file by file, with the number of their directory."""
    from coalbaron_fast.learning.samples import read_samples  # noqa: PLC0415 - needs scipy

    return [
        (source, read_samples(path, SIZES)[2])
        for source, directory in enumerate(directories)
        for path in sorted(directory.glob("games-*.npz"))
    ]


@pytest.fixture(scope="module")
def table(directories: list[Path]) -> Table:
    from coalbaron_fast.learning.samples import read_tables  # noqa: PLC0415 - needs scipy

    return read_tables(directories, GAME)[2]


def features_of(samples: Samples, row: int, width: int) -> Any:
    """One row of features, written out number by number."""
    dense = np.zeros(width, np.float32)
    for place in range(samples.starts[row], samples.starts[row + 1]):
        dense[samples.indices[place]] += samples.values[place]
    return dense


def test_a_table_is_its_files_one_after_the_other(
    parts: list[tuple[int, Samples]], table: Table
) -> None:
    assert len(parts) == 4
    assert SIZES is not None
    position = 0
    names = [
        *("part", "mover", "visits", "settled", "behind"),
        *("scored", "search_vp", "search_win", "final_vp", "final_win"),
    ]
    for _, samples in parts:
        for row in range(len(samples.part)):
            for name in names:
                found, expected = getattr(table, name)[position], getattr(samples, name)[row]
                assert np.array_equal(found, expected), name
            batch = table.batch(np.array([position]))
            for seat in range(2):
                dense = features_of(samples, 3 * row + seat, SIZES.seat)
                assert np.array_equal(batch.seats[0, seat], dense)
            dense = features_of(samples, 3 * row + 2, SIZES.board)
            assert np.array_equal(batch.board[0], dense)
            position += 1
    assert position == len(table)


def test_a_batch_is_its_positions_in_their_order(table: Table) -> None:
    chosen = np.array([5, 0, len(table) - 1, 5, 17])
    batch = table.batch(chosen)
    for row, position in enumerate(chosen):
        one = table.batch(np.array([position]))
        assert np.array_equal(batch.seats[row], one.seats[0])
        assert np.array_equal(batch.board[row], one.board[0])


def choices_of(parts: list[tuple[int, Samples]]) -> list[tuple[int, list[tuple[Any, float]]]]:
    """Return every choice: its position in the table, and each turn's features and share."""
    assert SIZES is not None
    found, before = [], 0
    for _, samples in parts:
        for number, row in enumerate(samples.asked):
            turns = []
            for turn in range(samples.choices[number], samples.choices[number + 1]):
                dense = np.zeros(SIZES.turn, np.float32)
                places = slice(samples.turn_starts[turn], samples.turn_starts[turn + 1])
                for index in samples.turn_indices[places]:
                    dense[index] += 1
                turns.append((dense, float(samples.shares[turn])))
            found.append((before + int(row), turns))
        before += len(samples.part)
    return found


def test_turns_belong_to_their_choice(parts: list[tuple[int, Samples]], table: Table) -> None:
    expected = choices_of(parts)
    assert table.asked.tolist() == [position for position, _ in expected]
    asked = np.array([len(expected) - 1, 0, len(expected) // 2, 0])
    room = sum(len(expected[number][1]) for number in asked) + 3
    found = table.turns(asked, room)
    assert len(found.features) == len(found.of) == len(found.shares) == room
    place = 0
    for row, number in enumerate(asked):
        for features, share in expected[number][1]:
            assert found.of[place] == row
            assert np.array_equal(found.features[place], features)
            assert found.shares[place] == pytest.approx(share)
            place += 1
    # The rest belongs to a position that is not there.
    assert found.of[place:].tolist() == [len(asked)] * 3
    assert not found.features[place:].any()
    assert not found.shares[place:].any()


def test_choices_that_do_not_fit_are_left_out_whole(
    parts: list[tuple[int, Samples]], table: Table
) -> None:
    sizes = [len(turns) for _, turns in choices_of(parts)]
    asked = np.arange(3)
    for missing, kept in ((0, 3), (1, 2), (sizes[2], 2), (sizes[2] + 1, 1)):
        found = table.turns(asked, sum(sizes[:3]) - missing)
        expected = np.repeat(np.arange(kept), sizes[:kept])
        used = found.of < len(asked)
        assert found.of[used].tolist() == expected.tolist()


def test_games_of_different_directories_are_different_games(
    parts: list[tuple[int, Samples]], table: Table
) -> None:
    from coalbaron_fast.learning.samples import SOURCES, hold_out  # noqa: PLC0415 - needs scipy

    games = {(source, int(number)) for source, samples in parts for number in samples.game}
    assert table.games == len(games) == 6
    fates = [
        hold_out(np.array([number + source * SOURCES]))[0]
        for source, samples in parts
        for number in samples.game
    ]
    assert table.held_out.tolist() == fates


def test_numbers_are_measured_by_their_size(table: Table) -> None:
    """The root of the mean square of what is not zero, and never less than 1."""
    pytest.importorskip("jax", reason="the extra learning is not installed")
    from coalbaron_fast.learning.fit import scales_of  # noqa: PLC0415 - needs JAX

    scales = scales_of({2: table})
    batch = table.batch(np.arange(len(table)))
    for found, rows in (
        (scales.seat, batch.seats.reshape(-1, batch.seats.shape[-1])),
        (scales.board, batch.board),
    ):
        assert len(found) == rows.shape[1]
        for column in range(rows.shape[1]):
            numbers = rows[:, column][rows[:, column] != 0].astype(float)
            size = np.sqrt(np.mean(numbers**2)) if len(numbers) else 0.0
            assert found[column] == pytest.approx(1 / max(size, 1.0), rel=1e-5)
    few = scales_of({2: table}, most=10)
    batch = table.batch(np.linspace(0, len(table) - 1, 10).astype(np.int64))
    largest = np.abs(batch.board).max(axis=0)
    assert (few.board[largest <= 1] == 1).all()
    assert (few.board[largest > 1] < 1).any()
