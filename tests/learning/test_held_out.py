"""Games that are held out: nothing of them is learned, and they alone say what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from coalbaron_fast.games import load_game
from coalbaron_fast.learning.play import PlaySettings

if TYPE_CHECKING:
    from coalbaron_fast.learning.fit import Fit
    from coalbaron_fast.learning.samples import Table

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("jax", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")

GAME = load_game("coalbaron")
SETTINGS = PlaySettings(games=8, seats=(2, 3), nodes=6, share=0.3, random=0.1)
STEPS = 6
LABELS = ("search_vp", "search_win", "visits", "final_vp", "final_win", "_shares")


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from coalbaron_fast.learning.archive import GameArchive  # noqa: PLC0415 - as the rest
    from coalbaron_fast.learning.label import LabelFiles, LabelSettings  # noqa: PLC0415 - numpy

    path = tmp_path_factory.mktemp("held-out")
    with GameArchive.create(path / "games", SETTINGS) as archive:
        for number in range(SETTINGS.games):
            archive.add(SETTINGS.task(number).run())
    for task in LabelFiles(
        path / "games", path / "samples", LabelSettings(), resume=False
    ).missing():
        task.run()
    return path / "samples"


@pytest.fixture
def tables(samples: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, Table]:
    """Return tables of which every second game of each number of seats is held out."""
    from coalbaron_fast.learning import samples as module  # noqa: PLC0415 - needs scipy

    monkeypatch.setattr(module, "hold_out", lambda games: games // 2 % 2 == 1)
    return module.read_tables([samples], GAME)


def new_fit(tables: dict[int, Table], seed: int = 1) -> Fit:
    from coalbaron_fast.learning.fit import Fit, FitSettings  # noqa: PLC0415 - needs JAX
    from coalbaron_fast.learning.model import Shape  # noqa: PLC0415 - as above

    shape = Shape(8, 8, 8, 8, 8)
    return Fit(tables, GAME, FitSettings(steps=STEPS, batch=64, asked=16, seed=seed, shape=shape))


def fitted(tables: dict[int, Table]) -> dict[str, Any]:
    """Return what a few steps make of the tables."""
    found = new_fit(tables)
    found.run(STEPS)
    return {name: np.asarray(array) for name, array in found.state.parameters.items()}


def disturb(table: Table, positions: Any, label: str) -> None:
    """Write other numbers into a label of these positions, kind by kind as a label may have."""
    if label == "_shares":
        for place, position in enumerate(table.asked):
            if position in positions:
                part = slice(table._choices[place], table._choices[place + 1])
                table._shares[part] = table._shares[part][::-1].copy()
        return
    array = getattr(table, label)
    if label == "visits":
        array[positions] = np.where(array[positions] > 0, 77, 0)
    elif label.endswith("win"):
        array[positions] = array[positions][:, ::-1]
    else:
        array[positions] += 31 * (1 + np.arange(table.seats))


@pytest.mark.parametrize("label", LABELS)
def test_nothing_of_them_is_learned(tables: dict[int, Table], label: str) -> None:
    """Whatever their labels say, the same network comes out; those of other games matter."""
    before = fitted(tables)
    for table in tables.values():
        assert 0.2 < table.held_out.mean() < 0.8
        assert table.held_out[table.asked].any()
        disturb(table, np.flatnonzero(table.held_out), label)
    after = fitted(tables)
    for name, array in before.items():
        assert np.array_equal(array, after[name]), name
    for table in tables.values():
        disturb(table, np.flatnonzero(~table.held_out), label)
    other = fitted(tables)
    assert any(not np.array_equal(array, other[name]) for name, array in before.items())


def test_what_is_drawn_is_of_other_games(
    tables: dict[int, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every position and every choice of turns that a step takes."""
    from coalbaron_fast.learning.samples import Table  # noqa: PLC0415 - needs scipy

    drawn: list[tuple[int, Any]] = []
    asked: list[tuple[int, Any]] = []
    batch, turns = Table.batch, Table.turns

    def note_batch(table: Table, chosen: Any) -> Any:
        drawn.append((table.seats, chosen))
        return batch(table, chosen)

    def note_turns(table: Table, choices: Any, room: int) -> Any:
        asked.append((table.seats, choices))
        return turns(table, choices, room)

    found = new_fit(tables)
    monkeypatch.setattr(Table, "batch", note_batch)
    monkeypatch.setattr(Table, "turns", note_turns)
    found.run(STEPS)
    assert len(drawn) == len(asked) == STEPS
    searched = 0
    for seats, chosen in drawn:
        table = tables[seats]
        assert len(chosen) == found.settings.batch
        assert not table.held_out[chosen].any()
        assert (table.settled[chosen] | (table.visits[chosen] > 0)).all()
        searched += int((table.visits[chosen] > 0).sum())
    for seats, choices in asked:
        assert len(choices) == found.settings.asked
        assert not tables[seats].held_out[tables[seats].asked[choices]].any()
    # Half of a batch and those that are asked have a search; of the others some have.
    assert searched >= STEPS * (found.settings.batch / 2 + found.settings.asked)


