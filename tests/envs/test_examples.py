"""The examples run, in a short form, and the learner learns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numpy")
learn = pytest.importorskip("coalbaron_fast.envs.examples.learn")
network = pytest.importorskip("coalbaron_fast.envs.examples.network")
ppo = pytest.importorskip("coalbaron_fast.envs.examples.ppo")

EXAMPLES = ("learn", "openspiel_bots")


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_say_how_they_are_used(name: str) -> None:
    if name == "openspiel_bots":
        pytest.importorskip("pyspiel")
    run = subprocess.run(
        [sys.executable, "-m", f"coalbaron_fast.envs.examples.{name}", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "--seed" in run.stdout


def test_the_learner_learns_to_beat_random(capsys: pytest.CaptureFixture[str]) -> None:
    options = learn.read_arguments(
        ["--updates", "8", "--lanes", "128", "--games", "300", "--seed", "2"]
    )
    before, after = learn.learn(options)
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
        learn.learn(learn.read_arguments([*arguments, "--players", "3"]))
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
    drawn = ppo.choose(evaluation, np.random.default_rng(1))
    counts = np.bincount(drawn, minlength=5)
    assert counts[0] == counts[4] == 0
    assert counts[1] == pytest.approx(10_000, abs=400)
    assert counts[2] == pytest.approx(5_000, abs=400)


@pytest.mark.parametrize("one", ["random", "mcts", "ismcts", "compiled-mcts"])
def test_openspiels_searches_play_whole_games(one: str, capsys: pytest.CaptureFixture[str]) -> None:
    bots = pytest.importorskip("coalbaron_fast.envs.examples.openspiel_bots")
    assert bots.main([one, "random", "--simulations", "2", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.startswith(f"game {number} of 2") for number, line in enumerate(lines[:2], 1)]
    assert lines[2].startswith(f"{one} returns ")
