"""The compiled network against a plain one, bit by bit, and what is refused."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

from coalbaron_fast import State
from coalbaron_fast.engine.network_file import quantise
from coalbaron_fast.games import load_game
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.network import Weights, tensor_shapes
from tests.search.random_network import UNITS, PlainNetwork, random_floats, sizes_of, weights_of

OPS: Final = load_game("coalbaron").ops
SIZES: Final = sizes_of(OPS)


def positions(players: int) -> list[State]:
    """Return positions with a seat to move from a greedy game."""
    found = []
    state = State(players, seed=players)
    while not state.is_over:
        if len(state.history) % 5 == 0:
            found.append(state.copy())
        state.push_codes(state.first_sight())
    assert len(found) > 15
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("units", "scale"),
    [
        (UNITS, 1.0),
        (UNITS, 4.0),
        (dict.fromkeys(UNITS, 8), 1.0),
        ({"tower": 256, "board": 64, "hidden": 32, "second": 32, "prior": 256}, 0.5),
    ],
)
def test_it_says_what_a_plain_one_says(players: int, units: dict[str, int], scale: float) -> None:
    floats = random_floats(SIZES, players, units, scale)
    plain = PlainNetwork(floats)
    evaluation = Evaluation(OPS, weights_of(floats, SIZES.layout))
    points_seen = set()
    for state in positions(players)[::3]:
        data = state.data()
        points, win = evaluation.expect(data)
        plain_points, plain_win = plain.expect(OPS, data, players)
        assert points == plain_points
        assert win == pytest.approx(plain_win, rel=1e-12)
        points_seen.update(points)
        turns = evaluation.turns(data)
        assert state.turn is not None
        scores = plain.scores(OPS, data, players, state.turn, [codes for codes, _ in turns])
        assert [score for _, score in turns] == scores
        assert len(set(scores)) > 1 or len(scores) == 1
    assert len(points_seen) > 5


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("middle", [-9.0, -4.0, 0.0, 1.0, 6.0, 9.0])
def test_a_spread_has_a_least_and_a_largest_value(players: int, middle: float) -> None:
    floats = random_floats(SIZES, players)
    floats["b3"][1] = middle
    plain = PlainNetwork(floats)
    evaluation = Evaluation(OPS, weights_of(floats, SIZES.layout))
    seen: set[float] = set()
    for state in positions(players)[::4]:
        spread = evaluation.spread(state.data())
        assert spread is not None
        assert spread == pytest.approx(plain.spread(OPS, state.data(), players), rel=1e-12)
        seen.update(spread)
    if abs(middle) == 9.0:
        assert list(seen) == pytest.approx([np.exp(-4.0 if middle < 0 else 6.0)])
    elif abs(middle) < 2:
        assert len(seen) > 3


def test_units_are_busy() -> None:
    """The comparison is worth something: activations lie between their ends too."""
    plain = PlainNetwork(random_floats(SIZES))
    fed = plain.inputs(OPS, positions(2)[5].data(), 2)[0][0]
    assert 0.3 < np.mean((fed > 0) & (fed < 256)) < 1.0


def test_a_finished_game_is_worth_what_it_is() -> None:
    evaluation = Evaluation(OPS, weights_of(random_floats(SIZES), SIZES.layout))
    state = positions(2)[-1]
    while not state.is_over:
        state.push_codes(state.first_sight())
    points, win = evaluation.expect(state.data())
    assert points == state.vp
    assert win == state.win_shares()
    with pytest.raises(ValueError, match="no seat is to move"):
        evaluation.turns(state.data())


def test_a_network_for_other_features_is_refused() -> None:
    weights = weights_of(random_floats(SIZES), SIZES.layout ^ 2)
    with pytest.raises(ValueError, match="made for other features"):
        Evaluation(OPS, weights)
    other = weights_of(random_floats(SIZES._replace(board=5)), SIZES.layout)
    with pytest.raises(ValueError, match="made for other features"):
        Evaluation(OPS, other)


# -- what is no network


def opened(floats: Any, **changes: Any) -> Weights:
    sizes, bits, tensors = quantise(floats)
    for name, value in changes.items():
        tensors[name].flat[:] = value
    body = b"".join(tensors[name].tobytes() for name in tensor_shapes(sizes))
    return Weights(SIZES.layout, sizes, bits, body)


@pytest.mark.parametrize("name", ["hidden_rows", "prior_rows"])
def test_sums_that_could_overflow_are_refused(name: str) -> None:
    wide = {"tower": 256, "board": 256, "hidden": 8, "second": 256, "prior": 8}
    floats = random_floats(SIZES, units=wide)
    opened(floats, **{name: 32767 // 8})
    for worst in (32767, -32767, -32768):
        with pytest.raises(ValueError, match="overflow"):
            opened(floats, **{name: worst})


@pytest.mark.parametrize(
    "name", ["seat_bias", "board_bias", "hidden_bias", "second_bias", "output_bias", "prior_bias"]
)
def test_biases_that_could_overflow_are_refused(name: str) -> None:
    floats = random_floats(SIZES)
    opened(floats, **{name: 1 << 20})
    for worst in (2**31 - 1, -(2**31)):
        with pytest.raises(ValueError, match="overflow"):
            opened(floats, **{name: worst})


WIDE: Final = {"tower": 256, "board": 256, "hidden": 8, "second": 8, "prior": 8}
OWN, OTHERS, BOARD = (slice(256 * part, 256 * (part + 1)) for part in range(3))
LIMIT: Final = 2**31
ROUNDING: Final = 2**12


def with_rows(name: str, unit: int, place: slice, total: int, bias: int) -> Any:
    """Open a network with weights of one unit in one place alone, that come to a total."""
    rows = np.zeros((8, 3 * 256), np.int64)
    each, rest = divmod(total, 256)
    rows[unit, place] = each
    rows[unit, place][:rest] += 1
    rows[unit, place] *= np.where(np.arange(256) % 2, 1, -1)
    biases = np.zeros(8, np.int64)
    biases[unit] = -bias
    floats = random_floats(SIZES, units=WIDE)
    return opened(floats, **{f"{name}_rows": rows.ravel(), f"{name}_bias": biases})


@pytest.mark.parametrize("name", ["hidden", "prior"])
@pytest.mark.parametrize("unit", [0, 7])
@pytest.mark.parametrize(("place", "times"), [(OWN, 1), (OTHERS, 3), (BOARD, 1)])
def test_sums_are_refused_from_where_they_could_overflow(
    name: str, unit: int, place: slice, times: int
) -> None:
    """An activation is 256 at most; the towers of three other seats are added up."""
    total = 2_000_000
    room = LIMIT - 1 - ROUNDING - 256 * times * total
    with_rows(name, unit, place, total, room)
    with pytest.raises(ValueError, match="overflow"):
        with_rows(name, unit, place, total, room + 1)
    with pytest.raises(ValueError, match="overflow"):
        with_rows(name, unit, place, total + 1, room)


@pytest.mark.parametrize("name", ["second", "output"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_head_s_bias_may_fill_what_its_weights_leave(name: str, sign: int) -> None:
    floats = random_floats(SIZES)
    for over in (0, 1):
        changes = {f"{name}_rows": 0, f"{name}_bias": sign * (LIMIT - 1 - ROUNDING + over)}
        if over:
            with pytest.raises(ValueError, match="overflow"):
                opened(floats, **changes)
        else:
            opened(floats, **changes)


@pytest.mark.parametrize("name", ["seat_bias", "board_bias"])
def test_a_first_layer_s_bias_may_take_half_of_the_room(name: str) -> None:
    floats = random_floats(SIZES)
    for sign in (1, -1):
        opened(floats, **{name: sign * 2**30})
        with pytest.raises(ValueError, match="overflow"):
            opened(floats, **{name: sign * (2**30 + 1)})


def test_the_largest_sums_are_right() -> None:
    """What is let through does not overflow: all that can be is as large as it can be."""
    floats = random_floats(SIZES, units=UNITS)
    rows = 2 * UNITS["tower"] + UNITS["board"]
    most = (2**31 - 2**13 - 2**30) // (256 * (rows + 2 * UNITS["tower"]))
    for sign in (1, -1):
        changed = floats | {
            "Wt": np.full_like(floats["Wt"], sign * 7.99),
            "W1": np.full_like(floats["W1"], sign * min(most, 32767) / 4096),
        }
        plain = PlainNetwork(changed)
        evaluation = Evaluation(OPS, weights_of(changed, SIZES.layout))
        data = positions(4)[7].data()
        assert evaluation.expect(data)[0] == plain.expect(OPS, data, 4)[0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tower": 12}, "12 units of the layer 'tower'"),
        ({"hidden": 0}, "0 units"),
        ({"prior": 264}, "264 units"),
        ({"second": -8}, "-8 units"),
        ({"seat": 0}, "0 features"),
        ({"turn": 1 << 17}, "131072 features"),
        ({"board": 3}, "bytes of weights"),
    ],
)
def test_sizes_that_no_network_has_are_refused(changes: dict[str, int], reason: str) -> None:
    sizes, bits, tensors = quantise(random_floats(SIZES))
    body = b"".join(tensors[name].tobytes() for name in tensor_shapes(sizes))
    with pytest.raises(ValueError, match=reason):
        Weights(SIZES.layout, sizes | changes, bits, body)
    with pytest.raises(ValueError, match="weights of 40 bits"):
        Weights(SIZES.layout, sizes, 40, body)
    with pytest.raises(ValueError, match="bytes of weights"):
        Weights(SIZES.layout, sizes, bits, body[:-1])
