"""Many games at once: stepped by one call, on several threads, into arrays that stay."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Sequence
from operator import index as as_integer
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import numpy as np

from coalbaron_fast.contract.observations import Observations
from coalbaron_fast.envs.lanes import KINDS, LEARNER, REWARD_NUMBERS, make_batch
from coalbaron_fast.envs.opponents import (
    Opponent,
    OwnSeats,
    ReadOpponent,
    blame,
    one_for_each,
    read_opponent,
)
from coalbaron_fast.errors import CoalBaronError
from coalbaron_fast.games import DEFAULT, Game, load_game
from coalbaron_fast.games.numbers import check_seed
from coalbaron_fast.games.options import OptionsGiven
from coalbaron_fast.threads import MOST_THREADS

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["BatchEnv", "IllegalActionError", "Step"]

LANES_A_THREAD: Final = 64
"""With fewer games for each, another thread costs more than it brings."""

BOTS: Final = tuple(name for name in KINDS if name != LEARNER)
"""The bots that play without Python the seats that do not learn, many times faster than others."""

FIRST_OWN: Final = max(KINDS.values()) + 1
"""The first kind of a seat that is not the batch's own."""


class Step(NamedTuple):
    """What a step writes, one row a lane; the next step writes the arrays again.

    `observations` (float32) and `masks` (bool) are for the seat to move, `seats` says which that
    is; a compact batch has whole numbers and bits there. Where a game ended, `terminated` is true,
    `rewards` (float32) and `scores` (final points, int16) hold one number a seat, and the rest of
    the row belongs to the game that has begun in its place. Elsewhere rewards and scores are 0.
    """

    observations: npt.NDArray[Any]
    masks: npt.NDArray[Any]
    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int8]
    scores: npt.NDArray[np.int16]


class IllegalActionError(CoalBaronError):
    """An action that is not legal in its lane; nothing was played in any lane.

    `lane` is the first such lane, `action` what was to be played there.
    """

    lane: int
    action: int

    def __init__(self, lane: int, action: int, token: str | None = None) -> None:
        self.lane = lane
        self.action = action
        self.token = token
        name = "" if token is None else f" ({token})"
        super().__init__(f"action {action}{name} is not legal in lane {lane}; nothing was played")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.lane, self.action, self.token)


