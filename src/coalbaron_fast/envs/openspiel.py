"""OpenSpiel's face: importing this module registers the game `coalbaron`.

    import pyspiel
    import coalbaron_fast.envs.openspiel

    game = pyspiel.load_game("coalbaron(players=3)")

A sequential game of imperfect information with explicit chance. Actions and chance outcomes are
the game's move codes; `CoalBaronState.position` is the `State` behind them.
A win alone returns 1, a shared win its part, and the returns of all seats sum to 0.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from coalbaron_fast import State
from coalbaron_fast.envs.rewards import returns_of
from coalbaron_fast.games.coalbaron.facts import (
    DRAFT_CARDS,
    DRAFT_ROUNDS,
    LOCKED,
    LOOK,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MINING_SPACES,
    MINING_STEPS,
    SHIFTS,
    SPACES,
    WORKERS,
)
from coalbaron_fast.games.coalbaron.notation.tokens import (
    CHANCE_HIDDEN,
    CODES,
    TOKENS,
    VOCABULARY_SIZE,
)
from coalbaron_fast.games.coalbaron.observation import observation_size, observe

__all__ = ["CoalBaronGame", "CoalBaronObserver", "CoalBaronState", "longest_game"]

SEEDS: Final = 1 << 53
"""As many worlds can be drawn with one number from 0 to 1."""

GAME_TYPE: Final = pyspiel.GameType(
    short_name="coalbaron",
    long_name="Coal Baron",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": MIN_PLAYERS},
)


@functools.cache
def longest_game(players: int) -> tuple[int, int]:
    """Return how many decisions and how many chance events no game has more of."""
    unlocked = [space for space in SPACES if space not in LOCKED[players]]
    laid_out = sum(space[0] in "fo" and space[1:].isdigit() for space in unlocked)
    setup = laid_out - 1 + DRAFT_CARDS[players]  # a card of the draft is left over for the row
    workers = players * WORKERS[players]
    decisions = players * DRAFT_ROUNDS + SHIFTS * _most_in_a_shift(
        {space: _decisions_on(space) for space in unlocked}, workers
    )
    chances = setup + SHIFTS * _most_in_a_shift(
        {space: _chances_on(space) for space in unlocked}, workers
    )
    return decisions, chances


def _most_in_a_shift(worth: Mapping[str, int], workers: int) -> int:
    """Return the most that so many workers get, if the n-th turn on a space takes n of them."""
    # The bank takes one each time. Splitting the last turn's worth makes it a bound.
    turns = [
        (worth[space] / cost, cost)
        for space in worth
        for cost in ([1] * workers if space == "bank" else range(1, workers + 1))
    ]
    most = 0.0
    for rate, cost in sorted(turns, reverse=True):
        taken = min(cost, workers)
        most += rate * taken
        workers -= taken
    return int(most)


def _decisions_on(space: str) -> int:
    """Return the most decisions of a turn on this space."""
    if space == "fx":
        return 1 + 1 + 2 + 1 + LOOK - 2  # place, keep one, two carts to fill, side, all others
    if space == "ox":
        return 1 + 1 + 1 + LOOK - 1  # place, keep none, side, all but the last
    if space in MINING_SPACES:
        return 1 + MINING_STEPS[MINING_SPACES.index(space)]
    return 3 if space.startswith("f") else 1


def _chances_on(space: str) -> int:
    """Return the most chance events of a turn on this space."""
    if space in ("fx", "ox"):
        return LOOK
    return int(space[0] in "fo")


class CoalBaronGame(pyspiel.Game):
    """The game for a number of players, as OpenSpiel asks for it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game; `params` knows `players`, 2 to 4."""
        players = int((params or {}).get("players", MIN_PLAYERS))
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError(f"players must be {MIN_PLAYERS} to {MAX_PLAYERS}, not {players}")
        self.longest = longest_game(players)
        info = pyspiel.GameInfo(
            num_distinct_actions=VOCABULARY_SIZE,
            max_chance_outcomes=CHANCE_HIDDEN,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest[0],
        )
        super().__init__(GAME_TYPE, info, {"players": players})

    def new_initial_state(self) -> CoalBaronState:
        """Return the beginning of a game: chance is asked for the first tile."""
        return CoalBaronState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance events no game has more of."""
        return self.longest[1]

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> CoalBaronObserver:
        """Return what writes the observations or, with perfect recall, information states."""
        return CoalBaronObserver(self, iig_obs_type, params)


