"""Lanes of any game, in plain Python: what `BatchEnv` steps if a game has no table of functions.

They answer the same calls as the compiled ones (contract/batch.pyx), one lane after the other, and
are what those are tested against. The deals of a seed are others.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.bots import Bot, GreedyBot, RandomBot, play_turn
from coalbaron_fast.contract.batch import KINDS, Batch
from coalbaron_fast.contract.batch import REWARDS as REWARD_NUMBERS
from coalbaron_fast.envs.rewards import REWARDS
from coalbaron_fast.games import Game, Position

__all__ = ["KINDS", "LEARNER", "REWARD_NUMBERS", "PlainBatch", "make_batch"]

LEARNER: Final = "learner"
"""The kind of a seat that is asked for actions."""

PAYERS: Final = {number: REWARDS[name] for name, number in REWARD_NUMBERS.items()}
SEED_BITS: Final = 48

Arguments: TypeAlias = tuple[int, int, int, tuple[int, ...], int | None, int, int, bool]
"""Lanes, players, seed, who plays each seat, start, reward, threads, whether seats go round."""


def make_batch(game: Game, arguments: Arguments, options: str, *, compact: bool) -> Any:  # noqa: ANN401 - of either kind
    """Return what steps many games: compiled over the game's table, or plain if it has none."""
    if game.board is not None:
        return Batch(*arguments, game, options, compact)
    if compact:
        raise ValueError(f"{game.title} has no compact observations")
    return PlainBatch(game, *arguments, options=options)


class Arrays(NamedTuple):
    """Where a call writes, one row a lane."""

    observations: NDArray[np.float32]
    masks: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int16]
    terminated: NDArray[np.uint8]
    seats: NDArray[np.int8]
    kinds: NDArray[np.uint8]
    finals: NDArray[np.float32] | None


class Contest(NamedTuple):
    """What is the same for all lanes."""

    game: Game
    players: int
    seed: int
    kinds: tuple[int, ...]
    start: int | None
    reward: int
    turning: bool
    options: str


class Lane:
    """One game after the other; between two calls somebody is asked."""

    def __init__(self, contest: Contest, number: int, game: int) -> None:
        """Begin this game of the lane."""
        self.contest = contest
        self.number = number
        self.game = game
        drawn = random.Random(f"{contest.seed} {number} {game}")
        self.seed = drawn.getrandbits(SEED_BITS)
        step = (number + game) % contest.players
        self.start = contest.start
        if self.start is None:
            self.start = contest.game.start_of(step, contest.players)
        self.offset = step if contest.turning else 0
        self.choices = random.Random(drawn.getrandbits(SEED_BITS))
        bots: dict[int, Bot] = {
            KINDS["random"]: RandomBot(drawn.getrandbits(SEED_BITS)),
            KINDS["greedy"]: GreedyBot(contest.game),
        }
        self.bots = bots
        self.state: Position = contest.game.begin(
            contest.players, self.seed, self.start, contest.options
        )
        self.go_on()

    def kind_of(self, seat: int) -> int:
        """Return who plays a seat."""
        return self.contest.kinds[(seat - self.offset) % self.contest.players]

    def go_on(self) -> None:
        """Let the bots play until somebody is asked or the game is over."""
        while (seat := self.state.turn) is not None:
            bot = self.bots.get(self.kind_of(seat))
            if bot is None:
                return
            play_turn(self.state, bot)


