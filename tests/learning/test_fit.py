"""The stage `fit`: it learns, it is repeatable to the byte, and the kernel agrees with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.engine.network_file import read_network
from coalbaron_fast.games import load_game
from coalbaron_fast.learning.play import PlayedGame, PlaySettings
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_protocol.arguments import run_command
from coalbaron_protocol.statuses import INTERRUPTED

if TYPE_CHECKING:
    from coalbaron_fast.learning.fit import Fit

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("jax", reason="the extra learning is not installed")

GAME = load_game("coalbaron")
SMALL = ["--batch", "128", "--units", "8", "8", "8", "8", "8"]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return samples of a few games with searches and of more without, at two and three seats."""
    from coalbaron_fast.learning.archive import GameArchive  # noqa: PLC0415 - as the rest
    from coalbaron_fast.learning.label import LabelFiles, LabelSettings  # noqa: PLC0415 - numpy

    path = tmp_path_factory.mktemp("learning")
    made = []
    for name, settings in (
        ("searched", PlaySettings(games=4, seats=(2, 3), nodes=8)),
        ("sight", PlaySettings(games=60, seats=(2, 3), nodes=0, random=0.2, seed=100)),
    ):
        with GameArchive.create(path / f"{name}-games", settings) as archive:
            for number in range(settings.games):
                archive.add(settings.task(number).run())
        made.append(path / name)
        for task in LabelFiles(
            path / f"{name}-games", made[-1], LabelSettings(), resume=False
        ).missing():
            task.run()
    return made


def fit(network: Path, samples: list[Path], steps: int, *words: str) -> int:
    """Run the command."""
    command = ["learn", "fit", str(network), *map(str, samples), "--steps", str(steps)]
    return run_command([*command, *SMALL, *words])