class Past(NamedTuple):
    """How the information state of a seat begins; empty except in a world that was drawn."""

    view: str = ""
    tokens: tuple[str, ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self


class CoalBaronState(pyspiel.State):
    """A node of the game: `position` is the State that all of it is asked of."""

    def __init__(self, game: CoalBaronGame) -> None:
        super().__init__(game)
        self.position = State(game.num_players())
        self.past = (Past(),) * game.num_players()

    # -- the tree of the game

    def current_player(self) -> int:
        """Return the seat to decide, or that it is chance's turn, or that the game is over."""
        seat = self.position.turn
        if seat is not None:
            return seat
        over = self.position.is_over
        return int(pyspiel.PlayerId.TERMINAL if over else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted([CODES[token] for token in self.position.legal_moves()])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may come and how likely it is."""
        return [(CODES[token], chance) for token, chance in self.position.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        self.position.push(TOKENS[action])

    def _action_to_string(self, _player: int, action: int) -> str:
        return TOKENS[action]

    def returns(self) -> list[float]:
        """Return what every seat has won or lost; zeros before the end."""
        return returns_of(self.position)

    def __str__(self) -> str:
        return self.position.to_text()

    # -- what a seat knows

    def tokens_shown(self, player: int) -> list[str]:
        """Return the tokens that a seat was shown, in the order in which it was shown them."""
        return [*self.past[player].tokens, *self.position.history_seen_by(player)]

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> CoalBaronState:
        """Return a world drawn from what a seat knows, all that agree with it equally likely.

        The seat's own information state stays as it is. How other seats came to know what they
        know in that world is not drawn: their information states begin with their view of it.
        """
        seed = min(int(probability_sampler() * SEEDS), SEEDS - 1)
        world: CoalBaronState = self.get_game().new_initial_state()
        world.position = self.position.sample_world(player, seed)
        world.past = tuple(
            Past(self.past[seat].view, tuple(self.tokens_shown(seat)))
            if seat == player
            else Past(world.position.view(seat).to_text())
            for seat in range(self.num_players())
        )
        return world

    def __deepcopy__(self, memo: dict[int, Any]) -> CoalBaronState:
        copied: CoalBaronState = self.clone()
        return copied


class CoalBaronObserver:
    """Writes what a seat knows into `tensor`, of which the entries of `dict` are parts.

    Without perfect recall that is the observation of the game's `observation` module, and the
    seat's view as text. With it the tokens that the seat was shown are added, 1 + code each,
    zeros behind the last one; the text is those tokens.
    """

    def __init__(
        self,
        game: CoalBaronGame,
        iig_obs_type: pyspiel.IIGObservationType | None,
        params: Mapping[str, Any] | None,
    ) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; given: {dict(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("what is observed is what one seat knows, public and private")
        self._recalls = kind.perfect_recall
        width = observation_size(game.num_players())
        length = sum(game.longest) if self._recalls else 0
        self.tensor: NDArray[np.float32] = np.zeros(width + length, np.float32)
        self.dict = {"observation": self.tensor[:width]}
        if self._recalls:
            self.dict["shown"] = self.tensor[width:]

    def set_from(self, state: CoalBaronState, player: int) -> None:
        """Write what this seat knows."""
        observe(state.position, player, self.dict["observation"])
        if self._recalls:
            codes = [CODES[token] + 1 for token in state.tokens_shown(player)]
            self.dict["shown"][: len(codes)] = codes
            self.dict["shown"][len(codes) :] = 0

    def string_from(self, state: CoalBaronState, player: int) -> str:
        """Return what this seat knows as text."""
        if self._recalls:
            words = (f"seat {player}", state.past[player].view, *state.tokens_shown(player))
            return " ".join(filter(None, words))
        return state.position.view(player).to_text()


pyspiel.register_game(GAME_TYPE, CoalBaronGame)