def test_they_alone_are_measured(tables: dict[int, Table], monkeypatch: pytest.MonkeyPatch) -> None:
    from coalbaron_fast.learning import heldout  # noqa: PLC0415 - needs JAX
    from coalbaron_fast.learning.measure import measure  # noqa: PLC0415 - as above
    from coalbaron_fast.learning.whole import WholeNetwork  # noqa: PLC0415 - as above

    measured: list[tuple[int, Any, Any]] = []

    def note(table: Table, chosen: Any, forecasts: Any) -> Any:
        measured.append((table.seats, chosen, forecasts))
        return measure(table, chosen, forecasts)

    monkeypatch.setattr(heldout, "measure", note)
    monkeypatch.setattr(heldout, "AT_A_TIME", 7)
    found = new_fit(tables)
    shown = heldout.measure_held_out(found)
    rows = {name: sum(one.positions for one in parts) for name, parts in shown.measured.items()}
    assert len(measured) == 3 * len(tables)
    whole = WholeNetwork.of(found.floats())
    expected = {"network": 0, "search": 0, "network there": 0}
    for network, search, there in zip(measured[::3], measured[1::3], measured[2::3], strict=True):
        seats, chosen, forecasts = network
        table = tables[seats]
        settled = np.flatnonzero(table.held_out & table.settled)
        with_search = np.array([position for position in settled if table.visits[position] > 0])
        assert chosen.tolist() == settled.tolist()
        assert np.allclose(forecasts.points, whole.forecasts(table, settled).points)
        assert search[1].tolist() == there[1].tolist() == with_search.tolist()
        assert np.array_equal(search[2].points, table.search_vp[with_search].astype(float))
        assert np.array_equal(search[2].win, table.search_win[with_search].astype(float))
        assert np.allclose(there[2].points, whole.forecasts(table, with_search).points)
        expected["network"] += len(settled)
        expected["search"] += len(with_search)
        expected["network there"] += len(with_search)
    assert rows == expected
    assert shown.rounding is not None
    off, off_win = rounding_errors(found, tables)
    assert shown.rounding.points == pytest.approx(np.sqrt(np.mean(np.square(off))), rel=1e-3)
    assert shown.rounding.most_points == pytest.approx(np.max(np.abs(off)), rel=1e-3)
    assert shown.rounding.win == pytest.approx(np.sqrt(np.mean(np.square(off_win))), rel=1e-3)


def rounding_errors(fit: Fit, tables: dict[int, Table]) -> tuple[Sequence[float], Sequence[float]]:
    """Return whole numbers less floats, position by position: points, shares of the win."""
    from coalbaron_fast.learning.whole import WholeNetwork  # noqa: PLC0415 - needs scipy

    whole = WholeNetwork.of(fit.floats())
    points: list[float] = []
    win: list[float] = []
    for table in tables.values():
        for position in np.flatnonzero(table.held_out & table.settled):
            one, other = (
                forecasts(table, np.array([position]))
                for forecasts in (whole.forecasts, fit.forecasts)
            )
            points += (one.points - other.points).ravel().tolist()
            win += (one.win - other.win).ravel().tolist()
    return points, win


def test_searches_are_set_right_by_the_games_that_are_learned_from(
    tables: dict[int, Table],
) -> None:
    """Of each part of the game, by their mean error where a game was settled; then blended."""
    from coalbaron_fast.learning.fit import targets_of  # noqa: PLC0415 - needs JAX

    blend = 0.7
    for table in tables.values():
        found = targets_of(table, blend)
        off: dict[int, list[Any]] = {}
        for one in range(len(table)):
            if table.visits[one] > 0 and table.settled[one] and not table.held_out[one]:
                off.setdefault(int(table.part[one]), []).append(
                    table.final_vp[one] - table.search_vp[one]
                )
        assert off
        for one in range(len(table)):
            result = table.final_vp[one] - table.scored[one]
            points, win, weight = result, table.final_win[one], 0.25
            if table.visits[one] > 0:
                thought = table.search_vp[one] - table.scored[one]
                thought = thought + np.mean(off.get(int(table.part[one]), [0.0]))
                trust = blend if table.settled[one] else 1.0
                points = trust * thought + (1 - trust) * result
                win = trust * table.search_win[one] + (1 - trust) * table.final_win[one]
                weight = table.visits[one] / (table.visits[one] + 8)
            assert found.points[one] == pytest.approx(points, abs=1e-3)
            assert found.win[one] == pytest.approx(win, abs=1e-5)
            assert found.weight[one] == pytest.approx(weight)
            assert found.result[one] == pytest.approx(result)
            assert found.settled[one] == table.settled[one]
