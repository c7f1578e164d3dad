"""The network in floats and its loss, computed again in NumPy, unit by unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coalbaron_fast.contract.game import FeatureSizes

if TYPE_CHECKING:
    from coalbaron_fast.learning.fit import FitSettings, Targets
    from coalbaron_fast.learning.samples import Batch, Turns

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
jax = pytest.importorskip("jax", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")

SIZES = FeatureSizes(seat=7, board=5, turn=6, layout=1)
POSITIONS, SEATS, ASKED = 6, 3, 2
SHAPE = (4, 3, 5, 4, 3)
WEIGHTS = {"Wt", "Wl", "Wb", "W1", "W2", "W3", "Wp", "E"}
BIASES = {"bt", "bb", "b1", "b2", "b3", "bp", "e"}


def parameters(seed: int = 3) -> dict[str, Any]:
    """Parameters none of which is zero, so that each shows."""
    from coalbaron_fast.learning.model import Shape, init  # noqa: PLC0415 - needs JAX

    chance = np.random.default_rng(seed)
    begun = init(SIZES, Shape(*SHAPE), seed)
    return {
        name: np.asarray(array) + chance.normal(0, 0.2, array.shape).astype(np.float32)
        for name, array in begun.items()
    }


def batch(seed: int = 5) -> Batch:
    from coalbaron_fast.learning.samples import Batch  # noqa: PLC0415 - needs scipy

    chance = np.random.default_rng(seed)
    return Batch(
        chance.normal(0, 1, (POSITIONS, SEATS, SIZES.seat)).astype(np.float32),
        chance.normal(0, 1, (POSITIONS, SIZES.board)).astype(np.float32),
    )


def clipped(numbers: Any) -> Any:
    return np.minimum(np.maximum(numbers, 0.0), 1.0)


def plain_outputs(weights: dict[str, Any], given: Batch) -> tuple[Any, Any]:
    """Three outputs of each seat of each position, and what its head is fed."""
    out = np.zeros((POSITIONS, SEATS, 3))
    heads = np.zeros((POSITIONS, SEATS, 2 * SHAPE[0] + SHAPE[1]))
    for position in range(POSITIONS):
        seats = [given.seats[position, seat].astype(float) for seat in range(SEATS)]
        towers = [clipped(seat @ weights["Wt"] + weights["bt"]) for seat in seats]
        common = clipped(given.board[position].astype(float) @ weights["Wb"] + weights["bb"])
        for seat in range(SEATS):
            others = sum(towers[other] for other in range(SEATS) if other != seat)
            head = np.concatenate([towers[seat], others, common])
            hidden = clipped(head @ weights["W1"] + weights["b1"])
            second = clipped(hidden @ weights["W2"] + weights["b2"])
            heads[position, seat] = head
            out[position, seat] = (
                second @ weights["W3"] + weights["b3"] + seats[seat] @ weights["Wl"]
            )
    return out, heads


def test_outputs_are_those_of_every_unit() -> None:
    from coalbaron_fast.learning.model import forward  # noqa: PLC0415 - needs JAX

    weights, given = parameters(), batch()
    found, heads = forward(weights, given.seats, given.board)
    out, expected_heads = plain_outputs(weights, given)
    assert np.allclose(heads, expected_heads, atol=1e-5)
    # Points are counted in 32.
    assert np.allclose(found.points, 32 * out[..., 0], atol=1e-3)
    assert np.allclose(found.log_spread, out[..., 1], atol=1e-4)
    assert np.allclose(found.claim, out[..., 2], atol=1e-4)


def test_a_fit_begins_between_its_bounds() -> None:
    """Units see sums of a usual size, and are neither all shut nor all open."""
    from coalbaron_fast.learning.model import DECAYED, Shape, init  # noqa: PLC0415 - needs JAX

    shape = Shape(64, 48, 32, 24, 16)
    sizes = FeatureSizes(seat=400, board=300, turn=50, layout=1)
    found = {name: np.asarray(array) for name, array in init(sizes, shape, 1).items()}
    assert set(found) == WEIGHTS | BIASES
    assert set(DECAYED) == WEIGHTS
    head = 2 * 64 + 48
    for name, rows, columns, inputs in (
        ("Wt", 400, 64, 80), ("Wb", 300, 48, 40), ("W1", head, 32, head / 2), ("W2", 32, 24, 16),
        ("W3", 24, 3, 96), ("Wp", head, 16, head / 2), ("E", 50, 16, 64),
    ):  # fmt: skip
        assert found[name].shape == (rows, columns)
        assert np.std(found[name]) * np.sqrt(inputs) == pytest.approx(1, rel=0.25), name
        assert abs(np.mean(found[name])) < 0.35 * np.std(found[name])
    for name, value in (("bt", 0.5), ("bb", 0.5), ("b1", 0.3), ("b2", 0.3), ("bp", 0.3), ("e", 0)):
        assert (found[name] == np.float32(value)).all()
    assert found["b3"].tolist() == [1.0, 2.5, 0.0]
    assert not found["Wl"].any()
    other = init(sizes, shape, 2)
    assert not np.array_equal(found["Wt"], other["Wt"])
    assert not np.array_equal(found["Wp"][: 2 * 64 + 48, :3], found["W1"][:, :3])


def test_a_file_takes_numbers_as_the_game_gives_them() -> None:
    from coalbaron_fast.learning.fit import scaled  # noqa: PLC0415 - needs JAX
    from coalbaron_fast.learning.model import Scales, tensors  # noqa: PLC0415 - as above
    from coalbaron_fast.learning.samples import Batch  # noqa: PLC0415 - needs scipy

    chance = np.random.default_rng(1)
    scales = Scales(
        chance.uniform(0.1, 1, SIZES.seat).astype(np.float32),
        chance.uniform(0.1, 1, SIZES.board).astype(np.float32),
    )
    given, weights = batch(), parameters()
    written = tensors(weights, scales)
    raw = {
        name: array.T if name in ("W1", "W2", "W3", "Wp") else array
        for name, array in written.items()
    }
    scaled_batch = scaled(given, scales)
    assert np.allclose(scaled_batch.seats, given.seats * scales.seat)
    assert np.allclose(scaled_batch.board, given.board * scales.board)
    out, _ = plain_outputs(weights, Batch(scaled_batch.seats, scaled_batch.board))
    again, _ = plain_outputs(raw, given)
    assert np.allclose(out, again, atol=1e-5)
    assert set(written) == WEIGHTS | BIASES


def test_units_that_are_left_out_are_made_up_for() -> None:
    """A part of the first layer's units is left out; what the others pass on grows by as much."""
    from coalbaron_fast.learning.model import forward  # noqa: PLC0415 - needs JAX

    weights, given, rate = parameters(), batch(), 0.25
    _, whole = forward(weights, given.seats, given.board)
    own = np.asarray(whole)[..., : SHAPE[0]]
    common = np.asarray(whole)[:, 0, 2 * SHAPE[0] :]
    left_out: dict[str, list[float]] = {"own": [], "common": []}
    for number in range(60):
        _, heads = forward(weights, given.seats, given.board, (jax.random.key(number), rate))
        for name, found, units in (
            ("own", np.asarray(heads)[..., : SHAPE[0]], own),
            ("common", np.asarray(heads)[:, 0, 2 * SHAPE[0] :], common),
        ):
            open_units = units > 0
            kept = found[open_units] > 0
            assert np.allclose(
                found[open_units][kept], units[open_units][kept] / (1 - rate), rtol=1e-5
            )
            left_out[name].append(1 - kept.mean())
    for parts in left_out.values():
        assert np.mean(parts) == pytest.approx(rate, abs=0.05)


