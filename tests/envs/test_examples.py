"""The examples run, in a short form, and the learner learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from coalbaron_fast.games import load_game

pytest.importorskip("numpy")
course = pytest.importorskip("coalbaron_fast.envs.examples.course")
learn = pytest.importorskip("coalbaron_fast.envs.examples.learn")
network = pytest.importorskip("coalbaron_fast.envs.examples.network")
numpy_model = pytest.importorskip("coalbaron_fast.envs.examples.numpy_model")
ppo = pytest.importorskip("coalbaron_fast.envs.examples.ppo")

EXAMPLES = ("learn", "learn_torch", "learn_sb3", "openspiel_bots", "openspiel_ppo")


def run_course(arguments: list[str]) -> tuple[float, float]:
    """Learn by NumPy; the win share before and after."""
    options = course.read_arguments(arguments, "learn", "")
    before, after = course.learn(options, numpy_model.NumpyModel)
    return before, after


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_say_how_they_are_used(name: str) -> None:
    if name.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    run = subprocess.run(
        [sys.executable, "-m", f"coalbaron_fast.envs.examples.{name}", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "--seed" in run.stdout


@pytest.mark.slow
def test_the_learner_learns_to_beat_random(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--updates", "8", "--lanes", "128", "--games", "300", "--seed", "2"]
    before, after = run_course(arguments)
    assert 0.4 < before < 0.62
    assert after > 0.75
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("update ") for line in lines) == 8
    assert "interval" not in lines[-1]
    assert lines[-1].startswith("after: win share against random 0.")


def test_the_same_arguments_learn_the_same(tmp_path: Path) -> None:
    weights = []
    for number in range(2):
        path = tmp_path / f"{number}.npz"
        arguments = ["--updates", "2", "--lanes", "16", "--games", "4", "--save", str(path)]
        assert learn.main([*arguments, "--players", "3"]) == 0
        weights.append(path)
    one, other = (np.load(path) for path in weights)
    assert all(np.array_equal(one[name], other[name]) for name in one)
    again = network.Network(one["first"].shape[0], one["policy"].shape[0], 128, seed=5)
    again.load(weights[0])
    assert np.array_equal(again.weights["policy"], one["policy"])
    with pytest.raises(ValueError, match="another network"):
        network.Network(5, 5, 4, seed=5).load(weights[0])


def test_gradients_are_those_of_the_outputs() -> None:
    made = network.Network(inputs=6, actions=9, hidden=5, seed=1)
    generator = np.random.default_rng(2)
    for name, array in made.weights.items():
        # In double precision the slopes can be measured.
        made.weights[name] = array.astype(np.float64) + generator.normal(0, 0.3, array.shape)
    observations = generator.normal(size=(7, 6))
    masks = generator.random((7, 9)) < 0.5
    masks[:, 0] = True
    masks[:, 4] = False
    weighing = generator.normal(size=(7, 9)) * masks
    valuing = generator.normal(size=7)

    def loss() -> float:
        found = made.evaluate(observations, masks)
        logs = np.where(masks[:, found.used], found.logs, 0)
        return float((weighing[:, found.used] * logs).sum() + valuing @ found.values)

    found = made.evaluate(observations, masks)
    assert 4 not in found.used
    by_logs = weighing[:, found.used]
    by_logits = by_logs - found.chances * by_logs.sum(axis=1, keepdims=True)
    gradients = made.gradients(found, by_logits, valuing)
    for name, array in made.weights.items():
        for index in np.ndindex(array.shape):
            kept = array[index]
            array[index] = kept + 1e-5
            above = loss()
            array[index] = kept - 1e-5
            below = loss()
            array[index] = kept
            slope = (above - below) / 2e-5
            assert gradients[name][index] == pytest.approx(slope, rel=1e-4, abs=1e-6), name


def test_actions_are_drawn_by_their_chances_and_never_illegal() -> None:
    chances = np.array([[0.0, 0.5, 0.25, 0.25, 0.0]], np.float32).repeat(20_000, axis=0)
    evaluation = network.Evaluation(
        *[np.zeros(0, np.float32)] * 3, np.arange(5), chances, chances, chances[:, 0]
    )
    drawn = numpy_model.choose(evaluation, np.random.default_rng(1))
    counts = np.bincount(drawn, minlength=5)
    assert counts[0] == counts[4] == 0
    assert counts[1] == pytest.approx(10_000, abs=400)
    assert counts[2] == pytest.approx(5_000, abs=400)


def test_a_learner_plays_against_a_frozen_copy(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--updates", "3", "--lanes", "16", "--games", "8", "--refresh", "2"]
    run_course([*arguments, "--opponents", "self"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.startswith("update ") for line in lines].count(True) == 3
    assert lines[-1].startswith("after: win share against random ")


def test_a_frozen_copy_stays_as_it_was_until_it_is_refreshed() -> None:
    settings = ppo.LearnerSettings(hidden=8)
    model = numpy_model.NumpyModel(5, 40, 1, settings)
    observations = np.random.default_rng(1).normal(size=(200, 5)).astype(np.float32)
    masks = np.ones((200, 40), np.bool_)

    def actions() -> list[int]:
        frozen._generator = np.random.default_rng(3)
        chosen: list[int] = frozen(observations, masks).tolist()
        return chosen

    frozen = ppo.Frozen(model, 3)
    before = actions()
    model.network.weights["policy"] *= 300
    assert actions() == before
    frozen.refresh(model)
    assert actions() != before


def test_what_is_missing_is_said_in_a_line() -> None:
    program = (
        "import sys; sys.modules[{0!r}] = None; from coalbaron_fast.envs.examples import {1};"
        "{1}.main(['--games', '2'])"
    )
    for module, name, extra in (
        ("torch", "learn_torch", "torch"),
        ("sb3_contrib", "learn_sb3", "sb3"),
    ):
        run = subprocess.run(
            [sys.executable, "-c", program.format(module, name)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (run.returncode, run.stdout) == (1, "")
        assert re.fullmatch(rf".*{module}.*: .*pip install '\.\[{extra}\]'.*\n", run.stderr)


def test_without_numpy_the_environments_name_their_extra() -> None:
    program = "import sys; sys.modules['numpy'] = None; import coalbaron_fast.envs"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert "pip install '.[envs]'" in run.stderr.splitlines()[-1]


def test_wrong_arguments_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert learn.main(["--opponents", "nobody", "--games", "2"]) == 2
    assert capsys.readouterr().err.startswith("learn: no player 'nobody'")
    with pytest.raises(SystemExit):
        learn.main(["--updates", "0"])
    assert "--updates must be at least 1" in capsys.readouterr().err


@pytest.mark.parametrize("one", ["random", "mcts", "ismcts", "compiled-mcts"])
def test_openspiels_searches_play_whole_games(one: str, capsys: pytest.CaptureFixture[str]) -> None:
    bots = pytest.importorskip("coalbaron_fast.envs.examples.openspiel_bots")
    assert bots.main([one, "random", "--simulations", "2", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.startswith(f"game {number} of 2") for number, line in enumerate(lines[:2], 1)]
    assert lines[2].startswith(f"{one} returns ")


@pytest.mark.parametrize("game", ["coalbaron", "ruhr"])
def test_openspiels_search_sits_in_our_matches(game: str) -> None:
    player = pytest.importorskip("coalbaron_fast.envs.examples.openspiel_player")
    plays = load_game(game)
    state = plays.State(2, seed=3)
    answers = []
    for _ in range(2):
        bot = player.Ismcts(plays, simulations=3, seed=5)
        answers.append([bot.choose(state) for _ in range(2)])
        assert all(state.is_legal(token) for turn in answers[-1] for token in turn)
    assert answers[0] == answers[1], "the same seed, the same game"
