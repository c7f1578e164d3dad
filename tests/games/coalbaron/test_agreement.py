"""The reference and the compiled core agree, and the runner would notice if not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games import side_by_side
from tests.games.coalbaron.reference import Game
from tests.games.coalbaron.reference.agreement import PAIR
from tests.games.coalbaron.reference.policies import POLICIES
from tests.games.side_by_side import Pair, Report, Setting

SETTINGS = 3 * (len(POLICIES) + 2)
"""Every policy at every number of players."""


def play(games: range, *, seed: int = 1, dict_every: int = 1) -> Report:
    return side_by_side.play_games(PAIR, seed, games, dict_every)


def test_reference_and_core_agree_in_a_game_of_every_kind() -> None:
    report = play(range(SETTINGS))
    assert report.failure is None, report.failure
    assert report.games == SETTINGS


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_reference_and_core_agree_in_many_games(part: int) -> None:
    games = 4 * SETTINGS
    # A difference stays in the position: it is found some tokens later all the same.
    report = play(range(part * games, (part + 1) * games), seed=2, dict_every=10)
    assert report.failure is None, report.failure


# The runner itself, on a core that is the reference under another name


class EchoState:
    """The core's interface over the reference."""

    def __init__(self, setting: Setting) -> None:
        self.game = Game(setting.players, setting.start)
        self.pushed = 0

    def push(self, token: str) -> None:
        self.game.play(token)
        self.pushed += 1

    def legal_moves(self) -> list[str]:
        return sorted(self.game.legal())

    def to_dict(self) -> dict[str, Any]:
        return self.game.to_dict()

    def chance_outcomes(self) -> list[tuple[str, float]]:
        return list(self.game.chance_outcomes().items())

    def scores(self) -> list[int]:
        return self.game.scores()

    def winners(self) -> list[int]:
        return self.game.winners()

    @property
    def phase(self) -> str:
        return self.game.phase

    @property
    def turn(self) -> int | None:
        return self.game.turn

    @property
    def is_chance(self) -> bool:
        return self.game.phase == "chance"

    @property
    def is_over(self) -> bool:
        return self.game.phase == "over"

    @property
    def marks(self) -> list[int]:
        return [seat.marks for seat in self.game.seats]

    @property
    def vp(self) -> list[int]:
        return self.game.scores()

    @property
    def workers(self) -> list[int]:
        return [seat.workers for seat in self.game.seats]


class LyingPosition(EchoState):
    def to_dict(self) -> dict[str, Any]:
        position = super().to_dict()
        if self.pushed == 40:
            position["seats"][1]["cage"]["cubes"] += "k"
        return position


class MissingMove(EchoState):
    def legal_moves(self) -> list[str]:
        moves = super().legal_moves()
        return moves if self.phase != "place" else [move for move in moves if move != "bank"]


class WrongChance(EchoState):
    def chance_outcomes(self) -> list[tuple[str, float]]:
        outcomes = super().chance_outcomes()
        return [(token, 1 / len(outcomes)) for token, _ in outcomes]


class WrongWinner(EchoState):
    def winners(self) -> list[int]:
        return [0, 1]


class AcceptsAnything(EchoState):
    def push(self, token: str) -> None:
        if token in self.game.legal():
            super().push(token)


class Crash(EchoState):
    def push(self, token: str) -> None:
        if token == "bank":
            raise RuntimeError("no bank here")
        super().push(token)


def echoed(core: type[EchoState] = EchoState) -> Pair[Game, Any]:
    """The pair with another core."""
    pair: Pair[Game, Any] = PAIR
    return replace(pair, new_state=core)


def test_the_runner_accepts_an_equal_core() -> None:
    assert side_by_side.main(echoed(), ["--games", "6"]) == 0


@pytest.mark.parametrize(
    ("core", "finding"),
    [
        (LyingPosition, "seats[1].cage.cubes: reference '', core 'k'"),
        (MissingMove, "only in the reference ['bank'], only in the core []"),
        (WrongChance, "probability of !"),
        (WrongWinner, "winners: "),
        (AcceptsAnything, "is accepted"),
        (Crash, "RuntimeError: no bank here"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_the_runner_finds_a_wrong_core(
    capsys: pytest.CaptureFixture[str], core: type[EchoState], finding: str
) -> None:
    assert side_by_side.main(echoed(core), ["--games", "12"]) == 1
    output = capsys.readouterr().out
    assert "DISAGREEMENT, game " in output
    assert finding in output


def test_a_finding_can_be_played_again() -> None:
    pair = echoed(LyingPosition)
    first, again = (side_by_side.play_game(pair, 5, 3, 1) for _ in range(2))
    assert first.failure is not None
    assert "--seed 5 --only 3" in first.failure
    assert first.failure == again.failure


def test_require_corners() -> None:
    assert side_by_side.main(echoed(), ["--games", "1", "--require-corners"]) == 1


def test_every_event_of_the_reference_is_a_corner() -> None:
    report = side_by_side.play_games(echoed(), 1, range(SETTINGS), dict_every=50)
    assert set(report.corners) <= set(PAIR.corners)
    # One game of every kind reaches nearly all; the rest takes more games.
    assert len(side_by_side.missing(PAIR, report.corners)) < 12