@pytest.fixture(scope="module")
def network(samples: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("network") / "small.net"
    assert fit(path, samples, 60) == 0
    return path


def test_the_same_samples_and_settings_give_the_same_file(
    network: Path, samples: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fit(tmp_path / "again.net", samples, 60) == 0
    measured = capsys.readouterr().out.partition("forecast  ")[2]
    assert "rounding to whole numbers" in measured
    assert run_command(["learn", "show", str(tmp_path / "again.net")]) == 0
    told, _, again = capsys.readouterr().out.partition("forecast  ")
    assert again == measured
    assert '"steps": 60' in told
    assert run_command(["learn", "show", str(network), "--plot", str(tmp_path / "it.svg")]) == 0
    assert "<svg" in (tmp_path / "it.svg").read_text("utf-8")
    assert run_command(["learn", "show", str(network), "--plot", str(tmp_path / "it.pdf")]) == 2
    assert "svg" in capsys.readouterr().err
    assert (tmp_path / "again.net").read_bytes() == network.read_bytes()
    assert fit(tmp_path / "other.net", samples, 60, "--seed", "2") == 0
    assert (tmp_path / "other.net").read_bytes() != network.read_bytes()


def test_one_number_of_seats_can_be_learned_alone(
    samples: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "three.net"
    assert fit(path, samples, 20, "--seats", "3") == 0
    assert list(read_network(path).trained["positions"]) == ["3"]
    assert fit(tmp_path / "four.net", samples, 20, "--seats", "3", "4") == 2
    assert "no samples with 4 seats" in capsys.readouterr().err


def test_a_batch_too_small_is_refused_by_its_own_name(
    samples: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fit(tmp_path / "no.net", samples, 20, "--batch", "64") == 2
    assert "batch must be at least 65, not 64" in capsys.readouterr().err


def test_a_fit_that_was_ended_goes_on_to_the_same_file(
    network: Path,
    samples: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from coalbaron_fast.arena.progress import TaskProgress  # noqa: PLC0415 - as the command

    path, steps = tmp_path / "small.net", [0]
    count: Callable[[TaskProgress], None] = TaskProgress.count

    def count_and_stop(progress: TaskProgress) -> None:
        count(progress)
        steps[0] += 1
        if steps[0] == 23:
            raise KeyboardInterrupt

    monkeypatch.setattr(TaskProgress, "count", count_and_stop)
    assert fit(path, samples, 60) == INTERRUPTED
    assert not path.exists()
    assert fit(path, samples, 60) == 2
    assert "--resume" in capsys.readouterr().err
    assert fit(path, samples, 50, "--resume") == 2
    assert "was begun with" in capsys.readouterr().err
    assert fit(path, samples, 60, "--resume") == 0
    assert steps[0] == 60
    assert path.read_bytes() == network.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


def test_a_fit_goes_on_with_its_own_samples_alone(
    network: Path,
    samples: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from coalbaron_fast.learning.fit import Fit  # noqa: PLC0415 - needs JAX

    path, unfinished = tmp_path / "small.net", tmp_path / "small.net.unfinished"

    def interrupted(*_: object) -> float:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Fit, "run", interrupted)
        assert fit(path, samples, 60) == INTERRUPTED
    begun = unfinished.read_bytes()
    assert fit(path, samples[:1], 60, "--resume") == 2
    assert f"{unfinished} was begun with other samples" in capsys.readouterr().err
    assert fit(path, samples, 60, "--resume", "--rate", "0.1") == 2
    assert f"{unfinished} was begun with other settings: rate" in capsys.readouterr().err
    for damaged in (b"", begun[:-1], begun[: len(begun) // 2], b"x" * 100):
        unfinished.write_bytes(damaged)
        assert fit(path, samples, 60, "--resume") == 2
        said = capsys.readouterr().err
        assert f"coalbaron-engine learn: {unfinished} " in said
        assert "Traceback" not in said
    assert not path.exists()
    unfinished.write_bytes(begun)
    assert fit(path, samples, 60, "--resume") == 0
    assert path.read_bytes() == network.read_bytes()


def test_a_second_fit_of_one_network_is_refused(
    samples: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from coalbaron_fast.arena.store import only_one  # noqa: PLC0415 - as the command

    path = tmp_path / "small.net"
    with only_one(path, "fits this network"):
        assert fit(path, samples, 10) == 2
    assert f"{path} is in use: another process fits this network" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert fit(path, samples, 1) == 0
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(scope="module")
def learned(samples: list[Path]) -> Fit:
    """Return a fit that was long enough to know something."""
    from coalbaron_fast.learning.fit import Fit, FitSettings  # noqa: PLC0415 - needs JAX
    from coalbaron_fast.learning.model import Shape  # noqa: PLC0415 - as above
    from coalbaron_fast.learning.samples import read_tables  # noqa: PLC0415 - as above

    settings = FitSettings(steps=400, batch=128, asked=16, rate=0.01, shape=Shape(8, 8, 8, 8, 8))
    found = Fit(read_tables(samples, GAME), GAME, settings)
    found.run(400)
    return found


def test_it_learns_what_positions_are_worth(learned: Fit) -> None:
    for seats, table in learned.tables.items():
        chosen = np.flatnonzero(~table.held_out & table.settled)
        found = learned.forecasts(table, chosen)
        result = table.final_vp[chosen]
        explained = 1 - np.mean((found.points - result) ** 2) / np.var(
            result - table.scored[chosen]
        )
        assert explained > 0.6, seats
        won = table.final_win[chosen]
        assert np.mean((found.win - won) ** 2) < 0.8 * np.var(won), seats


def test_it_learns_which_turns_were_searched(learned: Fit, tmp_path: Path) -> None:
    """The prior gives the turns that had most of the visits more than their number's share."""
    learned.write(tmp_path / "small.net", {})
    evaluation = Evaluation(GAME.ops, read_network(tmp_path / "small.net").weights)
    settings = PlaySettings(games=4, seats=(2, 3), nodes=8)
    gained = []
    for number in range(settings.games):
        played = settings.task(number).run()
        for state, index in positions(played):
            scores = {tuple(codes): score for codes, score in evaluation.turns(state.data())}
            best = played.searched[index][0]
            if len(scores) > 1 and tuple(best.codes) in scores:
                odds = {codes: np.exp(score) for codes, score in scores.items()}
                likely = odds[tuple(best.codes)] / sum(odds.values())
                gained.append(np.log(likely * len(odds)))
    assert len(gained) > 100
    assert np.mean(gained) > 0.2


def positions(played: PlayedGame) -> Iterator[tuple[State, int]]:
    """Yield the position at each turn, and the turn's place."""
    state = State(played.seats, start=played.start or 0)
    at = 0
    for index, place in enumerate(played.turns):
        state.push_codes(played.codes[at:place])
        at = place
        yield state, index


def test_the_kernel_computes_what_was_fitted(learned: Fit, tmp_path: Path) -> None:
    """The floats, their whole numbers in NumPy, and the compiled kernel say the same."""
    from coalbaron_fast.learning.whole import WholeNetwork  # noqa: PLC0415 - needs scipy

    learned.write(tmp_path / "small.net", {})
    evaluation = Evaluation(GAME.ops, read_network(tmp_path / "small.net").weights)
    settings = PlaySettings(games=4, seats=(2, 3), nodes=8)
    for number, seats in enumerate(settings.seats):
        played, table = settings.task(number).run(), learned.tables[seats]
        chosen = np.flatnonzero(~table.behind)[: len(played.turns)]
        whole = WholeNetwork.of(learned.floats()).forecasts(table, chosen)
        floats = learned.forecasts(table, chosen)
        for state, index in positions(played):
            points, win = evaluation.expect(state.data())
            assert points == pytest.approx(whole.points[index], abs=1e-4)
            assert win == pytest.approx(whole.win[index], abs=1e-6)
        assert np.abs(whole.points - floats.points).max() < 1.0
        assert np.abs(whole.win - floats.win).max() < 0.02


def test_the_engine_plays_with_it(network: Path) -> None:
    engine = Engine(hash_mb=4, evaluation=str(network))
    analysis = engine.search(State(2, seed=3), Limits(nodes=200))
    assert analysis.nodes == 200
    assert sum(analysis.lines[0].win) == pytest.approx(1.0)


def test_samples_that_are_not_there_are_named(
    tmp_path: Path, samples: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fit(tmp_path / "small.net", [tmp_path], 10) == 2
    assert "holds no samples" in capsys.readouterr().err
    assert fit(tmp_path / "small.net", [samples[0], tmp_path], 10) == 2