# -- the loss


def targets(seed: int = 7) -> Targets:
    from coalbaron_fast.learning.fit import Targets  # noqa: PLC0415 - needs JAX

    chance = np.random.default_rng(seed)
    points = chance.normal(40, 20, (POSITIONS, SEATS)).astype(np.float32)
    win = chance.uniform(0, 1, (POSITIONS, SEATS))
    return Targets(
        points=points,
        win=(win / win.sum(1, keepdims=True)).astype(np.float32),
        weight=chance.uniform(0.2, 1, POSITIONS).astype(np.float32),
        result=(points + chance.normal(0, 9, points.shape)).astype(np.float32),
        settled=np.array([1, 0, 1, 1, 0, 1], np.float32),
    )


def turns(seed: int = 9) -> tuple[Turns, Any]:
    """Turns of two positions, with two places that are not used, and who is to move there."""
    from coalbaron_fast.learning.samples import Turns  # noqa: PLC0415 - needs scipy

    chance = np.random.default_rng(seed)
    features = (chance.uniform(0, 1, (7, SIZES.turn)) < 0.5).astype(np.float32)
    features[5:] = 0
    shares = np.array([0.5, 0.3, 0.2, 0.9, 0.1, 0, 0], np.float32)
    return Turns(features, np.array([0, 0, 0, 1, 1, 2, 2], np.int32), shares), np.array([2, 0])


