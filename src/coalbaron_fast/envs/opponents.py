"""Who plays the seats that do not learn: bots by name, bots of one's own, policies.

An opponent is one of four:

- a name, such as ``greedy``, ``engine:nodes=200``, ``my_bot:MyBot`` or ``path/to/my_bot.py:MyBot``;
- a class of bots: each of its seats gets a bot of its own in each game;
- a bot, an object with ``choose(state)``, which then plays all its seats and games;
- a policy: a function of observations and masks, one row a position, that returns an action a row.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from coalbaron_fast.bots import Bot, play_turn
from coalbaron_fast.games import Game, Position

__all__ = [
    "SEEDS",
    "Opponent",
    "OwnSeats",
    "Policy",
    "PolicyOpponent",
    "ReadOpponent",
    "blame",
    "one_for_each",
    "read_opponent",
    "turn_of",
]

SEEDS: Final = 1 << 48
"""Of games and opponents; an engine takes no seeds of 64 bits."""

Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], npt.ArrayLike]
"""Actions for some positions: of observations and masks, one row each."""

Opponent: TypeAlias = str | type[Bot] | Bot | Policy


class NamedOpponent(NamedTuple):
    """A bot by its name."""

    label: str
    game: Game

    def begin(self, seed: int) -> Bot:
        """Return the bot of one seat in one game; ValueError for a name that there is not."""
        # Compiled bots and policies do without the arena, which takes long to import.
        from coalbaron_fast.arena.players import bot_from  # noqa: PLC0415

        return bot_from(self.label, seed, self.game)


class ClassOpponent(NamedTuple):
    """A class of bots."""

    kind: type[Bot]
    game: Game

    @property
    def label(self) -> str:
        """What errors call it."""
        return self.kind.__qualname__

    def begin(self, seed: int) -> Bot:
        """Return the bot of one seat in one game; ValueError for no class of bots."""
        from coalbaron_fast.arena.own_bots import check_own_bot, make_own_bot  # noqa: PLC0415

        own = check_own_bot(self.label, self.kind)
        own.check({})
        return make_own_bot(own, {}, seed, self.game)


class BotOpponent(NamedTuple):
    """One bot for all games."""

    bot: Bot

    @property
    def label(self) -> str:
        """What errors call it."""
        return type(self.bot).__qualname__

    def begin(self, seed: int) -> Bot:  # noqa: ARG002
        """Return the bot itself."""
        return self.bot


class PolicyOpponent(NamedTuple):
    """A function of observations and masks."""

    policy: Policy

    @property
    def label(self) -> str:
        """What errors call it."""
        return str(getattr(self.policy, "__qualname__", type(self.policy).__qualname__))

    def answer(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Return an action for each row; ValueError if the policy returns something else."""
        found = np.asarray(self.policy(observations, masks))
        if found.shape != (len(masks),) or found.dtype.kind not in "iu":
            wrong = f"{found.dtype} of shape {found.shape}"
            raise ValueError(
                f"{len(masks)} whole numbers are needed from {self.label}, not {wrong}"
            )
        return found.astype(np.int64, copy=False)


ReadOpponent: TypeAlias = NamedOpponent | ClassOpponent | BotOpponent | PolicyOpponent


def one_for_each(opponents: Opponent | Sequence[Opponent], count: int) -> list[Opponent]:
    """Return as many opponents: one for all, or those that were listed."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents] * count
    return list(opponents)


def read_opponent(opponent: Opponent, game: Game) -> ReadOpponent:
    """Return who that is; ValueError or TypeError says why there is none."""
    if isinstance(opponent, str | type):
        kind = NamedOpponent if isinstance(opponent, str) else ClassOpponent
        made = kind(opponent, game)  # type: ignore[arg-type] # each gets its own
        made.begin(1)  # what cannot be made is refused here
        return made
    if callable(getattr(opponent, "choose", None)):
        return BotOpponent(opponent)  # type: ignore[arg-type] # mypy does not see the question
    if callable(opponent):
        return PolicyOpponent(opponent)
    wrong = type(opponent).__name__
    raise TypeError(f"an opponent is a name, a class of bots, a bot or a policy, not a {wrong}")


def turn_of(bot: Bot, state: Position) -> list[int]:
    """Return the codes of a bot's turn, which it chooses from what the seat to move knows."""
    ahead = state.unseeded()
    played = len(ahead.codes)
    play_turn(ahead, bot)
    return ahead.codes[played:]


