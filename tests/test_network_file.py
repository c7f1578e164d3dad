"""Networks as files: what is written comes back, and whatever else is said in one clear error."""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from coalbaron_fast import Engine, Limits, SettingsError, State
from coalbaron_fast.engine.evaluation import load, load_evaluation
from coalbaron_fast.engine.network_file import (
    MAGIC,
    adjust_network,
    quantise,
    read_network,
    read_tensors,
    write_network,
)
from coalbaron_fast.errors import NetworkError
from coalbaron_fast.games import GAMES, load_game
from coalbaron_fast.search.evaluator import Evaluation
from tests.search import tiny_game
from tests.search.random_network import random_floats, sizes_of

GAME: Final = load_game("coalbaron")
SIZES: Final = sizes_of(GAME.ops)
TRAINED: Final = {"data": "none", "command": "by chance", "seeds": [1]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a network with random weights."""
    path = tmp_path / "random.net"
    write_network(path, GAME.name, SIZES.layout, random_floats(SIZES), TRAINED)
    return path


def reason_of(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    with pytest.raises(NetworkError) as caught:
        read_network(path)
    assert str(caught.value) == f"{path} {caught.value.reason}"
    return caught.value.reason


def sealed(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def with_header(content: bytes, change: dict[str, Any] | bytes) -> bytes:
    """Return the file with parts of its header changed, or with another one, and sealed anew."""
    length = int.from_bytes(content[12:16], "little")
    header = json.loads(content[16 : 16 + length])
    text = change if isinstance(change, bytes) else json.dumps(header | change).encode()
    body = content[16 + length : -32]
    return sealed(content[:12] + len(text).to_bytes(4, "little") + text + body)


def test_what_is_written_comes_back(path: Path) -> None:
    found = read_network(path)
    assert found.game == GAME.name
    assert found.trained == TRAINED
    assert found.weights.layout == SIZES.layout
    again = path.with_name("again.net")
    write_network(again, GAME.name, SIZES.layout, random_floats(SIZES), TRAINED)
    assert again.read_bytes() == path.read_bytes()
    assert sorted(file.name for file in path.parent.iterdir()) == ["again.net", "random.net"]


def test_tensors_are_read_back_as_they_were_written(path: Path) -> None:
    sizes, bits, tensors = quantise(random_floats(SIZES))
    found_sizes, found_bits, found = read_tensors(path)
    assert (found_sizes, found_bits) == (sizes, bits)
    assert set(found) == set(tensors)
    for name, tensor in tensors.items():
        assert np.array_equal(found[name], tensor)


def test_weights_keep_their_worth() -> None:
    floats = random_floats(SIZES)
    sizes, bits, tensors = quantise(floats)
    assert bits == 15
    whole = tensors["seat_rows"][:, : sizes["tower"]] / 2.0**bits
    assert np.abs(whole - floats["Wt"]).max() <= 0.5**bits
    assert quantise(floats | {"Wb": 300.0 * floats["Wb"]})[1] < 12


def test_weights_that_fit_no_network_are_not_written(path: Path) -> None:
    floats = random_floats(SIZES)
    for name in ("W1", "b1", "e"):
        with pytest.raises(ValueError, match="not "):
            write_network(path, "g", 1, floats | {name: floats[name][:-1]}, {})


# -- files that are none


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.net", tmp_path):
        with pytest.raises(NetworkError, match="cannot be read: "):
            read_network(missing)
    with pytest.raises(NetworkError, match="cannot be read: embedded null byte"):
        read_network("a\0b")


def test_files_that_are_something_else(path: Path) -> None:
    content = path.read_bytes()
    assert reason_of(path, b"") == "is no network"
    assert reason_of(path, b"GIF89a and so on") == "is no network"
    assert reason_of(path, MAGIC) == "is cut off"
    assert "too large" in reason_of(path, content + bytes(16 << 20))
    version = content[:8] + b"\2" + content[9:-32]
    assert "version 2; this engine reads 1" in reason_of(path, sealed(version))


def test_a_file_that_is_cut_off(path: Path) -> None:
    content = path.read_bytes()
    rng = Random(1)
    for length in (*range(0, 80, 7), *(rng.randrange(len(content)) for _ in range(100))):
        assert reason_of(path, content[:length])


def test_a_file_with_a_flipped_bit(path: Path) -> None:
    content = path.read_bytes()
    rng = Random(2)
    for place in (*range(64), *(rng.randrange(len(content)) for _ in range(200))):
        damaged = bytearray(content)
        damaged[place] ^= 1 << rng.randrange(8)
        assert reason_of(path, bytes(damaged))


def test_a_sealed_file_with_random_bytes(path: Path) -> None:
    """A checksum that agrees does not make a network: each is read or refused, none crashes."""
    content = path.read_bytes()[:-32]
    rng = Random(3)
    read = 0
    for _ in range(300):
        damaged = bytearray(content)
        for _ in range(rng.randrange(1, 4)):
            damaged[rng.choice((rng.randrange(400), rng.randrange(len(content))))] = rng.randrange(
                256
            )
        path.write_bytes(sealed(bytes(damaged)))
        try:
            found = read_network(path)
        except NetworkError:
            continue
        read += 1
        state = State(3, seed=4).data()
        if found.weights.layout == SIZES.layout:
            Evaluation(GAME.ops, found.weights).expect(state)
    assert 20 < read < 300


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": 7}, "game is no str"),
        ({"layout": "12"}, "no number of 16"),
        ({"layout": "x" * 16}, "no number of 16"),
        ({"layout": None}, "layout is no str"),
        ({"bits": "12"}, "bits is no int"),
        ({"bits": True}, "bits is no int"),
        ({"bits": 99}, "weights of 99 bits"),
        ({"sizes": {}}, "sizes are not those of"),
        ({"sizes": []}, "sizes is no dict"),
        ({"trained": 1}, "trained is no dict"),
        ({"more": 1}, "or with more"),
        (b"[]", "without game"),
        (b"{", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b'{"bits": 1e999}', "without game"),
    ],
)
def test_headers_that_say_nothing(path: Path, change: dict[str, Any] | bytes, reason: str) -> None:
    assert reason in reason_of(path, with_header(path.read_bytes(), change))


def test_sizes_that_are_not_those_of_the_weights(path: Path) -> None:
    content = path.read_bytes()
    sizes = quantise(random_floats(SIZES))[0]
    for name, size in sizes.items():
        for wrong in (size + 8, 0, -size, 1 << 40, 10**30, True, 2.0, None, "8"):
            assert reason_of(path, with_header(content, {"sizes": sizes | {name: wrong}}))


# -- the engine


def test_the_engine_plays_with_it(path: Path) -> None:
    state = State(2, seed=3)
    state.push_codes(state.first_sight())
    hand = Engine(evaluation="hand").search(state, Limits(nodes=200))
    with_network = [
        Engine(evaluation=str(path), threads=threads).search(state, Limits(nodes=20_000))
        for threads in (1, 2)
    ]
    assert with_network[0].lines == with_network[1].lines
    assert with_network[0].lines != hand.lines
    assert Engine(evaluation=str(path)).parameters["playout"] == 0
    assert Engine(evaluation=str(path), parameters={"playout": 3}).parameters["playout"] == 3
    assert Engine(evaluation="hand").parameters["playout"] == 12


def test_it_never_peeks(path: Path) -> None:
    engine = Engine(evaluation=str(path))
    state = State(3, seed=5)
    audited = 0
    while not state.is_over:
        if len(state.history) % 29 == 0:
            assert engine.audit(state, Limits(nodes=100), permutations=3) == []
            audited += 1
        state.push_codes(state.first_sight())
    assert audited >= 5


def test_networks_for_something_else_are_refused(path: Path) -> None:
    content = path.read_bytes()
    with pytest.raises(SettingsError, match="no network comes with Coal Baron") as caught:
        Engine(game=GAME._replace(network=None), evaluation="net")
    assert caught.value.field == "evaluation"
    path.write_bytes(with_header(content, {"game": "chess"}))
    with pytest.raises(NetworkError, match="for the game 'chess', not 'coalbaron'"):
        Engine(evaluation=str(path))
    path.write_bytes(with_header(content, {"layout": "0" * 16}))
    with pytest.raises(NetworkError, match="made for other features") as caught:
        Engine(evaluation=str(path))
    error = copy.copy(caught.value)
    assert (error.path, error.reason, str(error)) == (
        str(path),
        caught.value.reason,
        str(caught.value),
    )
    assert error.field == "evaluation"
    path.write_bytes(with_header(content, {"game": "coin"}))
    with pytest.raises(NetworkError, match="no features"):
        load_evaluation(str(path), tiny_game.GAME)


def test_without_a_network_the_game_s_own_guess_is_best() -> None:
    bare = GAME._replace(network=None)
    engine = Engine(game=bare)
    assert (engine.evaluation, engine.parameters["playout"]) == ("hand", 12)
    assert (Engine().evaluation, Engine().parameters["playout"]) == ("net", 0)
    assert Engine(game=tiny_game.GAME).evaluation == "hand"


SHIPPED: Final = GAME.network or Path()
MOST_BYTES: Final = 1 << 20


@pytest.mark.parametrize("name", GAMES)
def test_the_network_that_comes_along_fits_the_features(name: str) -> None:
    """Whoever changes a feature must train again: see "When the network changes" in learning.md."""
    game = load_game(name)
    if game.network is None:
        pytest.skip("no network comes with the game")
    found, sizes = read_network(game.network), sizes_of(game.ops)
    assert found.game == game.name
    assert found.layout == f"{sizes.layout:016x}"
    assert found.weights.layout == sizes.layout
    assert game.network.stat().st_size <= MOST_BYTES
    # It says how it was made.
    assert {"engine", "games", "positions", "settings", "held_out"} <= set(found.trained)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (None, "is cut off or damaged"),
        ({"game": "chess"}, "is a network for the game 'chess', not 'coalbaron'"),
        ({"layout": "0" * 16}, "made for other features"),
    ],
)
def test_a_network_that_comes_along_wrongly_is_one_error(
    tmp_path: Path, change: dict[str, Any] | None, reason: str
) -> None:
    content = SHIPPED.read_bytes()
    path = tmp_path / "coalbaron.net"
    path.write_bytes(content[:1000] if change is None else with_header(content, change))
    game = GAME._replace(network=path)
    for name in ("best", "net"):
        with pytest.raises(NetworkError, match=reason) as caught:
            Engine(game=game, evaluation=name)
        assert (caught.value.path, caught.value.field) == (str(path), "evaluation")
    assert Engine(game=game, evaluation="hand").evaluation == "hand"


def test_a_network_that_should_come_along_and_does_not(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="cannot be read: No such file"):
        Engine(game=GAME._replace(network=tmp_path / "none.net"))


def test_a_game_brings_its_network(path: Path) -> None:
    game = GAME._replace(network=path)
    state = State(2, seed=3)
    expected = load_evaluation(str(path), GAME).expect(state.data())
    assert load_evaluation("net", game).expect(state.data()) == expected
    assert load_evaluation("hand", game).expect(state.data()) != expected


def test_factors_change_the_band_and_nothing_else(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "adjusted.net"
    adjust_network(path, out, {2: {1: 0.5}, 3: {2: 4.0}})
    found, before = read_network(out), read_network(path)
    assert (found.spread, before.spread) == ({2: {1: 0.5}, 3: {2: 4.0}}, {})
    assert (found.trained, found.sizes, found.layout) == (TRAINED, before.sizes, before.layout)
    state, limits = State(2, seed=3), Limits(nodes=40, lines=3)
    old = Engine(evaluation=str(path), hash_mb=8).search(state, limits)
    new = Engine(evaluation=str(out), hash_mb=8).search(state, limits)
    for one, other in zip(old.lines, new.lines, strict=True):
        assert one.vp_spread is not None
        assert one.vp_band is not None
        assert other.vp_spread == pytest.approx([spread / 2 for spread in one.vp_spread])
        assert replace(other, vp_spread=one.vp_spread, vp_band=one.vp_band) == one
    # What is not measured stays as it is, and what was there before goes.
    assert load(str(out), GAME).spread_factor(GAME, State(3, seed=3)) == 1.0
    adjust_network(out, out, {})
    assert read_network(out).spread == {}


@pytest.mark.parametrize(
    "spread",
    [
        [],
        1,
        None,
        {"2": 1.0},
        {"two": {"1": 1.0}},
        *({"2": {"1": factor}} for factor in (0, -1.0, 1e9, float("nan"), "x")),
    ],
)
def test_factors_that_are_none_are_refused(path: Path, spread: object) -> None:
    content = with_header(path.read_bytes(), {"spread": spread})
    assert "no factors by seats and part" in reason_of(path, content)


def test_a_network_is_shown_without_what_trains_one(path: Path) -> None:
    program = f"""
import sys
sys.modules.update(dict.fromkeys(("numpy", "scipy", "jax")))
from coalbaron_protocol.arguments import run_command
sys.exit(run_command(["learn", "show", {str(path)!r}]))
"""
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert f"game: coalbaron, layout of its features: {SIZES.layout:016x}" in shown
    assert "tower" in shown
    assert 'command: "by chance"' in shown
    assert "this engine cannot use it" not in shown