class PlainBatch:
    """Games side by side; `coalbaron_fast.envs.BatchEnv` is its face, which checks what it gets."""

    def __init__(  # noqa: PLR0913, PLR0917 - in the order of the compiled one
        self,
        game: Game,
        count: int,
        players: int,
        seed: int,
        kinds: tuple[int, ...],
        start: int | None,
        reward: int,
        _threads: int,
        turning: bool,
        *,
        options: str = "",
    ) -> None:
        self._contest = Contest(game, players, seed, kinds, start, reward, turning, options)
        self._count = count
        self._lanes: list[Lane] = []

    def close(self) -> None:
        """Do nothing: there are no threads."""

    def reset(self, seed: int | None, arrays: Sequence[Any]) -> None:
        """Begin a game in every lane: the first of the seed, or without one the lane's next."""
        games = [lane.game + 1 for lane in self._lanes] or [0] * self._count
        if seed is not None:
            games = [0] * self._count
            self._contest = self._contest._replace(seed=seed)
        self._lanes = [Lane(self._contest, number, game) for number, game in enumerate(games)]
        self.show(arrays)

    def show(self, arrays: Sequence[Any]) -> None:
        """Write where the lanes are, without rewards."""
        self._check_begun()
        for lane in self._lanes:
            clear(lane.number, Arrays(*arrays))
            self._show(lane, Arrays(*arrays))

    def begin(self, lanes: NDArray[np.int64], arrays: Sequence[Any]) -> None:
        """Give up the games in these lanes and begin the next."""
        self._check_begun()
        for number in self._chosen(lanes):
            lane = Lane(self._contest, number, self._lanes[number].game + 1)
            self._lanes[number] = lane
            clear(number, Arrays(*arrays))
            self._show(lane, Arrays(*arrays))

    def step(
        self,
        actions: NDArray[np.int64],
        arrays: Sequence[Any],
        lanes: NDArray[np.int64] | None = None,
        keep: bool = False,
    ) -> int:
        """Play an action in each of the lanes and return -1, or none and the first that refuses.

        With `keep` rewards, scores and ends stay where no game ends.
        """
        self._check_begun()
        numbers = list(range(self._count)) if lanes is None else self._chosen(lanes)
        if len(actions) != len(numbers):
            raise ValueError(f"actions must have shape {(len(numbers),)}, not {actions.shape}")
        pairs = list(zip(numbers, actions.tolist(), strict=True))
        for number, action in pairs:
            if not self._lanes[number].state.is_legal_code(action):
                return int(number)
        for number, action in pairs:
            if not keep:
                clear(number, Arrays(*arrays))
            self._play(self._lanes[number], action, Arrays(*arrays))
        return -1

    def _chosen(self, lanes: NDArray[np.int64]) -> list[int]:
        numbers: list[int] = lanes.tolist()
        if numbers != sorted(set(range(self._count)) & set(numbers)):
            raise ValueError(f"lanes must ascend from 0 to {self._count - 1}")
        return numbers

    def _play(self, lane: Lane, action: int, arrays: Arrays) -> None:
        lane.state.push_codes([action])
        lane.go_on()
        if lane.state.is_over:
            number, observe = lane.number, self._contest.game.trained().observe
            arrays.rewards[number] = PAYERS[self._contest.reward](lane.state)
            arrays.scores[number] = lane.state.vp
            arrays.terminated[number] = 1
            if arrays.finals is not None:
                for seat, row in enumerate(arrays.finals[number]):
                    observe(lane.state, seat, row)
            lane = self._lanes[number] = Lane(self._contest, number, lane.game + 1)
        self._show(lane, arrays)

    def _show(self, lane: Lane, arrays: Arrays) -> None:
        training, number, seat = self._contest.game.trained(), lane.number, lane.state.turn
        if seat is None:
            raise RuntimeError(f"no learner is asked in lane {number}")
        training.observe(lane.state, seat, arrays.observations[number])
        training.legal_mask(lane.state, arrays.masks[number].view(np.bool_))
        arrays.seats[number] = seat
        arrays.kinds[number] = lane.kind_of(seat)

    def choose(self, actions: NDArray[np.int64]) -> None:
        """Write a legal action for every lane, all equally likely, by the lanes' seeds."""
        self._check_begun()
        for lane in self._lanes:
            actions[lane.number] = lane.choices.choice(lane.state.legal_codes())

    def state_of(self, lane: int) -> Position:
        """Return the position in a lane, with the seed that its game goes on by."""
        return self._lane(lane).state.copy()

    def game_of(self, lane: int) -> tuple[int, int, int | None]:
        """Return how many games the lane has finished, this one's seed and its start seat."""
        own = self._lane(lane)
        return own.game, own.seed, own.start

    def _lane(self, lane: int) -> Lane:
        if not 0 <= lane < self._count:
            raise IndexError(f"lane must be 0 to {self._count - 1}, not {lane}")
        self._check_begun()
        return self._lanes[lane]

    def _check_begun(self) -> None:
        if not self._lanes:
            raise RuntimeError("no game has begun: call reset() first")

    def copy(self) -> Self:
        """Return the same games, to go on by themselves."""
        return copy.deepcopy(self)


def clear(number: int, arrays: Arrays) -> None:
    """Write that nothing has ended in a lane."""
    arrays.rewards[number] = 0
    arrays.scores[number] = 0
    arrays.terminated[number] = 0
