"""The learners that need PyTorch learn: some minutes, with the extras `sb3` and `torch`.

`bash .ci/learners` installs what they need and runs them. Elsewhere they are left out.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
course = pytest.importorskip("coalbaron_fast.envs.examples.course")
ppo = pytest.importorskip("coalbaron_fast.envs.examples.ppo")
numpy_model = pytest.importorskip("coalbaron_fast.envs.examples.numpy_model")
torch_model = pytest.importorskip("coalbaron_fast.envs.examples.torch_model")

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """As on a busy machine, where more threads wait for each other."""
    torch.set_num_threads(1)


def test_maskable_ppo_learns_to_beat_random() -> None:
    pytest.importorskip("sb3_contrib")
    from coalbaron_fast.envs.examples import learn_sb3  # noqa: PLC0415

    arguments = ["--decisions", "50000", "--games", "300", "--seed", "1", "--verbose", "0"]
    before, after = learn_sb3.learn(learn_sb3.read_arguments(arguments))
    assert 0.4 < before < 0.62
    assert after > 0.75


def test_pytorch_learns_to_beat_random() -> None:
    arguments = ["--updates", "8", "--lanes", "128", "--games", "300", "--seed", "2"]
    options = course.read_arguments(arguments, "learn_torch", "")
    before, after = course.learn(options, torch_model.TorchModel)
    assert 0.4 < before < 0.62
    assert after > 0.75


def test_openspiels_ppo_learns_to_beat_random() -> None:
    pytest.importorskip("pyspiel")
    from coalbaron_fast.envs.examples import openspiel_ppo  # noqa: PLC0415

    arguments = ["--updates", "10", "--games", "300", "--seed", "1"]
    before, after = openspiel_ppo.learn(openspiel_ppo.read_arguments(arguments))
    assert 0.4 < before < 0.62
    assert after > 0.7


def batch_of_decisions(rows: int, inputs: int, actions: int) -> object:
    generator = np.random.default_rng(5)
    masks = generator.random((rows, actions)) < 0.3
    masks[:, 0] = True
    masks[:, 4] = False
    chosen = np.array([generator.choice(np.flatnonzero(row)) for row in masks])
    return ppo.Batch(
        generator.normal(size=(rows, inputs)).astype(np.float32),
        masks,
        chosen,
        np.log(generator.uniform(0.05, 0.5, rows)).astype(np.float32),
        generator.normal(size=rows).astype(np.float32),
        generator.normal(size=rows).astype(np.float32),
    )


def test_both_models_learn_the_same() -> None:
    """From the same weights: losses and weights stay the same, step by step."""
    settings = ppo.LearnerSettings(hidden=12)
    plain = numpy_model.NumpyModel(7, 20, 3, settings)
    other = torch_model.TorchModel(7, 20, 3, settings)
    weights = plain.network.weights
    layers = {
        "first": other.network.body[0],
        "second": other.network.body[2],
        "policy": other.network.policy,
        "value": other.network.value,
    }
    with torch.no_grad():
        for name, layer in layers.items():
            own = weights[name] if name == "policy" else weights[name].T
            layer.weight.copy_(torch.from_numpy(own.copy()))
            layer.bias.copy_(torch.from_numpy(weights[f"{name}_bias"]))
    batch = batch_of_decisions(64, 7, 20)
    for _ in range(3):
        assert plain.learn(batch, 1e-2) == pytest.approx(other.learn(batch, 1e-2), abs=1e-4)
    for name, layer in layers.items():
        own = weights[name] if name == "policy" else weights[name].T
        assert np.allclose(own, layer.weight.detach().numpy(), atol=3e-3), name


def test_actions_are_drawn_by_their_chances_and_never_illegal() -> None:
    model = torch_model.TorchModel(3, 6, 1, ppo.LearnerSettings(hidden=4))
    with torch.no_grad():
        for weights in model.network.parameters():
            weights.zero_()
        model.network.policy.bias.copy_(torch.tensor([0.0, np.log(2), 0.0, 5.0, 0.0, 0.0]))
    masks = np.array([[True, True, True, False, False, False]]).repeat(20_000, axis=0)
    observations = np.zeros((20_000, 3), np.float32)
    thought = model.act(observations, masks, np.random.default_rng(1))
    counts = np.bincount(thought.actions, minlength=6)
    assert counts[3:].tolist() == [0, 0, 0]
    assert counts[1] == pytest.approx(10_000, abs=400)
    assert np.allclose(np.exp(thought.logs[thought.actions == 1]), 0.5, atol=1e-5)


def test_weights_are_saved_and_loaded(tmp_path: Path) -> None:
    settings = ppo.LearnerSettings(hidden=4)
    model = torch_model.TorchModel(3, 6, 1, settings)
    model.save(tmp_path / "weights.pt")
    again = torch_model.TorchModel(3, 6, 2, settings)
    again.load(tmp_path / "weights.pt")
    for name, array in model.network.state_dict().items():
        assert torch.equal(array, again.network.state_dict()[name])
    with pytest.raises(ValueError, match="another network"):
        torch_model.TorchModel(4, 6, 2, settings).load(tmp_path / "weights.pt")