def plain_prior_loss(weights: dict[str, Any], heads: Any) -> float:
    """How unlikely the shares find the turns: a cross-entropy for each position."""
    given, movers = turns()
    total = 0.0
    for position, places in ((0, (0, 1, 2)), (1, (3, 4))):
        asked = clipped(heads[position, movers[position]] @ weights["Wp"] + weights["bp"])
        scores = [
            sum((given.features[place] @ weights["E"]) * asked)
            + given.features[place] @ weights["e"]
            for place in places
        ]
        sums = np.log(sum(np.exp(score) for score in scores))
        total -= sum(
            given.shares[place] * (score - sums)
            for place, score in zip(places, scores, strict=True)
        )
    return float(total / ASKED)


def plain_loss(weights: dict[str, Any], given: Batch, aims: Targets) -> tuple[float, float]:
    """The loss without and with turns."""
    out, heads = plain_outputs(weights, given)
    values, unlikely = [], []
    for position in range(POSITIONS):
        points, spread, claim = 32 * out[position, :, 0], out[position, :, 1], out[position, :, 2]
        error = (points - aims.points[position]) / 16
        squares = []
        for seat in range(SEATS):
            others = [error[other] for other in range(SEATS) if other != seat]
            squares.append(error[seat] ** 2 + (error[seat] - np.mean(others)) ** 2)
        shares = np.exp(claim) / np.exp(claim).sum()
        surprise = -sum(aims.win[position] * np.log(shares))
        values.append(aims.weight[position] * (np.mean(squares) + 2 * surprise))
        strayed = (aims.result[position] - points) / np.exp(spread)
        unlikely.append(aims.settled[position] * np.mean(0.5 * strayed**2 + spread))
    loss = np.mean(values) + 0.1 * sum(unlikely) / (1 + aims.settled.sum())
    return float(loss), float(loss + 0.5 * plain_prior_loss(weights, heads))


def test_the_loss_is_what_all_positions_are_wrong_by() -> None:
    from coalbaron_fast.learning.fit import loss_of  # noqa: PLC0415 - needs JAX

    weights, given, aims = parameters(), batch(), targets()
    asked, movers = turns()
    nothing_left_out = (jax.random.key(1), 0.0)
    without = loss_of(weights, given, aims, None, movers, nothing_left_out)
    found = loss_of(weights, given, aims, asked, movers, nothing_left_out)
    assert (float(without), float(found)) == pytest.approx(
        plain_loss(weights, given, aims), rel=1e-4
    )


