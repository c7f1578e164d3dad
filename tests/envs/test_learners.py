"""The learners that need PyTorch learn: some minutes, with the extras `sb3` and `torch`.

`bash .ci/learners` installs what they need and runs them. Elsewhere they are left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from coalbaron_fast.envs import BatchEnv

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


def test_the_pages_program_runs() -> None:
    """What docs/envs.md shows of Stable-Baselines3, and the policy that it ends with."""
    pytest.importorskip("sb3_contrib")
    page = (Path(__file__).parents[2] / "docs" / "envs.md").read_text(encoding="utf-8")
    section = page.partition("### Stable-Baselines3\n")[2].partition("\n### ")[0]
    program = section.partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - our own page
    env = BatchEnv(4, 2, seed=1, learners=[0], bots=names["policy"], rotate=True)
    step = env.reset()
    for _ in range(20):
        step = env.step(names["policy"](step.observations, step.masks))


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


def test_both_models_learn_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the same weights: the losses are the same, and so are the gradients written by hand."""
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
    found: dict[str, NDArray[np.float32]] = {}
    monkeypatch.setattr(plain._adam, "step", found.update)
    batch = batch_of_decisions(64, 7, 20)
    assert plain.learn(batch, 1e-2) == pytest.approx(other.learn(batch, 1e-2), abs=1e-5)
    length = np.sqrt(sum(float(np.vdot(array, array)) for array in found.values()))
    scale = min(1.0, torch_model.LONGEST_GRADIENT / length)
    for name, layer in layers.items():
        own = found[name] if name == "policy" else found[name].T
        assert np.allclose(own * scale, layer.weight.grad.numpy(), atol=1e-6), name
        assert np.allclose(found[f"{name}_bias"] * scale, layer.bias.grad.numpy(), atol=1e-6), name


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