class BatchEnv:
    """Games side by side, for learners that think about many positions at once.

    Every lane plays one game after the other; chance, the seats that do not learn and the next
    game come by themselves. What happens in a lane follows from ``seed``, the lane's number and
    the actions in that lane, whatever the number of threads.

    Args:
        num_envs: how many lanes.
        players: seats in each game; by default the fewest that the game is for.
        seed: what all lanes are dealt by.
        learners: the seats that are asked for actions; by default all.
        bots: who plays the others: one for all, or a list with one for each other seat in order.
            ``random`` and ``greedy`` are compiled. Any other bot by its name, a class of bots, a
            bot, or a policy (a function of observations and masks that returns actions) is asked
            in Python (`coalbaron_fast.envs.opponents`).
        start: the start seat; by default it goes round from lane to lane and game to game, or
            chance draws it where the game does that.
        rotate: let learners and bots sit one seat further in each next lane and game: a learner
            gets to know every seat. The start seat stays then, 0 unless it is given.
        reward: what the end of a game pays each seat. ``win``: its share of the win, stretched so
            that all seats' rewards add up to 0 and the only winner gets 1. ``margin``: its final
            points beyond the mean of the other seats.
        game: what is played, by name or as a record.
        options: the options of the game, as words (``"rounds=8 amok"``) or as a dict.
        threads: how many threads work; by default as many as there are processors for.
        keep_finals: also keep in `finals` what each seat knew at the end of a lane's last game.
        compact: observations are whole numbers of one byte each or two, as the game declares. Times
            `units` they are the usual ones, but for a count that is too large. Masks have one bit
            an action, the lowest first: ``numpy.unpackbits(masks, axis=1, bitorder="little")``.
            Policies get both as they are written.
    """

    def __init__(  # noqa: PLR0913 - every setting is one name
        self,
        num_envs: int,
        players: int | None = None,
        seed: int = 0,
        *,
        learners: Iterable[int] | None = None,
        bots: Opponent | Sequence[Opponent] = "random",
        start: int | None = None,
        rotate: bool = False,
        reward: str = "win",
        game: Game | str = DEFAULT,
        options: OptionsGiven = None,
        threads: int | None = None,
        keep_finals: bool = False,
        compact: bool = False,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        self.game = load_game(game)
        self.options = self.game.options.spell(options)
        players = self.game.usual_players if players is None else players
        self.game.check_players(players)
        if start is not None:
            self.game.check_start(start, players)
        if reward not in REWARD_NUMBERS:
            known = ", ".join(REWARD_NUMBERS)
            raise ValueError(f"reward must be one of {known}, not {reward!r}")
        if threads is not None and not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads must be 1 to {MOST_THREADS}, not {threads}")
        self.num_envs = num_envs
        self.players = players
        self.learners = check_learners(learners, players)
        self.threads = threads or default_threads(num_envs)
        kinds, own = read_seats(self.game, self.learners, bots, players)
        self._own = OwnSeats(own, FIRST_OWN) if own else None
        if rotate and start is None:
            start = self.game.start_of(0, players)
        self.compact = compact
        self._batch = make_batch(
            self.game,
            (
                num_envs,
                players,
                check_seed(as_integer(seed)),
                kinds,
                start,
                REWARD_NUMBERS[reward],
                self.threads,
                rotate,
            ),
            self.options,
            compact=compact,
        )
        self._step = self.allocate()
        self._kinds = np.zeros(num_envs, np.uint8)
        self._is_torn = False
        seen = self._step.observations
        self.finals: npt.NDArray[Any] | None = (
            np.zeros((num_envs, players, seen.shape[1]), seen.dtype) if keep_finals else None
        )

    def allocate(self) -> Step:
        """Return arrays that ``out=`` takes, for a caller that keeps several steps."""
        rows, codes = self.num_envs, len(self.game.tokens)
        masks: npt.NDArray[Any] = np.zeros((rows, codes), np.bool_)
        numbers: np.dtype[Any] = np.dtype(np.float32)
        if self.compact:
            masks = np.zeros((rows, (codes + 7) // 8), np.uint8)
            numbers = self._seen().compact_dtype
        return Step(
            np.zeros((rows, self.game.trained().observation_size(self.players)), numbers),
            masks,
            np.zeros((rows, self.players), np.float32),
            np.zeros(rows, np.bool_),
            np.zeros(rows, np.int8),
            np.zeros((rows, self.players), np.int16),
        )

    def _seen(self) -> Observations:
        return Observations(self.game.board, len(self.game.tokens))

    @property
    def units(self) -> npt.NDArray[np.float32]:
        """What each number of a compact observation is multiplied with to be that of the others."""
        return self._seen().units(self.players)

    def reset(self, seed: int | None = None, out: Step | None = None) -> Step:
        """Begin a game in every lane: the first of the seed, without one the lane's next.

        After a Ctrl-C in it another `reset` is needed.
        """
        step = out or self._step
        self._batch.reset(None if seed is None else check_seed(as_integer(seed)), self._raw(step))
        if self._own is not None:
            self._own.forget()
            self._is_torn = False
            self._let_own_play(step)
        return step

    def begin(self, lanes: npt.ArrayLike, out: Step | None = None) -> Step:
        """Give up the games in these lanes and begin the next there; other rows stay."""
        self._check_whole()
        step = out or self._step
        chosen = self._chosen(lanes)
        if len(chosen):
            self._batch.begin(chosen, self._raw(step))
            self._let_own_play(step)
        return step

    def step(
        self,
        actions: npt.ArrayLike,
        out: Step | None = None,
        lanes: npt.ArrayLike | None = None,
    ) -> Step:
        """Play one action in every lane, and on to where a learner is asked again.

        Writes to ``out`` (from `allocate`, or slices of a larger buffer) or to arrays of its own.
        With ``lanes``, in ascending order, there is one action for each of these, and other rows
        stay as they are.

        Raises `IllegalActionError`, and plays nothing anywhere, if an action is not legal. An error
        of an opponent comes when the learners have played: after it, only `reset` goes on.
        After a Ctrl-C some lanes have played and others have not: `show` says where each one is.
        """
        self._check_whole()
        step = out or self._step
        codes = np.asarray(actions)
        if codes.size and codes.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {codes.dtype}")
        codes = np.ascontiguousarray(codes, np.int64)
        chosen = None if lanes is None else self._chosen(lanes)
        if chosen is not None and not len(chosen):
            return step
        refused = self._batch.step(codes, self._raw(step), chosen)
        if refused >= 0:
            place = refused if chosen is None else int(np.searchsorted(chosen, refused))
            action = int(codes[place])
            is_code = 0 <= action < len(self.game.tokens)
            token = self.game.tokens[action] if is_code else None
            raise IllegalActionError(refused, action, token)
        self._let_own_play(step)
        return step

    def _chosen(self, lanes: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return lanes as the batch takes them."""
        chosen = np.asarray(lanes)
        if chosen.ndim != 1 or (len(chosen) and chosen.dtype.kind not in "iu"):
            raise TypeError(f"lanes must be a row of integers, not {lanes!r}")
        return np.ascontiguousarray(chosen, np.int64)

    def _check_whole(self) -> None:
        if self._is_torn:
            raise RuntimeError("an opponent failed in the middle of a step: call reset() first")

    def _let_own_play(self, step: Step) -> None:
        """Ask the opponents that Python plays until only learners are asked."""
        own = self._own
        if own is None:
            return
        self._is_torn = True
        while len(lanes := np.flatnonzero(self._kinds >= own.first)):
            kinds, seats = self._kinds[lanes], step.seats[lanes]
            actions = own.answer(
                self, lanes, kinds, seats, lambda rows: (step.observations[rows], step.masks[rows])
            )
            refused = self._batch.step(actions, self._raw(step), lanes, keep=True)
            if refused >= 0:
                place = int(np.searchsorted(lanes, refused))
                code = int(actions[place])
                label = own.label_of(int(kinds[place]))
                with blame(label, f"seat {seats[place]} of lane {refused}"):
                    raise ValueError(f"action {code} is not legal in lane {refused}")
        self._is_torn = False

    def _raw(self, step: Step) -> tuple[object, ...]:
        """Return arrays as the batch takes them."""
        return (
            step.observations,
            step.masks.view(np.uint8),
            step.rewards,
            step.scores,
            step.terminated.view(np.uint8),
            step.seats,
            self._kinds,
            self.finals,
        )

    def show(self, out: Step | None = None) -> Step:
        """Write where the lanes are, without rewards: after `copy` or unpickling."""
        step = out or self._step
        self._batch.show(self._raw(step))
        return step

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every lane, all equally likely, by the lanes' own seeds."""
        actions = np.empty(self.num_envs, np.int64)
        self._batch.choose(actions)
        return actions

    def state_of(self, lane: int) -> Any:  # noqa: ANN401 - the game's own State
        """Return a lane's position, with the seed by which it goes on."""
        return self._batch.state_of(lane)

    def game_of(self, lane: int) -> tuple[int, int, int | None]:
        """Return which game a lane plays: its number in the lane, its seed, its start seat.

        ``Game.begin(players, seed, start, options)`` makes its beginning.
        """
        game: tuple[int, int, int | None] = self._batch.game_of(lane)
        return game

    def close(self) -> None:
        """End the threads. A further step starts them again."""
        self._batch.close()

    def copy(self) -> Self:
        """Return the same games in arrays of their own; both go on independently."""
        return copy.copy(self)

    def __copy__(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._batch = self._batch.copy()  # noqa: SLF001 - of the same class
        other._step = Step._make(array.copy() for array in self._step)  # noqa: SLF001
        other._own = None if self._own is None else self._own.copy()  # noqa: SLF001
        other._kinds = self._kinds.copy()  # noqa: SLF001
        other.finals = None if self.finals is None else self.finals.copy()
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return copy.copy(self)

    def __repr__(self) -> str:
        return f"<BatchEnv {self.num_envs} lanes, {self.players} players, {self.threads} threads>"


def check_learners(learners: Iterable[int] | None, players: int) -> tuple[int, ...]:
    """Return the learning seats in order; at least one must learn."""
    seats = set(range(players) if learners is None else learners)
    if not seats or not seats <= set(range(players)):
        raise ValueError(f"learners must be some of the seats 0 to {players - 1}, not {learners}")
    return tuple(sorted(seats))


def read_seats(
    game: Game,
    learners: tuple[int, ...],
    bots: Opponent | Sequence[Opponent],
    players: int,
) -> tuple[tuple[int, ...], list[ReadOpponent]]:
    """Return who plays each seat, in the batch's numbers, and those whom Python plays."""
    others = [seat for seat in range(players) if seat not in learners]
    named = one_for_each(bots, len(others))
    if len(named) != len(others):
        raise ValueError(f"{len(others)} seats do not learn; bots names {len(named)}")
    own: list[Opponent] = []
    kinds = dict.fromkeys(learners, KINDS[LEARNER])
    for seat, bot in zip(others, named, strict=True):
        if isinstance(bot, str) and bot in BOTS:
            kinds[seat] = KINDS[bot]
            continue
        # One policy is asked once for all its seats.
        place = next((index for index, known in enumerate(own) if known is bot), len(own))
        if place == len(own):
            own.append(bot)
        kinds[seat] = FIRST_OWN + place
    return tuple(kinds[seat] for seat in range(players)), [read_opponent(bot, game) for bot in own]


def default_threads(num_envs: int) -> int:
    """Return a number of threads that are worth their while here."""
    usable = getattr(os, "sched_getaffinity", None)
    processors = len(usable(0)) if usable else os.cpu_count() or 1
    return max(1, min(processors, MOST_THREADS, num_envs // LANES_A_THREAD))