@contextmanager
def blame(label: str, place: str) -> Iterator[None]:
    """Add to an error which opponent it came from, and where that played."""
    try:
        yield
    except Exception as error:
        error.add_note(f"The opponent {label} played {place}.")
        raise


class Lanes(Protocol):
    """What the opponents ask of a batch."""

    def state_of(self, lane: int) -> Any:  # noqa: ANN401 - the game's own State
        """Return a lane's position."""

    def game_of(self, lane: int) -> tuple[int, int, int | None]:
        """Return which game a lane plays."""


class Playing:
    """A bot in one seat of a lane: the game it was made for, and the rest of its turn."""

    def __init__(self, game: tuple[int, int, int | None], bot: Bot) -> None:
        self.game = game
        self.bot = bot
        self.rest: list[int] = []


class OwnSeats:
    """Plays the seats of a batch that Python plays; kind `first` is the first opponent's."""

    def __init__(self, opponents: Sequence[ReadOpponent], first: int) -> None:
        self.first = first
        self._opponents = tuple(opponents)
        self._playing: dict[tuple[int, int], Playing] = {}

    def forget(self) -> None:
        """Let go of all bots: other games begin."""
        self._playing.clear()

    def copy(self) -> Self:
        """Return the same players, with bots that go on by themselves; policies are shared."""
        other = type(self)(self._opponents, self.first)
        # One bot for all games stays one.
        shared: dict[int, Any] = {
            id(found.bot): found.bot for found in self._opponents if isinstance(found, BotOpponent)
        }
        try:
            other._playing = copy.deepcopy(self._playing, shared)  # noqa: SLF001 - of the same class
        except TypeError as error:
            names = " ".join(found.label for found in self._opponents)
            raise TypeError(f"a batch with bots that cannot be copied ({names})") from error
        return other

    def label_of(self, kind: int) -> str:
        """Return what errors call the opponent of a kind."""
        return self._opponents[kind - self.first].label

    def answer(
        self,
        batch: Lanes,
        lanes: NDArray[np.int64],
        kinds: NDArray[np.uint8],
        seats: NDArray[np.int8],
        look: Callable[[NDArray[np.int64]], tuple[NDArray[np.float32], NDArray[np.bool_]]],
    ) -> NDArray[np.int64]:
        """Return an action for each of the lanes, whose kinds and seats to move are given.

        `look` returns observations and masks of some lanes.
        """
        actions = np.empty(len(lanes), np.int64)
        for kind in np.unique(kinds).tolist():
            chosen = np.flatnonzero(kinds == kind)
            opponent = self._opponents[kind - self.first]
            if isinstance(opponent, PolicyOpponent):
                with blame(opponent.label, f"{len(chosen)} lanes"):
                    actions[chosen] = opponent.answer(*look(lanes[chosen]))
                continue
            for index in chosen.tolist():
                lane, seat = int(lanes[index]), int(seats[index])
                with blame(opponent.label, f"seat {seat} of lane {lane}"):
                    actions[index] = self._next_code(opponent, batch, lane, seat)
        return actions

    def _next_code(
        self,
        opponent: NamedOpponent | ClassOpponent | BotOpponent,
        batch: Lanes,
        lane: int,
        seat: int,
    ) -> int:
        """Return the next code of a bot's turn, and ask it for a turn where there is none left."""
        game = batch.game_of(lane)
        playing = self._playing.get((lane, seat))
        if playing is None or playing.game != game:
            seed = int(np.random.SeedSequence((game[1], seat)).generate_state(1, np.uint32)[0])
            playing = self._playing[lane, seat] = Playing(game, opponent.begin(seed))
        if not playing.rest:
            playing.rest = turn_of(playing.bot, batch.state_of(lane))
        return playing.rest.pop(0)
