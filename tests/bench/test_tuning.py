"""Tuning by regret: what a choice gives away, and which setting is left."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from bench import tuning

from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.evaluation import load_evaluation
from coalbaron_fast.games import load_game

GAME = load_game("coalbaron")
DEFAULTS = {**PARAMETERS, "playout": 0}


@pytest.fixture
def tuner() -> tuning.Tuner:
    found = tuning.Tuner(GAME, load_evaluation("hand", GAME), DEFAULTS, nodes=20, reference=200)
    found.add_roots(2, 4, seed=1)
    return found


def test_a_choice_of_the_best_turn_gives_nothing_away(tuner: tuning.Tuner) -> None:
    for root in tuner.roots:
        best = max(root.worth, key=root.worth.__getitem__)
        assert list(best) in tuner.turns(root)
        assert tuner.lost(root, list(best)) == 0.0
        # A turn that the deep search hardly looked at is searched by itself.
        unknown = [codes for codes in tuner.turns(root) if tuple(codes) not in root.worth]
        if unknown:
            assert tuner.lost(root, unknown[-1]) == pytest.approx(
                max(root.worth.values()) - root.worth[tuple(unknown[-1])]
            )
            assert tuple(unknown[-1]) in root.worth


def test_positions_and_regrets_are_the_same_again(tuner: tuning.Tuner) -> None:
    again = tuning.Tuner(GAME, load_evaluation("hand", GAME), DEFAULTS, nodes=20, reference=200)
    again.add_roots(2, 4, seed=1)
    assert [root.data for root in again.roots] == [root.data for root in tuner.roots]
    setting = {"exploration": 4.0}
    assert tuner.regret(setting, range(4)) == again.regret(setting, range(4))


def test_the_setting_that_gives_least_away_is_left() -> None:
    asked: list[tuple[float, int]] = []

    class Known:
        def regret(self, setting: dict[str, float], places: range) -> list[float]:
            asked.append((setting["exploration"], len(places)))
            return [abs(setting["exploration"] - 5.0)] * len(places)

    settings = [{"exploration": float(value)} for value in (1, 9, 2, 6, 4.5, 20, 0, 12)]
    known: Any = Known()
    assert tuning.halve(known, settings, range(16)) == {"exploration": 4.5}
    # Eight on a quarter of the positions, four on half, two on all.
    assert [count for _, count in asked] == [4] * 8 + [8] * 4 + [16] * 2


def test_settings_lie_around_the_defaults() -> None:
    chance = random.Random(1)
    for _ in range(100):
        for name, value in tuning.draw_setting(DEFAULTS, chance).items():
            factor = tuning.FACTORS[name]
            assert DEFAULTS[name] / factor <= value <= DEFAULTS[name] * factor


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("speed=3", "no parameter speed"),
        ("widening=0", "widening must be a number from 1"),
        ("widening=x", "widening needs a number, not 'x'"),
    ],
)
def test_a_parameter_that_cannot_be_is_refused(setting: str, complaint: str) -> None:
    command = [sys.executable, "-m", "bench.tuning", "hand", "--also", setting]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert complaint in done.stderr