def test_the_spread_follows_the_points_and_not_the_points_the_spread() -> None:
    """Where all else is told already, the spread's error moves the spread alone."""
    from coalbaron_fast.learning.fit import loss_of  # noqa: PLC0415 - needs JAX

    weights, given, aims = parameters(), batch(), targets()
    aims = aims._replace(weight=np.zeros_like(aims.weight))
    gradient = jax.grad(loss_of)(weights, given, aims, None, turns()[1], (jax.random.key(1), 0.0))
    assert np.abs(gradient["b3"][1]) > 1e-4
    assert not np.any(gradient["b3"][np.array([0, 2])])


@pytest.mark.parametrize("step", [0, 50, 99, 400, 999])
def test_a_step_is_adams(step: int) -> None:
    """With means that forget, set right while they are young, and decay of weights alone."""
    from coalbaron_fast.learning.fit import FitSettings, loss_of, take_step  # noqa: PLC0415 - JAX

    settings = FitSettings(steps=1000, dropout=0.0, rate=0.004, decay=0.5)
    weights, given, aims = parameters(), batch(), targets()
    weights["Wt"][0, 0] = 7.9
    asked, movers = turns()
    chance = np.random.default_rng(step)
    mean = {name: chance.normal(0, 0.1, array.shape) for name, array in weights.items()}
    square = {name: chance.uniform(0, 0.1, array.shape) for name, array in weights.items()}
    key = jax.random.key(2)
    state = (weights, mean, square)
    (after, new_mean, new_square), loss = take_step(
        state, given, aims, asked, movers, (key, step), settings
    )
    folded = (jax.random.fold_in(key, step), 0.0)
    expected, gradient = jax.value_and_grad(loss_of)(weights, given, aims, asked, movers, folded)
    assert float(loss) == pytest.approx(float(expected), rel=1e-5)
    rate = learning_rate(settings, step)
    for name, array in weights.items():
        own = np.asarray(gradient[name], float)
        first = 0.9 * mean[name] + 0.1 * own
        second = 0.999 * square[name] + 0.001 * own**2
        assert np.allclose(new_mean[name], first, atol=1e-5)
        assert np.allclose(new_square[name], second, atol=1e-5)
        direction = (first / (1 - 0.9 ** (step + 1))) / np.sqrt(second / (1 - 0.999 ** (step + 1)))
        decayed = 0.5 * array if name in WEIGHTS else 0.0
        moved = array - rate * (direction + decayed)
        assert np.allclose(after[name], np.clip(moved, -7.9, 7.9), rtol=1e-3, atol=2e-5), name


def learning_rate(settings: FitSettings, step: int) -> float:
    """Full after a hundred steps; from there half a wave down to a hundredth."""
    warm = min(1.0, (step + 1) / 100)
    wave = (1 + np.cos(np.pi * step / settings.steps)) / 2
    return float(settings.rate * warm * (0.01 + 0.99 * wave))


def test_settings_that_mean_nothing_are_refused() -> None:
    from coalbaron_fast.learning.fit import FitSettings  # noqa: PLC0415 - needs JAX

    for good in (
        {}, {"steps": 1}, {"asked": 1}, {"batch": 65}, {"searched": 0.0}, {"searched": 1.0},
        {"blend": 0.0}, {"blend": 1.0}, {"dropout": 0.0},
    ):  # fmt: skip
        made = FitSettings()._replace(**good)
        assert made.checked() == made
    for bad, words in (
        ({"steps": 0}, "steps must be at least 1, not 0"),
        ({"asked": 0}, "asked must be at least 1, not 0"),
        ({"batch": 64}, "batch must be at least 65, not 64"),
        ({"searched": -0.1}, "searched must be 0 to 1, not -0.1"),
        ({"blend": 1.5}, "blend must be 0 to 1, not 1.5"),
        ({"dropout": float("nan")}, "dropout must be 0 to 1, not nan"),
    ):
        with pytest.raises(ValueError, match=words):
            FitSettings()._replace(**bad).checked()
