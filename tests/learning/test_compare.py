"""Networks beside each other: distances by hand, and the command on games just played."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast.engine.network_file import write_network
from coalbaron_fast.games import load_game
from coalbaron_protocol.arguments import run_command
from tests.search.random_network import random_floats, sizes_of

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")

GAME = load_game("coalbaron")
SIZES = sizes_of(GAME.ops)


def test_leads_do_not_count_what_all_are_wrong_by_alike() -> None:
    from coalbaron_fast.learning.compare import lead_error  # noqa: PLC0415 - needs NumPy

    known = np.array([[50.0, 40.0]], np.float32)
    assert lead_error(np.array([[60.0, 50.0]]), known) == 0.0
    # 6 too many and 6 too few, once the common error is gone.
    assert lead_error(np.array([[62.0, 40.0]]), known) == pytest.approx(6.0)


def test_surprise_is_nothing_for_whoever_knew() -> None:
    from coalbaron_fast.learning.compare import surprise  # noqa: PLC0415 - needs NumPy

    known = np.array([[0.25, 0.75], [1.0, 0.0]], np.float32)
    assert surprise(known.astype(float), known) == pytest.approx(0.0, abs=1e-6)
    even = np.full((2, 2), 0.5)
    rather = 0.25 * math.log(0.5) + 0.75 * math.log(1.5)
    assert surprise(even, known) == pytest.approx((rather + math.log(2)) / 2, abs=1e-6)


def test_a_file_holds_the_numbers_that_were_written(tmp_path: Path) -> None:
    from coalbaron_fast.learning.whole import WholeNetwork  # noqa: PLC0415 - needs NumPy

    floats = random_floats(SIZES, seed=3)
    write_network(tmp_path / "one.net", GAME.name, SIZES.layout, floats, {})
    written: Any = WholeNetwork.of(floats)
    found: Any = WholeNetwork.read(tmp_path / "one.net")
    assert found._bits == written._bits
    for name, tensor in written._tensors.items():
        assert (found._tensors[name] == tensor).all()


def test_the_command_tells_networks_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in (1, 2):
        floats = random_floats(SIZES, seed=seed)
        write_network(tmp_path / f"{seed}.net", GAME.name, SIZES.layout, floats, {})
    games, samples = str(tmp_path / "games"), str(tmp_path / "samples")
    play = ["learn", "play", games, "--games", "30", "--seats", "2", "--nodes", "2"]
    assert run_command([*play, "--share", "0.2", "--evaluation", "hand"]) == 0
    assert run_command(["learn", "label", games, samples]) == 0
    capsys.readouterr()
    networks = [str(tmp_path / f"{seed}.net") for seed in (1, 2, 1)]
    assert run_command(["learn", "compare", samples, *networks]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert len(rows) == 9
    for first, second, again in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        assert first[:3] == [*second[:2], "1.net"]
        assert first[3:] == again[3:] != second[3:]
